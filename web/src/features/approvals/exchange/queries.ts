/** Queries of the exchange rates for operators, and of the changes that wait for a second operator. */
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../../client/cache/refresh-interval.ts';
import { call } from '../../../client/requests/call.ts';

export const ratesQuery = queryOptions({
  queryKey: ['admin', 'wallet', 'rates'],
  queryFn: ({ signal }) => call(exchangeRoutes.operatorRates, { signal }),
});

export const waitingRatesQuery = queryOptions({
  queryKey: ['admin', 'wallet', 'rates', 'waiting'],
  queryFn: ({ signal }) => call(exchangeRoutes.rateChanges, { query: { status: 'pending' }, signal }),
  refetchInterval: refreshMs,
});
