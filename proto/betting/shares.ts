/**
 * Shares of a stake: the value of a fraction of a bet, and the void and won parts of a stake by result.
 * Pure, and used by page and service alike, so the page shows what the service pays.
 */
import type { LegResult } from '../feed.ts';

/** The stake of a fraction (0 to 1) of the open stake, rounded down. */
export function stakeShareMinor(openStakeMinor: number, fraction = 1): number {
  // A millionth absorbs the rounding error of a floating-point fraction.
  return Math.floor(openStakeMinor * fraction + 1e-6);
}

/** The price of a part of the open stake, from a quote for all of it; rounded down. */
export function cashOutShareMinor(quotedMinor: number, shareMinor: number, openStakeMinor: number): number {
  return Number((BigInt(quotedMinor) * BigInt(shareMinor)) / BigInt(openStakeMinor));
}

/** Per result, in halves of the stake: the void part (returned) and the winning part. The rest is lost. */
export const resultHalves: Readonly<Record<LegResult, { readonly void: 0 | 1 | 2; readonly won: 0 | 1 | 2 }>> = {
  won: { void: 0, won: 2 },
  lost: { void: 0, won: 0 },
  void: { void: 2, won: 0 },
  half_won: { void: 1, won: 1 },
  half_lost: { void: 1, won: 0 },
};
