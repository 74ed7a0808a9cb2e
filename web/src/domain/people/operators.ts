/** What several operator pages read: the figures of a time, payments and players by a search, the staff. Keys begin with `admin`, then the room. */
import type { Operator } from '@fairline/proto/auth';
import { authRoutes } from '@fairline/proto/auth';
import { ranges, staffRoutes } from '@fairline/proto/auth/staff';
import { tradingRoutes } from '@fairline/proto/betting/trading';
import { gatewayRoutes } from '@fairline/proto/gateway';
import type { Permission } from '@fairline/proto/permissions';
import { officeRoutes, ruleOperatorId } from '@fairline/proto/wallet/office';
import { i18n } from '@lingui/core';
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

export type RangeName = (typeof ranges)[number];

/** The specification's ten seconds; the stream tells of most changes before. */
export const refreshMs = 10_000;

export const may = (operator: Operator, permission: Permission) => operator.permissions.includes(permission);

export function rangeOf(search: URLSearchParams): RangeName {
  return ranges.find((range) => range === search.get('range')) ?? '24h';
}

export function moneyStatsQuery(range: RangeName = '24h') {
  return queryOptions({
    queryKey: ['admin', 'wallet', 'stats', range],
    queryFn: ({ signal }) => call(officeRoutes.operatorStats, { query: { range }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}

export function userStatsQuery(range: RangeName = '24h') {
  return queryOptions({
    queryKey: ['admin', 'auth', 'stats', range],
    queryFn: ({ signal }) => call(staffRoutes.userStats, { query: { range }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}

export const healthQuery = queryOptions({
  queryKey: ['admin', 'system', 'health'],
  queryFn: ({ signal }) => call(gatewayRoutes.systemHealth, { signal }),
  refetchInterval: refreshMs,
});

export function playerSearchQuery(q: string) {
  return queryOptions({ queryKey: ['admin', 'auth', 'search', q], queryFn: ({ signal }) => call(authRoutes.users, { query: { q }, signal }), retry: false });
}

export function paymentSearchQuery(q: string, byPlayer = false) {
  return queryOptions({
    queryKey: ['admin', 'wallet', 'search', q, byPlayer],
    queryFn: async ({ client, signal }) => call(officeRoutes.operatorPayments, { query: { q, ...(byPlayer && (await playersNamed(client, q))) }, signal }),
    retry: false,
  });
}

/** Whose names or addresses are like what was typed: the newest of them, and whether there are more. */
export function namedPlayersQuery(q: string) {
  return queryOptions({
    queryKey: ['admin', 'auth', 'named', q],
    queryFn: ({ signal }) => call(authRoutes.users, { query: { q }, signal }),
    staleTime: refreshMs,
    retry: false,
  });
}

/** Wallet knows payments by their player's id alone. Where nobody answers for names, payments are found by what wallet knows itself. */
export async function playersNamed(client: QueryClient, q: string): Promise<{ players?: string }> {
  const { items } = await client.fetchQuery(namedPlayersQuery(q)).catch(() => ({ items: [] }));
  return items.length > 0 ? { players: items.map(({ id }) => id).join() } : {};
}

/** Decisions on markets that wait for a second operator. */
export const waitingDecisionsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'decisions', 'waiting'],
  queryFn: ({ signal }) => call(tradingRoutes.decisions, { query: { status: 'pending' }, signal }),
  refetchInterval: refreshMs,
});

/** Bets that wait for a second operator to settle them by hand. */
export const waitingBetsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'bets', 'waiting'],
  queryFn: ({ signal }) => call(tradingRoutes.operatorBets, { query: { waits: 'true' }, signal }),
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

export const staffQuery = queryOptions({
  queryKey: ['admin', 'auth', 'operators'],
  queryFn: ({ signal }) => call(staffRoutes.operators, { signal }),
});

const colleaguesQuery = queryOptions({
  queryKey: ['admin', 'auth', 'colleagues'],
  queryFn: ({ signal }) => call(staffRoutes.colleagues, { signal }),
  staleTime: 60_000,
});

/** Who an operator id is: oneself, a rule, else by name; the end of the id where it is nobody's yet. */
export function useOperatorName(operator: Operator): (id: string) => string {
  const { data, isPending } = useQuery(colleaguesQuery);
  return (id) => {
    if (id === operator.id) return i18n._({ id: 'office.you', message: 'you' });
    if (id === ruleOperatorId) return i18n._({ id: 'office.rule', message: 'automatic approval' });
    if (isPending) return '…';
    const found = data?.items.find((one) => one.id === id);
    return found ? found.name : i18n._({ id: 'office.operatorId', message: 'operator {end}', values: { end: id.slice(-8) } });
  };
}
