/** The counters of identity verification, for its page, the sidebar and the dashboard. */
import { kycDeskRoutes } from '@fairline/proto/kyc/desk';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const kycStatsQuery = queryOptions({
  queryKey: ['admin', 'kyc', 'stats'],
  queryFn: ({ signal }) => call(kycDeskRoutes.kycStats, { signal }),
  refetchInterval: refreshMs,
});
