/** The payment methods, fetched once for every page that names one. */
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export const methodsQuery = queryOptions({
  queryKey: ['wallet', 'methods'],
  queryFn: ({ signal }) => call(paymentRoutes.methods, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
