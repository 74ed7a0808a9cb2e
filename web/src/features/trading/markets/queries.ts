/** What the trading pages read. Keys begin with `admin` and the room, so a change that operators are told of reads them again. */
import { betStatuses, bettingRoutes } from '@fairline/proto/betting';
import { type Decision, decisionStatuses, type TradingFixture, tradingRoutes } from '@fairline/proto/betting/trading';
import { Id } from '@fairline/proto/contract';
import { fixtureStatuses } from '@fairline/proto/feed';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../client/requests/call.ts';
import { toldSince } from '../../../domain/betting/fixture-prices.ts';
import { refreshMs } from '../../../domain/people/operators.ts';
import { typedMinor } from '../../../figures.ts';
import { fixtureWith, rowWith } from './desk-prices.ts';

/** Stakes come by no stream: what a trader looks at is read again this often. */
const stakesMs = 3_000;

const paged = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor,
  placeholderData: keepPreviousData,
  refetchInterval: refreshMs,
};
const from = (cursor: string) => (cursor ? { cursor } : {});

/** Where the fixtures of the desk lie in the cache: in pages, and one by one. */
export const deskKeys = { list: ['admin', 'betting', 'fixtures'], one: ['admin', 'betting', 'fixture'] } as const;

export interface FixtureFilter {
  sport: string;
  status: (typeof fixtureStatuses)[number] | 'all';
  q: string;
  sort: 'time' | 'liability';
}

export function fixtureFilterOf(search: URLSearchParams): FixtureFilter {
  return {
    sport: search.get('sport') ?? '',
    status: fixtureStatuses.find((status) => status === search.get('status')) ?? 'all',
    q: search.get('q') ?? '',
    sort: search.get('sort') === 'liability' ? 'liability' : 'time',
  };
}

export function fixturesQuery(filter: FixtureFilter) {
  const { sport, status, q, sort } = filter;
  return infiniteQueryOptions({
    ...paged,
    queryKey: [...deskKeys.list, filter],
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = Date.now();
      const page = await call(tradingRoutes.tradingFixtures, {
        query: { ...(sport && { sport }), ...(status !== 'all' && { status }), ...(q && { q }), sort, ...from(pageParam) },
        signal,
      });
      return { ...page, items: page.items.map((row) => rowSince(row, askedAt)) };
    },
  });
}

// What the stream said while an answer was on its way is newer than the answer.
function rowSince(row: TradingFixture, askedAt: number): TradingFixture {
  const told = toldSince(row.id, askedAt);
  return told ? rowWith(row, told) : row;
}

export const deskFixtureQuery = (id: string) =>
  queryOptions({
    queryKey: [...deskKeys.one, id],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const fixture = await call(tradingRoutes.tradingFixture, { params: { id }, signal });
      const told = toldSince(id, askedAt);
      return told ? fixtureWith(fixture, told) : fixture;
    },
    refetchInterval: stakesMs,
  });

export const stopsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'stops'],
  queryFn: ({ signal }) => call(tradingRoutes.stops, { signal }),
  refetchInterval: refreshMs,
});

export const sportsQuery = queryOptions({ queryKey: ['admin', 'betting', 'sports'], queryFn: ({ signal }) => call(bettingRoutes.sports, { signal }) });

export const limitsQuery = queryOptions({ queryKey: ['admin', 'betting', 'limits'], queryFn: ({ signal }) => call(tradingRoutes.limits, { signal }) });

export const exposureQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['admin', 'betting', 'exposure'],
  queryFn: ({ pageParam, signal }) => call(bettingRoutes.exposure, { query: from(pageParam), signal }),
});

export type DecisionFilter = (typeof decisionStatuses)[number] | 'all';

export function decisionFilterOf(search: URLSearchParams): DecisionFilter {
  return search.get('status') === 'all' ? 'all' : (decisionStatuses.find((status) => status === search.get('status')) ?? 'pending');
}

export const decisionsQuery = (status: DecisionFilter) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'betting', 'decisions', status],
    queryFn: ({ pageParam, signal }) => call(tradingRoutes.decisions, { query: { ...(status !== 'all' && { status }), ...from(pageParam) }, signal }),
  });

/** What a decision that waits would do by now. */
export const decisionPreviewQuery = ({ id, marketId, decision }: Decision) =>
  queryOptions({
    queryKey: ['admin', 'betting', 'decision preview', id],
    queryFn: ({ signal }) => call(tradingRoutes.previewDecision, { params: { id: marketId }, body: { decision }, signal }),
    gcTime: 0,
    retry: false,
  });

/** `waits`: for a second operator, whatever it is by itself. */
const statusFilters = [...betStatuses, 'open', 'settled', 'waits'] as const;

export interface OperatorBetFilter {
  q: string;
  status: (typeof statusFilters)[number] | 'all';
  playerId: string;
  fixtureId: string;
  marketId: string;
  /** As typed; one that is no amount asks for nothing. */
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

/** What the typed smallest stake means, the same in each play currency; null where it is no amount. */
export function stakeMinorOf(typed: string): number | null {
  if (typed.trim() === '') return 0;
  const minor = typedMinor(typed, 'USD');
  return minor !== null && minor >= 0 ? minor : null;
}

export function betsQuery(filter: OperatorBetFilter) {
  const { q, status, playerId, fixtureId, marketId, stake } = filter;
  const minStakeMinor = stakeMinorOf(stake) ?? 0;
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'betting', 'bets', { q, status, playerId, fixtureId, marketId, minStakeMinor }],
    queryFn: ({ pageParam, signal }) =>
      call(tradingRoutes.operatorBets, {
        query: {
          ...(q && { q }),
          ...(status === 'waits' ? { waits: 'true' as const } : status !== 'all' && { status }),
          ...(playerId && { playerId }),
          ...(fixtureId && { fixtureId }),
          ...(marketId && { marketId }),
          ...(minStakeMinor > 0 && { minStakeMinor }),
          ...from(pageParam),
        },
        signal,
      }),
  });
}

export const operatorBetQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'betting', 'bet', id],
    queryFn: ({ signal }) => call(tradingRoutes.operatorBet, { params: { id }, signal }),
    refetchInterval: refreshMs,
  });
