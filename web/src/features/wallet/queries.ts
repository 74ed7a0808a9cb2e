/** What the wallet pages read. Every key begins with the room, so a change of money reads again what it touches. */
import { walletRoutes } from '@fairline/proto/wallet';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../client/call.ts';

export const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => call(walletRoutes.balance, { signal }),
});

export const statsQuery = queryOptions({
  queryKey: ['wallet', 'stats'],
  queryFn: ({ signal }) => call(walletRoutes.stats, { signal }),
});

export const limitsQuery = queryOptions({
  queryKey: ['wallet', 'limits'],
  queryFn: ({ signal }) => call(walletRoutes.limits, { signal }),
});

export const pendingPaymentsQuery = queryOptions({
  queryKey: ['wallet', 'payments', 'pending'],
  queryFn: ({ signal }) => call(walletRoutes.payments, { query: { status: 'pending' }, signal }),
});

export type HistoryFilter = Pick<z.input<(typeof walletRoutes.transactions)['query']>, 'type' | 'period' | 'q'>;

export function historyQuery(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: ['wallet', 'transactions', filter],
    queryFn: ({ pageParam, signal }) => call(walletRoutes.transactions, { query: { ...filter, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
