/** Mega Fortune Slots: wager and outcome. Five reels of three rows, nine lines. */
import { z } from 'zod';
import { AmountMinor, BalanceMinor } from '../money.ts';

export const slotSymbols = ['cherry', 'lemon', 'orange', 'grape', 'star', 'diamond', 'seven', 'crown'] as const;
export const SlotSymbol = z.enum(slotSymbols);
export type SlotSymbol = z.infer<typeof SlotSymbol>;

/** The payout of three equal symbols on a line, per line bet. A fourth and a fifth each multiply it by 1.8. The star is wild. */
export const slotValues: Readonly<Record<SlotSymbol, number>> = {
  cherry: 2,
  lemon: 3,
  orange: 4,
  grape: 6,
  star: 10,
  diamond: 25,
  seven: 50,
  crown: 100,
};

/** Each line as the row (0 at the top) it crosses on each reel; a round of n lines plays the first n. */
export const slotLines = [
  [1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0],
  [2, 2, 2, 2, 2],
  [0, 1, 2, 1, 0],
  [2, 1, 0, 1, 2],
  [0, 0, 1, 2, 2],
  [2, 2, 1, 0, 0],
  [1, 0, 0, 0, 1],
  [1, 2, 2, 2, 1],
] as const;

export const slotBets = { minLineMinor: 100, maxLineMinor: 10_000, maxLines: slotLines.length } as const;

export const SlotWager = z.strictObject({
  lines: z.int().min(1).max(slotBets.maxLines),
  betPerLineMinor: z.int().min(slotBets.minLineMinor).max(slotBets.maxLineMinor),
});
export type SlotWager = z.infer<typeof SlotWager>;

export const SlotOutcome = z.object({
  /** The symbols by reel, then by row from the top. */
  grid: z.array(z.array(SlotSymbol)),
  /** The winning lines; `line` counts from 1. */
  lines: z.array(z.object({ line: z.int(), symbol: SlotSymbol, count: z.int(), payoutMinor: BalanceMinor })),
  /** The amount that the pool paid; only if the round won the jackpot. */
  jackpotMinor: AmountMinor.optional(),
});
export type SlotOutcome = z.infer<typeof SlotOutcome>;
