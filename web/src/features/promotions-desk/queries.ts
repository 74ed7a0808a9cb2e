/** Queries of the operators' promotion pages, by the filter in the URL. */

import { offerRoutes } from '@fairline/proto/betting/offer';
import { Id } from '@fairline/proto/contract';
import { claimStatuses } from '@fairline/proto/promotions/claims';
import { PromotionChange, promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { loyaltyRoutes } from '@fairline/proto/promotions/loyalty';
import { promotionStatuses } from '@fairline/proto/promotions/offers';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../client/cache/paged.ts';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export interface PromotionSearch {
  q: string;
  status: (typeof promotionStatuses)[number] | 'all';
}

export function promotionSearchOf(search: URLSearchParams): PromotionSearch {
  return {
    q: search.get('q') ?? '',
    status: promotionStatuses.find((status) => status === search.get('status')) ?? 'all',
  };
}

export const operatorPromotionsQuery = ({ q, status }: PromotionSearch) =>
  infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'promotions', 'list', { q, status }],
    queryFn: ({ pageParam, signal }) =>
      call(promotionDeskRoutes.operatorPromotions, {
        query: { ...(q && { q }), ...(status !== 'all' && { status }), ...cursorQuery(pageParam) },
        signal,
      }),
  });

/** One promotion by its id, even if the loaded list does not contain it. */
export const operatorPromotionQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'promotions', 'one', id],
    queryFn: async ({ signal }) =>
      (await call(promotionDeskRoutes.operatorPromotions, { query: { q: id }, signal })).items.find(
        (promotion) => promotion.id === id,
      ) ?? null,
    refetchInterval: refreshMs,
  });

export const changeStatuses = PromotionChange.shape.status.options;
export type ChangeStatus = (typeof changeStatuses)[number];

/** Waiting changes are shown unless another status is chosen. */
export function changeStatusOf(search: URLSearchParams): ChangeStatus | 'all' {
  const status = search.get('status');
  return status === 'all' ? 'all' : (changeStatuses.find((one) => one === status) ?? 'pending');
}

export const promotionChangesQuery = (status: ChangeStatus | 'all') =>
  infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'promotions', 'changes', { status }],
    queryFn: ({ pageParam, signal }) =>
      call(promotionDeskRoutes.promotionChanges, {
        query: { ...(status !== 'all' && { status }), ...cursorQuery(pageParam) },
        signal,
      }),
  });

export interface ClaimSearch {
  status: (typeof claimStatuses)[number] | 'waiting' | 'all';
  promotionId: string;
  playerId: string;
}

const idOf = (text: string | null) => (text && Id.safeParse(text).success ? text : '');

export function claimSearchOf(search: URLSearchParams): ClaimSearch {
  const status = search.get('status');
  return {
    status: status === 'waiting' ? status : (claimStatuses.find((one) => one === status) ?? 'all'),
    promotionId: idOf(search.get('promotion')),
    playerId: idOf(search.get('player')),
  };
}

export const operatorClaimsQuery = ({ status, promotionId, playerId }: ClaimSearch) =>
  infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'promotions', 'claims', { status, promotionId, playerId }],
    queryFn: ({ pageParam, signal }) =>
      call(promotionDeskRoutes.operatorClaims, {
        query: {
          ...(status === 'waiting' ? { waiting: 'operator' as const } : status !== 'all' && { status }),
          ...(promotionId && { promotionId }),
          ...(playerId && { playerId }),
          ...cursorQuery(pageParam),
        },
        signal,
      }),
  });

export const playerLoyaltyQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'promotions', 'loyalty', id],
    queryFn: ({ signal }) => call(loyaltyRoutes.playerLoyalty, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });

/** Names of sports, for promotions that are limited to some. */
export const sportNamesQuery = queryOptions({
  queryKey: ['admin', 'promotions', 'sports'],
  queryFn: async ({ signal }) => {
    const { items } = await call(offerRoutes.sports, { signal });
    return items.map(({ id, name }) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name));
  },
  staleTime: Number.POSITIVE_INFINITY,
});
