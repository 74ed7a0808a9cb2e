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

/** The saved ones of a method, the last used first; for coins only addresses of their chain. */
export function destinationsOf(all: readonly SavedDestination[], method: string | undefined, currency: CurrencyCode): SavedDestination[] {
  const fits = ({ destination }: SavedDestination) => (currency === 'ETH' && isEther(destination)) || (currency === 'BTC' && !isEther(destination));
  const isCoin = currency === 'BTC' || currency === 'ETH';
  return all.filter((one) => one.method === method && (!isCoin || fits(one)));
}

type Shown = Pick<SavedDestination, 'method' | 'destination' | 'label'>;

/** Whole, with its label: an IBAN in groups of four. */
export function wholeText({ method, destination, label }: Shown): string {
  const plain = destination.replaceAll(/\s/g, '');
  const whole = method === 'bank_transfer' && isIban(plain) ? plain.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ') : destination;
  return label ? `${label}: ${whole}` : whole;
}

const shownEnd = 4;
/** A shorter text would be shown almost whole. */
const leastMasked = 9;

/** For a list that others may see over a shoulder: of an IBAN its country and end, of an e-mail address its first letter and domain, else the end. */
export function maskedText({ method, destination }: Shown): string {
  const plain = destination.replaceAll(/\s/g, '');
  const end = plain.length < leastMasked ? '' : plain.slice(-shownEnd);
  if (method === 'bank_transfer' && isIban(plain)) return `${plain.slice(0, 2).toUpperCase()} •••• ${end}`;
  const [, first, domain] = /^(.)[^@]*@([^@]+)$/u.exec(plain) ?? [];
  return method === 'e_wallet' && first ? `${first}•••@${domain}` : `•••• ${end}`.trim();
}
