/**
 * Formats amounts, odds, counts and percentages in the language of the page, and parses typed amounts the same way. Every page formats its figures with these
 * functions, so they look alike everywhere.
 */
import type { Language } from '@fairline/proto/auth/fields';
import {
  type CurrencyCode,
  formatMoney,
  type NumberMarks,
  numberMarks,
  parseMinor,
  readsTwoWays,
  toDecimal,
} from '@fairline/proto/money';
import { formatOdds, type OddsFormat } from '@fairline/proto/odds';
import { fieldMessages } from '@fairline/proto/texts';
import { i18n } from '@lingui/core';

const marksOf: Readonly<Record<Language, NumberMarks>> = numberMarks;
/** The number format of the page's language. */
export const marks = (): NumberMarks => marksOf[i18n.locale as Language] ?? numberMarks.en;

/** "1,234.56 USD" */
export function amountText(minor: number, currency: CurrencyCode): string {
  return formatMoney(minor, currency, marks());
}

/** "1234.56", as it is typed into a field. */
export function decimalText(minor: number, currency: CurrencyCode): string {
  return toDecimal(minor, currency, marks().decimal);
}

/** A typed amount in minor units; null if it is invalid or ambiguous. */
export function typedMinor(text: string, currency: CurrencyCode): number | null {
  return parseMinor(text, currency, marks());
}

/** A typed amount without a leading plus sign. */
export const withoutPlus = (text: string): string => text.trim().replace(/^\+(?=\d)/, '');

/** Why an ambiguous amount is refused, in the servers' English; null for any other. */
export function unclearMessage(text: string, currency: CurrencyCode): string | null {
  return readsTwoWays(text, currency, marks()) ? fieldMessages.amountUnclear : null;
}

/** American odds below evens have a true minus sign, like amounts. */
export function oddsText(milli: number, format: OddsFormat): string {
  return formatOdds(milli, format, marks().decimal).replace('-', '−');
}

/** "1,234"; the thousands separator starts at 1,000 in every language. */
export function countText(count: number): string {
  return numberText(count);
}

/** "5.2%" for 0.052. */
export function percentText(
  share: number,
  options: Pick<Intl.NumberFormatOptions, 'minimumFractionDigits' | 'maximumFractionDigits' | 'signDisplay'> = {},
): string {
  return numberText(share, { ...options, style: 'percent' });
}

export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(i18n.locale, { useGrouping: 'always', ...options });
}

/** A figure in English format ("1,234.50 USD", "+2.5") in that of the page's language; any other text is unchanged. */
export function figureText(english: string): string {
  if (!/^[+−-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?( [A-Z]{3})?$/.test(english)) return english;
  const { decimal, group } = marks();
  return english.replaceAll(/[.,]/g, (mark) => (mark === '.' ? decimal : group));
}
