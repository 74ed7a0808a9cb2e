/** The suspensions in force. */
import { tradingRoutes } from '@fairline/proto/betting/trading';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../../client/cache/refresh.ts';
import { call } from '../../../client/requests/call.ts';

export const stopsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'stops'],
  queryFn: ({ signal }) => call(tradingRoutes.stops, { signal }),
  refetchInterval: refreshMs,
});
