/** Premium Roulette: one draw of 37 pockets. A winning bet pays 36 times its stake divided by the count of its numbers, so every bet returns 97.3 %. */
import { common, Refusal } from '@fairline/proto/contract';
import {
  type RouletteBet,
  type RouletteOutcome,
  type RouletteWager,
  redNumbers,
  rouletteReturns,
  rouletteTypes,
} from '@fairline/proto/games/roulette';
import { z } from 'zod';
import type { Draws } from './draws.ts';
import type { Game, Moments } from './game.ts';

const pockets = 37;
const numbers = Array.from({ length: pockets - 1 }, (_, index) => index + 1);

const Rules = z.strictObject({});

export const roulette: Game<RouletteWager, RouletteOutcome, z.infer<typeof Rules>> = {
  id: 'premium-roulette',
  rules: Rules,
  firstRules: {},
  stakeOf({ bets }) {
    for (const bet of bets) coveredBy(bet);
    const totalMinor = bets.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    return { totalMinor, boundMinor: totalMinor };
  },
  maxWinMinor: (_, wager) => Math.max(...payouts(wager)),
  play(_, wager, draws: Draws) {
    const pocket = draws.integer(pockets);
    const bets = wager.bets.map((bet) => ({ payoutMinor: payoutOf(bet, pocket) }));
    const { totalMinor } = roulette.stakeOf(wager);
    return {
      outcome: { pocket, bets },
      isOpen: false,
      stakeMinor: totalMinor,
      payoutMinor: bets.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0),
      winsJackpot: false,
    };
  },
  returns: () => rouletteTypes.map((type) => ({ type, rtp: (100 * rouletteReturns[type] * coverOf[type]) / pockets })),
  outcomes: (_, wager) => payouts(wager).map((returnMinor) => ({ chance: 1 / pockets, returnMinor })),
  moments(_, wager): Moments {
    const { totalMinor } = roulette.stakeOf(wager);
    const returns = payouts(wager).map((payout) => payout / totalMinor);
    const mean = returns.reduce((sum, value) => sum + value, 0) / pockets;
    return {
      mean,
      variance: returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pockets,
      largest: Math.max(...returns),
    };
  },
};

/** How many numbers each type covers. */
const coverOf = {
  straight: 1,
  split: 2,
  street: 3,
  corner: 4,
  line: 6,
  dozen: 12,
  column: 12,
  red: 18,
  black: 18,
  odd: 18,
  even: 18,
  low: 18,
  high: 18,
};

/** The payout of the wager for each pocket. */
function payouts(wager: RouletteWager): number[] {
  return Array.from({ length: pockets }, (_, pocket) =>
    wager.bets.reduce((sum, bet) => sum + payoutOf(bet, pocket), 0),
  );
}

function payoutOf(bet: RouletteBet, pocket: number): number {
  return coveredBy(bet).includes(pocket) ? bet.amountMinor * rouletteReturns[bet.type] : 0;
}

const filters: Partial<Record<RouletteBet['type'], (number: number) => boolean>> = {
  red: (number) => redNumbers.includes(number),
  black: (number) => !redNumbers.includes(number),
  odd: (number) => number % 2 === 1,
  even: (number) => number % 2 === 0,
  low: (number) => number <= 18,
  high: (number) => number > 18,
};

/** The numbers that a bet covers. Refuses a bet that is not on the table. */
export function coveredBy({ type, value }: RouletteBet): readonly number[] {
  const filter = filters[type];
  if (filter) {
    if (value !== undefined) throw notOnTable(type);
    return numbers.filter(filter);
  }
  if (type === 'straight') return typeof value === 'number' ? [value] : refuse(type);
  if (type === 'dozen' || type === 'column') {
    if (typeof value !== 'number' || value < 1 || value > 3) throw notOnTable(type);
    return numbers.filter((number) => (type === 'dozen' ? Math.ceil(number / 12) : ((number - 1) % 3) + 1) === value);
  }
  if (!Array.isArray(value)) throw notOnTable(type);
  const covered = value.toSorted((one, other) => one - other);
  if (!places[type as keyof typeof places].has(covered.join())) throw notOnTable(type);
  return covered;
}

const refuse = (type: string): never => {
  throw notOnTable(type);
};

function notOnTable(type: string): Refusal {
  return new Refusal(common.invalidRequest, undefined, { wager: `This ${type} bet is not on the table` });
}

/** The inside bets of several numbers, each as its sorted numbers. */
const places = {
  split: new Set(
    [
      ...numbers.flatMap((n) => [...(n % 3 === 0 ? [] : [[n, n + 1]]), ...(n > 33 ? [] : [[n, n + 3]])]),
      [0, 1],
      [0, 2],
      [0, 3],
    ].map(String),
  ),
  street: new Set(
    [...numbers.filter((n) => n % 3 === 1).map((n) => [n, n + 1, n + 2]), [0, 1, 2], [0, 2, 3]].map(String),
  ),
  corner: new Set(
    [...numbers.filter((n) => n % 3 !== 0 && n <= 32).map((n) => [n, n + 1, n + 3, n + 4]), [0, 1, 2, 3]].map(String),
  ),
  line: new Set(
    numbers.filter((n) => n % 3 === 1 && n <= 31).map((n) => [n, n + 1, n + 2, n + 3, n + 4, n + 5].join()),
  ),
};
