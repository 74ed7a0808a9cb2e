/** Payments by search text, also by the name of their player. */
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';
import { playersNamed } from '../people/player-search.ts';

export function paymentSearchQuery(q: string, byPlayer = false) {
  return queryOptions({
    queryKey: ['admin', 'wallet', 'search', q, byPlayer],
    queryFn: async ({ client, signal }) =>
      call(approvalRoutes.operatorPayments, { query: { q, ...(byPlayer && (await playersNamed(client, q))) }, signal }),
    retry: false,
  });
}
