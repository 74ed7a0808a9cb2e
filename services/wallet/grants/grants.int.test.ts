/** Grants: given, refused, taken back, and shown to operators. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createLog } from '@fairline/chassis/process/log';
import { Database } from '@fairline/chassis/storage/postgres';
import { pathOf, problemOf } from '@fairline/chassis/testing';
import { type Adjustment, adjustmentEvents, adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { grantEvents, grantRefusals, grantRequests, grantRoutes } from '@fairline/proto/wallet/grants';
import { historyRoutes, type WalletOfUser } from '@fairline/proto/wallet/history';
import { playerRequests } from '@fairline/proto/wallet/players';
import { grantBounds } from '@fairline/proto/wallet/rules';
import { describe, expect, it } from 'vitest';
import { proveWhole } from '../books/store.ts';
import { operator, publishBet } from '../testing.ts';
import {
  codeOf,
  day,
  exclude,
  forfeit,
  freeBets,
  type GrantAsk,
  given,
  grant,
  grantOf,
  house,
  inDays,
  publishedEvents,
  restrict,
  sql,
  stake,
  used,
  useGrantServers,
  useOf,
  world,
} from './testing-grants.ts';

useGrantServers();

describe('a free bet that nobody could use', () => {
  it.each([
    ['below the least stake', 99, {}],
    ['above what the player may bet', 100_001, {}],
    ['above what they allow themselves', 50_001, { betMinor: 50_000 }],
  ])('%s is not given, by nobody', async (_what, amountMinor, limits) => {
    const playerId = await world.player({ level: 'unverified' });
    await world.ask(playerRequests.restrict, { part: 'play', playerId, version: 1, excludedUntil: null, limits });
    expect(await codeOf(grant(grantOf(playerId, { amountMinor })))).toBe('free_bet_amount');
    const body = { userId: playerId, amountMinor, currency: 'USD', expiresAt: inDays(7), reason: 'Goodwill' };
    const refused = await world.http('POST', pathOf(adjustmentRoutes.giveFreeBet, {}), {
      as: operator(),
      key: randomUUID(),
      body,
    });
    expect([refused.status, problemOf(refused).code]).toEqual([422, 'free_bet_amount']);
    expect(await codeOf(grant(grantOf(playerId, { amountMinor: 100 })))).toBe('taken');
  });

  it('is taken back with an event because its account was closed', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const claimId = await given(playerId);
    await world.ask(playerRequests.close, {
      playerId,
      version: 2,
      status: 'closed',
      level: 'unverified',
      jurisdiction: 'open',
    });
    expect(
      await sql('select forfeited_minor::int8 as gone, remaining_minor::int8 as left from grants where claim_id = $1', [
        claimId,
      ]),
    ).toEqual([{ gone: 1_000, left: 0 }]);
    expect(await publishedEvents(grantEvents.bonusForfeited.subject, claimId)).toEqual([
      { data: expect.objectContaining({ claimId, playerId, amountMinor: 1_000, book: 'real' }) },
    ]);
  });

  it('that expired before its bet was void is not published as returned', async () => {
    const playerId = await world.player();
    const bet = await used(playerId, await given(playerId, { expiresAt: inDays(1) }));
    world.clock.advance(2 * day);
    await publishBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 1 });
    await world.settled();
    expect(await freeBets(playerId)).toEqual([]);
    expect(await publishedEvents(grantEvents.freeBetReturned.subject, bet.betId)).toEqual([]);
    world.clock.advance(-2 * day);
  });
});

describe('a grant', () => {
  it('is given once under its claim, published once, and moves no money', async () => {
    const playerId = await world.player();
    const ask = grantOf(playerId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => grant(ask)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ claimId: ask.claimId, granted: true })]),
    );
    expect(await publishedEvents(grantEvents.bonusGranted.subject, ask.claimId)).toEqual([
      {
        data: {
          playerId,
          currency: 'USD',
          amountMinor: 1_000,
          book: 'real',
          grant: { claimId: ask.claimId, kind: 'free_bet', expiresAt: ask.expiresAt },
        },
      },
    ]);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, bonus: 0, version: 1 });
  });

  it('with another body under its claim is refused', async () => {
    const [playerId, other] = await Promise.all([world.player(), world.player()]);
    const ask = grantOf(playerId);
    await grant(ask);
    for (const changes of [
      { amountMinor: 999 },
      { expiresAt: inDays(8) },
      { playerId: other },
      { products: ['sports' as const, 'casino' as const] },
    ])
      expect(await codeOf(grant({ ...ask, ...changes }))).toBe('idempotency_key_reused');
    expect(await freeBets(other)).toEqual([]);
  });

  it('raced for under one claim by two players is given to one of them', async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => world.player()));
    const claimId = randomUUIDv7();
    const codes = await Promise.all(players.map((playerId) => codeOf(grant(grantOf(playerId, { claimId })))));
    expect(codes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'idempotency_key_reused'), 'taken']);
  });

  it.each<[string, (playerId: string) => Promise<unknown> | unknown, Partial<GrantAsk>, string]>([
    ['in another currency', () => undefined, { currency: 'EUR' }, 'currency_not_accepted'],
    ['that is over already', () => undefined, { expiresAt: '2026-11-20T12:00:00.000Z' }, 'free_bet_expired'],
    ['for casino alone', () => undefined, { products: ['casino'] }, 'invalid_request'],
    ['of nothing', () => undefined, { amountMinor: 0 }, 'invalid_request'],
    ['to a suspended player', (playerId) => restrict(playerId, 'suspended'), {}, 'player_not_playing'],
    ['to an excluded player', (playerId) => exclude(playerId), {}, 'player_not_playing'],
  ])('%s is refused and leaves no row', async (_name, prepare, changes, code) => {
    const playerId = await world.player();
    await prepare(playerId);
    expect(await codeOf(grant(grantOf(playerId, changes)))).toBe(code);
    expect(await sql('select 1 from grants where player_id = $1', [playerId])).toEqual([]);
  });

  const cash = (playerId: string, amountMinor: number, claimId = randomUUIDv7()) =>
    ({ claimId, playerId, currency: 'USD', amountMinor, kind: 'cash', source: 'cashback' }) as const;
  const reached = (claimId: string) =>
    sql<{ data: object }>(`select data from outbox where type = $1 and data ->> 'claimId' = $2`, [
      grantEvents.grantLimitReached.subject,
      claimId,
    ]);

  it('above the bound of a claim is refused, published once, and moves no money', async () => {
    const playerId = await world.player();
    const asked = cash(playerId, grantBounds.claimMinor + 1);
    for (let repeat = 0; repeat < 2; repeat++)
      expect(await codeOf(world.ask(grantRequests.grant, asked))).toBe(grantRefusals.grantLimit.code);
    const { claimId, amountMinor } = asked;
    const data = {
      claimId,
      playerId,
      kind: 'cash',
      currency: 'USD',
      amountMinor,
      limit: 'claim',
      limitMinor: grantBounds.claimMinor,
    };
    expect(await reached(claimId)).toEqual([{ data }]);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000 });
    const bonus = {
      ...asked,
      claimId: randomUUIDv7(),
      kind: 'bonus',
      expiresAt: inDays(7),
      products: ['sports'],
    } as const;
    expect(await codeOf(world.ask(grantRequests.grant, bonus))).toBe(grantRefusals.grantLimit.code);
    expect(await codeOf(world.ask(grantRequests.grant, { ...asked, amountMinor: grantBounds.claimMinor }))).toBe(
      'taken',
    );
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000 + grantBounds.claimMinor });
  });

  it('beyond the bound of a player and UTC day is refused, at once as well; a repeat is not', async () => {
    const [playerId, other] = [await world.player(), await world.player()];
    const asked = Array.from({ length: 6 }, () => cash(playerId, grantBounds.dayMinor / 4));
    const codes = await Promise.all(asked.map((one) => codeOf(world.ask(grantRequests.grant, one))));
    expect(codes.filter((code) => code === 'taken')).toHaveLength(4);
    expect(codes.filter((code) => code === grantRefusals.grantLimit.code)).toHaveLength(2);
    const given = asked[codes.indexOf('taken')];
    if (given) expect(await codeOf(world.ask(grantRequests.grant, given))).toBe('taken');
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000 + grantBounds.dayMinor });
    expect(await codeOf(world.ask(grantRequests.grant, cash(other, 100)))).toBe('taken');
    const refused = asked[codes.indexOf(grantRefusals.grantLimit.code)];
    world.clock.advance(day);
    if (refused) expect(await codeOf(world.ask(grantRequests.grant, refused))).toBe('taken');
    world.clock.advance(-day);
  });

  it('to nobody we know is not found', async () => {
    expect(await codeOf(grant(grantOf(randomUUIDv7())))).toBe('not_found');
  });
});

describe('taking a grant back', () => {
  it('is done once, with one answer and one event', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    expect(await Promise.all([forfeit(claimId), forfeit(claimId)])).toEqual(
      [1, 2].map(() => ({ claimId, forfeitedMinor: 1_000 })),
    );
    expect(await publishedEvents(grantEvents.bonusForfeited.subject, claimId)).toHaveLength(1);
    expect(await freeBets(playerId)).toEqual([]);
  });

  it('leaves a bet that stands on it alone; its void gives nothing back', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const bet = await used(playerId, claimId);
    expect(await forfeit(claimId)).toEqual({ claimId, forfeitedMinor: 0 });
    await publishBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 2 });
    await world.settled();
    expect(await freeBets(playerId)).toEqual([]);
    expect(await house(bet.betId)).toEqual({ bonus_expense: 0, sports: 0 });
  });

  it('of one that was never given leaves nothing to give', async () => {
    const playerId = await world.player();
    const ask = grantOf(playerId);
    expect(await Promise.all([forfeit(ask.claimId), forfeit(ask.claimId)])).toEqual(
      [1, 2].map(() => ({ claimId: ask.claimId, forfeitedMinor: 0 })),
    );
    expect(await codeOf(grant(ask))).toBe('bonus_forfeited');
    const unknown = await world.http('POST', pathOf(grantRoutes.takeBackFreeBet, { id: ask.claimId }), {
      as: operator(),
      body: { reason: 'By mistake' },
    });
    expect(problemOf(unknown)).toMatchObject({ status: 404, detail: 'Free bet not found' });
  });
});

describe('an operator', () => {
  const give = (userId: string, changes: object = {}, as = operator(), key = randomUUID()) => {
    const body = { userId, amountMinor: 1_000, currency: 'USD', expiresAt: inDays(7), reason: 'Goodwill', ...changes };
    return world.http<Adjustment>('POST', pathOf(adjustmentRoutes.giveFreeBet, {}), { as, key, body });
  };
  const approve = (id: string, as = operator()) =>
    world.http<Adjustment>('POST', pathOf(adjustmentRoutes.approveAdjustment, { id }), { as });

  it('gives a free bet with a reason, once per key, on the record; no money moves', async () => {
    const playerId = await world.player();
    const [as, key] = [operator(), randomUUID()];
    const [{ status, body }, again] = [await give(playerId, {}, as, key), await give(playerId, {}, as, key)];
    expect([status, again.body.id]).toEqual([201, body.id]);
    expect(body).toMatchObject({ status: 'approved', amountMinor: 1_000, freeBetUntil: inDays(7) });
    expect(await freeBets(playerId)).toEqual([body.id]);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
    expect(await publishedEvents(walletAuditEvents.operatorActed.subject, body.id)).toMatchObject([
      {
        data: {
          action: 'adjustment.request',
          operatorId: as.id,
          reason: 'Goodwill',
          after: { userId: playerId, freeBetUntil: inDays(7) },
        },
      },
    ]);
    expect(await publishedEvents(adjustmentEvents.balanceAdjusted.subject, body.id)).toEqual([]);
    expect(await publishedEvents(grantEvents.bonusGranted.subject, body.id)).toMatchObject([
      { data: { grant: { claimId: body.id } } },
    ]);
    const { body: whole } = await world.http<WalletOfUser>(
      'GET',
      pathOf(historyRoutes.walletOfUser, { id: playerId }),
      { as },
    );
    expect(whole.freeBets).toEqual([{ claimId: body.id, amountMinor: 1_000, currency: 'USD', expiresAt: inDays(7) }]);
    await used(playerId, body.id);
  });

  it('needs another from the two-operator amount on', async () => {
    const playerId = await world.player();
    const as = operator();
    const { status, body } = await give(playerId, { amountMinor: 1_000_000 }, as);
    expect([status, body.status]).toEqual([202, 'pending']);
    expect(await freeBets(playerId)).toEqual([]);
    expect(problemOf(await approve(body.id, as)).code).toBe('second_operator_needed');
    expect((await approve(body.id)).body).toMatchObject({ status: 'approved' });
    expect(await freeBets(playerId)).toEqual([body.id]);
  });

  it('cannot approve one that has expired, or whose player may not play any more', async () => {
    const [late, gone] = await Promise.all([world.player(), world.player()]);
    const first = await give(late, { amountMinor: 1_000_000, expiresAt: inDays(1) });
    const second = await give(gone, { amountMinor: 1_000_000 });
    await exclude(gone);
    expect(problemOf(await approve(second.body.id)).code).toBe('player_not_playing');
    const before = world.clock.now();
    world.clock.set(new Date(before.getTime() + day));
    const as = { ...operator(), provenAt: world.clock.now().toISOString() };
    expect(problemOf(await approve(first.body.id, as)).code).toBe('free_bet_expired');
    world.clock.set(before);
    expect(await sql('select 1 from grants where player_id = any ($1)', [[late, gone]])).toEqual([]);
  });

  it('is refused without a fresh proof, the permission, a reason, a time to come and a player', async () => {
    const playerId = await world.player();
    const { provenAt: _, ...stale } = operator();
    expect(problemOf(await give(playerId, {}, stale as ReturnType<typeof operator>)).code).toBe('step_up_required');
    expect((await give(playerId, {}, operator('trader'))).status).toBe(403);
    expect((await give(playerId, { reason: ' ' })).status).toBe(400);
    expect((await give(playerId, { amountMinor: -1_000 })).status).toBe(400);
    expect(problemOf(await give(playerId, { expiresAt: world.clock.now().toISOString() })).code).toBe(
      'free_bet_expired',
    );
    expect(problemOf(await give(playerId, { currency: 'EUR' })).code).toBe('currency_not_accepted');
    expect((await give(randomUUIDv7())).status).toBe(404);
  });

  it('takes an unused one back with a reason, once on the record', async () => {
    const playerId = await world.player();
    const { body } = await give(playerId);
    const as = operator();
    const take = () =>
      world.http(`POST`, pathOf(grantRoutes.takeBackFreeBet, { id: body.id }), {
        as,
        body: { reason: 'Given by mistake' },
      });
    expect([await take(), await take()].map((reply) => [reply.status, reply.body])).toEqual(
      [1, 2].map(() => [200, { claimId: body.id, forfeitedMinor: 1_000 }]),
    );
    const acts = await publishedEvents(walletAuditEvents.operatorActed.subject, body.id);
    expect(acts).toMatchObject([
      {},
      { data: { action: 'free_bet.forfeit', reason: 'Given by mistake', after: { userId: playerId } } },
    ]);
    expect(await freeBets(playerId)).toEqual([]);
  });
});

it("a player's list has what they can use now, the first to expire first, and nobody else's", async () => {
  const [playerId, other] = await Promise.all([world.player(), world.player()]);
  const late = await given(playerId, { expiresAt: inDays(9) });
  const soon = await given(playerId, { expiresAt: inDays(2) });
  await given(other);
  await used(playerId, await given(playerId));
  expect(await freeBets(playerId)).toEqual([soon, late]);
  expect((await world.http('GET', pathOf(grantRoutes.freeBets, {}))).status).toBe(401);
});

it('changes with the play currency while that is free, and is used in the new one', async () => {
  const playerId = await world.player();
  const claimId = await given(playerId);
  await world.ask(playerRequests.playCurrency, { playerId, currency: 'GBP' });
  expect(await freeBets(playerId)).toEqual([claimId]);
  expect(await codeOf(stake(useOf(playerId, claimId, { currency: 'GBP' })))).toBe('taken');
  expect(await codeOf(world.ask(playerRequests.playCurrency, { playerId, currency: 'USD' }))).toBe('currency_fixed');
});

it('the books hold after all of this, and a used free bet that was put back by hand is found', async () => {
  const db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'), 1);
  const broken = async () => (await db.tx((tx) => proveWhole(tx), 'repeatable read')).filter(({ holds }) => !holds);
  expect(await broken()).toEqual([]);
  const playerId = await world.player();
  const claimId = await given(playerId);
  await used(playerId, claimId);
  await world.db.query('update grants set remaining_minor = amount_minor where claim_id = $1', [claimId]);
  expect(await broken()).toMatchObject([{ name: 'grants equal their stakes', offenders: [claimId] }]);
  await world.db.query('update grants set remaining_minor = 0 where claim_id = $1', [claimId]);
  await db.close();
});
