/** The suspensions in force. */
import { deskRoutes } from '@fairline/proto/betting/desk';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../../client/cache/refresh-interval.ts';
import { call } from '../../../client/requests/call.ts';

export const stopsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'stops'],
  queryFn: ({ signal }) => call(deskRoutes.stops, { signal }),
  refetchInterval: refreshMs,
});
