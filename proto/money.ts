/**
 * Integer money: every amount is a whole number of minor units of its currency, a safe JSON number.
 * Money is never a float; text is parsed and formatted digit by digit.
 */
import { z } from 'zod';

export const currencies = ['USD', 'EUR', 'GBP', 'BTC', 'ETH'] as const;
export const playCurrencies = ['USD', 'EUR', 'GBP'] as const;
export type CurrencyCode = (typeof currencies)[number];
export type PlayCurrencyCode = (typeof playCurrencies)[number];
export const Currency = z.enum(currencies);
export const PlayCurrency = z.enum(playCurrencies);

export const decimals: Record<CurrencyCode, number> = { USD: 2, EUR: 2, GBP: 2, BTC: 8, ETH: 8 };

/** The largest amount: 90 trillion of a play currency, or 90 million coins. It is below 2^53. */
export const maxMinor = 9_000_000_000_000_000;

export const AmountMinor = z
  .int()
  .min(1)
  .max(maxMinor)
  .meta({ description: 'minor units, above zero', example: 10_000 });
export const SignedMinor = z.int().min(-maxMinor).max(maxMinor).meta({ description: 'minor units, signed' });
export const BalanceMinor = z.int().min(0).max(maxMinor).meta({ description: 'minor units' });

/** How a language writes numbers: the decimal mark and the thousands separator. */
export interface NumberMarks {
  readonly decimal: '.' | ',';
  readonly group: '.' | ',';
}
export const numberMarks = {
  en: { decimal: '.', group: ',' },
  es: { decimal: ',', group: '.' },
} as const satisfies Record<string, NumberMarks>;

/**
 * Parses an amount that was typed or pasted ("1,234.5", "12,50", "1 234,50 EUR"). Null if it is not an amount, or has more decimals than the currency.
 * Both marks are accepted as the decimal mark, whatever the language; an ambiguous text is refused.
 */
export function parseMinor(text: string, currency: CurrencyCode, marks: NumberMarks = numberMarks.en): number | null {
  const [, sign, digits = ''] = /^(-?)(\d[\d.,]*)$/.exec(plain(text, currency)) ?? [];
  if (readsTwoWays(text, currency, marks)) return null;
  const places = decimals[currency];
  const [first, second, ...more] = digits.match(/[.,]/g) ?? [];
  const last = more.at(-1) ?? second ?? first ?? '';
  const onlyGroups = first === last && (second !== undefined || (last === marks.group && loneMark.test(digits)));
  const end = last && !onlyGroups ? digits.lastIndexOf(last) : digits.length;
  const [whole, fraction] = [digits.slice(0, end), digits.slice(end + 1)];
  if (
    !/^(\d+|[1-9]\d{0,2}((,\d{3})+|(\.\d{3})+))$/.test(whole) ||
    whole.includes(digits.charAt(end) || ' ') ||
    fraction.length > places
  )
    return null;
  const minor = Number(whole.replaceAll(/\D/g, '') + fraction.padEnd(places, '0'));
  if (!Number.isSafeInteger(minor) || minor > maxMinor) return null;
  return sign && minor > 0 ? -minor : minor;
}

const loneMark = /^-?(?!0[.,])\d{1,3}([.,])\d{3}$/;

/** Removes what is often pasted with an amount: its currency, a typographic minus, spaces between thousands (plain or non-breaking). */
function plain(text: string, currency: CurrencyCode): string {
  const signed = text.trim().replace(/^\u2212/, '-');
  const bare = signed.endsWith(currency) ? signed.slice(0, -currency.length).trimEnd() : signed;
  return /^-?[1-9]\d{0,2}([ \u00a0\u202f])\d{3}(\1\d{3})*([.,]\d*)?$/.test(bare) ? bare.replaceAll(/\s/g, '') : bare;
}

/** Whether an amount is ambiguous: "1,234" in BTC may be 1234 or 1.234. With two decimals it can only be 1234. */
export function readsTwoWays(text: string, currency: CurrencyCode, marks: NumberMarks = numberMarks.en): boolean {
  const mark = loneMark.exec(plain(text, currency))?.[1];
  return mark === marks.group && decimals[currency] >= 3;
}

/** The plain decimal of an amount, such as "1234.56", for messages, CSV and form fields. Crypto amounts omit trailing zeros after the second decimal. */
export function toDecimal(amountMinor: number, currency: CurrencyCode, decimal: NumberMarks['decimal'] = '.'): string {
  const places = decimals[currency];
  const digits = String(Math.abs(amountMinor)).padStart(places + 1, '0');
  const whole = digits.slice(0, -places);
  let fraction = digits.slice(-places);
  if (places > 2) fraction = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${amountMinor < 0 ? '-' : ''}${whole}${decimal}${fraction}`;
}

/** An amount for a sentence, such as "1,234.56 USD", by default with English marks. */
export function formatMoney(
  amountMinor: number,
  currency: CurrencyCode,
  { decimal, group }: NumberMarks = numberMarks.en,
): string {
  const [whole = '0', fraction] = toDecimal(amountMinor, currency).split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, group)}${decimal}${fraction} ${currency}`;
}

/** A share of an amount in basis points (2.9 % = 290), rounded down. */
export function basisPoints(amountMinor: number, points: number): number {
  return Number((BigInt(amountMinor) * BigInt(points)) / 10_000n);
}
