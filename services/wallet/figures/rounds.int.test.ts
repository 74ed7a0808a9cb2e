/** Casino rounds in the operators' figures, and findings of the whole proof after rounds, pools or figures were altered by hand. */
import { eventually } from '@fairline/chassis/testing';
import { jackpotRules } from '@fairline/proto/games/catalogue';
import type { OperatorStats } from '@fairline/proto/wallet/figures';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import {
  openWallet,
  operator,
  publishBet,
  roundOf,
  type Step,
  slots,
  stakeOf,
  tamperBooks,
  type WalletWorld,
} from '../testing.ts';

let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet();
});
afterAll(() => world.close());

async function play(playerId: string, changes: Partial<Step> = {}): Promise<string> {
  const round = roundOf(playerId, { gameId: slots, stakeMinor: 1_000, jackpot: { wins: false }, ...changes });
  await world.ask(ledgerRequests.play, round);
  return round.roundId;
}
const broken = async () => (await proveWhole(world.env)).lines.filter((line) => !line.startsWith('✓'));

it('count rounds by product; a jackpot counts when it is paid, and a void not at all', async () => {
  const [playerId, demo] = [await world.player(), await world.player({ book: 'play' })];
  await play(playerId);
  await play(playerId, { payoutMinor: 700 });
  const isVoid = await play(playerId, { stakeMinor: 500, payoutMinor: 2_000 });
  await world.ask(ledgerRequests.voidRound, { roundId: isVoid, playerId });
  await play(playerId, { stakeMinor: 100, jackpot: { wins: true } });
  await play(demo, { stakeMinor: 5_000 });
  const wonBack = await play(playerId, { stakeMinor: 100, jackpot: { wins: true } });
  await world.ask(ledgerRequests.voidRound, { roundId: wonBack, playerId });
  const bet = stakeOf(playerId, { stakeMinor: 400, potentialPayoutMinor: 1_000 });
  await world.ask(ledgerRequests.stake, bet);
  await publishBet(world, 'betSettled', bet, { dueMinor: 150, version: 1 });
  await world.settled();
  const jackpotMinor = jackpotRules.seedMinor + 10 + 10 + 5 + 1;
  const casino = {
    wageredMinor: 2_100,
    paidMinor: 700 + jackpotMinor,
    ggrMinor: 1_400 - jackpotMinor,
    ngrMinor: 1_400 - jackpotMinor,
    jackpotMinor,
  };
  const sports = { wageredMinor: 400, paidMinor: 150, ggrMinor: 250, ngrMinor: 250 };
  const stats = async () =>
    (await world.http<OperatorStats>('GET', '/api/admin/wallet/stats?range=1h', { as: operator() })).body;
  const now = await eventually(
    stats,
    ({ byProduct }) => byProduct?.sports.paidMinor === 150 && byProduct.casino.wageredMinor === 2_100,
    15_000,
  );
  expect(now.byProduct).toEqual({ sports, casino });
  expect(now).toMatchObject({
    wageredMinor: 2_500,
    paidMinor: 850 + jackpotMinor,
    ggrMinor: 1_650 - jackpotMinor,
    activePlayers: 1,
  });
  expect(now.series.at(-1)?.ggrMinor).toBe(now.ggrMinor);
  expect(now.before.byProduct?.casino).toMatchObject({ wageredMinor: 0, paidMinor: 0 });
  expect(await broken()).toEqual([]);
});

it.each<[string, RegExp, string, string]>([
  [
    'a stake',
    /rounds equal their transfers/,
    'update rounds set staked_minor = staked_minor + 3 where round_id = $1',
    'update rounds set staked_minor = staked_minor - 3 where round_id = $1',
  ],
  [
    'a payout',
    /rounds equal their transfers/,
    'update rounds set paid_minor = paid_minor + 3 where round_id = $1',
    'update rounds set paid_minor = paid_minor - 3 where round_id = $1',
  ],
  [
    'a void',
    /rounds equal their transfers/,
    "update rounds set status = 'void' where round_id = $1",
    "update rounds set status = 'closed' where round_id = $1",
  ],
])('%s of a round that is not what moved is named', async (_name, invariant, wrong, right) => {
  const roundId = await play(await world.player(), { payoutMinor: 50 });
  expect(await broken()).toEqual([]);
  await tamperBooks(world, wrong, [roundId]);
  const found = await broken();
  expect(found.find((line) => invariant.test(line))).toContain(roundId);
  await tamperBooks(world, right, [roundId]);
  expect(await broken()).toEqual([]);
});

it('names a pool, a round without a row, and a day that differ from the rounds', async () => {
  const playerId = await world.player();
  const roundId = await play(playerId);
  await tamperBooks(
    world,
    "update jackpots set amount_minor = amount_minor + 9, received_minor = received_minor + 9 where book = 'real' and currency = 'USD'",
  );
  expect(await broken()).toEqual([expect.stringMatching(/jackpots equal their rounds .* real USD$/)]);
  await tamperBooks(
    world,
    "update jackpots set amount_minor = amount_minor - 9, received_minor = received_minor - 9 where book = 'real' and currency = 'USD'",
  );
  await tamperBooks(world, 'update round_days set returned_minor = returned_minor + 1 where player_id = $1', [
    playerId,
  ]);
  expect(await broken()).toEqual([expect.stringMatching(new RegExp(`play by day equals its rounds .* ${playerId}$`))]);
  await tamperBooks(world, 'update round_days set returned_minor = returned_minor - 1 where player_id = $1', [
    playerId,
  ]);
  await tamperBooks(world, 'delete from rounds where round_id = $1', [roundId]);
  expect(await broken()).toContainEqual(
    expect.stringMatching(new RegExp(`rounds equal their transfers .* ${roundId}$`)),
  );
});
