/** Risk queries of a player's page. Keys begin with `admin` and `risk`, so operators' events refetch them. */
import { alertRoutes } from '@fairline/proto/risk/alerts';
import { harmRoutes } from '@fairline/proto/risk/harm';
import { levelRoutes } from '@fairline/proto/risk/levels';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cursorQuery, paged } from '../../client/cache/paged.ts';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const riskPlayerQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'risk', 'player', id],
    queryFn: ({ signal }) => call(harmRoutes.riskPlayer, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });

export const interactionsQuery = (id: string) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'risk', 'player', id, 'interactions'],
    queryFn: ({ pageParam, signal }) =>
      call(levelRoutes.interactions, { params: { id }, query: cursorQuery(pageParam), signal }),
    placeholderData: keepPreviousData,
  });

/** The newest alerts of a player. */
export const playerAlertsQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'risk', 'alerts', 'of', id],
    queryFn: async ({ signal }) => (await call(alertRoutes.alerts, { query: { userId: id }, signal })).items,
  });
