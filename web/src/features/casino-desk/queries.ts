/** Queries of the operators' casino pages, by the filter in the URL. */
import { casinoDeskRoutes } from '@fairline/proto/casino/desk';
import { Id } from '@fairline/proto/contract';
import { type GameId, gameCategories, gameIds } from '@fairline/proto/games/catalogue';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../client/cache/paged.ts';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';

export const operatorGamesQuery = queryOptions({
  queryKey: ['admin', 'casino', 'games'],
  queryFn: ({ signal }) => call(casinoDeskRoutes.operatorGames, { signal }),
  refetchInterval: refreshMs,
});

export const operatorJackpotQuery = queryOptions({
  queryKey: ['admin', 'casino', 'jackpot'],
  queryFn: ({ signal }) => call(casinoDeskRoutes.operatorJackpot, { signal }),
  refetchInterval: refreshMs,
});

const gameStatuses = ['active', 'paused'] as const;

export interface GameFilter {
  category: (typeof gameCategories)[number] | 'all';
  status: (typeof gameStatuses)[number] | 'all';
}

export function gameFilterOf(search: URLSearchParams): GameFilter {
  return {
    category: gameCategories.find((category) => category === search.get('category')) ?? 'all',
    status: gameStatuses.find((status) => status === search.get('status')) ?? 'all',
  };
}

export interface RoundSearch {
  q: string;
  game: GameId | 'all';
  playerId: string;
  /** Only rounds with a void that waits for a second operator. */
  waits: boolean;
}

export function roundSearchOf(search: URLSearchParams): RoundSearch {
  const player = search.get('player');
  return {
    q: search.get('q') ?? '',
    game: gameIds.find((id) => id === search.get('game')) ?? 'all',
    playerId: Id.safeParse(player).success && player ? player : '',
    waits: search.get('waits') === 'void',
  };
}

export const operatorRoundsQuery = ({ q, game, playerId, waits }: RoundSearch) =>
  infiniteQueryOptions({
    ...livePaged,
    queryKey: ['admin', 'casino', 'rounds', { q, game, playerId, waits }],
    queryFn: ({ pageParam, signal }) =>
      call(casinoDeskRoutes.operatorRounds, {
        query: {
          ...(q && { q }),
          ...(game !== 'all' && { game }),
          ...(playerId && { playerId }),
          ...(waits && { waits: 'void' as const }),
          ...cursorQuery(pageParam),
        },
        signal,
      }),
  });

/** One round by its id, even if the loaded list does not contain it. */
export const operatorRoundQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'casino', 'rounds', 'one', id],
    queryFn: async ({ signal }) =>
      (await call(casinoDeskRoutes.operatorRounds, { query: { q: id }, signal })).items.find(
        (round) => round.id === id,
      ) ?? null,
    refetchInterval: refreshMs,
  });
