/** Destinations of withdrawals as they are compared: written differently, the same account is the same text. Pure. */
import type { Withdrawal } from '@fairline/proto/wallet/forms';
import { ibanLengthOf, isIban } from '@fairline/proto/wallet/forms';

/** Words for an account that people write without a space before its number. */
const labels = /^(?:iban|account|acct|acc|ac|number|num|no|nr)+(?=\d)/;

/** The text by which a destination is compared. */
export function comparableDestination({ method, destination }: Pick<Withdrawal, 'method' | 'destination'>): string {
  if (method === 'bank_transfer') return ibanIn(destination) ?? accountNumberIn(destination);
  return destination.toLowerCase().replaceAll(/[^\p{L}\p{N}@]/gu, '');
}

/** The first IBAN with valid check digits, whatever stands around it. */
function ibanIn(text: string): string | undefined {
  const plain = text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  for (const { index } of plain.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const iban = plain.slice(index, index + (ibanLengthOf(plain.slice(index)) ?? 0));
    if (isIban(iban)) return iban.toLowerCase();
  }
  return undefined;
}

/** The groups with a digit: words without one name a bank or say that this is an account. */
function accountNumberIn(text: string): string {
  const groups = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const numbers = groups.filter((group) => /\p{N}/u.test(group)).map((group) => group.replace(labels, ''));
  return numbers.join('') || groups.join('');
}
