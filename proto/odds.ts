/**
 * Odds as integer thousandths (2.5 is 2500): checked, formatted three ways, multiplied exactly.
 * Products of legs are exact (BigInt); only the payout is rounded, once, down.
 */
import { z } from 'zod';
import type { NumberMarks } from './money.ts';
import { fieldMessages } from './texts.ts';

export const minOddsMilli = 1_001;
export const maxOddsMilli = 1_000_000;
const invalid = fieldMessages.oddsInvalid;
export const OddsMilli = z
  .int(invalid)
  .min(minOddsMilli, invalid)
  .max(maxOddsMilli, invalid)
  .meta({ description: 'decimal odds in thousandths', example: 2_500 });

/** The usual steps of offered odds, in thousandths: up to which odds each step applies. */
const steps: readonly (readonly [untilMilli: number, stepMilli: number])[] = [
  [2_000, 10],
  [3_000, 20],
  [4_000, 50],
  [6_000, 100],
  [10_000, 200],
  [20_000, 500],
  [50_000, 1_000],
  [100_000, 2_000],
  [Number.POSITIVE_INFINITY, 5_000],
];

/** Rounds a computed price down to the ladder of offered prices. */
export function toLadder(oddsMilli: number): number {
  const step = steps.find(([until]) => oddsMilli < until)?.[1] ?? 1;
  // Absorbs floating-point error, so that a price on a step stays on it.
  return Math.floor((oddsMilli + 1e-6) / step) * step;
}

export const oddsFormats = ['decimal', 'american', 'fractional'] as const;
export type OddsFormat = (typeof oddsFormats)[number];

/** stake x product of legs, rounded down, in the stake's minor units. */
export function payoutMinor(stakeMinor: number, legsMilli: readonly number[]): number {
  const { numerator, denominator } = product(legsMilli);
  return Number((BigInt(stakeMinor) * numerator) / denominator);
}

/** The product of the legs in thousandths, floored; what a slip shows as total odds. */
export function combinedMilli(legsMilli: readonly number[]): number {
  const { numerator, denominator } = product(legsMilli);
  return Number((numerator * 1_000n) / denominator);
}

function product(legsMilli: readonly number[]): { numerator: bigint; denominator: bigint } {
  return {
    numerator: legsMilli.reduce((total, leg) => total * BigInt(leg), 1n),
    denominator: 1_000n ** BigInt(legsMilli.length),
  };
}

/** The chance implied by a price, margin included, 0 to 1. */
export function impliedChance(oddsMilli: number): number {
  return 1_000 / oddsMilli;
}

/** "2.50", "+150" or "3/2". More than two decimals are shown only if the price has them. `decimal` is the decimal mark of the language. */
export function formatOdds(oddsMilli: number, format: OddsFormat, decimal: NumberMarks['decimal'] = '.'): string {
  if (format === 'american') return american(oddsMilli);
  if (format === 'fractional') return fractional(oddsMilli);
  return (oddsMilli / 1_000).toFixed(oddsMilli % 10 === 0 ? 2 : 3).replace('.', decimal);
}

function american(oddsMilli: number): string {
  return oddsMilli >= 2_000 ? `+${Math.round((oddsMilli - 1_000) / 10)}` : `-${Math.round(100_000 / (oddsMilli - 1_000))}`;
}

/** The nearest fraction with a denominator of at most 100: bookmakers' ladders stay within it. */
function fractional(oddsMilli: number): string {
  const target = (oddsMilli - 1_000) / 1_000;
  let best = { top: 0, bottom: 1, error: Number.POSITIVE_INFINITY };
  for (let bottom = 1; bottom <= 100; bottom++) {
    const top = Math.max(1, Math.round(target * bottom));
    const error = Math.abs(top / bottom - target);
    if (error < best.error - 1e-9) best = { top, bottom, error };
  }
  return `${best.top}/${best.bottom}`;
}
