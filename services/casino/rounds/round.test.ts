/** What of a wager is at risk, over all bets of a round. */
import { gameOf } from '@fairline/games/registry';
import type { GameId } from '@fairline/proto/games/catalogue';
import { describe, expect, test } from 'vitest';
import { atRiskOf } from './round.ts';

const atRisk = (gameId: GameId, wager: unknown) => {
  const game = gameOf(gameId);
  return atRiskOf({ game, rules: game.firstRules }, wager, game.stakeOf(wager).totalMinor);
};
const straights = (count: number) =>
  Array.from({ length: count }, (_, value) => ({ type: 'straight', value, amountMinor: 100 }));

describe('of a roulette wager', () => {
  test.each<[string, object[], number]>([
    ['red: all', [{ type: 'red', amountMinor: 2_000 }], 2_000],
    [
      'red and black: nothing',
      [
        { type: 'red', amountMinor: 2_000 },
        { type: 'black', amountMinor: 2_000 },
      ],
      0,
    ],
    [
      'red 20.00 and black 10.00: 10.00',
      [
        { type: 'red', amountMinor: 2_000 },
        { type: 'black', amountMinor: 1_000 },
      ],
      1_000,
    ],
    [
      'odd, even and zero',
      [
        { type: 'odd', amountMinor: 2_000 },
        { type: 'even', amountMinor: 2_000 },
        { type: 'straight', value: 0, amountMinor: 100 },
      ],
      100,
    ],
    ['all dozens: nothing', [1, 2, 3].map((value) => ({ type: 'dozen', value, amountMinor: 1_000 })), 0],
    ['two dozens: all', [1, 2].map((value) => ({ type: 'dozen', value, amountMinor: 1_000 })), 2_000],
    [
      'low and the two upper dozens, of which one wins in part',
      [
        { type: 'low', amountMinor: 1_800 },
        { type: 'dozen', value: 2, amountMinor: 600 },
        { type: 'dozen', value: 3, amountMinor: 1_200 },
      ],
      1_800,
    ],
    ['every number: 1.00, the margin', straights(37), 100],
    ['every number but one: nothing', straights(36), 0],
    ['every number but two: all', straights(35), 3_500],
  ])('%s', (_, bets, expected) => {
    expect(atRisk('premium-roulette', { bets })).toBe(expected);
  });
});

describe('of a baccarat wager', () => {
  test.each<[string, object[], number]>([
    ['on the banker: all', [{ type: 'banker', amountMinor: 1_000 }], 1_000],
    [
      'on player and banker: the commission',
      [
        { type: 'player', amountMinor: 1_000 },
        { type: 'banker', amountMinor: 1_000 },
      ],
      50,
    ],
    [
      'on both and a tie, which may win besides',
      ['player', 'banker', 'tie'].map((type) => ({ type, amountMinor: 1_000 })),
      1_050,
    ],
    [
      'on the tie and the pairs: all',
      ['tie', 'player_pair', 'banker_pair'].map((type) => ({ type, amountMinor: 1_000 })),
      3_000,
    ],
  ])('%s', (_, bets, expected) => {
    expect(atRisk('elite-baccarat', { bets })).toBe(expected);
  });
});

test('is all of it in games whose bets cover no other', () => {
  expect(atRisk('mega-fortune-slots', { lines: 9, betPerLineMinor: 100 })).toBe(900);
  const tickets = Array.from({ length: 20 }, () => ({ numbers: [1, 2, 3, 4, 5, 6], stakeMinor: 5_000 }));
  expect(atRisk('prize-lottery', { tickets })).toBe(100_000);
  const hand = { amountMinor: 1_000, perfectPairsMinor: 100 };
  expect(atRisk('professional-blackjack', hand)).toBe(1_100);
  const { game, rules } = { game: gameOf('professional-blackjack'), rules: {} };
  // With the stakes that doubles and splits added.
  expect(atRiskOf({ game, rules }, hand, 2_100)).toBe(2_100);
});
