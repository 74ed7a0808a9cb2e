/** Exchange rates. */
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

/** Rates may be edited at any time and show when they changed; only a quote binds. */
const ratesMs = 60_000;

export const ratesQuery = queryOptions({
  queryKey: ['wallet', 'rates'],
  queryFn: ({ signal }) => call(exchangeRoutes.rates, { signal }),
  refetchInterval: ratesMs,
});
