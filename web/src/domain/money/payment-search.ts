/** Payments by what was typed, also by the name of their player. */
import { officeRoutes } from '@fairline/proto/wallet/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';
import { playersNamed } from '../people/player-search.ts';

export function paymentSearchQuery(q: string, byPlayer = false) {
  return queryOptions({
    queryKey: ['admin', 'wallet', 'search', q, byPlayer],
    queryFn: async ({ client, signal }) => call(officeRoutes.operatorPayments, { query: { q, ...(byPlayer && (await playersNamed(client, q))) }, signal }),
    retry: false,
  });
}
