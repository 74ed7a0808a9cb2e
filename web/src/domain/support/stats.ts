/** The counters of support, for its page, the sidebar and the dashboard. */
import { ticketDeskRoutes } from '@fairline/proto/support/tickets';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const supportStatsQuery = queryOptions({
  queryKey: ['admin', 'support', 'tickets', 'stats'],
  queryFn: ({ signal }) => call(ticketDeskRoutes.ticketStats, { signal }),
  refetchInterval: refreshMs,
});
