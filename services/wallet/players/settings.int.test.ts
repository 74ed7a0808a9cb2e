/** The withdrawal PIN, a player's own limits, the notice of a low balance and the end of an account, through the doors of two instances. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { asOperator, asPlayer, pathOf, problemOf } from '@fairline/chassis/testing';
import { Refusal } from '@fairline/proto/contract';
import { type Transaction, walletEvents, walletRequests } from '@fairline/proto/wallet';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import type { PlayLimits } from '@fairline/proto/wallet/limits';
import { officeRoutes } from '@fairline/proto/wallet/office';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { openWallet, operator, sayBet, stakeOf, type WalletWorld } from '../testing.ts';

const noon = new Date('2026-11-20T12:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
beforeEach(() => world.clock.set(noon));
afterAll(() => world.close());

const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
const setPin = (playerId: string, pin: string, currentPin?: string) =>
  world.http('PUT', pathOf(cashierRoutes.setPin), { as: asPlayer(playerId), body: { pin, ...(currentPin !== undefined && { currentPin }) } });
const removePin = (playerId: string, currentPin: string) =>
  world.http('POST', pathOf(cashierRoutes.removePin), { as: asPlayer(playerId), body: { currentPin } });
const withdraw = (playerId: string, pin?: string, { amountMinor = 2_000, key = randomUUID() as string } = {}) =>
  world.http<{ id: string }>('POST', '/api/wallet/withdrawals', {
    as: asPlayer(playerId),
    key,
    body: { amountMinor, currency: 'USD', method: 'bank_transfer', destination: 'DE89370400440532013000', ...(pin !== undefined && { pin }) },
  });
const withPin = async (pin = '1357') => {
  const playerId = await world.player();
  expect((await setPin(playerId, pin)).status).toBe(200);
  return playerId;
};
const pinFacts = async (playerId: string) =>
  await sql<{ on: boolean; version: number }>(`select (data ->> 'on')::boolean as on, version from outbox where type = $1 and subject = $2 order by version`, [
    walletEvents.withdrawalPinChanged.subject,
    playerId,
  ]);

describe('a withdrawal PIN', () => {
  it('is asked for once it is set, kept as argon2id, and said', async () => {
    const playerId = await world.player();
    expect((await withdraw(playerId)).status).toBe(201);
    expect((await setPin(playerId, '1357')).body).toEqual({ autoConvert: false, hasPin: true });
    expect(problemOf(await withdraw(playerId))).toMatchObject({ code: 'pin_required', status: 422 });
    expect(problemOf(await withdraw(playerId, '9999'))).toMatchObject({ code: 'pin_wrong', params: { triesLeft: 4 } });
    expect((await withdraw(playerId, '1357')).status).toBe(201);
    const [row] = await sql<{ hash: string; wrong: number }>('select hash, wrong from pins where player_id = $1', [playerId]);
    expect(row?.hash).toMatch(/^\$argon2id\$/);
    expect(row?.wrong).toBe(0);
    expect(await pinFacts(playerId)).toEqual([{ on: true, version: 1 }]);
  });

  it.each(['123', '1234567', 'abcd', '12 34', '１２３４', ''])('is not %j', async (pin) => {
    const reply = await setPin(await world.player(), pin);
    expect(problemOf(reply)).toMatchObject({ code: 'invalid_request', detail: 'Please enter a PIN of 4 to 6 digits' });
  });

  it('is changed and taken away only with the one in force', async () => {
    const playerId = await withPin();
    expect(problemOf(await setPin(playerId, '2468')).code).toBe('pin_required');
    expect(problemOf(await setPin(playerId, '2468', '0000')).code).toBe('pin_wrong');
    expect((await setPin(playerId, '2468', '1357')).status).toBe(200);
    expect(problemOf(await removePin(playerId, '1357')).code).toBe('pin_wrong');
    expect((await removePin(playerId, '2468')).body).toEqual({ autoConvert: false, hasPin: false });
    expect((await withdraw(playerId)).status).toBe(201);
    expect((await setPin(playerId, '1111')).status).toBe(200);
    expect(await pinFacts(playerId)).toEqual([
      { on: true, version: 1 },
      { on: true, version: 2 },
      { on: false, version: 3 },
      { on: true, version: 4 },
    ]);
  });

  it('is locked for 15 minutes by the fifth wrong try, for the right one too', async () => {
    const playerId = await withPin();
    const key = randomUUID();
    for (const triesLeft of [4, 3, 2, 1])
      expect(problemOf(await withdraw(playerId, '0000', { key }))).toMatchObject({ code: 'pin_wrong', params: { triesLeft } });
    const fifth = await withdraw(playerId, '0000');
    expect(fifth.headers.get('retry-after')).toBe('900');
    expect(problemOf(fifth)).toMatchObject({ code: 'pin_locked', status: 429, params: { retryAfterSeconds: 900 } });
    world.clock.advance(15 * minute - 1);
    for (const call of [() => withdraw(playerId, '1357'), () => setPin(playerId, '2468', '1357'), () => removePin(playerId, '1357')]) {
      expect(problemOf(await call())).toMatchObject({ code: 'pin_locked', params: { retryAfterSeconds: 1 } });
    }
    world.clock.advance(1);
    expect(problemOf(await withdraw(playerId, '0000'))).toMatchObject({ params: { triesLeft: 4 } });
    expect((await withdraw(playerId, '1357', { key })).status).toBe(201);
  });

  it('tried twenty times at once is compared five times at most', async () => {
    const playerId = await withPin();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, turn) => withdraw(playerId, String(2_000 + turn))));
    const codes = replies.map((reply) => problemOf(reply).code);
    expect(codes.filter((code) => code === 'pin_wrong').length).toBe(4);
    expect(codes.filter((code) => code === 'pin_locked').length).toBe(16);
    expect(problemOf(await withdraw(playerId, '1357')).code).toBe('pin_locked');
    expect(await world.account(playerId)).toMatchObject({ held: 0 });
  });

  it('right again forgets the wrong tries before it', async () => {
    const playerId = await withPin();
    for (let turn = 0; turn < 3; turn++) {
      for (let wrong = 0; wrong < 4; wrong++) expect(problemOf(await withdraw(playerId, '0000')).code).toBe('pin_wrong');
      expect((await withdraw(playerId, '1357')).status).toBe(201);
    }
  });

  it('leaves no trace in what is kept of a key: the same withdrawal under it answers the first', async () => {
    const playerId = await withPin();
    const key = randomUUID();
    const [first, second] = [await withdraw(playerId, '1357', { key }), await withdraw(playerId, '1357', { key })];
    expect(second.body.id).toBe(first.body.id);
    expect(problemOf(await withdraw(playerId, '1357', { key, amountMinor: 2_001 })).code).toBe('idempotency_key_reused');
    expect(await world.account(playerId)).toMatchObject({ held: 2_000 });
  });

  it('set by two at once is set once', async () => {
    const playerId = await world.player();
    const replies = await Promise.all(['1111', '2222', '3333'].map((pin) => setPin(playerId, pin)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await pinFacts(playerId)).toHaveLength(1);
  });

  it('is cleared by an operator who has just proven himself, with a reason, and the player is told', async () => {
    const playerId = await withPin();
    const clear = (as: ReturnType<typeof operator>, reason = 'He forgot it; called back on his number') =>
      world.http('POST', pathOf(officeRoutes.clearPin, { id: playerId }), { as, body: { reason } });
    const fresh = (role: 'finance' | 'trader') => ({ ...asOperator(role, randomUUIDv7()), provenAt: world.clock.now().toISOString() });
    expect(problemOf(await clear({ ...fresh('finance'), provenAt: new Date(noon.getTime() - 5 * minute - 1_000).toISOString() })).code).toBe(
      'step_up_required',
    );
    expect((await clear(fresh('trader'))).status).toBe(403);
    expect(problemOf(await clear(fresh('finance'), '4111111111111111')).code).toBe('card_number');
    const as = fresh('finance');
    expect((await clear(as)).status).toBe(204);
    expect((await withdraw(playerId)).status).toBe(201);
    expect(problemOf(await clear(fresh('finance'))).code).toBe('not_found');
    expect(await pinFacts(playerId)).toEqual([
      { on: true, version: 1 },
      { on: false, version: 2 },
    ]);
    const acted = await sql(`select data ->> 'action' as action, data ->> 'resourceId' as id from outbox where type = $1 and data ->> 'operatorId' = $2`, [
      walletEvents.operatorActed.subject,
      as.id,
    ]);
    expect(acted).toEqual([{ action: 'pin.clear', id: playerId }]);
  });
});

// ---- Own limits --------------------------------------------------------------------------------

const bind = (playerId: string, limits: PlayLimits | undefined, version = 1, excludedUntil: string | null = null) =>
  world.ask(walletRequests.restrict, { playerId, part: 'play', version, excludedUntil, ...(limits && { limits }) });
const stake = (playerId: string, amountMinor: number) => {
  const ask = stakeOf(playerId, { amountMinor, maxPayoutMinor: 10 * amountMinor });
  return world.ask(walletRequests.stake, ask).then(
    () => ({ ask, code: 'taken' as string, params: undefined }),
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { ask, code: error.code, params: error.params };
    },
  );
};
const deposit = (playerId: string, amountMinor: number) =>
  world.http<{ id: string }>('POST', '/api/wallet/deposits/manual', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: { amountMinor, currency: 'USD', method: 'bank_transfer', customerName: 'A Person', email: 'a@example.org', bankTransactionId: 'T1' },
  });
const limited = async (limits: PlayLimits) => {
  const playerId = await world.player();
  await bind(playerId, limits);
  return playerId;
};

describe("a player's own limit", () => {
  it.each<[keyof PlayLimits, string, string]>([
    ['lossDayMinor', 'lossDay', '2026-11-21T00:00:00.000Z'],
    ['lossWeekMinor', 'lossWeek', '2026-11-23T00:00:00.000Z'],
    ['lossMonthMinor', 'lossMonth', '2026-12-01T00:00:00.000Z'],
  ])('%s takes stakes up to it and not a cent more, until its period ends', async (field, limit, resetsAt) => {
    const playerId = await limited({ [field]: 3_000 });
    expect((await stake(playerId, 1_000)).code).toBe('taken');
    expect(await stake(playerId, 2_001)).toMatchObject({ code: 'limit_exceeded', params: { limit, limitMinor: 3_000, remainingMinor: 2_000, resetsAt } });
    expect((await stake(playerId, 2_000)).code).toBe('taken');
    const refused = await stake(playerId, 1);
    expect(refused).toMatchObject({ code: 'limit_exceeded', params: { limit, remainingMinor: 0 } });
    world.clock.set(new Date(Date.parse(resetsAt) - 1));
    expect((await stake(playerId, 1)).code).toBe('limit_exceeded');
    world.clock.set(new Date(resetsAt));
    expect((await stake(playerId, 3_000)).code).toBe('taken');
    await expect(world.ask(walletRequests.stake, refused.ask)).rejects.toMatchObject({ code: 'limit_exceeded' });
  });

  it('of losses is net: what bets pay back may be staked again, whenever they were placed', async () => {
    const playerId = await limited({ lossDayMinor: 3_000 });
    const { ask } = await stake(playerId, 3_000);
    expect((await stake(playerId, 1)).code).toBe('limit_exceeded');
    await sayBet(world, 'betSettled', ask, { dueMinor: 1_200, version: 1 });
    await world.settled();
    expect(await stake(playerId, 1_201)).toMatchObject({ code: 'limit_exceeded', params: { remainingMinor: 1_200 } });
    const second = await stake(playerId, 1_200);
    expect(second.code).toBe('taken');
    world.clock.set(new Date('2026-11-21T00:00:00Z'));
    await sayBet(world, 'betVoided', second.ask, { dueMinor: 1_200, version: 1 });
    await world.settled();
    expect(await stake(playerId, 4_201)).toMatchObject({ code: 'limit_exceeded', params: { limit: 'lossDay', remainingMinor: 4_200 } });
    expect((await stake(playerId, 4_200)).code).toBe('taken');
  });

  it('of losses grows by what a corrected result takes back', async () => {
    const playerId = await limited({ lossDayMinor: 3_000 });
    const { ask } = await stake(playerId, 2_000);
    await sayBet(world, 'betSettled', ask, { dueMinor: 5_000, version: 1 });
    await sayBet(world, 'betResettled', ask, { dueMinor: 0, version: 2, status: 'lost' });
    await world.settled();
    expect((await stake(playerId, 1_001)).params).toMatchObject({ remainingMinor: 1_000 });
    expect((await stake(playerId, 1_000)).code).toBe('taken');
  });

  it('of losses holds for many stakes at once', async () => {
    const playerId = await limited({ lossDayMinor: 1_000 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => stake(playerId, 100)));
    expect(answers.filter(({ code }) => code === 'taken')).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 'limit_exceeded')).toHaveLength(20);
  });

  it('of one bet is below that of his level, never above', async () => {
    const playerId = await limited({ betMinor: 500 });
    expect((await stake(playerId, 500)).code).toBe('taken');
    expect(await stake(playerId, 501)).toMatchObject({ code: 'limit_exceeded', params: { limit: 'bet', limitMinor: 500 } });
    await bind(playerId, { betMinor: 9_000_000 }, 2);
    expect(await stake(playerId, 1_000_001)).toMatchObject({ code: 'limit_exceeded', params: { limit: 'bet', limitMinor: 1_000_000 } });
  });

  it('of time ends a session, which begins again 30 minutes after its last stake', async () => {
    const playerId = await limited({ sessionMinutes: 60 });
    for (const elapsed of [0, 29, 58]) {
      world.clock.set(new Date(noon.getTime() + elapsed * minute));
      expect((await stake(playerId, 100)).code).toBe('taken');
    }
    world.clock.set(new Date(noon.getTime() + hour - 1));
    expect((await stake(playerId, 100)).code).toBe('taken');
    world.clock.set(new Date(noon.getTime() + hour));
    expect(await stake(playerId, 100)).toMatchObject({
      code: 'limit_exceeded',
      params: { limit: 'session', limitMinutes: 60, resetsAt: '2026-11-20T13:29:59.999Z' },
    });
    world.clock.set(new Date('2026-11-20T13:29:59.998Z'));
    expect((await stake(playerId, 100)).code).toBe('limit_exceeded');
    world.clock.set(new Date('2026-11-20T13:29:59.999Z'));
    expect((await stake(playerId, 100)).code).toBe('taken');
  });

  it.each<[keyof PlayLimits, string, string]>([
    ['depositDayMinor', 'depositDay', '2026-11-21T00:00:00.000Z'],
    ['depositWeekMinor', 'depositWeek', '2026-11-23T00:00:00.000Z'],
    ['depositMonthMinor', 'depositMonth', '2026-12-01T00:00:00.000Z'],
  ])('%s counts what was asked for, not what was rejected, until its period ends', async (field, limit, resetsAt) => {
    const playerId = await limited({ [field]: 20_000 });
    const first = await deposit(playerId, 12_000);
    expect(first.status).toBe(201);
    expect(problemOf(await deposit(playerId, 8_001))).toMatchObject({
      code: 'limit_exceeded',
      params: { limit, limitMinor: 20_000, remainingMinor: 8_000, resetsAt },
    });
    expect((await deposit(playerId, 8_000)).status).toBe(201);
    expect(problemOf(await deposit(playerId, 5_000)).params).toMatchObject({ remainingMinor: 0 });
    await world.http('POST', pathOf(officeRoutes.reject, { id: first.body.id }), { as: operator('finance'), body: { reason: 'Not found at the bank' } });
    expect((await deposit(playerId, 12_000)).status).toBe(201);
    world.clock.set(new Date(resetsAt));
    expect((await deposit(playerId, 20_000)).status).toBe(201);
  });

  it('follows its newest word in any order: an older one is ignored, none said keeps it, an empty one lifts it', async () => {
    const playerId = await world.player();
    await bind(playerId, { betMinor: 100 }, 3);
    expect(await bind(playerId, { betMinor: 5_000 }, 2)).toEqual({ playerId, version: 3 });
    expect((await stake(playerId, 101)).code).toBe('limit_exceeded');
    await bind(playerId, undefined, 4);
    expect((await stake(playerId, 101)).code).toBe('limit_exceeded');
    await bind(playerId, {}, 5);
    expect((await stake(playerId, 101)).code).toBe('taken');
  });

  it('binds from the moment wallet has said yes', async () => {
    const playerId = await world.player();
    const before = Array.from({ length: 20 }, () => stake(playerId, 100));
    await bind(playerId, { betMinor: 99 });
    expect((await stake(playerId, 100)).code).toBe('limit_exceeded');
    await Promise.all(before);
  });

  it('of exclusion refuses deposits and stakes, and lets him withdraw', async () => {
    const playerId = await world.player();
    await bind(playerId, undefined, 1, '2026-12-20T00:00:00.000Z');
    expect(problemOf(await deposit(playerId, 10_000)).code).toBe('excluded');
    expect((await stake(playerId, 100)).code).toBe('excluded');
    expect((await withdraw(playerId)).status).toBe(201);
  });
});

// ---- Low balance -------------------------------------------------------------------------------

describe('a low balance', () => {
  const told = (playerId: string) =>
    sql(`select (data ->> 'playableMinor')::int8 as playable from outbox where type = $1 and data ->> 'playerId' = $2 order by version`, [
      walletEvents.balanceLow.subject,
      playerId,
    ]);

  it('is said once on the way down from 50.00, and again only after it has been above', async () => {
    const playerId = await world.player();
    const { ask } = await stake(playerId, 5_000);
    expect(await told(playerId)).toEqual([]);
    await stake(playerId, 1);
    await stake(playerId, 1_000);
    expect(await told(playerId)).toEqual([{ playable: 4_999 }]);
    await sayBet(world, 'betSettled', ask, { dueMinor: 3_001, version: 1 });
    await world.settled();
    await stake(playerId, 2_001);
    expect(await told(playerId)).toEqual([{ playable: 4_999 }, { playable: 4_999 }]);
  });

  it('is said of a withdrawal too, the moment its amount is held', async () => {
    const playerId = await world.player();
    expect((await withdraw(playerId, undefined, { amountMinor: 5_000 })).status).toBe(201);
    expect(await told(playerId)).toEqual([]);
    expect((await withdraw(playerId, undefined, { amountMinor: 2_000 })).status).toBe(201);
    expect(await told(playerId)).toEqual([{ playable: 3_000 }]);
  });
});

// ---- The end -----------------------------------------------------------------------------------

describe('closing', () => {
  const close = (playerId: string, version = 2) =>
    world.ask(walletRequests.close, { playerId, version, status: 'closed', level: 'verified', jurisdiction: 'open' });
  const statusOf = async (playerId: string) => (await sql<{ status: string }>('select status from players where player_id = $1', [playerId]))[0]?.status;

  /** A player who has lost all he had. */
  const emptied = async () => {
    const playerId = await world.player();
    const { ask } = await stake(playerId, 10_000);
    await sayBet(world, 'betSettled', ask, { dueMinor: 0, version: 1 });
    await world.settled();
    return playerId;
  };

  it('is refused with what is left, in the play currency, and done once nothing is', async () => {
    const playerId = await world.player();
    const { ask } = await stake(playerId, 4_000);
    const asked = await withdraw(playerId, undefined, { amountMinor: 6_000 });
    await expect(close(playerId)).rejects.toMatchObject({
      code: 'balance_left',
      params: { totalMinor: 6_000, heldMinor: 6_000, openBets: 1, pendingPayments: 1, pendingDeposits: 0, currency: 'USD' },
    });
    await world.http('POST', pathOf(officeRoutes.approve, { id: asked.body.id }), {
      as: { ...operator('finance'), provenAt: world.clock.now().toISOString() },
    });
    await expect(close(playerId)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 0, openBets: 1, pendingPayments: 0 } });
    await sayBet(world, 'betSettled', ask, { dueMinor: 0, version: 1 });
    await world.settled();
    expect(await close(playerId)).toEqual({ playerId, version: 2 });
    expect(await close(playerId)).toEqual({ playerId, version: 2 });
    expect(await statusOf(playerId)).toBe('closed');
    expect((await stake(playerId, 100)).code).toBe('account_not_active');
    expect(problemOf(await deposit(playerId, 10_000)).code).toBe('account_not_active');
  });

  it('waits for a deposit that is not decided', async () => {
    const playerId = await emptied();
    expect((await deposit(playerId, 10_000)).status).toBe(201);
    await expect(close(playerId)).rejects.toMatchObject({
      code: 'balance_left',
      params: { totalMinor: 0, openBets: 0, pendingPayments: 1, pendingDeposits: 1 },
    });
  });

  it('waits for an adjustment that is not decided, and none gives money to an account that is closed', async () => {
    const playerId = await emptied();
    const large = await adjust(playerId, 1_000_000);
    await expect(close(playerId)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 0, pendingPayments: 1, pendingDeposits: 0 } });
    await world.ask(walletRequests.restrict, { playerId, part: 'account', version: 3, status: 'closed', level: 'verified', jurisdiction: 'open' });
    expect(problemOf(await adjust(playerId, 100)).code).toBe('player_not_playing');
    expect(problemOf(await adjust(playerId, -100)).code).toBe('insufficient_balance');
    const approved = await world.http('POST', pathOf(officeRoutes.approveAdjustment, { id: large.body.id }), { as: operatorNow() });
    expect(problemOf(approved).code).toBe('player_not_playing');
    await world.http('POST', pathOf(officeRoutes.rejectAdjustment, { id: large.body.id }), { as: operatorNow(), body: { reason: 'Closed' } });
    expect(await world.account(playerId)).toMatchObject({ cash: 0 });
    expect(await close(playerId, 4)).toEqual({ playerId, version: 4 });
  });

  it('is refused to a player who owes', async () => {
    const playerId = await world.player();
    const { ask } = await stake(playerId, 10_000);
    await sayBet(world, 'betSettled', ask, { dueMinor: 20_000, version: 1 });
    await world.settled();
    const spent = await stake(playerId, 20_000);
    await sayBet(world, 'betSettled', spent.ask, { dueMinor: 0, version: 1 });
    await sayBet(world, 'betResettled', ask, { dueMinor: 15_000, version: 2 });
    await world.settled();
    expect(await world.account(playerId)).toMatchObject({ cash: 0, receivable: -5_000 });
    await expect(close(playerId)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 0, owedMinor: 5_000, openBets: 0 } });
  });

  it('counts money in other currencies', async () => {
    const playerId = await world.player();
    const as = asPlayer(playerId);
    const { body } = await world.http<{ quoteId: string }>('POST', pathOf(cashierRoutes.quote), { as, body: { from: 'USD', to: 'EUR', amountMinor: 10_000 } });
    await world.http('POST', pathOf(cashierRoutes.convert), { as, key: randomUUID(), body: { quoteId: body.quoteId } });
    await expect(close(playerId)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 9_977 } });
    expect(await statusOf(playerId)).toBe('active');
  });

  const operatorNow = () => ({ ...operator('finance'), provenAt: world.clock.now().toISOString() });
  const adjust = (userId: string, amountMinor: number) => {
    const body = { userId, amountMinor, currency: 'USD', reason: 'Goodwill' };
    return world.http<{ id: string }>('POST', pathOf(officeRoutes.adjust), { as: operatorNow(), key: randomUUID(), body });
  };

  it('ends what an unverified player has left of the welcome bonus, given back in one transfer', async () => {
    const playerId = await world.player({ level: 'unverified' });
    const { ask } = await stake(playerId, 4_000);
    await sayBet(world, 'betSettled', ask, { dueMinor: 500, version: 1 });
    await world.settled();
    const spent = async () =>
      (await sql<{ spent: number }>(`select -sum(amount_minor)::int as spent from entries where player_id = $1 and account = 'bonus_expense'`, [playerId]))[0]
        ?.spent;
    expect(await spent()).toBe(10_000);
    expect(await close(playerId)).toEqual({ playerId, version: 2 });
    expect(await close(playerId)).toEqual({ playerId, version: 2 });
    expect([await statusOf(playerId), await world.account(playerId), await spent()]).toMatchObject(['closed', { cash: 0, bonus: 0 }, 3_500]);
    const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions?type=bonus', { as: asPlayer(playerId) });
    expect(body.items.map(({ amountMinor, description }) => [amountMinor, description])).toEqual([
      [-6_500, 'Bonus ended with the account'],
      [10_000, 'Welcome bonus'],
    ]);
    expect((await proveWhole(world.env)).lines.filter((line) => line.startsWith('✗'))).toEqual([]);
  });

  it('ends no money that was won, brought in or given, and none that a verified player could take out', async () => {
    const winner = await world.player({ level: 'unverified' });
    const { ask } = await stake(winner, 100);
    await sayBet(world, 'betSettled', ask, { dueMinor: 101, version: 1 });
    await world.settled();
    await expect(close(winner)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 10_001 } });
    const given = await world.player({ level: 'unverified' });
    await adjust(given, 200);
    await adjust(given, -100);
    await stake(given, 1_000).then(({ ask }) => sayBet(world, 'betSettled', ask, { dueMinor: 0, version: 1 }));
    await world.settled();
    await expect(close(given)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 9_100 } });
    await expect(close(await world.player())).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 10_000 } });

    const payer = await world.player({ level: 'unverified' });
    const paid = await deposit(payer, 5_000);
    await expect(close(payer)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 0, pendingDeposits: 1 } });
    await world.http('POST', pathOf(officeRoutes.approve, { id: paid.body.id }), { as: operatorNow() });
    await expect(close(payer)).rejects.toMatchObject({ code: 'balance_left', params: { totalMinor: 15_000 } });
    const out = await withdraw(payer, undefined, { amountMinor: 5_000 });
    expect(out.status).toBe(201);
    await world.http('POST', pathOf(officeRoutes.approve, { id: out.body.id }), { as: operatorNow() });
    expect(await close(payer)).toEqual({ playerId: payer, version: 2 });
    expect(await world.account(payer)).toMatchObject({ cash: 0 });
  });

  it('with an older word than the one in force changes nothing', async () => {
    const playerId = await world.player();
    expect(await close(playerId, 1)).toEqual({ playerId, version: 1 });
    expect(await statusOf(playerId)).toBe('active');
  });

  it('races a deposit: either it is kept and closing refused, or the other way round', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const playerId = await emptied();
      const end = close(playerId).then(
        () => 'closed',
        (error: Refusal) => error.code,
      );
      const [kept, closed] = await Promise.all([deposit(playerId, 10_000), end]);
      expect([
        [201, 'balance_left'],
        [403, 'closed'],
      ]).toContainEqual([kept.status, closed]);
    }
  });
});
