/** Typed amounts of money. */
import type { CurrencyCode } from '@fairline/proto/money';
import { fieldMessages } from '@fairline/proto/texts';
import { typedMinor } from '../../../figures.ts';

export const invalidAmount = fieldMessages.amountInvalid;

/** A typed amount in minor units; null unless it is valid and above zero. */
export function amountOf(text: string, currency: CurrencyCode): number | null {
  const minor = typedMinor(text, currency);
  return minor !== null && minor > 0 ? minor : null;
}
