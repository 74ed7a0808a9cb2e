/** The value of an amount in another currency at the current rates, and why it cannot be converted. Pure. */

import { type CurrencyCode, decimals } from '@fairline/proto/money';
import { exchangeRefusals, type Rate } from '@fairline/proto/wallet/exchange';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { figureText } from '../../../figures.ts';
import { fieldText, refusalText } from '../../../refusals.ts';
import { invalidAmount } from '../balance/amounts.ts';

/** The value of an amount in another currency before the spread, rounded down; null without a rate. */
export function worthOf(minor: number, from: CurrencyCode, to: CurrencyCode, rates: readonly Rate[]): number | null {
  return from === to ? minor : convertedAt(minor, from, to, rateOf(from, to, rates)?.midRate);
}

/** The smallest amount of a currency that is worth at least a given amount of another; null without a rate. */
export function leastWorth(
  worthMinor: number,
  from: CurrencyCode,
  to: CurrencyCode,
  rates: readonly Rate[],
): number | null {
  const rate = from === to ? 1 : rateOf(from, to, rates)?.midRate;
  if (rate === undefined) return null;
  const worth = (minor: number) => worthOf(minor, from, to, rates) ?? 0;
  let least = Math.ceil(worthMinor / (rate * 10 ** (decimals[to] - decimals[from])));
  // The quotient of two such numbers can be off by one unit.
  while (least > 0 && worth(least - 1) >= worthMinor) least--;
  while (worth(least) < worthMinor) least++;
  return least;
}

/** The largest amount of a currency that is worth at most a given amount of another; null without a rate. */
export function mostWorth(
  worthMinor: number,
  from: CurrencyCode,
  to: CurrencyCode,
  rates: readonly Rate[],
): number | null {
  const over = leastWorth(worthMinor + 1, from, to, rates);
  return over === null ? null : over - 1;
}

/** The result of a conversion after the spread, computed exactly as wallet does. */
export function receivedFor(
  minor: number,
  from: CurrencyCode,
  to: CurrencyCode,
  rates: readonly Rate[],
): number | null {
  return from === to ? minor : convertedAt(minor, from, to, rateOf(from, to, rates)?.rate);
}

export function rateOf(from: CurrencyCode, to: CurrencyCode, rates: readonly Rate[]): Rate | undefined {
  return rates.find((rate) => rate.from === from && rate.to === to);
}

/** Whether a pair converts now: a rate that was never set, or too long ago, does not. */
export function isConvertible(from: CurrencyCode, to: CurrencyCode, rates: readonly Rate[]): boolean {
  const rate = rateOf(from, to, rates);
  return rate !== undefined && rate.available !== false;
}

function convertedAt(minor: number, from: CurrencyCode, to: CurrencyCode, rate: number | undefined): number | null {
  return rate === undefined ? null : Math.floor(minor * rate * 10 ** (decimals[to] - decimals[from]));
}

/** Two decimals from a crypto currency, otherwise four; a smaller rate shows its first significant digits instead of zero. */
export function rateText(rate: number, from: CurrencyCode): string {
  if (rate < 0.01) return figureText(rate.toFixed(8));
  return figureText(decimals[from] > 2 ? rate.toFixed(2) : rate.toFixed(4));
}

/** The result of a conversion: six decimals for a crypto currency, otherwise two, rounded down. */
export function resultText(minor: number, currency: CurrencyCode): string {
  const places = decimals[currency] > 2 ? 6 : 2;
  const cut = Math.floor(minor / 10 ** (decimals[currency] - places));
  const digits = String(cut).padStart(places + 1, '0');
  const whole = digits.slice(0, -places).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return figureText(`${whole}.${digits.slice(-places)} ${currency}`);
}

/** Why this amount cannot be converted; null if it can. */
export function conversionObstacle(
  from: CurrencyCode,
  to: CurrencyCode,
  amountMinor: number | null,
  availableMinor: number,
): string | null {
  if (from === to) return refusalText(exchangeRefusals.sameCurrency);
  if (amountMinor === null) return fieldText(invalidAmount);
  if (amountMinor > availableMinor) return refusalText(ledgerRefusals.insufficientBalance);
  return null;
}
