/** The figures of a period that several operator pages show, and the state of the platform. Keys begin with `admin`, then the service. */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { ranges } from '@fairline/proto/periods';
import { figureRoutes } from '@fairline/proto/wallet/figures';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export type RangeName = (typeof ranges)[number];

export function rangeOf(search: URLSearchParams): RangeName {
  return ranges.find((range) => range === search.get('range')) ?? '24h';
}

export function moneyStatsQuery(range: RangeName = '24h') {
  return queryOptions({
    queryKey: ['admin', 'wallet', 'stats', range],
    queryFn: ({ signal }) => call(figureRoutes.operatorStats, { query: { range }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}

export function userStatsQuery(range: RangeName = '24h') {
  return queryOptions({
    queryKey: ['admin', 'auth', 'stats', range],
    queryFn: ({ signal }) => call(staffRoutes.userStats, { query: { range }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}

export const healthQuery = queryOptions({
  queryKey: ['admin', 'system', 'health'],
  queryFn: ({ signal }) => call(gatewayRoutes.systemHealth, { signal }),
  refetchInterval: refreshMs,
});
