/** Queries of the desk's fixtures. Keys begin with `admin` and the service, so operators' events refetch them. */

import { deskRoutes, type TradingFixture } from '@fairline/proto/betting/desk';
import { offerRoutes } from '@fairline/proto/betting/offer';
import { fixtureStatuses } from '@fairline/proto/feed';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { cursorQuery, livePaged } from '../../../client/cache/paged.ts';
import { call } from '../../../client/requests/call.ts';
import { publishedSince } from '../../../domain/betting/fixture-prices.ts';
import { fixtureWith, rowWith } from './desk-prices.ts';

/** Stakes are not streamed: open desk pages refetch them this often. */
const stakesMs = 3_000;

/** Query keys of the desk's fixtures: in pages, and one by one. */
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
    ...livePaged,
    queryKey: [...deskKeys.list, filter],
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = Date.now();
      const page = await call(deskRoutes.tradingFixtures, {
        query: {
          ...(sport && { sport }),
          ...(status !== 'all' && { status }),
          ...(q && { q }),
          sort,
          ...cursorQuery(pageParam),
        },
        signal,
      });
      return { ...page, items: page.items.map((row) => rowSince(row, askedAt)) };
    },
  });
}

// Prices published during a request are newer than its answer.
function rowSince(row: TradingFixture, askedAt: number): TradingFixture {
  const published = publishedSince(row.id, askedAt);
  return published ? rowWith(row, published) : row;
}

export const deskFixtureQuery = (id: string) =>
  queryOptions({
    queryKey: [...deskKeys.one, id],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const fixture = await call(deskRoutes.tradingFixture, { params: { id }, signal });
      const published = publishedSince(id, askedAt);
      return published ? fixtureWith(fixture, published) : fixture;
    },
    refetchInterval: stakesMs,
  });

/** Ordered by name: a trader who suspends a sport must find it in its place, however many events it has. */
export const sportsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'sports'],
  queryFn: async ({ signal }) => {
    const { items } = await call(offerRoutes.sports, { signal });
    return { items: items.toSorted((one, other) => one.name.localeCompare(other.name)) };
  },
});

export const exposureQuery = infiniteQueryOptions({
  ...livePaged,
  queryKey: ['admin', 'betting', 'exposure'],
  queryFn: ({ pageParam, signal }) => call(deskRoutes.exposure, { query: cursorQuery(pageParam), signal }),
});
