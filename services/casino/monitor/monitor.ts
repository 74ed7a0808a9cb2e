/** The range in which a version's results are expected, at a confidence that holds for any number of checks, and the report when they leave it. Pure. */

import { deviationBound } from '@fairline/games/confidence';
import { roundedRtp } from '../catalogue/game.ts';

/** The probability that a fair version's results ever leave their range by chance. */
export const alpha = 1e-4;

/** Sums over the rounds of a version: of the return per unit of stake, its expected value and its variance. */
export interface Results {
  rounds: number;
  returned: number;
  expected: number;
  variance: number;
}

/** Figures in per cent of the stake; null before the first round. */
export interface ResultRange {
  observed: number | null;
  computed: number | null;
  /** Also null if players decide: their mistakes have no bound, so only a return that is too high is out of range. */
  low: number | null;
  high: number | null;
}

/** `largest`: the largest return per unit of stake. `playersDecide`: `expected` is the return of the best play, so only an upper bound. */
export function rangeOf({ rounds, returned, expected, variance }: Results, largest: number, playersDecide: boolean): ResultRange {
  if (rounds <= 0) return { observed: null, computed: null, low: null, high: null };
  const { below, above } = deviationBound(Math.max(variance, 0), largest, alpha, playersDecide ? 'above' : 'both');
  const percent = (sum: number) => (100 * sum) / rounds;
  return {
    observed: percent(returned),
    computed: percent(expected),
    low: playersDecide ? null : Math.max(percent(expected - below), 0),
    high: percent(expected + above),
  };
}

export function isOutOfRange({ observed, low, high }: ResultRange): boolean {
  return observed !== null && ((high !== null && observed > high) || (low !== null && observed < low));
}

/** The reason of the pause that operators see. */
export function pauseReason({ rounds }: Results, { observed, computed, low, high }: ResultRange): string {
  const shown = (value: number | null) => `${roundedRtp(value ?? 0).toFixed(2)} %`;
  const range = low === null ? `at most ${shown(high)}` : `${shown(low)} to ${shown(high)}`;
  return `Results are out of range: ${rounds} rounds returned ${shown(observed)}, expected ${range} around the computed ${shown(computed)}.`;
}
