/** The exchange rates as operators read them. */
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const ratesQuery = queryOptions({ queryKey: ['admin', 'wallet', 'rates'], queryFn: ({ signal }) => call(exchangeRoutes.operatorRates, { signal }) });
