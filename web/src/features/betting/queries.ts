/** What the betting pages read. Fixtures in the cache are kept current by the live stream; a slow answer never undoes a newer price. */
import { type BetStatus, bettingRoutes, type Fixture } from '@fairline/proto/betting';
import { type BetStats, betRoutes } from '@fairline/proto/betting/bets';
import { Refusal } from '@fairline/proto/contract';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../client/call.ts';
import { fixtureKeys, freshened } from '../../client/fixture-prices.ts';
import { queryClient } from '../../client/query.ts';

/** New fixtures are not announced, so the catalogue is read again at this pace. */
const catalogueMs = 60_000;

/** In the order of their names, which stays when counts change. */
export const sportsQuery = queryOptions({
  queryKey: ['betting', 'sports'],
  queryFn: async ({ signal }) => {
    const { items } = await call(bettingRoutes.sports, { signal });
    return { items: items.toSorted((one, other) => one.name.localeCompare(other.name)) };
  },
  refetchInterval: catalogueMs,
});

export const summaryQuery = queryOptions({
  queryKey: ['betting', 'summary'],
  queryFn: ({ signal }) => call(bettingRoutes.summary, { signal }),
  refetchInterval: catalogueMs,
});

export type FixtureFilter = Pick<z.input<(typeof bettingRoutes.fixtures)['query']>, 'sport' | 'live' | 'q' | 'sort'>;

export function fixturesQuery(filter: FixtureFilter) {
  return infiniteQueryOptions({
    queryKey: [...fixtureKeys.list, filter],
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = Date.now();
      const page = await call(bettingRoutes.fixtures, { query: { ...filter, ...(pageParam && { cursor: pageParam }) }, signal });
      return { ...page, items: page.items.map((fixture) => freshened(fixture, askedAt)) };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: catalogueMs,
    placeholderData: keepPreviousData,
  });
}

/** A fixture that a list has brought already, with the time it came. */
function listed(id: string): { fixture: Fixture; at: number } | undefined {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: fixtureKeys.list })) {
    const data = query.state.data as InfiniteData<{ items: Fixture[] }> | undefined;
    const fixture = data?.pages.flatMap(({ items }) => items).find((item) => item.id === id);
    if (fixture) return { fixture, at: query.state.dataUpdatedAt };
  }
  return undefined;
}

export function fixtureQuery(id: string) {
  return queryOptions({
    initialData: () => listed(id)?.fixture,
    initialDataUpdatedAt: () => listed(id)?.at,
    queryKey: [...fixtureKeys.one, id],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      return freshened(await call(bettingRoutes.fixture, { params: { id }, signal }), askedAt);
    },
  });
}

/** How the score went; read again whenever the fixture says another. */
export function fixtureTimelineQuery(id: string, now: string) {
  return queryOptions({
    queryKey: ['betting', 'timeline', id, now],
    queryFn: ({ signal }) => call(betRoutes.fixtureTimeline, { params: { id }, signal }),
    placeholderData: keepPreviousData,
  });
}

// ---- Bets: everything below this key is read again when a bet changes ----------------------------

const betKeys = ['betting', 'bets'] as const;

export const betsQuery = queryOptions({
  queryKey: [...betKeys, 'latest'],
  queryFn: ({ signal }) => call(bettingRoutes.bets, { query: {}, signal }),
});

export type BetPeriod = BetStats['period'];

export interface BetFilter {
  status?: BetStatus | 'open' | 'settled';
  type?: 'single' | 'accumulator' | 'system';
  period?: BetPeriod;
  q?: string;
}

/** The instant the period began, in UTC as all figures are counted; none for all of time. */
export function periodStart(period: BetPeriod, now: Date): string | undefined {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (period === 'today') return new Date(Date.UTC(year, month, day)).toISOString();
  if (period === 'week') return new Date(Date.UTC(year, month, day - ((now.getUTCDay() + 6) % 7))).toISOString();
  return period === 'month' ? new Date(Date.UTC(year, month, 1)).toISOString() : undefined;
}

export function betHistoryQuery(filter: BetFilter) {
  return infiniteQueryOptions({
    queryKey: [...betKeys, 'history', filter],
    queryFn: ({ pageParam, signal }) => {
      const { period, ...rest } = filter;
      const from = period && periodStart(period, new Date());
      return call(bettingRoutes.bets, { query: { ...rest, ...(from && { from }), ...(pageParam && { cursor: pageParam }) }, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function betQuery(id: string) {
  return queryOptions({ queryKey: [...betKeys, 'one', id], queryFn: ({ signal }) => call(bettingRoutes.bet, { params: { id }, signal }) });
}

export function betTimelineQuery(id: string) {
  return queryOptions({ queryKey: [...betKeys, 'timeline', id], queryFn: ({ signal }) => call(betRoutes.betTimeline, { params: { id }, signal }) });
}

/** A receipt is signed once and never changes; null where the bet was never accepted. */
export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: ['betting', 'receipt', id],
    queryFn: async ({ signal }) => {
      try {
        return await call(betRoutes.receipt, { params: { id }, signal });
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return null;
        throw error;
      }
    },
  });
}

export function betStatsQuery(period: BetPeriod) {
  return queryOptions({
    queryKey: [...betKeys, 'stats', period],
    queryFn: ({ signal }) => call(betRoutes.betStats, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Nobody is signed in where this is shown, so there is no stream: it is read again instead. */
const boardMs = 10_000;

export const boardQuery = queryOptions({
  queryKey: ['betting', 'board'],
  queryFn: ({ signal }) => call(bettingRoutes.fixtures, { query: {}, signal }),
  refetchInterval: boardMs,
});
