/**
 * Integer money: every amount is a whole number of minor units of its currency, a safe JSON number.
 * No float ever holds money; text is parsed digit by digit and formatted the same way.
 */
import { z } from 'zod';

export const currencies = ['USD', 'EUR', 'GBP', 'BTC', 'ETH'] as const;
export const playCurrencies = ['USD', 'EUR', 'GBP'] as const;
export type CurrencyCode = (typeof currencies)[number];
export type PlayCurrencyCode = (typeof playCurrencies)[number];
export const Currency = z.enum(currencies);
export const PlayCurrency = z.enum(playCurrencies);

export const decimals: Record<CurrencyCode, number> = { USD: 2, EUR: 2, GBP: 2, BTC: 8, ETH: 8 };

/** 90 trillion of a play currency, or 90 million coins: below 2^53 in every currency. */
export const maxMinor = 9_000_000_000_000_000;

export const AmountMinor = z.int().min(1).max(maxMinor).meta({ description: 'minor units, above zero', example: 10_000 });
export const SignedMinor = z.int().min(-maxMinor).max(maxMinor).meta({ description: 'minor units, signed' });
export const BalanceMinor = z.int().min(0).max(maxMinor).meta({ description: 'minor units' });

/** Reads what a person typed ("1,234.5", "12"); null where it is not an amount or has more decimals than the currency. */
export function parseMinor(text: string, currency: CurrencyCode): number | null {
  // "10,50" is how most of Europe writes it; with three digits behind a comma it groups thousands.
  const plain = text.trim().replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
  const match = /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/.exec(plain);
  if (!match) return null;
  const places = decimals[currency];
  const fraction = match[3] ?? '';
  if (fraction.length > places) return null;
  const minor = Number(match[2]?.replaceAll(',', '') + fraction.padEnd(places, '0'));
  if (!Number.isSafeInteger(minor) || minor > maxMinor) return null;
  return match[1] && minor > 0 ? -minor : minor;
}

/** "1234.56": the plain decimal of an amount, for messages, CSV and form fields. Crypto is trimmed of trailing zeros past two. */
export function toDecimal(amountMinor: number, currency: CurrencyCode): string {
  const places = decimals[currency];
  const digits = String(Math.abs(amountMinor)).padStart(places + 1, '0');
  const whole = digits.slice(0, -places);
  let fraction = digits.slice(-places);
  if (places > 2) fraction = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${amountMinor < 0 ? '-' : ''}${whole}.${fraction}`;
}

/** "1,234.56 USD": how the spec writes money in a sentence, en-US grouping. */
export function formatMoney(amountMinor: number, currency: CurrencyCode): string {
  const [whole = '0', fraction] = toDecimal(amountMinor, currency).split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction} ${currency}`;
}

/** A share of an amount in basis points (2.9 % = 290), rounded down. */
export function basisPoints(amountMinor: number, points: number): number {
  return Number((BigInt(amountMinor) * BigInt(points)) / 10_000n);
}
