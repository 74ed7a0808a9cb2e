/** Balances that end with a closed account because they cannot be withdrawn: rests of other currencies below a cent, and an unstaked bonus. */
import { randomUUID } from 'node:crypto';
import { asPlayer, pathOf } from '@fairline/chassis/testing';
import { adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { type Conversion, exchangeRoutes, type Quote } from '@fairline/proto/wallet/exchange';
import type { Transaction } from '@fairline/proto/wallet/history';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import { openWallet, operator, publishBet, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

const close = (playerId: string) =>
  world
    .ask(playerRequests.close, { playerId, version: 2, status: 'closed', level: 'unverified', jurisdiction: 'open' })
    .then(
      () => 'closed',
      ({ code, params }) => ({ code, totalMinor: params.totalMinor }),
    );
const adjust = async (userId: string, amountMinor: number) => {
  const body = { userId, amountMinor, currency: 'USD', reason: 'Goodwill' };
  expect(
    (await world.http('POST', pathOf(adjustmentRoutes.adjust), { as: operator(), key: randomUUID(), body })).status,
  ).toBe(201);
};
const lose = async (playerId: string, amountMinor: number) => {
  const bet = stakeOf(playerId, { stakeMinor: amountMinor });
  await world.ask(ledgerRequests.stake, bet);
  await publishBet(world, 'betSettled', bet, { dueMinor: 0, version: 1 });
  await world.settled();
};
const convert = async (playerId: string, body: { from: string; to: string; amountMinor: number }) => {
  const as = asPlayer(playerId);
  const quote = await world.http<Quote>('POST', pathOf(exchangeRoutes.quote), { as, body });
  expect(quote.status).toBe(200);
  const done = await world.http<Conversion>('POST', pathOf(exchangeRoutes.convert), {
    as,
    key: randomUUID(),
    body: { quoteId: quote.body.quoteId },
  });
  expect(done.status).toBe(201);
  return quote.body.receiveMinor;
};
const held = async (playerId: string) =>
  (
    await world.db.query(
      'select currency, cash_minor::int as cash from accounts where player_id = $1 order by currency',
      [playerId],
    )
  ).rows;
const proven = async () =>
  expect((await proveWhole(world.env)).lines.filter((line) => !line.startsWith('✓'))).toEqual([]);

it('a rest below a cent ends with the account, in a transfer of its own, and is shown', async () => {
  const playerId = await world.player({ level: 'verified' });
  const satoshi = await convert(playerId, { from: 'USD', to: 'BTC', amountMinor: 1_000 });
  await convert(playerId, { from: 'BTC', to: 'USD', amountMinor: satoshi - 25 });
  const [, dollars] = await held(playerId);
  await lose(playerId, dollars.cash);
  // 25 satoshi are worth a cent at the stored rate, so they belong to the player.
  expect(await close(playerId)).toEqual({ code: 'balance_left', totalMinor: 1 });
  await lowered(playerId, 5);
  expect(await held(playerId)).toMatchObject([{ currency: 'BTC', cash: 20 }, { currency: 'USD' }]);
  expect(await close(playerId)).toBe('closed');
  expect(await held(playerId)).toEqual([
    { currency: 'BTC', cash: 0 },
    { currency: 'USD', cash: 0 },
  ]);
  const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions', {
    as: asPlayer(playerId),
  });
  expect(body.items[0]).toMatchObject({
    amountMinor: -20,
    currency: 'BTC',
    type: 'conversion',
    description: 'Rest below a cent ended with the account',
  });
  await proven();
});

/** An operator takes this many satoshi back. */
async function lowered(playerId: string, satoshi: number): Promise<void> {
  const body = { userId: playerId, amountMinor: -satoshi, currency: 'BTC', reason: 'Counted twice' };
  expect(
    (await world.http('POST', pathOf(adjustmentRoutes.adjust), { as: operator(), key: randomUUID(), body })).status,
  ).toBe(201);
}

it('lets an unverified account close with its bonus once an operator took a gift back', async () => {
  const playerId = await world.player({ level: 'unverified' });
  await adjust(playerId, 5_000);
  expect(await close(playerId)).toEqual({ code: 'balance_left', totalMinor: 15_000 });
  await adjust(playerId, -5_000);
  expect(await close(playerId)).toBe('closed');
  expect(await held(playerId)).toEqual([{ currency: 'USD', cash: 0 }]);
  await proven();
});

it('leaves the rest of money from an operator to the player, whatever else was taken back', async () => {
  const playerId = await world.player({ level: 'unverified' });
  await adjust(playerId, 500);
  await lose(playerId, 8_000);
  await adjust(playerId, -300);
  expect(await close(playerId)).toEqual({ code: 'balance_left', totalMinor: 2_200 });
});

it('a rest that was worth something is found by the whole proof', async () => {
  const playerId = await world.player({ level: 'unverified' });
  await adjust(playerId, 1_000);
  await adjust(playerId, -1_000);
  expect(await close(playerId)).toBe('closed');
  const post = (kind: string, satoshi: number) =>
    world.db.query(`select post_cash($1, $2, 'BTC', $3, $2, 'fx', $4)`, [world.clock.now(), playerId, kind, satoshi]);
  await world.db.query(`select open_account($1, 'BTC')`, [playerId]);
  await post('conversion', 1_020);
  const found = async () =>
    (await proveWhole(world.env)).lines.filter((line) => line.startsWith('✗ only closed accounts'));
  await post('rest', -20);
  expect(await found()).toEqual([]);
  await post('rest', -1_000);
  expect(await found()).toHaveLength(1);
});
