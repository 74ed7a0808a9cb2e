/** Promotion tasks of an operator: claims to review, and changes for a second operator. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission } from '../people/operators.ts';

export const promotionStatsQuery = queryOptions({
  queryKey: ['admin', 'promotions', 'stats'],
  queryFn: ({ signal }) => call(promotionDeskRoutes.promotionStats, { signal }),
  refetchInterval: refreshMs,
});

const waitingChangesQuery = queryOptions({
  queryKey: ['admin', 'promotions', 'changes', 'waiting'],
  queryFn: ({ signal }) => call(promotionDeskRoutes.promotionChanges, { query: { status: 'pending' }, signal }),
  refetchInterval: refreshMs,
});

/** The number of claims and changes that this operator may decide. */
export function usePromotionsToDecide(operator: Operator): { claims: number; changes: number } {
  const enabled = hasPermission(operator, 'promotions');
  const { data: stats } = useQuery({ ...promotionStatsQuery, enabled });
  const { data: changes } = useQuery({ ...waitingChangesQuery, enabled });
  return {
    claims: stats?.waitingClaims ?? 0,
    changes: changes?.items.filter(({ mayApprove }) => mayApprove).length ?? 0,
  };
}
