/** The range in which a version's results are expected, at a confidence that holds for any number of checks, and the report when they leave it. Pure. */

import { deviationBound } from '@fairline/games/confidence';
import { roundedRtp } from '../catalogue/game.ts';

/** The probability that a fair version's results ever leave their range by chance. */
export const alpha = 1e-4;

/**
 * Sums over the rounds of a version with real money, each weighing its first stake. Stakes of all currencies count at their face value, as do the limits of a game:
 * the weight of a round must be fixed when it is played, and rates change.
 */
export interface Results {
  rounds: number;
  stakeMinor: number;
  /** Stakes that were added later are deducted. */
  returnedMinor: number;
  expectedMinor: number;
  /** The variance of `returnedMinor`. */
  varianceMinor: number;
  largestStakeMinor: number;
}

/** What bounds the results of a game. */
export interface GameBounds {
  /** The largest return per unit of stake. */
  largest: number;
  /** The smallest stake of a round. */
  smallestStakeMinor: number;
  /** Whether the expected return is that of the best play, so only an upper bound. */
  playersDecide: boolean;
}

/** Figures in per cent of the stake; null before the first round. */
export interface ResultRange {
  observed: number | null;
  computed: number | null;
  /** Also null if players decide: their mistakes have no bound, so only a return that is too high is out of range. */
  low: number | null;
  high: number | null;
}

export function rangeOf(
  { stakeMinor, returnedMinor, expectedMinor, varianceMinor, largestStakeMinor }: Results,
  { largest, smallestStakeMinor, playersDecide }: GameBounds,
): ResultRange {
  if (stakeMinor <= 0) return { observed: null, computed: null, low: null, high: null };
  const stakes = { smallest: smallestStakeMinor, largest: Math.max(largestStakeMinor, smallestStakeMinor) };
  const { below, above } = deviationBound(
    Math.max(varianceMinor, 0),
    largest,
    alpha,
    playersDecide ? 'above' : 'both',
    stakes,
  );
  const percent = (sumMinor: number) => (100 * sumMinor) / stakeMinor;
  return {
    observed: percent(returnedMinor),
    computed: percent(expectedMinor),
    low: playersDecide ? null : Math.max(percent(expectedMinor - below), 0),
    high: percent(expectedMinor + above),
  };
}

export function isOutOfRange({ observed, low, high }: ResultRange): boolean {
  return observed !== null && ((high !== null && observed > high) || (low !== null && observed < low));
}

/** The reason of the pause that operators see. */
export function pauseReason(
  { rounds }: Pick<Results, 'rounds'>,
  { observed, computed, low, high }: ResultRange,
): string {
  const shown = (value: number | null) => `${roundedRtp(value ?? 0).toFixed(2)} %`;
  const range = low === null ? `at most ${shown(high)}` : `${shown(low)} to ${shown(high)}`;
  return `Results are out of range: ${rounds} rounds returned ${shown(observed)}, expected ${range} around the computed ${shown(computed)}.`;
}
