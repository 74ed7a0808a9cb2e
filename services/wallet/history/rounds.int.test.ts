/** Casino rounds in a player's history, statement, CSV and search, and in the list of operators. */
import { roundReference } from '@fairline/proto/games/catalogue';
import type { Transaction, TransactionSummary } from '@fairline/proto/wallet/history';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlayer, openWallet, operator, roundOf, type Step, slots, stakeOf, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

async function play(playerId: string, changes: Partial<Step>): Promise<string> {
  const round = roundOf(playerId, { gameId: slots, stakeMinor: 400, ...changes });
  await world.ask(ledgerRequests.play, round);
  return round.roundId;
}
const historyOf = async (playerId: string, query = '') =>
  (await world.http<{ items: Transaction[] }>('GET', `/api/wallet/transactions${query}`, { as: asPlayer(playerId) }))
    .body.items;
const descriptionsOf = async (playerId: string, query = '') =>
  (await historyOf(playerId, query)).map(({ description }) => description);

it('shows the game, the multiplier and the round in the list, the totals and the CSV', async () => {
  const playerId = await world.player();
  const lost = await play(playerId, {});
  const won = await play(playerId, { payoutMinor: 1_000 });
  const open = await play(playerId, { gameId: 'professional-blackjack', closes: false });
  await world.ask(ledgerRequests.stake, stakeOf(playerId));
  const [, hand, win] = await historyOf(playerId);
  expect(win).toMatchObject({
    type: 'win',
    amountMinor: 1_000,
    reference: won,
    gameId: 'mega-fortune-slots',
    roundId: won,
    multiplier: 2.5,
  });
  expect(hand).not.toHaveProperty('multiplier');
  const expected = [
    'Sports bet',
    `Professional Blackjack · round ${roundReference(open)}`,
    `Mega Fortune Slots · 2.50x · round ${roundReference(won)}`,
    `Mega Fortune Slots · 2.50x · round ${roundReference(won)}`,
    `Mega Fortune Slots · 0.00x · round ${roundReference(lost)}`,
    'Welcome bonus',
  ];
  expect(await descriptionsOf(playerId)).toEqual(expected);
  const csv = await world.http<string>('GET', '/api/wallet/transactions/export.csv', { as: asPlayer(playerId) });
  for (const one of expected) expect(String(csv.body)).toContain(one);
  const { body: totals } = await world.http<TransactionSummary>('GET', '/api/wallet/transactions/summary', {
    as: asPlayer(playerId),
  });
  expect(totals.byType).toContainEqual({ type: 'bet', count: 4, amountMinor: -1_300 });
  expect(totals.byType).toContainEqual({ type: 'win', count: 1, amountMinor: 1_000 });
  const statement = await world.http('GET', '/api/wallet/statement.pdf?month=2026-11', { as: asPlayer(playerId) });
  expect(statement.status).toBe(200);
});

it('is found by its reference, its id and its game, and not by texts of bets', async () => {
  const playerId = await world.player();
  const spin = await play(playerId, { payoutMinor: 1_000 });
  await play(playerId, { gameId: 'prize-lottery' });
  await world.ask(ledgerRequests.stake, stakeOf(playerId));
  const spun = Array(2).fill(`Mega Fortune Slots · 2.50x · round ${roundReference(spin)}`);
  expect(await descriptionsOf(playerId, `?q=${roundReference(spin)}`)).toEqual(spun);
  expect(await descriptionsOf(playerId, `?q=${spin}`)).toEqual(spun);
  expect(await descriptionsOf(playerId, '?q=fortune')).toEqual(spun);
  expect(await descriptionsOf(playerId, '?q=sports')).toEqual(['Sports bet']);
  expect(await descriptionsOf(playerId, '?q=casino')).toHaveLength(3);
  expect(await historyOf(playerId, '?type=bet')).toHaveLength(3);
  expect(await historyOf(playerId, '?type=win')).toHaveLength(1);
  const { body } = await world.http<{ items: Transaction[] }>('GET', `/api/admin/wallet/transactions?q=${spin}`, {
    as: operator(),
  });
  expect(body.items.map(({ description }) => description)).toEqual(spun);
  const { body: newest } = await world.http<{ items: Transaction[] }>(
    'GET',
    '/api/admin/wallet/transactions?type=win',
    { as: operator() },
  );
  expect(newest.items[0]?.description).toBe(spun[0]);
});

it('names a jackpot and a void', async () => {
  const playerId = await world.player();
  const roundId = await play(playerId, { payoutMinor: 200, jackpot: { wins: true } });
  const reference = roundReference(roundId);
  expect((await descriptionsOf(playerId))[0]).toBe(`Jackpot · Mega Fortune Slots · round ${reference}`);
  expect(await descriptionsOf(playerId, '?q=jackpot')).toHaveLength(1);
  await world.ask(ledgerRequests.voidRound, { roundId, playerId });
  expect(await descriptionsOf(playerId)).toEqual([
    `Void round, payout taken back · Mega Fortune Slots · round ${reference}`,
    `Void round, stake returned · Mega Fortune Slots · round ${reference}`,
    `Jackpot · Mega Fortune Slots · round ${reference}`,
    `Mega Fortune Slots · round ${reference}`,
    `Mega Fortune Slots · round ${reference}`,
    'Welcome bonus',
  ]);
  const refunds = await world.http<{ items: Transaction[] }>('GET', '/api/admin/wallet/transactions?type=refund', {
    as: operator(),
  });
  expect(refunds.body.items[0]?.roundId).toBe(roundId);
});
