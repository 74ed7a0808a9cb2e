/** Weekly cashback on real servers: each week of each claim gets one statement and one payment, whatever is repeated, also after a downtime. */
import { randomUUID } from 'node:crypto';
import { eventually } from '@fairline/chassis/testing';
import { Refusal } from '@fairline/proto/contract';
import type { CashbackStatement } from '@fairline/proto/promotions/loyalty';
import { grantRefusals } from '@fairline/proto/wallet/grants';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Desk } from '../testing-desk.ts';
import { payStatements, stateWeeks } from './commands.ts';
import { statementId } from './week.ts';

type Player = Awaited<ReturnType<Desk['player']>>;
const monday = (text: string) => new Date(`${text}T00:00:00.000Z`);

let desk: Desk;
let promotionId: string;
beforeAll(async () => {
  desk = await Desk.open({ FAIRLINE_DEMO: '1', PROMOTION_COST_LIMIT_MINOR: '9000000000' });
});
afterAll(() => desk.close());
beforeEach(async () => {
  // A Wednesday; each test has its own weeks and claims.
  desk.clock.set(new Date('2026-03-11T10:00:00.000Z'));
  desk.wallet.manner = 'pays';
  desk.wallet.isDown = false;
  await desk.world.db.query('delete from cashback_statements');
  await desk.world.db.query('delete from cashback_progress');
  await desk.world.db.query('delete from cashback_weeks');
  await desk.world.db.query(`delete from claims where type = 'cashback'`);
  const reward = {
    type: 'percentage' as const,
    value: 10,
    maxAmountMinor: 5_000,
    currency: 'USD' as const,
    wageringFactor: 0,
  };
  promotionId = (await desk.promotion({ type: 'cashback', reward, endsAt: '2026-06-01T00:00:00.000Z' })).id;
});

async function claimant(
  losses: { stakedMinor: number; returnedMinor: number },
  claim: Partial<Parameters<Desk['claim']>[0]> = {},
) {
  const player = await desk.player();
  desk.wallet.losses.set(player.id, losses);
  const expiresAt = new Date('2026-06-01T00:00:00.000Z');
  const claimId = await desk.claim({
    promotionId,
    playerId: player.id,
    type: 'cashback',
    claimedAt: new Date('2026-03-11T10:00:00.000Z'),
    expiresAt,
    ...claim,
  });
  return { player, claimId };
}

const statementsOf = async (as: Player, query = '') =>
  (await desk.get(`/api/promotions/cashback${query}`, as)).body as unknown as {
    items: CashbackStatement[];
    nextCursor: string | null;
  };
const until = (player: Player, holds: (items: CashbackStatement[]) => boolean) =>
  eventually(async () => (await statementsOf(player)).items, holds);
/** Runs the jobs that the instances run every few seconds. */
async function runTimers(): Promise<void> {
  await stateWeeks(desk.context);
  await payStatements(desk.context);
}
const isPaid = (items: CashbackStatement[]) => items.length > 0 && items.every(({ paidAt }) => paidAt);

describe('a week', () => {
  it('is stated a day after its end and paid once, under the id of its statement', async () => {
    const { player, claimId } = await claimant({ stakedMinor: 30_000, returnedMinor: 18_001 });
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    const [statement] = await until(player, isPaid);
    const id = statementId(claimId, monday('2026-03-09'));
    expect(statement).toEqual({
      id,
      claimId,
      promotionId,
      name: 'Spring match',
      weekStartsAt: '2026-03-09T00:00:00.000Z',
      weekEndsAt: '2026-03-16T00:00:00.000Z',
      stakedMinor: 30_000,
      returnedMinor: 18_001,
      netLossMinor: 11_999,
      percent: 10,
      amountMinor: 1_199,
      currency: 'EUR',
      paidAt: desk.clock.now().toISOString(),
    });
    expect(desk.wallet.paid.get(id)).toEqual({
      kind: 'cash',
      claimId: id,
      playerId: player.id,
      currency: 'EUR',
      amountMinor: 1_199,
      source: 'cashback',
    });
    expect(desk.wallet.spans.find(({ playerIds }) => playerIds.includes(player.id))).toMatchObject({
      from: '2026-03-11T10:00:00.000Z',
      to: '2026-03-16T00:00:00.000Z',
    });
    expect((await desk.published('CashbackPaid')).filter(({ playerId }) => playerId === player.id)).toEqual([
      {
        statementId: id,
        playerId: player.id,
        amountMinor: 1_199,
        currency: 'EUR',
        weekStartsAt: '2026-03-09T00:00:00.000Z',
      },
    ]);
  });

  it('is stated once where several compute it at once or again', async () => {
    const { player, claimId } = await claimant({ stakedMinor: 10_000, returnedMinor: 0 });
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    await Promise.all([stateWeeks(desk.context), stateWeeks(desk.context), stateWeeks(desk.context)]);
    await until(player, isPaid);
    await desk.world.db.query('delete from cashback_progress where claim_id = $1', [claimId]);
    await stateWeeks(desk.context);
    expect((await statementsOf(player)).items).toHaveLength(1);
    expect(desk.wallet.asked.filter(({ playerId }) => playerId === player.id)).toHaveLength(1);
  });

  it.each([
    ['a win', { stakedMinor: 10_000, returnedMinor: 25_000 }, -15_000, 0],
    ['no play', { stakedMinor: 0, returnedMinor: 0 }, 0, 0],
    ['a loss above the maximum', { stakedMinor: 900_000, returnedMinor: 0 }, 900_000, 5_000],
  ])('of %s has its statement', async (_name, losses, netLossMinor, amountMinor) => {
    const { player } = await claimant(losses);
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    await runTimers();
    const [statement] = await until(player, (items) => items.length === 1 && (amountMinor === 0 || isPaid(items)));
    expect(statement).toMatchObject({ netLossMinor, amountMinor });
    expect('paidAt' in (statement ?? {})).toBe(amountMinor > 0);
    expect([...desk.wallet.paid.values()].filter(({ playerId }) => playerId === player.id)).toHaveLength(
      amountMinor > 0 ? 1 : 0,
    );
  });

  it('is not paid to a player who may not play, and the statement gives the reason', async () => {
    const { player } = await claimant({ stakedMinor: 10_000, returnedMinor: 0 });
    desk.wallet.manner = new Refusal(grantRefusals.notPlaying);
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    await runTimers();
    const [statement] = await until(player, (items) => items[0]?.unpaid === 'not_playing');
    expect(statement).toMatchObject({ amountMinor: 1_000 });
    expect(statement?.paidAt).toBeUndefined();
  });

  it('is not paid to a player at risk, and not made up later', async () => {
    const { player } = await claimant({ stakedMinor: 10_000, returnedMinor: 0 });
    const atRisk = (is: boolean) =>
      desk.world.db.query(
        `insert into harm_scores (player_id, version, is_at_risk) values ($1, 1, $2) on conflict (player_id) do update set is_at_risk = excluded.is_at_risk`,
        [player.id, is],
      );
    await atRisk(true);
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    await runTimers();
    await until(player, (items) => items[0]?.unpaid === 'at_risk');
    await atRisk(false);
    desk.clock.advance(10_000);
    await runTimers();
    expect((await statementsOf(player)).items).toMatchObject([{ amountMinor: 1_000, unpaid: 'at_risk' }]);
    expect(desk.wallet.asked.some(({ playerId }) => playerId === player.id)).toBe(false);
  });

  it('whose payment was requested before its player was at risk comes to its end', async () => {
    const { player } = await claimant({ stakedMinor: 10_000, returnedMinor: 0 });
    desk.wallet.manner = 'pays without a reply';
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    await runTimers();
    await desk.world.db.query('insert into harm_scores (player_id, version, is_at_risk) values ($1, 1, true)', [
      player.id,
    ]);
    desk.wallet.manner = 'pays';
    desk.clock.advance(10_000);
    await runTimers();
    await until(player, isPaid);
  });

  it('is paid once in the end where wallet does not reply, before or after it paid', async () => {
    const { player } = await claimant({ stakedMinor: 10_000, returnedMinor: 0 });
    desk.wallet.manner = 'pays without a reply';
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    await runTimers();
    expect(desk.wallet.asked.some(({ playerId }) => playerId === player.id)).toBe(true);
    expect((await statementsOf(player)).items[0]?.paidAt).toBeUndefined();
    desk.wallet.manner = 'pays';
    desk.clock.advance(10_000);
    await runTimers();
    await until(player, isPaid);
    const asked = desk.wallet.asked.filter(({ playerId }) => playerId === player.id);
    expect(asked.length).toBeGreaterThan(1);
    expect(new Set(asked.map(({ claimId }) => claimId)).size).toBe(1);
  });
});

describe('the weeks of a claim', () => {
  it('that a downtime missed are all stated, also while wallet did not reply', async () => {
    const { player } = await claimant({ stakedMinor: 10_000, returnedMinor: 0 });
    desk.wallet.isDown = true;
    desk.clock.set(new Date('2026-04-01T00:00:00.000Z'));
    await eventually(() => desk.wallet.spans.some(({ playerIds }) => playerIds.includes(player.id)));
    expect((await statementsOf(player)).items).toEqual([]);
    desk.wallet.isDown = false;
    const items = await until(player, (all) => all.length === 3 && isPaid(all));
    expect(items.map(({ weekStartsAt }) => weekStartsAt.slice(0, 10))).toEqual([
      '2026-03-23',
      '2026-03-16',
      '2026-03-09',
    ]);
  });

  it('count results that came after their statement in the next one, once', async () => {
    const { player } = await claimant({ stakedMinor: 0, returnedMinor: 0 });
    const firstWeek = `${player.id} 2026-03-11T10:00:00.000Z`;
    desk.wallet.losses.set(firstWeek, { stakedMinor: 10_000, returnedMinor: 0 });
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    await runTimers();
    await until(player, (items) => items.length === 1 && isPaid(items));
    // A bet of the first week won: the loss of the second week is smaller by its win.
    desk.wallet.losses.set(firstWeek, { stakedMinor: 12_000, returnedMinor: 5_000 });
    desk.wallet.losses.set(`${player.id} 2026-03-16T00:00:00.000Z`, { stakedMinor: 20_000, returnedMinor: 0 });
    desk.clock.set(new Date('2026-03-24T00:00:00.000Z'));
    await Promise.all([stateWeeks(desk.context), stateWeeks(desk.context)]);
    await payStatements(desk.context);
    const items = await until(player, (all) => all.length === 2 && isPaid(all));
    expect(items[0]).toMatchObject({
      stakedMinor: 22_000,
      returnedMinor: 5_000,
      netLossMinor: 17_000,
      amountMinor: 1_700,
    });
    // It was counted: the third week has nothing. A lost bet of the first week that becomes void lowers the fourth.
    desk.clock.set(new Date('2026-03-31T00:00:00.000Z'));
    await runTimers();
    expect((await until(player, (all) => all.length === 3))[0]).toMatchObject({
      stakedMinor: 0,
      returnedMinor: 0,
      amountMinor: 0,
    });
    desk.wallet.losses.set(firstWeek, { stakedMinor: 9_000, returnedMinor: 5_000 });
    desk.wallet.losses.set(`${player.id} 2026-03-30T00:00:00.000Z`, { stakedMinor: 10_000, returnedMinor: 0 });
    desk.clock.set(new Date('2026-04-07T00:00:00.000Z'));
    await runTimers();
    expect((await until(player, (all) => all.length === 4))[0]).toMatchObject({
      netLossMinor: 7_000,
      amountMinor: 700,
    });
  });

  it('end with it: completed to its last moment, cancelled without the running week', async () => {
    const endedAt = new Date('2026-03-18T15:00:00.000Z');
    const completed = await claimant(
      { stakedMinor: 10_000, returnedMinor: 0 },
      { status: 'completed', endedAt, expiresAt: endedAt },
    );
    const cancelled = await claimant({ stakedMinor: 10_000, returnedMinor: 0 }, { status: 'cancelled', endedAt });
    const waiting = await claimant(
      { stakedMinor: 10_000, returnedMinor: 0 },
      { status: 'claimed', waitingFor: 'operator' },
    );
    desk.clock.set(new Date('2026-04-14T00:00:00.000Z'));
    await runTimers();
    await until(completed.player, (items) => items.length === 2 && isPaid(items));
    expect(
      (await until(cancelled.player, (items) => items.length === 1)).map(({ weekStartsAt }) => weekStartsAt),
    ).toEqual(['2026-03-09T00:00:00.000Z']);
    expect((await statementsOf(waiting.player)).items).toEqual([]);
    expect(
      desk.wallet.spans.find(
        ({ playerIds, from }) => playerIds.includes(completed.player.id) && from.startsWith('2026-03-16'),
      )?.to,
    ).toBe('2026-03-18T15:00:00.000Z');
  });

  it('are counted in the figures of their promotion, and paged', async () => {
    const { player } = await claimant({ stakedMinor: 10_000, returnedMinor: 0 });
    desk.clock.set(new Date('2026-03-17T00:00:00.000Z'));
    await runTimers();
    await until(player, isPaid);
    const { body } = await desk.get('/api/admin/promotions?status=active&q=spring', desk.operator());
    expect((body as { items: { id: string }[] }).items.find(({ id }) => id === promotionId)).toMatchObject({
      grantedMinor: 1_000,
      costMinor: 1_000,
      openMinor: 0,
    });
    const cursor = Buffer.from(
      JSON.stringify({ at: '2026-03-09T00:00:00.000Z', id: randomUUID().replace(/^./, '0') }),
    ).toString('base64url');
    expect((await statementsOf(player, `?cursor=${cursor}`)).items.length).toBeLessThanOrEqual(1);
    expect((await desk.get('/api/promotions/cashback?cursor=x', player)).status).toBe(400);
  });
});
