/** The transaction history and its sums. */
import { historyRoutes } from '@fairline/proto/wallet/history';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../client/requests/call.ts';

export const statsQuery = queryOptions({
  queryKey: ['wallet', 'stats'],
  queryFn: ({ signal }) => call(historyRoutes.stats, { signal }),
});

export type HistoryFilter = Pick<
  z.input<(typeof historyRoutes.transactions)['query']>,
  'type' | 'period' | 'q' | 'from' | 'until'
>;

export function historyQuery(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: ['wallet', 'transactions', filter],
    queryFn: ({ pageParam, signal }) =>
      call(historyRoutes.transactions, { query: { ...filter, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function summaryQuery(filter: HistoryFilter) {
  return queryOptions({
    queryKey: ['wallet', 'summary', filter],
    queryFn: ({ signal }) => call(historyRoutes.summary, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}
