/** Typed amounts of money. */
import type { CurrencyCode } from '@fairline/proto/money';
import { typedMinor } from '../../../figures.ts';

export const invalidAmount = 'Please enter a valid amount';

/** A typed amount in minor units, or null where it is none above zero. */
export function amountOf(text: string, currency: CurrencyCode): number | null {
  const minor = typedMinor(text, currency);
  return minor !== null && minor > 0 ? minor : null;
}
