/**
 * A player's favourites: sports, competitions and fixtures, stored on the server. A star changes at once, and changes back if the server could not store it.
 */
import type { Favourite, Fixture } from '@fairline/proto/betting/offer';
import { fixtureSearchKey, matchesSearch } from '@fairline/proto/betting/search';
import { i18n } from '@lingui/core';
import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { queryClient } from '../../../client/cache/query.ts';
import { errorText } from '../../../client/http/error-text.ts';
import { call } from '../../../client/requests/call.ts';
import { fixtureKeys, withPublishedPrices } from '../../../domain/betting/fixture-prices.ts';
import { notify } from '../../../ui/notices/notify.ts';
import type { FixtureFilter } from './queries.ts';

/** The contract of bets is large; the list of fixtures does not wait for it. */
const routes = async () => (await import('@fairline/proto/betting/offer')).offerRoutes;

interface FavouritesPage {
  items: Fixture[];
  nextCursor: null;
  favourites: Favourite[];
}

/** Its key is among those of the fixture lists, so that the stream updates its prices too. */
export const favouritesQuery = infiniteQueryOptions({
  queryKey: [...fixtureKeys.list, 'favourites'],
  queryFn: async ({ signal }): Promise<FavouritesPage> => {
    const askedAt = Date.now();
    const { items, fixtures } = await call((await routes()).favourites, { signal });
    return {
      items: fixtures.map((fixture) => withPublishedPrices(fixture, askedAt)),
      nextCursor: null,
      favourites: items,
    };
  },
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

const isSame = (one: Favourite) => (other: Favourite) => one.kind === other.kind && one.id === other.id;

/** Whether it is a favourite, and the function that toggles it. */
export function useFavourite(favourite: Favourite): { kept: boolean; toggle: () => void } {
  const { data } = useInfiniteQuery(favouritesQuery);
  const kept = data?.pages[0]?.favourites.some(isSame(favourite)) ?? false;
  const { mutate } = useMutation({
    mutationFn: async (keep: boolean) => {
      const { addFavourite, dropFavourite } = await routes();
      return call(keep ? addFavourite : dropFavourite, { params: favourite });
    },
    onMutate: (keep) =>
      write((known) => (keep ? [...known, favourite] : known.filter((other) => !isSame(favourite)(other)))),
    onError: (error) =>
      notify.error(
        i18n._({ id: 'favourite.failed', message: 'Favourite not saved: {why}', values: { why: errorText(error) } }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: favouritesQuery.queryKey }),
  });
  return { kept, toggle: () => mutate(!kept) };
}

function write(change: (known: Favourite[]) => Favourite[]): void {
  queryClient.setQueryData<InfiniteData<FavouritesPage, string>>(favouritesQuery.queryKey, (data) => {
    const [first, ...rest] = data?.pages ?? [];
    return data && first && { ...data, pages: [{ ...first, favourites: change(first.favourites) }, ...rest] };
  });
}

/** Applies the page's filter to the favourites, which are all loaded at once. */
export function filterFixtures(fixtures: readonly Fixture[], { sport, live, q = '' }: FixtureFilter): Fixture[] {
  return fixtures.filter(
    (fixture) =>
      (!sport || fixture.sport === sport) &&
      (live !== 'true' || fixture.status === 'live') &&
      matchesSearch(fixtureSearchKey(fixture), q),
  );
}
