/** The ways to pay, read once for every page that names one. */
import { walletRoutes } from '@fairline/proto/wallet';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const methodsQuery = queryOptions({
  queryKey: ['wallet', 'methods'],
  queryFn: ({ signal }) => call(walletRoutes.methods, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
