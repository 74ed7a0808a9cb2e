/**
 * Shares of a stake: what a fraction of a bet is worth, and what a result leaves of a stake.
 * Pure, and the same on both sides of the network: the page shows what the service pays.
 */
import type { LegResult } from '../feed.ts';

/** The stake that a fraction (0 to 1) of the open stake stands for, rounded down. */
export function stakeShareMinor(openStakeMinor: number, fraction = 1): number {
  // A millionth absorbs the rounding error of a floating-point fraction.
  return Math.floor(openStakeMinor * fraction + 1e-6);
}

/** What a part of the open stake is paid for, by a quote for all of it; rounded down. */
export function cashOutShareMinor(quotedMinor: number, shareMinor: number, openStakeMinor: number): number {
  return Number((BigInt(quotedMinor) * BigInt(shareMinor)) / BigInt(openStakeMinor));
}

/** Of each result, in halves of the stake: the part that is void (returned), and the part that wins. The rest is lost. */
export const resultHalves: Readonly<Record<LegResult, { readonly void: 0 | 1 | 2; readonly won: 0 | 1 | 2 }>> = {
  won: { void: 0, won: 2 },
  lost: { void: 0, won: 0 },
  void: { void: 2, won: 0 },
  half_won: { void: 1, won: 1 },
  half_lost: { void: 1, won: 0 },
};
