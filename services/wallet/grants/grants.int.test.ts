/** Free bets through the doors of two instances: given once, staked whole and once, paid for by the house, and back where their bet is void. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createLog } from '@fairline/chassis/log';
import { Database } from '@fairline/chassis/postgres';
import { pathOf, problemOf } from '@fairline/chassis/testing';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { walletEvents, walletRequests } from '@fairline/proto/wallet';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { type Adjustment, officeRoutes, type WalletOfUser } from '@fairline/proto/wallet/office';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proveWhole } from '../books/store.ts';
import { asPlayer, openWallet, operator, sayBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

type GrantAsk = Infer<typeof walletRequests.grant.input>;
const day = 86_400_000;
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * day).toISOString();

/** A free bet of 10.00 that lasts a week; a test changes the one field it is about. */
const grantOf = (playerId: string, changes: Partial<GrantAsk> = {}): GrantAsk => ({
  claimId: randomUUIDv7(),
  playerId,
  kind: 'free_bet',
  currency: 'USD',
  amountMinor: 1_000,
  expiresAt: inDays(7),
  products: ['sports'],
  ...changes,
});
const grant = (ask: GrantAsk) => world.ask(walletRequests.grant, ask);
const forfeit = (claimId: string) => world.ask(walletRequests.forfeit, { claimId });
const given = async (playerId: string, changes: Partial<GrantAsk> = {}) => {
  const ask = grantOf(playerId, changes);
  await grant(ask);
  return ask.claimId;
};
const useOf = (playerId: string, freeBetClaimId: string, changes: object = {}) =>
  stakeOf(playerId, { amountMinor: 1_000, maxPayoutMinor: 30_000, freeBetClaimId, ...changes });
const stake = (ask: ReturnType<typeof stakeOf>) => world.ask(walletRequests.stake, ask);
const used = async (playerId: string, freeBetClaimId: string) => {
  const ask = useOf(playerId, freeBetClaimId);
  await stake(ask);
  return ask;
};
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );
const freeBets = async (playerId: string) => {
  const { body } = await world.http<{ items: FreeBet[] }>('GET', pathOf(cashierRoutes.freeBets, {}), { as: asPlayer(playerId) });
  return body.items.map(({ claimId }) => claimId);
};
const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
const said = (type: string, subject: string) =>
  sql<{ data: object }>('select data from outbox where type = $1 and subject = $2 order by version', [type, subject]);
/** What the house's accounts got by a bet. */
const house = async (betId: string) => {
  const rows = await sql<{ account: string; total: number }>(
    `select e.account, sum(e.amount_minor)::int8 as total from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
     where e.house and t.reference = $1 group by e.account`,
    [betId],
  );
  return Object.fromEntries(rows.map(({ account, total }) => [account, Number(total)]));
};

describe('a free bet that nobody could use', () => {
  it.each([
    ['below the least stake', 99, {}],
    ['above what the player may bet', 100_001, {}],
    ['above what he allows himself', 50_001, { betMinor: 50_000 }],
  ])('%s is not given, by nobody', async (_what, amountMinor, limits) => {
    const playerId = await world.player({ level: 'unverified' });
    await world.ask(walletRequests.restrict, { part: 'play', playerId, version: 1, excludedUntil: null, limits });
    expect(await codeOf(grant(grantOf(playerId, { amountMinor })))).toBe('free_bet_amount');
    const body = { userId: playerId, amountMinor, currency: 'USD', expiresAt: inDays(7), reason: 'Goodwill' };
    const refused = await world.http('POST', pathOf(officeRoutes.giveFreeBet, {}), { as: operator(), key: randomUUID(), body });
    expect([refused.status, problemOf(refused).code]).toEqual([422, 'free_bet_amount']);
    expect(await codeOf(grant(grantOf(playerId, { amountMinor: 100 })))).toBe('taken');
  });

  it('because its account was closed is taken back, and that is said', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const claimId = await given(playerId);
    await world.ask(walletRequests.close, { playerId, version: 2, status: 'closed', level: 'unverified', jurisdiction: 'open' });
    expect(await sql('select forfeited_minor::int8 as gone, remaining_minor::int8 as left from grants where claim_id = $1', [claimId])).toEqual([
      { gone: 1_000, left: 0 },
    ]);
    expect(await said(walletEvents.bonusForfeited.subject, claimId)).toEqual([
      { data: expect.objectContaining({ claimId, playerId, amountMinor: 1_000, book: 'real' }) },
    ]);
  });

  it('as it expired before its bet was void is not said to be back', async () => {
    const playerId = await world.player();
    const bet = await used(playerId, await given(playerId, { expiresAt: inDays(1) }));
    world.clock.advance(2 * day);
    await sayBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 1 });
    await world.settled();
    expect(await freeBets(playerId)).toEqual([]);
    expect(await said(walletEvents.freeBetReturned.subject, bet.betId)).toEqual([]);
    world.clock.advance(-2 * day);
  });
});

describe('a grant', () => {
  it('is given once under its claim, told once, and moves no money', async () => {
    const playerId = await world.player();
    const ask = grantOf(playerId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => grant(ask)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify({ claimId: ask.claimId, granted: true })]));
    expect(await said(walletEvents.bonusGranted.subject, ask.claimId)).toEqual([
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
    for (const changes of [{ amountMinor: 999 }, { expiresAt: inDays(8) }, { playerId: other }, { products: ['sports' as const, 'casino' as const] }])
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

  it('to nobody we know is not found', async () => {
    expect(await codeOf(grant(grantOf(randomUUIDv7())))).toBe('not_found');
  });
});

const restrict = (playerId: string, status: string) =>
  world.ask(walletRequests.restrict, { playerId, part: 'account', version: 2, status, level: 'verified', jurisdiction: 'open' });
const exclude = (playerId: string, limits?: object) =>
  world.ask(walletRequests.restrict, { playerId, part: 'play', version: 1, excludedUntil: limits ? null : '2026-12-01T00:00:00.000Z', limits });

describe('a stake by free bet', () => {
  it('takes nothing of the player: bonus expense pays sports; the same ask again has the same answer', async () => {
    const playerId = await world.player();
    const ask = await used(playerId, await given(playerId));
    expect(await stake(ask)).toEqual({ betId: ask.betId, taken: true, bonusMinor: 0 });
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, bonus: 0, version: 1 });
    expect(await house(ask.betId)).toEqual({ bonus_expense: -1_000, sports: 1_000 });
    expect(await sql('select open_stakes, wagered_minor, loss_day_minor from accounts where player_id = $1', [playerId])).toEqual([
      { open_stakes: 1, wagered_minor: 0, loss_day_minor: 0 },
    ]);
    expect(await freeBets(playerId)).toEqual([]);
  });

  it('needs no balance, and beside it all cash can be staked', async () => {
    const playerId = await world.player();
    await stake(stakeOf(playerId, { amountMinor: 10_000, maxPayoutMinor: 20_000 }));
    await used(playerId, await given(playerId));
    expect(await world.account(playerId)).toMatchObject({ cash: 0 });
  });

  it('placed on many bets at once is taken by one of them', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const asks = Array.from({ length: 12 }, () => useOf(playerId, claimId));
    const codes = await Promise.all(asks.map((ask) => codeOf(stake(ask))));
    expect(codes.toSorted()).toEqual([...Array.from({ length: 11 }, () => 'free_bet_used'), 'taken']);
    expect(await sql("select 1 from stakes where claim_id = $1 and status = 'taken'", [claimId])).toHaveLength(1);
  });

  it('is another stake than the same one without it', async () => {
    const playerId = await world.player();
    const { freeBetClaimId: _, ...own } = await used(playerId, await given(playerId));
    expect(await codeOf(stake(own))).toBe('idempotency_key_reused');
  });

  it.each<[string, (playerId: string, claimId: string) => Promise<unknown> | unknown, object, string]>([
    ['that was never given', () => undefined, { freeBetClaimId: randomUUIDv7() }, 'free_bet_unknown'],
    ['of a part', () => undefined, { amountMinor: 999 }, 'free_bet_whole'],
    ['of more than it is', () => undefined, { amountMinor: 1_001 }, 'free_bet_whole'],
    ['in another currency', () => undefined, { currency: 'EUR' }, 'currency_not_accepted'],
    ['that was taken back', (_, claimId) => forfeit(claimId), {}, 'free_bet_forfeited'],
    ['of a suspended player', (playerId) => restrict(playerId, 'suspended'), {}, 'account_not_active'],
    ['of an excluded player', (playerId) => exclude(playerId), {}, 'excluded'],
    ['above his own largest bet', (playerId) => exclude(playerId, { betMinor: 999 }), {}, 'limit_exceeded'],
  ])('%s is refused, and stays refused', async (_name, prepare, changes, code) => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    await prepare(playerId, claimId);
    const ask = useOf(playerId, claimId, changes);
    expect(await codeOf(stake(ask))).toBe(code);
    expect(await codeOf(stake(ask))).toBe(code);
    expect(await house(ask.betId)).toEqual({});
  });

  it('says what a free bet must be staked with', async () => {
    const playerId = await world.player();
    const ask = useOf(playerId, await given(playerId), { amountMinor: 500 });
    await expect(stake(ask)).rejects.toMatchObject({ message: 'A free bet is used whole: its stake is 10.00 USD', params: { amountMinor: 1_000 } });
  });

  it('of another player is not found, and is not used up by the try', async () => {
    const [playerId, thief] = await Promise.all([world.player(), world.player()]);
    const claimId = await given(playerId);
    expect(await codeOf(stake(useOf(thief, claimId)))).toBe('free_bet_unknown');
    expect(await freeBets(playerId)).toEqual([claimId]);
  });

  it('loses nothing of a limit on losses, but is refused where such a limit has nothing left', async () => {
    const playerId = await world.player();
    await exclude(playerId, { lossDayMinor: 300 });
    const [first, second] = [await given(playerId), await given(playerId)];
    await used(playerId, first);
    await stake(stakeOf(playerId, { amountMinor: 300, maxPayoutMinor: 900 }));
    expect(await codeOf(stake(useOf(playerId, second)))).toBe('limit_exceeded');
  });
});

describe('what becomes of its bet', () => {
  it('is paid in cash without the stake, and taken back when the result is corrected', async () => {
    const playerId = await world.player();
    const bet = await used(playerId, await given(playerId));
    await sayBet(world, 'betSettled', bet, { dueMinor: 1_500, version: 3 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 11_500 });
    await sayBet(world, 'betResettled', bet, { dueMinor: 400, version: 4 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_400 });
    await sayBet(world, 'betResettled', bet, { dueMinor: 0, version: 5, status: 'accepted' });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, receivable: 0 });
    expect(await house(bet.betId)).toEqual({ bonus_expense: -1_000, sports: 1_000 });
  });

  it.each(['betRejected', 'betVoided'] as const)('%s gives it back once, to be used again, and the house its expense', async (event) => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const bet = await used(playerId, claimId);
    for (const id of [randomUUID(), randomUUID()]) await sayBet(world, event, bet, { dueMinor: 1_000, version: 2, id });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
    expect(await house(bet.betId)).toEqual({ bonus_expense: 0, sports: 0 });
    expect((await world.ask(walletRequests.stakesOf, { ids: [bet.betId] })).stakes).toMatchObject([{ status: 'taken', paidMinor: 1_000 }]);
    expect(await said(walletEvents.freeBetReturned.subject, bet.betId)).toEqual([
      { data: { claimId, playerId, betId: bet.betId, currency: 'USD', amountMinor: 1_000 } },
    ]);
    expect(await freeBets(playerId)).toEqual([claimId]);
    await used(playerId, claimId);
  });

  it('a void after it won takes the winnings and gives the free bet back', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const bet = await used(playerId, claimId);
    await sayBet(world, 'betSettled', bet, { dueMinor: 2_000, version: 3 });
    await world.settled();
    await sayBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 4 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000 });
    expect(await freeBets(playerId)).toEqual([claimId]);
    const transfers = await sql('select kind, amount_minor from transfers where player_id = $1 order by id', [playerId]);
    expect(transfers.slice(1)).toEqual([
      { kind: 'stake', amount_minor: 0 },
      { kind: 'win', amount_minor: 2_000 },
      { kind: 'correction', amount_minor: -2_000 },
    ]);
  });

  it('a void that is corrected uses it again, or costs the house once more where another bet has it by now', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const first = await used(playerId, claimId);
    await sayBet(world, 'betVoided', first, { dueMinor: 1_000, version: 2 });
    await world.settled();
    const second = await used(playerId, claimId);
    await sayBet(world, 'betResettled', first, { dueMinor: 2_000, version: 3 });
    await sayBet(world, 'betVoided', second, { dueMinor: 1_000, version: 2 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 12_000 });
    expect(await house(first.betId)).toEqual({ bonus_expense: -1_000, sports: -1_000 });
    expect(await freeBets(playerId)).toEqual([]);
  });

  it('comes back with the expiry it had', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId, { expiresAt: inDays(1) });
    const bet = await used(playerId, claimId);
    const before = world.clock.now();
    world.clock.set(new Date(before.getTime() + day));
    await sayBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 2 });
    await world.settled();
    expect(await freeBets(playerId)).toEqual([]);
    expect(await codeOf(stake(useOf(playerId, claimId)))).toBe('free_bet_expired');
    world.clock.set(before);
  });

  it('a part of it that is given back is a dead letter', async () => {
    const playerId = await world.player();
    const bet = await used(playerId, await given(playerId));
    await sayBet(world, 'betVoided', bet, { dueMinor: 500, version: 2 });
    await world.settled();
    const letters = await sql('select error from dead_letters where payload like $1', [`%${bet.betId}%`]);
    expect(letters).toEqual([{ error: expect.stringContaining('whole or not at all') }]);
  });
});

describe('taking a grant back', () => {
  it('is done once, with one answer, and told', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    expect(await Promise.all([forfeit(claimId), forfeit(claimId)])).toEqual([1, 2].map(() => ({ claimId, forfeitedMinor: 1_000 })));
    expect(await said(walletEvents.bonusForfeited.subject, claimId)).toHaveLength(1);
    expect(await freeBets(playerId)).toEqual([]);
  });

  it('leaves a bet that stands on it alone; its void gives nothing back', async () => {
    const playerId = await world.player();
    const claimId = await given(playerId);
    const bet = await used(playerId, claimId);
    expect(await forfeit(claimId)).toEqual({ claimId, forfeitedMinor: 0 });
    await sayBet(world, 'betVoided', bet, { dueMinor: 1_000, version: 2 });
    await world.settled();
    expect(await freeBets(playerId)).toEqual([]);
    expect(await house(bet.betId)).toEqual({ bonus_expense: 0, sports: 0 });
  });

  it('of one that was never given is not found', async () => {
    expect(await codeOf(forfeit(randomUUIDv7()))).toBe('free_bet_unknown');
  });
});

describe('an operator', () => {
  const give = (userId: string, changes: object = {}, as = operator(), key = randomUUID()) => {
    const body = { userId, amountMinor: 1_000, currency: 'USD', expiresAt: inDays(7), reason: 'Goodwill', ...changes };
    return world.http<Adjustment>('POST', pathOf(officeRoutes.giveFreeBet, {}), { as, key, body });
  };
  const approve = (id: string, as = operator()) => world.http<Adjustment>('POST', pathOf(officeRoutes.approveAdjustment, { id }), { as });

  it('gives a free bet with a reason, once under his key, and it is on the record; no money moves', async () => {
    const playerId = await world.player();
    const [as, key] = [operator(), randomUUID()];
    const [{ status, body }, again] = [await give(playerId, {}, as, key), await give(playerId, {}, as, key)];
    expect([status, again.body.id]).toEqual([201, body.id]);
    expect(body).toMatchObject({ status: 'approved', amountMinor: 1_000, freeBetUntil: inDays(7) });
    expect(await freeBets(playerId)).toEqual([body.id]);
    expect(await world.account(playerId)).toMatchObject({ cash: 10_000, version: 1 });
    expect(await said(walletEvents.operatorActed.subject, body.id)).toMatchObject([
      { data: { action: 'adjustment.request', operatorId: as.id, reason: 'Goodwill', after: { userId: playerId, freeBetUntil: inDays(7) } } },
    ]);
    expect(await said(walletEvents.balanceAdjusted.subject, body.id)).toEqual([]);
    expect(await said(walletEvents.bonusGranted.subject, body.id)).toMatchObject([{ data: { grant: { claimId: body.id } } }]);
    const { body: whole } = await world.http<WalletOfUser>('GET', pathOf(officeRoutes.walletOfUser, { id: playerId }), { as });
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
    expect(problemOf(await give(playerId, { expiresAt: world.clock.now().toISOString() })).code).toBe('free_bet_expired');
    expect(problemOf(await give(playerId, { currency: 'EUR' })).code).toBe('currency_not_accepted');
    expect((await give(randomUUIDv7())).status).toBe(404);
  });

  it('takes an unused one back with a reason, once on the record', async () => {
    const playerId = await world.player();
    const { body } = await give(playerId);
    const as = operator();
    const take = () => world.http(`POST`, pathOf(officeRoutes.takeBackFreeBet, { id: body.id }), { as, body: { reason: 'Given by mistake' } });
    expect([await take(), await take()].map((reply) => [reply.status, reply.body])).toEqual(
      [1, 2].map(() => [200, { claimId: body.id, forfeitedMinor: 1_000 }]),
    );
    const acts = await said(walletEvents.operatorActed.subject, body.id);
    expect(acts).toMatchObject([{}, { data: { action: 'free_bet.forfeit', reason: 'Given by mistake', after: { userId: playerId } } }]);
    expect(await freeBets(playerId)).toEqual([]);
  });
});

it("a player's list has what he can use now, the first to expire first, and nobody else's", async () => {
  const [playerId, other] = await Promise.all([world.player(), world.player()]);
  const late = await given(playerId, { expiresAt: inDays(9) });
  const soon = await given(playerId, { expiresAt: inDays(2) });
  await given(other);
  await used(playerId, await given(playerId));
  expect(await freeBets(playerId)).toEqual([soon, late]);
  expect((await world.http('GET', pathOf(cashierRoutes.freeBets, {}))).status).toBe(401);
});

it('changes with the play currency while that is free, and is used in the new one', async () => {
  const playerId = await world.player();
  const claimId = await given(playerId);
  await world.ask(walletRequests.playCurrency, { playerId, currency: 'GBP' });
  expect(await freeBets(playerId)).toEqual([claimId]);
  expect(await codeOf(stake(useOf(playerId, claimId, { currency: 'GBP' })))).toBe('taken');
  expect(await codeOf(world.ask(walletRequests.playCurrency, { playerId, currency: 'USD' }))).toBe('currency_fixed');
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
