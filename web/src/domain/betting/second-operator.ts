/** What waits for a second operator in trading: decisions on markets, and bets to be settled by hand. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { deskRoutes } from '@fairline/proto/betting/desk';
import { settlementRoutes } from '@fairline/proto/betting/settlement';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { may } from '../people/operators.ts';

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

/** What an operator who trades has to look at now: what waits for a second one, as far as he did not ask for it himself. */
export function useToApprove(operator: Operator): { decisions: number; bets: number } {
  const enabled = may(operator, 'betting');
  const { data: decisions } = useQuery({ ...waitingDecisionsQuery, enabled });
  const { data: bets } = useQuery({ ...waitingBetsQuery, enabled });
  return {
    decisions: decisions?.items.filter(({ requestedBy }) => requestedBy !== operator.id).length ?? 0,
    bets: bets?.items.filter(({ handRequest }) => handRequest && handRequest.requestedBy !== operator.id).length ?? 0,
  };
}
