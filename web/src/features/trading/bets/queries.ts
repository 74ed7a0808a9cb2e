/** Queries of the players' bets, by the filter in the URL. */

import { betStatuses } from '@fairline/proto/betting/bets';
import { settlementRoutes } from '@fairline/proto/betting/settlement';
import { Id } from '@fairline/proto/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../../client/cache/paged.ts';
import { refreshMs } from '../../../client/cache/refresh-interval.ts';
import { call } from '../../../client/requests/call.ts';
import { typedMinor } from '../../../figures.ts';

/** `waits`: bets that wait for a second operator, in any status. */
const statusFilters = [...betStatuses, 'open', 'settled', 'waits'] as const;

export interface OperatorBetFilter {
  q: string;
  status: (typeof statusFilters)[number] | 'all';
  playerId: string;
  fixtureId: string;
  marketId: string;
  /** As typed; an invalid amount is not sent. */
  stake: string;
}

const idOf = (text: string | null) => (Id.safeParse(text).success && text) || '';

export function betFilterOf(search: URLSearchParams): OperatorBetFilter {
  return {
    q: search.get('q') ?? '',
    status: statusFilters.find((status) => status === search.get('status')) ?? 'all',
    playerId: idOf(search.get('player')),
    fixtureId: idOf(search.get('fixture')),
    marketId: idOf(search.get('market')),
    stake: search.get('stake') ?? '',
  };
}

/** The typed minimum stake as an amount, the same in each play currency; null if invalid. */
export function stakeMinorOf(typed: string): number | null {
  if (typed.trim() === '') return 0;
  const minor = typedMinor(typed, 'USD');
  return minor !== null && minor >= 0 ? minor : null;
}

export function betsQuery(filter: OperatorBetFilter) {
  const { q, status, playerId, fixtureId, marketId, stake } = filter;
  const minStakeMinor = stakeMinorOf(stake) ?? 0;
  return infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'betting', 'bets', { q, status, playerId, fixtureId, marketId, minStakeMinor }],
    queryFn: ({ pageParam, signal }) =>
      call(settlementRoutes.operatorBets, {
        query: {
          ...(q && { q }),
          ...(status === 'waits' ? { waits: 'true' as const } : status !== 'all' && { status }),
          ...(playerId && { playerId }),
          ...(fixtureId && { fixtureId }),
          ...(marketId && { marketId }),
          ...(minStakeMinor > 0 && { minStakeMinor }),
          ...cursorQuery(pageParam),
        },
        signal,
      }),
  });
}

export const operatorBetQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'betting', 'bet', id],
    queryFn: ({ signal }) => call(settlementRoutes.operatorBet, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });
