/** Prize Lottery: wager, prizes and outcome. Six of 49; prizes are paid in cash. */
import { z } from 'zod';
import { AmountMinor, BalanceMinor } from '../money.ts';
import { fieldMessages } from '../texts.ts';

export const lotteryStakes = [5_000, 10_000, 25_000, 50_000, 100_000] as const;
export const maxTickets = 20;
export const numbersPerTicket = 6;
export const highestNumber = 49;

export const prizeIds = ['phone', 'laptop', 'earbuds', 'smartwatch', 'cash_1000', 'cash_500', 'cash_100'] as const;
export const PrizeId = z.enum(prizeIds);
export type PrizeId = z.infer<typeof PrizeId>;

/** The value of each prize, and its weight in the draw, which is the inverse of its rarity. */
export const prizes: Readonly<Record<PrizeId, { valueMinor: number; weight: number }>> = {
  phone: { valueMinor: 120_000, weight: 1_000 },
  laptop: { valueMinor: 250_000, weight: 2_000 },
  earbuds: { valueMinor: 25_000, weight: 100 },
  smartwatch: { valueMinor: 80_000, weight: 500 },
  cash_1000: { valueMinor: 100_000, weight: 200 },
  cash_500: { valueMinor: 50_000, weight: 100 },
  cash_100: { valueMinor: 10_000, weight: 20 },
};

/** The largest prize that a ticket can win, by its stake; null if it can win every prize. */
export function largestPrizeMinor(stakeMinor: number): number | null {
  const units = stakeMinor / lotteryStakes[0];
  if (units < 2) return 25_000;
  if (units < 5) return 50_000;
  if (units < 10) return 120_000;
  return null;
}

const Numbers = z
  .array(z.int().min(1).max(highestNumber))
  .length(numbersPerTicket, fieldMessages.sixNumbers)
  .refine((numbers) => new Set(numbers).size === numbers.length, fieldMessages.numberRepeated);

export const LotteryWager = z.strictObject({
  tickets: z
    .array(z.strictObject({ numbers: Numbers, stakeMinor: z.union(lotteryStakes.map((stake) => z.literal(stake))) }))
    .min(1, fieldMessages.noTickets)
    .max(maxTickets),
});
export type LotteryWager = z.infer<typeof LotteryWager>;

export const LotteryOutcome = z.object({
  /** The numbers in the order of the draw. */
  drawn: z.array(z.int()),
  tickets: z.array(
    z.object({
      numbers: z.array(z.int()),
      stakeMinor: AmountMinor,
      matches: z.int(),
      prize: PrizeId.optional(),
      payoutMinor: BalanceMinor,
    }),
  ),
});
export type LotteryOutcome = z.infer<typeof LotteryOutcome>;
