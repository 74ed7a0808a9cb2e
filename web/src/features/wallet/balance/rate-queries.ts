/** Exchange rates. */
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

/** Rates can change at any time and show when they did; only a quote is binding. */
const ratesMs = 60_000;

export const ratesQuery = queryOptions({
  queryKey: ['wallet', 'rates'],
  queryFn: ({ signal }) => call(exchangeRoutes.rates, { signal }),
  refetchInterval: ratesMs,
});
