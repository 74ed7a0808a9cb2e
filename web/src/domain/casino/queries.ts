/** Queries of the casino's pages. Every key begins with the service, so that its events refetch the data they touch. */
import { fairnessRoutes } from '@fairline/proto/casino/fairness';
import { gameRoutes } from '@fairline/proto/casino/games';
import { roundRoutes } from '@fairline/proto/casino/rounds';
import { sessionRoutes } from '@fairline/proto/casino/sessions';
import type { GameId } from '@fairline/proto/games/catalogue';
import type { PlayPeriod } from '@fairline/proto/play-figures';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';

/** The refetch interval of the lobby's figures: players, the jackpot. */
const lobbyMs = 15_000;
export const jackpotMs = 5_000;

export const casinoKeys = {
  rounds: ['casino', 'rounds'],
  session: ['casino', 'session'],
  fairness: ['casino', 'fairness'],
} as const;

export const gamesQuery = queryOptions({
  queryKey: ['casino', 'games'],
  queryFn: ({ signal }) => call(gameRoutes.games, { signal }),
  refetchInterval: lobbyMs,
});

export function gameQuery(id: string) {
  return queryOptions({
    queryKey: ['casino', 'games', id],
    queryFn: ({ signal }) => call(gameRoutes.game, { params: { id }, signal }),
  });
}

export const jackpotQuery = queryOptions({
  queryKey: ['casino', 'jackpot'],
  queryFn: ({ signal }) => call(gameRoutes.jackpot, { signal }),
  refetchInterval: jackpotMs,
});

export const returnsQuery = queryOptions({
  queryKey: ['casino', 'returns'],
  queryFn: ({ signal }) => call(gameRoutes.returns, { signal }),
  refetchInterval: lobbyMs,
});

export function parSheetQuery(id: GameId, version: number) {
  return queryOptions({
    queryKey: ['casino', 'par-sheet', id, version],
    queryFn: ({ signal }) => call(gameRoutes.parSheet, { params: { id, version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface RoundFilter {
  game?: GameId;
  q?: string;
}

export function roundsQuery(filter: RoundFilter) {
  return infiniteQueryOptions({
    queryKey: [...casinoKeys.rounds, filter],
    queryFn: ({ pageParam, signal }) =>
      call(roundRoutes.rounds, { query: { ...filter, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function roundQuery(id: string) {
  return queryOptions({
    queryKey: ['casino', 'round', id],
    queryFn: ({ signal }) => call(roundRoutes.round, { params: { id }, signal }),
  });
}

export function sessionQuery(id: GameId) {
  return queryOptions({
    queryKey: [...casinoKeys.session, id],
    queryFn: ({ signal }) => call(sessionRoutes.session, { params: { id }, signal }),
  });
}

export const fairnessQuery = queryOptions({
  queryKey: [...casinoKeys.fairness, 'current'],
  queryFn: ({ signal }) => call(fairnessRoutes.fairness, { signal }),
});

export const pastSeedsQuery = infiniteQueryOptions({
  queryKey: [...casinoKeys.fairness, 'past'],
  queryFn: ({ pageParam, signal }) =>
    call(fairnessRoutes.pastSeeds, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

export const favouriteGamesQuery = queryOptions({
  queryKey: ['casino', 'favourites'],
  queryFn: ({ signal }) => call(sessionRoutes.favouriteGames, { signal }),
});

export const recentGamesQuery = queryOptions({
  queryKey: ['casino', 'recent'],
  queryFn: ({ signal }) => call(sessionRoutes.recentGames, { signal }),
});

export function casinoStatsQuery(period: PlayPeriod) {
  return queryOptions({
    queryKey: ['casino', 'stats', period],
    queryFn: ({ signal }) => call(sessionRoutes.casinoStats, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
}
