/** The exchange rates as operators read them. */
import { officeRoutes } from '@fairline/proto/wallet/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';

export const ratesQuery = queryOptions({ queryKey: ['admin', 'wallet', 'rates'], queryFn: ({ signal }) => call(officeRoutes.operatorRates, { signal }) });
