/** A player's figures, the notice of the welcome bonus, and the test win of demo mode, over HTTP at two instances. */

import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { asPlayer, pathOf, problemOf } from '@fairline/chassis/testing';
import { minuteMs } from '@fairline/proto/time';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import type { Transaction, WalletStats } from '@fairline/proto/wallet/history';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import type { Payment } from '@fairline/proto/wallet/payments';
import { type OwnPlay, playerRequests, playerRoutes } from '@fairline/proto/wallet/players';
import { testWinMinor, welcomeBonusMinor } from '@fairline/proto/wallet/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { start } from '../main.ts';
import { openWallet, operator, publishBet, stakeOf, type WalletWorld } from '../testing.ts';

// In the past, because ids come from the database's clock: no id may be older than the instant stored with it.
const noon = new Date('2025-11-20T12:00:00Z');
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet({ FAIRLINE_DEMO: '1' });
});
beforeEach(() => world.clock.set(noon));
afterAll(() => world.close());

const after = (minutes: number) => world.clock.set(new Date(noon.getTime() + minutes * minuteMs));
const statsOf = async (playerId: string) =>
  (await world.http<WalletStats & OwnPlay>('GET', '/api/wallet/stats', { as: asPlayer(playerId) })).body;
const bet = async (playerId: string, amountMinor: number) => {
  const asked = stakeOf(playerId, { stakeMinor: amountMinor, potentialPayoutMinor: 100_000 });
  await world.ask(ledgerRequests.stake, asked);
  return asked;
};
const bind = (playerId: string, changes: Record<string, unknown>) =>
  world.ask(playerRequests.restrict, { playerId, part: 'play', version: 1, excludedUntil: null, ...changes });

describe('a play session', () => {
  it('is shown from its first stake until 30 minutes after its last, with its figures', async () => {
    const playerId = await world.player();
    expect((await statsOf(playerId)).session).toBeUndefined();
    const first = await bet(playerId, 1_000);
    after(20);
    await bet(playerId, 500);
    await publishBet(world, 'betSettled', first, { dueMinor: 2_500, version: 1 });
    await world.settled();
    after(49);
    expect((await statsOf(playerId)).session).toMatchObject({
      startedAt: '2025-11-20T12:00:00.000Z',
      endsAt: '2025-11-20T12:50:00.000Z',
      stakedMinor: 1_500,
      openStakeMinor: 500,
      returnedMinor: 2_500,
      netMinor: 1_500,
    });
    after(50);
    expect((await statsOf(playerId)).session).toBeUndefined();
  });

  it('counts nothing of bets from before it, also where they are paid meanwhile', async () => {
    const playerId = await world.player();
    const earlier = await bet(playerId, 1_000);
    after(60);
    await bet(playerId, 200);
    expect((await statsOf(playerId)).session).toMatchObject({
      startedAt: '2025-11-20T13:00:00.000Z',
      stakedMinor: 200,
      openStakeMinor: 200,
      netMinor: 0,
    });
    after(61);
    await publishBet(world, 'betSettled', earlier, { dueMinor: 1_700, version: 1 });
    await world.settled();
    expect((await statsOf(playerId)).session).toMatchObject({ stakedMinor: 200, returnedMinor: 0, netMinor: 0 });
  });

  it('is summed by the bets placed in it, however much its player played before', async () => {
    world.clock.set(new Date());
    const playerId = await world.player();
    await bet(playerId, 1_000);
    await world.db.query(
      `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
       select $1, uuidv7(interval '-1 day'), 'stake', 'USD', -1, 0, $1, $2::timestamptz - interval '1 day' from generate_series(1, 200)`,
      [playerId, world.clock.now()],
    );
    expect((await statsOf(playerId)).session).toMatchObject({ stakedMinor: 1_000, openStakeMinor: 1_000 });
  });

  it('is shown with the limits in force, and without any where there are none', async () => {
    const playerId = await world.player();
    expect(await statsOf(playerId)).not.toHaveProperty('ownLimits');
    await bind(playerId, { limits: { lossDayMinor: 5_000, sessionMinutes: 60 } });
    expect((await statsOf(playerId)).ownLimits).toEqual({ lossDayMinor: 5_000, sessionMinutes: 60 });
    await bind(playerId, { version: 2, limits: {} });
    expect(await statsOf(playerId)).not.toHaveProperty('ownLimits');
  });
});

describe('the welcome bonus', () => {
  const seen = (playerId: string) => world.http('POST', pathOf(grantRoutes.welcomeSeen), { as: asPlayer(playerId) });
  const bonusShownTo = async (playerId: string) => (await statsOf(playerId)).welcomeBonusMinor;

  it('is shown until its player has seen it, once for all devices', async () => {
    const [playerId, other] = [await world.player(), await world.player({ currency: 'EUR' })];
    expect([await bonusShownTo(playerId), await bonusShownTo(playerId), await bonusShownTo(other)]).toEqual([
      welcomeBonusMinor,
      welcomeBonusMinor,
      welcomeBonusMinor,
    ]);
    expect((await seen(playerId)).status).toBe(204);
    expect((await seen(playerId)).status).toBe(204);
    expect([await bonusShownTo(playerId), await bonusShownTo(other)]).toEqual([undefined, welcomeBonusMinor]);
  });

  it('is not shown again when it was seen before wallet knew its player', async () => {
    const playerId = randomUUIDv7();
    expect((await seen(playerId)).status).toBe(204);
    await world.player({ playerId });
    expect([await bonusShownTo(playerId), (await world.account(playerId)).cash]).toEqual([
      undefined,
      welcomeBonusMinor,
    ]);
  });

  it('is shown where it was paid, is still there and may be played with', async () => {
    const demo = await world.player({ book: 'play' });
    expect(await bonusShownTo(demo)).toBeUndefined();
    const spender = await world.player();
    await bet(spender, 1);
    expect(await bonusShownTo(spender)).toBeUndefined();
    const loser = await world.player();
    const lost = await bet(loser, welcomeBonusMinor);
    await publishBet(world, 'betSettled', lost, { dueMinor: 0, version: 1 });
    await world.settled();
    const bank = {
      amountMinor: 20_000,
      currency: 'USD',
      method: 'bank_transfer',
      customerName: 'Ada Player',
      email: 'ada@example.com',
      bankTransactionId: 'BT-LOST-1',
    };
    const deposit = await world.http<Payment>('POST', '/api/wallet/deposits/manual', {
      as: asPlayer(loser),
      key: randomUUID(),
      body: bank,
    });
    const approval = { as: operator(), key: randomUUID() };
    expect((await world.http('POST', `/api/admin/wallet/payments/${deposit.body.id}/approve`, approval)).status).toBe(
      200,
    );
    expect([(await world.account(loser)).cash, await bonusShownTo(loser)]).toEqual([20_000, undefined]);
    const excluded = await world.player();
    await bind(excluded, { excludedUntil: '2026-12-20T12:00:00.000Z' });
    expect(await bonusShownTo(excluded)).toBeUndefined();
    expect(await bonusShownTo(await world.player({ status: 'suspended' }))).toBeUndefined();
    const gifted = await world.player({ playerId: randomUUIDv7() });
    await world.ask(playerRequests.playCurrency, { playerId: gifted, currency: 'GBP' });
    expect(await statsOf(gifted)).toMatchObject({ currency: 'GBP', welcomeBonusMinor: 7_900 });
  });

  it('is not shown where none is paid', async () => {
    const playerId = randomUUIDv7();
    await world.db.query(
      `select open_player($1, $2, 'real', 'USD', 1, 'active', 'verified', 'open', 0, 'welcome', 'bonus_expense')`,
      [noon, playerId],
    );
    expect(await bonusShownTo(playerId)).toBeUndefined();
    await world.http('POST', '/api/admin/wallet/adjustments', {
      as: operator(),
      key: randomUUID(),
      body: { userId: playerId, amountMinor: 20_000, currency: 'USD', reason: 'Goodwill' },
    });
    expect([(await world.account(playerId)).cash, await bonusShownTo(playerId)]).toEqual([20_000, undefined]);
  });
});

describe('a test win', () => {
  const win = (playerId: string, key: string = randomUUID()) =>
    world.http<{ amountMinor: number; currency: string }>('POST', pathOf(playerRoutes.testWin), {
      as: asPlayer(playerId),
      key,
    });

  it('adds play money once per key, in one transfer of its own kind, and the books hold', async () => {
    const playerId = await world.player({ book: 'play' });
    expect(await statsOf(playerId)).toMatchObject({ testWinMinor });
    const key = randomUUID();
    const [first, ...again] = await Promise.all([win(playerId, key), win(playerId, key), win(playerId, key)]);
    expect(first).toMatchObject({ status: 201, body: { amountMinor: testWinMinor, currency: 'USD' } });
    for (const reply of again) expect(reply.body).toEqual(first.body);
    expect((await world.account(playerId)).cash).toBe(100_000 + testWinMinor);
    expect((await win(playerId)).status).toBe(201);
    expect((await world.account(playerId)).cash).toBe(100_000 + 2 * testWinMinor);
    const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions', {
      as: asPlayer(playerId),
    });
    expect(body.items.map(({ type, description, amountMinor }) => [type, description, amountMinor])).toEqual([
      ['adjustment', 'Test win of play money', testWinMinor],
      ['adjustment', 'Test win of play money', testWinMinor],
      ['adjustment', 'Play money', 100_000],
    ]);
    const { rows } = await world.db.query(
      `select e.account, e.book, e.amount_minor::int as amount from entries e join transfers t on t.id = e.transfer_id
       where t.player_id = $1 and t.kind = 'test_win' order by t.id, e.house`,
      [playerId],
    );
    const legs = [
      { account: 'cash', book: 'play', amount: testWinMinor },
      { account: 'play_money', book: 'play', amount: -testWinMinor },
    ];
    expect(rows).toEqual([...legs, ...legs]);
    const stats = await statsOf(playerId);
    expect(stats).toMatchObject({ wonMinor: 0, netMinor: 0 });
    const { holds, lines } = await proveWhole(world.env);
    expect([holds, lines.filter((line) => line.startsWith('✗'))]).toEqual([true, []]);
    expect(lines.some((line) => line.includes('test wins are play money'))).toBe(true);
  });

  it('is there for nobody who plays with real money, and nowhere outside demo mode', async () => {
    const real = await world.player();
    expect(await statsOf(real)).not.toHaveProperty('testWinMinor');
    expect(problemOf(await win(real))).toMatchObject({ code: 'not_found', status: 404 });
    expect(problemOf(await win(randomUUIDv7()))).toMatchObject({ code: 'not_found', status: 404 });
    expect((await world.account(real)).cash).toBe(welcomeBonusMinor);
    const playerId = await world.player({ book: 'play' });
    const plain = await start({ ...world.env, FAIRLINE_DEMO: '0' }, world.clock);
    const asked = (method: string, path: string, key?: string) =>
      world.call(plain.httpUrl, method, path, { as: asPlayer(playerId), ...(key && { key }) });
    expect((await asked('GET', '/api/wallet/stats')).body).not.toHaveProperty('testWinMinor');
    expect(problemOf(await asked('POST', pathOf(playerRoutes.testWin), randomUUID()))).toMatchObject({
      code: 'not_found',
      status: 404,
    });
    expect((await world.account(playerId)).cash).toBe(100_000);
    await plain.stop();
  });

  it('is refused without a key, to anybody who is not signed in, and to one who may not play', async () => {
    const playerId = await world.player({ book: 'play' });
    const path = pathOf(playerRoutes.testWin);
    expect((await world.http('POST', path, { key: randomUUID() })).status).toBe(401);
    expect((await world.http('POST', path, { as: operator(), key: randomUUID() })).status).toBe(403);
    expect((await world.http('POST', path, { as: asPlayer(playerId) })).status).toBe(400);
    await bind(playerId, { excludedUntil: '2026-12-20T12:00:00.000Z' });
    expect(problemOf(await win(playerId)).code).toBe('excluded');
    const suspended = await world.player({ book: 'play', status: 'suspended' });
    expect(problemOf(await win(suspended))).toMatchObject({
      code: 'account_not_active',
      params: { status: 'suspended' },
    });
    expect([(await world.account(playerId)).cash, (await world.account(suspended)).cash]).toEqual([100_000, 100_000]);
  });
});
