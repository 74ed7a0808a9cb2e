/** Typed prices and margins, parsed exactly, and the margin of a set of prices. Pure. */
import { deskRules } from '@fairline/proto/betting/rules';
import { maxOddsMilli, minOddsMilli } from '@fairline/proto/odds';

/** "2.5" or "2,5" as thousandths; null if it is not a valid price. */
export function oddsMilliOf(typed: string): number | null {
  const milli = roundToThousandths(typed, 3);
  return milli !== null && milli >= minOddsMilli && milli <= maxOddsMilli ? milli : null;
}

/** "5" or "5.25" per cent as basis points; null if it is not a valid margin. */
export function marginBpOf(typed: string): number | null {
  const milli = roundToThousandths(typed, 2);
  const points = milli === null ? null : milli / 10;
  return points !== null && points >= deskRules.marginBp.min && points <= deskRules.marginBp.max ? points : null;
}

function roundToThousandths(typed: string, places: number): number | null {
  const match = /^(\d{1,6})(?:[.,](\d*))?$/.exec(typed.trim());
  const fraction = match?.[2] ?? '';
  return match && fraction.length <= places ? Number(match[1]) * 1_000 + Number(fraction.padEnd(3, '0')) : null;
}

/** The margin of the prices in basis points: 500 is a book of 105 %. Below zero the market pays back more than it takes. */
export function carriedBp(oddsMilli: readonly number[]): number {
  return Math.round((oddsMilli.reduce((sum, milli) => sum + 1_000 / milli, 0) - 1) * 10_000);
}

/** The server refuses such prices: their implied chances add up to less than one. */
export function paysTooMuch(oddsMilli: readonly number[]): boolean {
  return oddsMilli.reduce((sum, milli) => sum + 1_000 / milli, 0) < 1;
}
