/** The most that a round of each game can win. */
import type { WagerOf } from '@fairline/proto/casino/rounds';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { AnyGame } from './game.ts';

/** The wager of each game that can win the most within its limits. */
const largestWagers: { readonly [G in GameId]: WagerOf<G> } = {
  'mega-fortune-slots': { lines: 5, betPerLineMinor: 10_000 },
  'premium-roulette': { bets: [{ type: 'straight', value: 0, amountMinor: 100_000 }] },
  'professional-blackjack': { amountMinor: 50_000, perfectPairsMinor: 5_000, twentyOnePlusThreeMinor: 5_000 },
  'elite-baccarat': { bets: [{ type: 'player_pair', amountMinor: 100_000 }] },
  // Two tickets that may each win any prize.
  'prize-lottery': {
    tickets: [1, 7].map((first) => ({
      numbers: [0, 1, 2, 3, 4, 5].map((more) => first + more),
      stakeMinor: 50_000 as const,
    })),
  },
};

/** The largest wins, without the jackpot and without the limit of the house. */
export const largestWinMinor = (game: AnyGame, rules: unknown): number =>
  game.maxWinMinor(rules, largestWagers[game.id]);
