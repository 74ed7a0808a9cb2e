/** Queries of welcome bonuses. Keys begin with `admin`, so operators' events refetch them. */
import { type bonusStatuses, welcomeRoutes } from '@fairline/proto/wallet/grants';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { cursorQuery, paged } from '../../../client/cache/paged.ts';
import { refreshMs } from '../../../client/cache/refresh-interval.ts';
import { call } from '../../../client/requests/call.ts';

export const bonusesQuery = (status: (typeof bonusStatuses)[number] | 'all') =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'wallet', 'welcome-bonuses', status],
    queryFn: ({ pageParam, signal }) =>
      call(welcomeRoutes.welcomeBonuses, {
        query: { ...(status !== 'all' && { status }), ...cursorQuery(pageParam) },
        signal,
      }),
    refetchInterval: refreshMs,
  });
