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

/** "2.50", "+150" or "6/4". More than two decimals are shown only if the price has them. `decimal` is the decimal mark of the language. */
export function formatOdds(oddsMilli: number, format: OddsFormat, decimal: NumberMarks['decimal'] = '.'): string {
  if (format === 'american') return american(oddsMilli);
  if (format === 'fractional') return fractional(oddsMilli);
  return (oddsMilli / 1_000).toFixed(oddsMilli % 10 === 0 ? 2 : 3).replace('.', decimal);
}

/** As every format: never better than the decimal odds, which are paid. */
function american(oddsMilli: number): string {
  return oddsMilli >= 2_000 ? `+${Math.floor((oddsMilli - 1_000) / 10)}` : `-${Math.ceil(100_000 / (oddsMilli - 1_000))}`;
}

/** The fractions that bookmakers quote, in ascending order and unreduced where that is the custom. */
export const fractionLadder: readonly string[] = [
  ...['1/100', '1/66', '1/50', '1/40', '1/33', '1/28', '1/25', '1/20', '1/18', '1/16', '1/14', '1/12', '1/11', '1/10', '1/9', '1/8', '2/15', '1/7', '2/13'],
  ...['1/6', '2/11', '1/5', '2/9', '1/4', '2/7', '3/10', '1/3', '7/20', '4/11', '2/5', '4/9', '9/20', '1/2', '8/15', '11/20', '4/7', '3/5', '8/13', '13/20'],
  ...['4/6', '7/10', '8/11', '3/4', '4/5', '5/6', '17/20', '10/11', '19/20', '20/21', '1/1', '21/20', '11/10', '23/20', '6/5', '5/4', '13/10', '27/20', '11/8'],
  ...['7/5', '29/20', '6/4', '31/20', '8/5', '13/8', '33/20', '17/10', '7/4', '9/5', '37/20', '15/8', '19/10', '39/20', '2/1', '21/10', '17/8', '11/5', '9/4'],
  ...['23/10', '12/5', '5/2', '13/5', '27/10', '11/4', '14/5', '29/10', '3/1', '31/10', '16/5', '10/3', '7/2', '18/5', '37/10', '19/5', '4/1', '21/5', '9/2'],
  ...[
    '5/1',
    '11/2',
    '6/1',
    '13/2',
    '7/1',
    '15/2',
    '8/1',
    '17/2',
    '9/1',
    '19/2',
    '10/1',
    '11/1',
    '12/1',
    '13/1',
    '14/1',
    '15/1',
    '16/1',
    '17/1',
    '18/1',
    '19/1',
  ],
  ...['20/1', '22/1', '25/1', '28/1', '33/1', '40/1', '50/1', '66/1', '80/1', '100/1', '125/1', '150/1', '200/1', '250/1', '300/1', '400/1', '500/1', '750/1'],
];
const fractionSteps = fractionLadder.map((text) => {
  const [top = 0, bottom = 1] = text.split('/').map(Number);
  return { text, top, bottom };
});
/** A step of the ladder is shown if it leaves out at most this share of the payout. */
const fractionSlack = 0.025;

/** The highest step at or below the odds if it is close, else the odds in hundredths, rounded down. So a fraction never promises more than is paid. */
function fractional(oddsMilli: number): string {
  const winMilli = oddsMilli - 1_000;
  const step = fractionSteps.findLast(({ top, bottom }) => top * 1_000 <= winMilli * bottom);
  if (step && winMilli - (step.top * 1_000) / step.bottom <= oddsMilli * fractionSlack) return step.text;
  const hundredths = Math.floor(winMilli / 10);
  return hundredths > 0 ? reduced(hundredths, 100) : reduced(winMilli, 1_000);
}

function reduced(top: number, bottom: number): string {
  let [divisor, rest] = [bottom, top % bottom];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return `${top / divisor}/${bottom / divisor}`;
}
