/** What the wallet pages read. Every key begins with the service, so a change of money reads again what it touches. */
import { walletRoutes } from '@fairline/proto/wallet';
import { cashierRoutes } from '@fairline/proto/wallet/cashier';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, download } from '../../../client/requests/call.ts';

export const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => call(walletRoutes.balance, { signal }),
});

export const statsQuery = queryOptions({
  queryKey: ['wallet', 'stats'],
  queryFn: ({ signal }) => call(walletRoutes.stats, { signal }),
});

export const freeBetsQuery = queryOptions({
  queryKey: ['wallet', 'free-bets'],
  queryFn: ({ signal }) => call(cashierRoutes.freeBets, { signal }),
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

export function summaryQuery(filter: HistoryFilter) {
  return queryOptions({
    queryKey: ['wallet', 'summary', filter],
    queryFn: ({ signal }) => call(cashierRoutes.summary, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

/** While a payment waits for its provider it is asked for this often, beside what the stream tells. */
const followMs = 2_000;

export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: ['wallet', 'payment', id],
    queryFn: ({ signal }) => call(cashierRoutes.payment, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? followMs : false),
  });
}

export function proofQuery(id: string) {
  return queryOptions({
    // Not below `wallet`: a picture does not change with the money, and is forgotten with the view.
    queryKey: ['wallet-proof', id],
    queryFn: () => download(cashierRoutes.ownProof, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export const savedMethodsQuery = queryOptions({
  queryKey: ['wallet', 'saved-methods'],
  queryFn: ({ signal }) => call(cashierRoutes.savedMethods, { signal }),
});

/** Rates may be edited at any time and say when they changed; a quote alone binds. */
const ratesMs = 60_000;

export const ratesQuery = queryOptions({
  queryKey: ['wallet', 'rates'],
  queryFn: ({ signal }) => call(cashierRoutes.rates, { signal }),
  refetchInterval: ratesMs,
});

export const settingsQuery = queryOptions({
  queryKey: ['wallet', 'settings'],
  queryFn: ({ signal }) => call(cashierRoutes.settings, { signal }),
});
