/** Queries of adjustments. Keys begin with `admin`, so operators' events refetch them. */
import { adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../../client/cache/refresh-interval.ts';
import { call } from '../../../client/requests/call.ts';

export const adjustmentsQuery = (status: 'pending' | 'approved' | 'rejected' | 'all') =>
  infiniteQueryOptions({
    queryKey: ['admin', 'wallet', 'adjustments', status],
    queryFn: ({ pageParam, signal }) =>
      call(adjustmentRoutes.adjustments, { query: { ...(status !== 'all' && { status }), ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: refreshMs,
  });
