/** Trading items waiting for a second operator: decisions on markets, manual settlements, own prices and limits. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { deskRoutes } from '@fairline/proto/betting/desk';
import { deskRequestRoutes } from '@fairline/proto/betting/desk-requests';
import { settlementRoutes } from '@fairline/proto/betting/settlement';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission } from '../people/operators.ts';

/** Decisions on markets that wait for a second operator. */
export const waitingDecisionsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'decisions', 'waiting'],
  queryFn: ({ signal }) => call(deskRoutes.decisions, { query: { status: 'pending' }, signal }),
  refetchInterval: refreshMs,
});

/** Bets that wait for a second operator to settle them by hand. */
export const waitingBetsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'bets', 'waiting'],
  queryFn: ({ signal }) => call(settlementRoutes.operatorBets, { query: { waits: 'true' }, signal }),
  refetchInterval: refreshMs,
});

/** Own prices and limits waiting for a second operator. */
export const waitingRequestsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'requests', 'waiting'],
  queryFn: ({ signal }) => call(deskRequestRoutes.deskRequests, { query: { status: 'pending' }, signal }),
  refetchInterval: refreshMs,
});

/** Items that this operator may decide as the second operator. */
export function useToApprove(operator: Operator): { decisions: number; bets: number } {
  const enabled = hasPermission(operator, 'betting');
  const { data: decisions } = useQuery({ ...waitingDecisionsQuery, enabled });
  const { data: bets } = useQuery({ ...waitingBetsQuery, enabled });
  const { data: requests } = useQuery({ ...waitingRequestsQuery, enabled });
  const countApprovable = (items: readonly { mayApprove?: boolean | undefined }[] = []) =>
    items.filter(({ mayApprove }) => mayApprove).length;
  return {
    decisions: countApprovable(decisions?.items) + countApprovable(requests?.items),
    bets: countApprovable(bets?.items.map(({ handRequest }) => handRequest ?? {})),
  };
}
