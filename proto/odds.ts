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

/**
 * The steps of offered odds, in thousandths: up to which odds each step applies. A step is at most `largestStep` of the odds, and so small that a market's fair chances come
 * back from rounded prices within 0.001.
 */
const steps: readonly (readonly [untilMilli: number, stepMilli: number])[] = [
  [2_500, 5],
  [5_000, 10],
  [10_000, 20],
  [14_000, 50],
  [20_000, 100],
  [50_000, 200],
  [100_000, 500],
  [Number.POSITIVE_INFINITY, 1_000],
];

/** The largest step as a share of the odds. */
export const largestStep = 0.01;

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

/** Odds as text: "2.50", "+150" or "6/4". A third decimal is shown only if the price has one. `decimal` is the decimal mark of the language. */
export function formatOdds(oddsMilli: number, format: OddsFormat, decimal: NumberMarks['decimal'] = '.'): string {
  if (format === 'american') return american(oddsMilli);
  if (format === 'fractional') return fractional(oddsMilli);
  return (oddsMilli / 1_000).toFixed(oddsMilli % 10 === 0 ? 2 : 3).replace('.', decimal);
}

/** American odds. Like every format, they are never better than the decimal odds, which are paid. */
function american(oddsMilli: number): string {
  return oddsMilli >= 2_000
    ? `+${Math.floor((oddsMilli - 1_000) / 10)}`
    : `-${Math.ceil(100_000 / (oddsMilli - 1_000))}`;
}

/** The fractions that bookmakers quote, as numerators by denominator. Some are unreduced by custom. */
const quotedTops: Readonly<Record<number, string>> = {
  1: '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 22 25 28 33 40 50 66 80 100 125 150 200 250 300 400 500 750',
  2: '1 5 7 9 11 13 15 17 19',
  3: '1 10',
  4: '1 3 5 6 7 9 11',
  5: '1 2 3 4 6 7 8 9 11 12 13 14 16 18 19 21',
  6: '1 4 5',
  7: '1 2 4',
  8: '1 11 13 15 17',
  9: '1 2 4',
  10: '1 3 7 11 13 17 19 21 23 27 29 31 37',
  11: '1 2 4 8 10',
  13: '2 8',
  15: '2 8',
  20: '1 7 9 11 13 17 19 21 23 27 29 31 33 37 39',
  21: '20',
};
/** The denominators of the longest odds on, whose numerator is 1. */
const quotedOnes = '12 14 16 18 25 28 33 40 50 66 100';

/** All quoted fractions in ascending order, each as text, numerator and denominator. */
export const fractionSteps = [
  ...Object.entries(quotedTops),
  ...quotedOnes.split(' ').map((bottom) => [bottom, '1'] as const),
]
  .flatMap(([bottom, tops]) => tops.split(' ').map((top) => [`${top}/${bottom}`, Number(top), Number(bottom)] as const))
  .sort(([, top, bottom], [, otherTop, otherBottom]) => top * otherBottom - otherTop * bottom);

/** A step of the ladder is shown if it leaves out at most this share of the payout. */
const fractionSlack = 0.025;

/** The highest fraction at or below the odds if it is close, else the odds in hundredths, rounded down. A fraction therefore never promises more than is paid. */
function fractional(oddsMilli: number): string {
  const winMilli = oddsMilli - 1_000;
  const [text, top, bottom] = fractionSteps.findLast(([, above, below]) => above * 1_000 <= winMilli * below) ?? [
    '',
    0,
    1,
  ];
  if (text && winMilli - (top * 1_000) / bottom <= oddsMilli * fractionSlack) return text;
  const hundredths = Math.floor(winMilli / 10);
  return hundredths > 0 ? reduced(hundredths, 100) : reduced(winMilli, 1_000);
}

function reduced(top: number, bottom: number): string {
  let [divisor, rest] = [bottom, top % bottom];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return `${top / divisor}/${bottom / divisor}`;
}
