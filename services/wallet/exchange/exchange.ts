/**
 * The rules of conversion: the amount at a rate, the cost of the spread, and the check that no round trip yields a gain.
 * Pure and exact: a rate is a whole number times 10^-12, and an amount is rounded down once.
 */
import { type CurrencyCode, currencies, decimals, maxMinor } from '@fairline/proto/money';
import { operatorControl } from '@fairline/proto/operator-control';

/** Decimal places of a rate, as in its column. */
const places = 12;
const one = 10n ** BigInt(places);
/** Rates must be below this, because their column has 24 digits. */
const ceiling = one * one;
const wholeBp = 10_000n;

/** A rate times 10^12: one unit of a currency in another. */
export type Scaled = bigint;

/** Reads a rate from a column or a number, cut after 12 places; undefined if it is none. */
export function scaledRate(rate: string | number): Scaled | undefined {
  const text = typeof rate === 'number' ? rate.toFixed(places) : rate;
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const scaled = BigInt((match[1] ?? '') + (match[2] ?? '').slice(0, places).padEnd(places, '0'));
  return scaled > 0n && scaled < ceiling ? scaled : undefined;
}

/** Reads a stored rate, which was checked when it was written; another text is a fault. */
export function writtenRate(rate: string): Scaled {
  const value = scaledRate(rate);
  if (value === undefined) throw new Error(`${rate} is no rate`);
  return value;
}

export function rateText(rate: Scaled): string {
  return `${rate / one}.${String(rate % one).padStart(places, '0')}`;
}

export function rateNumber(rate: Scaled): number {
  return Number(rateText(rate));
}

/** The amount that a customer gets for one unit. */
export function customerRate(mid: Scaled, spreadBp: number): Scaled {
  return (mid * (wholeBp - BigInt(spreadBp))) / wholeBp;
}

/** Minor units at a rate, rounded down. */
export function convertAtRate(amountMinor: number, rate: Scaled, from: CurrencyCode, to: CurrencyCode): bigint {
  return (BigInt(amountMinor) * rate * 10n ** BigInt(decimals[to])) / (one * 10n ** BigInt(decimals[from]));
}

export interface Offer {
  rate: Scaled;
  receiveMinor: number;
  spreadMinor: number;
}

/** The converted amount. `too_small` if it rounds down to nothing, `too_large` if it is above the largest amount of an account. */
export function quoteOffer(
  amountMinor: number,
  mid: Scaled,
  spreadBp: number,
  from: CurrencyCode,
  to: CurrencyCode,
): Offer | 'too_small' | 'too_large' {
  const rate = customerRate(mid, spreadBp);
  const receive = convertAtRate(amountMinor, rate, from, to);
  if (receive < 1n) return 'too_small';
  const whole = convertAtRate(amountMinor, mid, from, to);
  if (whole > BigInt(maxMinor)) return 'too_large';
  return { rate, receiveMinor: Number(receive), spreadMinor: Number(whole - receive) };
}

/** The mid rate between two currencies; undefined if there is none. */
export type RateTable = (from: CurrencyCode, to: CurrencyCode) => Scaled | undefined;

/** The shortest round trip that begins with the rate `from` to `to`, passes any number of currencies and yields a gain; undefined if there is none. */
export function gainThrough(
  rates: RateTable,
  spreadBp: number,
  from: CurrencyCode,
  to: CurrencyCode,
): CurrencyCode[] | undefined {
  const price = (a: CurrencyCode, b: CurrencyCode) => customerRate(rates(a, b) ?? 0n, spreadBp);
  let ways = [{ end: to, passed: [from, to], earned: price(from, to), begun: one }];
  while (ways.length > 0) {
    const gain = ways.find(({ end, earned, begun }) => earned * price(end, from) > begun * one);
    if (gain) return [...gain.passed, from];
    ways = ways.flatMap(({ end, passed, earned, begun }) =>
      currencies
        .filter((next) => !passed.includes(next))
        .map((next) => ({
          end: next,
          passed: [...passed, next],
          earned: earned * price(end, next),
          begun: begun * one,
        })),
    );
  }
  return undefined;
}

/** Shares of a rate are counted in millionths. */
const whole = 1_000_000n;
const freeShare = BigInt(Math.round(operatorControl.rateShare * Number(whole)));

/**
 * Whether a rate needs a second operator. `inForce` are the rates of the pair in force within the last day, the oldest first. The new rate may be far from none of them,
 * and the sum of all steps is limited too: there and back are two steps. The first rate of a pair has nothing to compare with, so it needs two operators.
 */
export function needsSecondOperator(inForce: readonly Scaled[], wanted: Scaled): boolean {
  if (inForce.length === 0) return true;
  const share = (from: Scaled, to: Scaled) => ((to > from ? to - from : from - to) * whole * one) / from;
  const limit = freeShare * one;
  const steps = inForce.map((rate, index) => share(rate, inForce[index + 1] ?? wanted));
  return inForce.some((rate) => share(rate, wanted) > limit) || steps.reduce((sum, step) => sum + step, 0n) > limit;
}
