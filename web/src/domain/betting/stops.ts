/** The suspensions in force. */
import { stopRoutes } from '@fairline/proto/betting/stops';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../../client/cache/refresh-interval.ts';
import { call } from '../../../client/requests/call.ts';

export const stopsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'stops'],
  queryFn: ({ signal }) => call(stopRoutes.stops, { signal }),
  refetchInterval: refreshMs,
});
