/** What the wallet pages read. Every key begins with the service, so a change of money reads again what it touches. */
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { historyRoutes } from '@fairline/proto/wallet/history';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { playerRoutes } from '@fairline/proto/wallet/players';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, download } from '../../../client/requests/call.ts';

export const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => call(ledgerRoutes.balance, { signal }),
});

export const statsQuery = queryOptions({
  queryKey: ['wallet', 'stats'],
  queryFn: ({ signal }) => call(historyRoutes.stats, { signal }),
});

export const freeBetsQuery = queryOptions({
  queryKey: ['wallet', 'free-bets'],
  queryFn: ({ signal }) => call(grantRoutes.freeBets, { signal }),
});

export const limitsQuery = queryOptions({
  queryKey: ['wallet', 'limits'],
  queryFn: ({ signal }) => call(playerRoutes.limits, { signal }),
});

export const pendingPaymentsQuery = queryOptions({
  queryKey: ['wallet', 'payments', 'pending'],
  queryFn: ({ signal }) => call(paymentRoutes.payments, { query: { status: 'pending' }, signal }),
});

export type HistoryFilter = Pick<z.input<(typeof historyRoutes.transactions)['query']>, 'type' | 'period' | 'q'>;

export function historyQuery(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: ['wallet', 'transactions', filter],
    queryFn: ({ pageParam, signal }) => call(historyRoutes.transactions, { query: { ...filter, ...(pageParam && { cursor: pageParam }) }, signal }),
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

/** While a payment waits for its provider it is asked for this often, beside what the stream tells. */
const followMs = 2_000;

export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: ['wallet', 'payment', id],
    queryFn: ({ signal }) => call(paymentRoutes.payment, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? followMs : false),
  });
}

export function proofQuery(id: string) {
  return queryOptions({
    // Not below `wallet`: a picture does not change with the money, and is forgotten with the view.
    queryKey: ['wallet-proof', id],
    queryFn: () => download(paymentRoutes.ownProof, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export const savedMethodsQuery = queryOptions({
  queryKey: ['wallet', 'saved-methods'],
  queryFn: ({ signal }) => call(paymentRoutes.savedMethods, { signal }),
});

/** Rates may be edited at any time and say when they changed; a quote alone binds. */
const ratesMs = 60_000;

export const ratesQuery = queryOptions({
  queryKey: ['wallet', 'rates'],
  queryFn: ({ signal }) => call(exchangeRoutes.rates, { signal }),
  refetchInterval: ratesMs,
});

export const settingsQuery = queryOptions({
  queryKey: ['wallet', 'settings'],
  queryFn: ({ signal }) => call(playerRoutes.settings, { signal }),
});
