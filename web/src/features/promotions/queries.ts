/** Promotion queries of the player. Every key begins with the service, so that an event of a claim or of points refetches it. */
import { offerRoutes as bettingRoutes } from '@fairline/proto/betting/offer';
import { claimRoutes } from '@fairline/proto/promotions/claims';
import { loyaltyRoutes } from '@fairline/proto/promotions/loyalty';
import { offerRoutes } from '@fairline/proto/promotions/offers';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

const paged = { initialPageParam: '', getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor };
const cursorQuery = (cursor: string) => (cursor ? { cursor } : {});

/** Operators change offers at any time, and players get no event for it. */
const offersMs = 60_000;

export const promotionsQuery = queryOptions({
  queryKey: ['promotions', 'offers'],
  queryFn: ({ signal }) => call(offerRoutes.promotions, { signal }),
  refetchInterval: offersMs,
});

export const claimsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['promotions', 'claims'],
  queryFn: ({ pageParam, signal }) => call(claimRoutes.claims, { query: cursorQuery(pageParam), signal }),
});

export const pointsQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['promotions', 'points'],
  queryFn: ({ pageParam, signal }) => call(loyaltyRoutes.points, { query: cursorQuery(pageParam), signal }),
});

export const cashbackQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['promotions', 'cashback'],
  queryFn: ({ pageParam, signal }) => call(loyaltyRoutes.cashback, { query: cursorQuery(pageParam), signal }),
});

/** The same query as on the wallet pages, with the same cache entry. */
export const balanceQuery = queryOptions({
  queryKey: ['wallet', 'balance'],
  queryFn: ({ signal }) => call(ledgerRoutes.balance, { signal }),
});

/** Names of the sports that a promotion is limited to. */
export const sportNamesQuery = queryOptions({
  queryKey: ['promotions', 'sports'],
  queryFn: async ({ signal }) =>
    new Map((await call(bettingRoutes.sports, { signal })).items.map(({ id, name }) => [id, name])),
  staleTime: Number.POSITIVE_INFINITY,
});
