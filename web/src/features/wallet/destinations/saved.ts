/** Saved destinations of withdrawals: the query, to which of them a withdrawal may go, and how they are shown. */
import type { CurrencyCode } from '@fairline/proto/money';
import { isIban } from '@fairline/proto/wallet/forms';
import { paymentRoutes, type SavedDestination } from '@fairline/proto/wallet/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const savedDestinationsQuery = queryOptions({
  queryKey: ['wallet', 'destinations'],
  queryFn: ({ signal }) => call(paymentRoutes.savedDestinations, { signal }),
});

const isEther = (address: string) => /^0x/i.test(address);

/** The saved destinations of a method, the last used first; for crypto only addresses on its chain. */
export function destinationsOf(
  all: readonly SavedDestination[],
  method: string | undefined,
  currency: CurrencyCode,
): SavedDestination[] {
  const fits = ({ destination }: SavedDestination) =>
    (currency === 'ETH' && isEther(destination)) || (currency === 'BTC' && !isEther(destination));
  const isCoin = currency === 'BTC' || currency === 'ETH';
  return all.filter((one) => one.method === method && (!isCoin || fits(one)));
}

type Shown = Pick<SavedDestination, 'method' | 'destination' | 'label'>;

/** In full, with its label; an IBAN in groups of four. */
export function wholeText({ method, destination, label }: Shown): string {
  const plain = destination.replaceAll(/\s/g, '');
  const whole =
    method === 'bank_transfer' && isIban(plain) ? plain.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ') : destination;
  return label ? `${label}: ${whole}` : whole;
}

const shownEnd = 4;
/** A shorter text would be shown almost in full. */
const leastMasked = 9;

/**
 * Masked, for lists that others may see over the player's shoulder: an IBAN by its country and end, an e-mail address by its first letter and domain, else the
 * end.
 */
export function maskedText({ method, destination }: Shown): string {
  const plain = destination.replaceAll(/\s/g, '');
  const end = plain.length < leastMasked ? '' : plain.slice(-shownEnd);
  if (method === 'bank_transfer' && isIban(plain)) return `${plain.slice(0, 2).toUpperCase()} •••• ${end}`;
  const [, first, domain] = /^(.)[^@]*@([^@]+)$/u.exec(plain) ?? [];
  return method === 'e_wallet' && first ? `${first}•••@${domain}` : `•••• ${end}`.trim();
}
