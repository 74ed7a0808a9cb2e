/** The harm score: computed from events in any order, published when its markers change, and its interventions. */
import { randomUUID } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { userEvents } from '@fairline/proto/auth/users';
import { betEvents } from '@fairline/proto/betting/bets';
import { roundEvents } from '@fairline/proto/casino/rounds';
import type { Infer } from '@fairline/proto/contract';
import type { Alert } from '@fairline/proto/risk/alerts';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { harmRefusals, type harmRoutes, type PauseOffer } from '@fairline/proto/risk/harm';
import { limitEvents } from '@fairline/proto/risk/limits';
import { paymentEvents } from '@fairline/proto/wallet/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Stage } from '../testing.ts';
import { WalletPeer } from '../testing-play.ts';
import { deleteOldActivity, refreshScores } from './commands.ts';

type Player = Infer<typeof harmRoutes.riskPlayer.reply>;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
  new WalletPeer(stage.world, stage.clock);
  stage.clock.set(new Date());
});
afterAll(() => stage.close());

const minutesAgo = (minutes: number) => new Date(stage.clock.now().getTime() - minutes * 60_000);
const read = async (playerId: string) =>
  (await stage.as<Player>('auditor', 'GET', `/api/admin/risk/players/${playerId}`)).body;
const markersOf = async (playerId: string) => (await read(playerId)).harm.markers.map(({ marker }) => marker);
const scored = (playerId: string, score: number) =>
  eventually(
    () => read(playerId),
    ({ harm }) => harm.score === score,
  );
const payment = (playerId: string, type: 'deposit' | 'withdrawal' = 'deposit') => ({
  paymentId: randomUUID(),
  playerId,
  type,
  amountMinor: 1_000,
  currency: 'USD' as const,
  method: 'card',
  book: 'real' as const,
});
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const round = (playerId: string, at: Date, wagerMinor: number) => ({
  id: randomUUID() as string,
  data: {
    roundId: randomUUID(),
    playerId,
    gameId: 'mega-fortune-slots',
    gameVersion: 1,
    currency: 'USD',
    status: 'settled',
    wagerMinor,
    payoutMinor: 0,
    jurisdiction: 'open',
    book: 'real',
    createdAt: at.toISOString(),
  } as never,
});
const published = (playerId: string) =>
  stage.sql<{ score: string; risk: string; version: number }>(
    `select data ->> 'score' as score, data ->> 'isAtRisk' as risk, version from outbox where type = 'evt.risk.HarmScoreChanged.v1' and subject = $1 order by seq`,
    [playerId],
  );

/** Failed deposits 10, frequent deposits 15, raised limits 15, returned from an exclusion 10: the threshold. */
async function bringToRisk(playerId: string): Promise<void> {
  await stage.publishMany(
    paymentEvents.depositFailed,
    many(3, () => ({ id: randomUUID(), data: { ...payment(playerId), reason: 'declined' } })),
  );
  await stage.publishMany(
    paymentEvents.depositApproved,
    many(4, () => ({ id: randomUUID(), data: payment(playerId) })),
  );
  for (const change of ['raise_requested', 'removal_requested'] as const)
    await stage.publish(limitEvents.limitSet, {
      playerId,
      limitId: randomUUID(),
      limitType: 'bet_amount',
      change,
      value: 5_000,
    });
  await stage.publish(exclusionEvents.exclusionEnded, { exclusionId: randomUUID(), playerId, kind: 'time_out' });
  await scored(playerId, 50);
}

describe('the score', () => {
  it('counts each event once, whatever comes twice or late, and is published when it changes', async () => {
    const playerId = randomUUID();
    const noon = Date.parse(`${stage.clock.now().toISOString().slice(0, 10)}T12:00:00.000Z`);
    const rounds = many(12, (at) => round(playerId, new Date(noon + at * 60_000), 1_000 * 2 ** Math.floor(at / 2)));
    await stage.publishMany(roundEvents.roundSettled, rounds);
    await stage.publishMany(roundEvents.roundSettled, rounds.toReversed());
    const { harm } = await scored(playerId, 25);
    expect(harm.markers).toMatchObject([{ marker: 'chasing', points: 25, inputs: { raises: 5 } }]);
    expect(await published(playerId)).toEqual([{ score: '25', risk: 'false', version: 1 }]);
    const [day] = await stage.sql<{ staked: number }>(
      'select sum(staked_minor)::int as staked from harm_days where player_id = $1',
      [playerId],
    );
    expect(day?.staked).toBe(2 * (1 + 2 + 4 + 8 + 16 + 32) * 1_000);
  });

  it('counts results of bets: voided, cashed out and corrected, twice and in any order', async () => {
    const playerId = randomUUID();
    const bet = (
      status: 'accepted' | 'void' | 'won' | 'lost' | 'cashed_out',
      version: number,
      dueMinor: number,
      betId: string,
    ) => ({
      id: randomUUID() as string,
      data: {
        betId,
        playerId,
        currency: 'USD' as const,
        version,
        stakeMinor: 10_000,
        dueMinor,
        status,
        book: 'real' as const,
      },
    });
    const [voided, cashed, corrected] = [randomUUID(), randomUUID(), randomUUID()];
    await stage.publishMany(
      betEvents.betAccepted,
      [voided, cashed, corrected].map((betId) => bet('accepted', 2, 0, betId)),
    );
    const refund = bet('void', 3, 10_000, voided);
    await stage.publishMany(betEvents.betVoided, [refund, refund]);
    await stage.publishMany(betEvents.betCashedOut, [
      bet('cashed_out', 4, 9_000, cashed),
      bet('accepted', 3, 4_000, cashed),
    ]);
    await stage.publishMany(betEvents.betResettled, [bet('won', 4, 15_000, corrected)]);
    await eventually(() => stage.isDrained(betEvents.betResettled));
    await stage.publishMany(betEvents.betSettled, [bet('lost', 3, 0, corrected), bet('lost', 3, 0, corrected)]);
    await stage.publishMany(betEvents.betVoided, [bet('void', 3, 10_000, voided)]);
    for (const event of [betEvents.betAccepted, betEvents.betVoided, betEvents.betCashedOut, betEvents.betSettled])
      await eventually(() => stage.isDrained(event));
    const sums =
      'select sum(staked_minor)::int as staked, sum(returned_minor)::int as returned from harm_days where player_id = $1';
    expect(await stage.sql(sums, [playerId])).toEqual([{ staked: 30_000, returned: 34_000 }]);
    await stage.publishMany(betEvents.betResettled, [bet('lost', 5, 0, corrected)]);
    await eventually(
      () => stage.sql<{ returned: number }>(sums, [playerId]),
      ([row]) => row?.returned === 19_000,
    );
  });

  it('compares losses with the limit in force, in whatever order its changes arrive', async () => {
    const as = asPlayer();
    const set = (value: number) =>
      stage.call('POST', '/api/risk/limits', {
        as,
        key: randomUUID(),
        body: { limitType: 'loss_daily', amountMinor: value },
      });
    expect((await set(50_000)).status).toBe(200);
    expect((await set(1_000)).status).toBe(200);
    await eventually(() => stage.isDrained(limitEvents.limitSet));
    // An earlier change that is handled late.
    await stage.publish(limitEvents.limitSet, {
      playerId: as.id,
      limitId: randomUUID(),
      limitType: 'loss_daily',
      change: 'set',
      value: 90_000,
    });
    await eventually(() => stage.isDrained(limitEvents.limitSet));
    const rounds = [1, 2, 3].map((days) => round(as.id, minutesAgo(days * 24 * 60), 1_000));
    await stage.publishMany(roundEvents.roundSettled, rounds);
    const { harm } = await eventually(
      () => read(as.id),
      ({ harm: { markers } }) => markers.some(({ marker }) => marker === 'limit_reached'),
    );
    expect(harm.markers.find(({ marker }) => marker === 'limit_reached')?.inputs.days).toHaveLength(3);
  });

  it('leaves play money out', async () => {
    const playerId = randomUUID();
    await stage.publishMany(
      paymentEvents.depositApproved,
      many(4, () => ({ id: randomUUID(), data: { ...payment(playerId), book: 'play' as const } })),
    );
    await eventually(() => stage.isDrained(paymentEvents.depositApproved));
    expect(await read(playerId)).toMatchObject({
      harm: { score: 0, markers: [] },
      limits: [],
      exclusions: [],
      openAlerts: 0,
    });
  });

  it('falls again once its markers have ended', async () => {
    const playerId = randomUUID();
    await stage.publishMany(
      paymentEvents.depositFailed,
      many(3, () => ({
        id: randomUUID(),
        data: { ...payment(playerId), reason: 'declined' },
        at: minutesAgo(60 * 20),
      })),
    );
    await scored(playerId, 10);
    await stage.sql(`update harm_events set at = at - interval '10 hours' where player_id = $1`, [playerId]);
    await stage.sql('update harm_players set dirty = true where player_id = $1', [playerId]);
    await scored(playerId, 0);
    expect((await published(playerId)).map(({ score }) => score)).toEqual(['10', '0']);
  });
});

describe('a player at risk', () => {
  const playerId = randomUUID();
  beforeAll(() => bringToRisk(playerId));

  it('gets no bonus and raises an alert, once, with the reasons', async () => {
    const player = await read(playerId);
    const reasons = ['frequent_deposits', 'failed_deposits', 'raised_limits', 'returned_from_exclusion'];
    expect(await markersOf(playerId)).toEqual(reasons);
    expect(player.interventions).toMatchObject([{ kind: 'bonus_stopped', score: 50, reasons }]);
    expect((await published(playerId)).at(-1)).toMatchObject({ score: '50', risk: 'true' });
    const rejected = { ...payment(playerId, 'withdrawal'), reason: 'x' };
    await stage.publishMany(paymentEvents.withdrawalRejected, [
      { id: randomUUID(), data: rejected, at: minutesAgo(30) },
    ]);
    await stage.publishMany(roundEvents.roundSettled, [round(playerId, minutesAgo(10), 100)]);
    await scored(playerId, 65);
    expect((await read(playerId)).interventions.filter(({ kind }) => kind === 'bonus_stopped')).toHaveLength(1);
    const alerts = await stage.as<{ items: Alert[] }>('auditor', 'GET', `/api/admin/risk/alerts?userId=${playerId}`);
    expect(alerts.body.items).toMatchObject([{ type: 'harm_score', severity: 'high', userId: playerId }]);
  });

  it('is offered a pause once a day, which they may decline, or take by a break', async () => {
    const as = asPlayer(playerId);
    const offer = async () =>
      (await stage.call<PauseOffer>('POST', '/api/risk/pause-offers', { as, body: {} })).body.offer;
    const [first, again] = [await offer(), await offer()];
    expect(first?.reasons).toContain('failed_deposits');
    expect(again?.id).toBe(first?.id);
    const decline = (id: string, by = as) =>
      stage.call('POST', `/api/risk/pause-offers/${id}/decline`, { as: by, body: {} });
    const foreign = await decline(first?.id ?? '', asPlayer());
    expect([foreign.status, problemOf(foreign).code]).toEqual([404, harmRefusals.offerUnknown.code]);
    expect((await decline(first?.id ?? '')).status).toBe(204);
    expect(await offer()).toBeUndefined();
    stage.clock.advance(86_400_000);
    const second = await offer();
    expect(second?.id).not.toBe(first?.id);
    const excluded = { exclusionId: randomUUID() as string, playerId, kind: 'time_out' as const, permanent: false };
    const days = (count: number) => new Date(stage.clock.now().getTime() + count * 86_400_000);
    // The event is handled late: the offer is judged by the start of the exclusion.
    await stage.publishMany(exclusionEvents.playerExcluded, [{ id: randomUUID(), data: excluded, at: days(-3) }]);
    await eventually(() => stage.isDrained(exclusionEvents.playerExcluded));
    expect((await read(playerId)).interventions.filter(({ answer }) => answer === 'taken')).toEqual([]);
    await stage.publishMany(exclusionEvents.playerExcluded, [{ id: randomUUID(), data: excluded, at: days(0) }]);
    const { interventions } = await eventually(
      () => read(playerId),
      (player) => player.interventions.some(({ answer }) => answer === 'taken'),
    );
    expect(interventions.filter(({ kind }) => kind === 'pause_offered').map(({ answer }) => answer)).toEqual([
      'taken',
      'declined',
    ]);
    stage.clock.advance(-86_400_000);
  });

  it('shows in the summaries; others have nothing', async () => {
    const other = randomUUID();
    const { body } = await stage.as<{ items: object[] }>('auditor', 'POST', '/api/admin/risk/summaries', {
      playerIds: [playerId, other, other],
    });
    expect(body.items).toMatchObject([
      { playerId, isAtRisk: true, openAlerts: 1, excludedUntil: null },
      { playerId: other, harmScore: 0, isAtRisk: false, openAlerts: 0, excludedUntil: null },
    ]);
    expect((await stage.as('support', 'POST', '/api/admin/risk/summaries', { playerIds: [] })).status).toBe(403);
  });

  it('whose account is erased leaves no rows of it; the audit log and alerts stay', async () => {
    await stage.publish(userEvents.accountErased, { playerId });
    await eventually(async () => (await read(playerId)).harm.score === 0);
    expect((await read(playerId)).interventions).toEqual([]);
    expect((await read(playerId)).openAlerts).toBe(1);
  });
});

it('offers nothing to a player who is not at risk', async () => {
  expect((await stage.call('POST', '/api/risk/pause-offers', { as: asPlayer(), body: {} })).body).toEqual({});
});

const withDatabase = async (work: (db: Database) => Promise<void>) => {
  const db = new Database(stage.world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 1);
  await work(db).finally(() => db.close());
};

it('computes all old scores anew, however many there are', async () => {
  await stage.sql(
    `with made as (insert into harm_players (player_id, dirty) select uuidv7(), false from generate_series(1, 2500) returning player_id)
     insert into harm_scores (player_id, score, markers, version, computed_at) select player_id, 10, '[]', 1, $1 from made`,
    [minutesAgo(61)],
  );
  await withDatabase((db) => refreshScores({ db, clock: stage.clock }));
  const old =
    'select from harm_scores s join harm_players p on p.player_id = s.player_id where s.score > 0 and s.computed_at < $1 and not p.dirty';
  expect(await stage.sql(old, [minutesAgo(60)])).toEqual([]);
});

it('deletes activity that no marker reads any more', async () => {
  const playerId = randomUUID();
  await stage.publishMany(roundEvents.roundSettled, [
    round(playerId, minutesAgo(60 * 24 * 41), 100),
    round(playerId, minutesAgo(60 * 24 * 39), 100),
  ]);
  const days = () => stage.sql('select from harm_days where player_id = $1', [playerId]);
  await eventually(days, ({ length }) => length === 2);
  await withDatabase((db) => deleteOldActivity({ db, clock: stage.clock }));
  expect(await days()).toHaveLength(1);
});
