/** Premium Roulette, European wheel: wager and outcome. */
import { z } from 'zod';
import { AmountMinor } from '../money.ts';
import { fieldMessages } from '../texts.ts';

/** The pockets in the order of the wheel, clockwise. */
export const wheel = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
] as const;
export const redNumbers: readonly number[] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

/** The payout of each type of bet as a multiple of its stake, the stake included. */
export const rouletteReturns = {
  straight: 36,
  split: 18,
  street: 12,
  corner: 9,
  line: 6,
  dozen: 3,
  column: 3,
  red: 2,
  black: 2,
  odd: 2,
  even: 2,
  low: 2,
  high: 2,
} as const;
export const rouletteTypes = Object.keys(rouletteReturns) as [
  keyof typeof rouletteReturns,
  ...(keyof typeof rouletteReturns)[],
];

export const RouletteBet = z.strictObject({
  type: z.enum(rouletteTypes),
  /** straight: 0 to 36; dozen, column: 1 to 3; split, street, corner, line: the numbers it covers; no value otherwise. */
  value: z.union([z.int().min(0).max(36), z.array(z.int().min(0).max(36)).min(2).max(6)]).optional(),
  amountMinor: AmountMinor,
});
export type RouletteBet = z.infer<typeof RouletteBet>;

/** The most different bets in one round: all that the table has. */
export const maxRouletteBets = 160;

export const RouletteWager = z.strictObject({
  bets: z.array(RouletteBet).min(1, fieldMessages.noBetPlaced).max(maxRouletteBets),
});
export type RouletteWager = z.infer<typeof RouletteWager>;

export const RouletteOutcome = z.object({
  pocket: z.int().min(0).max(36),
  /** The payout of each bet, in the order of the wager. */
  bets: z.array(z.object({ payoutMinor: z.int().min(0) })),
});
export type RouletteOutcome = z.infer<typeof RouletteOutcome>;
