/** RTP changes and voids of rounds that wait for a second operator. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { casinoDeskRoutes } from '@fairline/proto/casino/desk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission } from '../people/operators.ts';

export const waitingGameChangesQuery = queryOptions({
  queryKey: ['admin', 'casino', 'changes', 'pending'],
  queryFn: ({ signal }) => call(casinoDeskRoutes.gameChanges, { query: { status: 'pending' }, signal }),
  refetchInterval: refreshMs,
});

/** How many this operator may decide as the second one. */
export function useGameChangesToApprove(operator: Operator): number {
  const { data } = useQuery({ ...waitingGameChangesQuery, enabled: hasPermission(operator, 'casino') });
  return data?.items.filter(({ mayApprove }) => mayApprove).length ?? 0;
}

const waitingVoidsQuery = queryOptions({
  queryKey: ['admin', 'casino', 'rounds', 'waiting'],
  queryFn: ({ signal }) => call(casinoDeskRoutes.operatorRounds, { query: { waits: 'void' }, signal }),
  refetchInterval: refreshMs,
});

/** How many voids this operator may decide as the second one. */
export function useVoidsToApprove(operator: Operator): number {
  const { data } = useQuery({ ...waitingVoidsQuery, enabled: hasPermission(operator, 'casino') });
  return data?.items.filter(({ voidRequest }) => voidRequest?.mayApprove).length ?? 0;
}
