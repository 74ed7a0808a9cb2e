/** Queries of the offer: sports, counts, fixtures with their prices. The live stream keeps fixtures in the cache current; a slow answer never undoes a newer price. */
import { type Fixture, offerRoutes } from '@fairline/proto/betting/offer';
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { queryClient } from '../../../client/cache/query.ts';
import { call } from '../../../client/requests/call.ts';
import { fixtureKeys, withPublishedPrices } from '../../../domain/betting/fixture-prices.ts';

/** The stream announces catalogue changes; this is the longest delay after a lost announcement. */
const catalogueMs = 60_000;

/** Ordered by name, so that changing counts do not move them. */
export const sportsQuery = queryOptions({
  queryKey: ['betting', 'sports'],
  queryFn: async ({ signal }) => {
    const { items } = await call(offerRoutes.sports, { signal });
    return { items: items.toSorted((one, other) => one.name.localeCompare(other.name)) };
  },
  refetchInterval: catalogueMs,
});

export const summaryQuery = queryOptions({
  queryKey: ['betting', 'summary'],
  queryFn: ({ signal }) => call(offerRoutes.summary, { signal }),
  refetchInterval: catalogueMs,
});

export type FixtureFilter = Pick<z.input<(typeof offerRoutes.fixtures)['query']>, 'sport' | 'live' | 'q' | 'sort'>;

export function fixturesQuery(filter: FixtureFilter) {
  return infiniteQueryOptions({
    queryKey: [...fixtureKeys.list, filter],
    queryFn: async ({ pageParam, signal }) => {
      const askedAt = Date.now();
      const page = await call(offerRoutes.fixtures, {
        query: { ...filter, ...(pageParam && { cursor: pageParam }) },
        signal,
      });
      return { ...page, items: page.items.map((fixture) => withPublishedPrices(fixture, askedAt)) };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: catalogueMs,
    placeholderData: keepPreviousData,
  });
}

/** A fixture that a list has already loaded. */
function findListed(id: string): Fixture | undefined {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: fixtureKeys.list })) {
    const data = query.state.data as InfiniteData<{ items: Fixture[] }> | undefined;
    const fixture = data?.pages.flatMap(({ items }) => items).find((item) => item.id === id);
    if (fixture) return fixture;
  }
  return undefined;
}

export function fixtureQuery(id: string) {
  return queryOptions({
    // Shown until the whole fixture has loaded: a list has only one line of each kind.
    placeholderData: () => findListed(id),
    queryKey: [...fixtureKeys.one, id],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      return withPublishedPrices(await call(offerRoutes.fixture, { params: { id }, signal }), askedAt);
    },
  });
}

/** Visitors have no stream, so this polls instead. */
const boardMs = 10_000;

export const boardQuery = queryOptions({
  queryKey: ['betting', 'board'],
  queryFn: ({ signal }) => call(offerRoutes.fixtures, { query: {}, signal }),
  refetchInterval: boardMs,
});
