/** Queries of adjustments. Keys begin with `admin`, so operators' events refetch them. */
import { adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { cursorQuery, paged } from '../../../client/cache/paged.ts';
import { refreshMs } from '../../../client/cache/refresh-interval.ts';
import { call } from '../../../client/requests/call.ts';

export const adjustmentsQuery = (status: 'pending' | 'approved' | 'rejected' | 'all') =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'wallet', 'adjustments', status],
    queryFn: ({ pageParam, signal }) =>
      call(adjustmentRoutes.adjustments, {
        query: { ...(status !== 'all' && { status }), ...cursorQuery(pageParam) },
        signal,
      }),
    refetchInterval: refreshMs,
  });
