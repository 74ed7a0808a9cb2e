/** Rules of withdrawal destinations: valid ones, and texts that mean the same account. Pure. */
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { common, Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import type { Withdrawal } from '@fairline/proto/wallet/forms';
import { destinationFault, ibanLengthOf, isDestination, isIban } from '@fairline/proto/wallet/forms';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import { isCryptoAddress } from './crypto-address.ts';

type Destination = Pick<Withdrawal, 'method' | 'destination'>;

/** Refuses a destination that money cannot be sent to, and a typed card number: cards are chosen among the saved ones. An IBAN and a crypto address have check digits of their own. */
export function checkDestination({ method, destination }: Destination, currency: CurrencyCode): void {
  if (method === 'crypto' && !isCryptoAddress(destination, currency)) {
    throw new Refusal(paymentRefusals.addressInvalid, undefined, {
      destination: paymentRefusals.addressInvalid.message,
    });
  }
  if (!isDestination({ method, destination }))
    throw new Refusal(common.invalidRequest, undefined, { destination: destinationFault.message });
  if (method === 'e_wallet' || (method === 'bank_transfer' && !ibanIn(destination))) refuseCardNumber(destination);
}

/** The last characters of a destination, which are stored unencrypted; nothing if the destination is short. */
export function destinationEnd(destination: string): string {
  return destination.length > 8 ? destination.slice(-4) : '';
}

/** A destination without spaces, in lower case. */
export const plainDestination = (destination: string): string => destination.replaceAll(/\s/g, '').toLowerCase();

/**
 * The text by which a saved destination is recognised: the IBAN of a bank destination, else the text without spaces and case. This is stricter than `comparableDestination`:
 * a suspicion may join accounts that only look alike (`a.b@` and `ab@`, one number at two banks), but money saved for one must never go to the other.
 */
export function savedAs({ method, destination }: Destination): string {
  return (method === 'bank_transfer' ? ibanIn(destination) : undefined) ?? plainDestination(destination);
}

/** Terms for an account that people write directly before its number. */
const labels = /^(?:iban|account|acct|acc|ac|number|num|no|nr)+(?=\d)/;

/** The text by which a destination is compared with those of other players. Different spellings of one account give the same text. */
export function comparableDestination({ method, destination }: Destination): string {
  if (method === 'bank_transfer') return ibanIn(destination) ?? accountNumberIn(destination);
  return destination.toLowerCase().replaceAll(/[^\p{L}\p{N}@]/gu, '');
}

/** The first IBAN with valid check digits in a text. */
function ibanIn(text: string): string | undefined {
  const plain = text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  for (const { index } of plain.matchAll(/(?=[A-Z]{2}\d{2})/g)) {
    const iban = plain.slice(index, index + (ibanLengthOf(plain.slice(index)) ?? 0));
    if (isIban(iban)) return iban.toLowerCase();
  }
  return undefined;
}

/** The groups that contain a digit. Groups without one only name a bank or the kind of number. */
function accountNumberIn(text: string): string {
  const groups = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const numbers = groups.filter((group) => /\p{N}/u.test(group)).map((group) => group.replace(labels, ''));
  return numbers.join('') || groups.join('');
}
