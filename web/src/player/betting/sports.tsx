/** The sports page, and the live page, which is the same page filtered to live fixtures. */
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { playerLive } from '../../domain/live/cache.ts';
import { useLiveFixtures, useLiveState, useStaleFixtures } from '../../domain/live/use-live.ts';
import { StakeBar } from '../../features/betting/browse/default-stake.tsx';
import { useOnScreen } from '../../features/betting/browse/on-screen.ts';
import { SportChips } from '../../features/betting/browse/sport-filter.tsx';
import { SummaryStrip } from '../../features/betting/browse/summary.tsx';
import { SearchTools, sortNames, ViewTools } from '../../features/betting/browse/toolbar.tsx';
import { favouritesQuery, filterFixtures } from '../../features/betting/offer/favourites.ts';
import { FixtureList } from '../../features/betting/offer/fixture-list.tsx';
import { type FixtureFilter, fixturesQuery, sportsQuery } from '../../features/betting/offer/queries.ts';
import { defaultStakeStore } from '../../features/betting/preferences.ts';
import { usePick } from '../../features/betting/slip/use-pick.ts';
import { balanceQuery } from '../../features/wallet/balance/queries.ts';
import { useStore } from '../../store.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { useAtLeast } from '../../ui/browser/use-media.ts';
import { ErrorState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { BettingFrame, MyBets } from './betting-frame.tsx';

/** Loads when a list is empty. */
const NoFixtures = lazy(async () => ({
  default: (await import('../../features/betting/browse/no-fixtures.tsx')).NoFixtures,
}));

export function SportsPage() {
  return <Betting liveOnly={false} />;
}

export function LivePage() {
  return <Betting liveOnly />;
}

function useFilter(liveOnly: boolean): FixtureFilter {
  const [search] = useSearchParams();
  return useMemo(() => {
    const sport = search.get('sport') ?? undefined;
    const q = search.get('q') ?? undefined;
    const sort = (['popularity', 'odds'] as const).find((name) => name === search.get('sort'));
    return {
      ...(sport && { sport }),
      ...(q && { q }),
      ...(sort && { sort }),
      ...(liveOnly && { live: 'true' as const }),
    };
  }, [search, liveOnly]);
}

function Betting({ liveOnly }: { liveOnly: boolean }) {
  const wide = useAtLeast('xl');
  const { data: sports } = useQuery(sportsQuery);
  return (
    <BettingFrame wide={wide} liveOnly={liveOnly}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
        <h1 className="display text-28">
          {liveOnly
            ? i18n._({ id: 'live.title', message: 'Live betting' })
            : i18n._({ id: 'sports.title', message: 'Sports' })}
        </h1>
        <Link to="/results" className="mr-auto py-1 text-13 underline underline-offset-4 max-sm:hidden">
          {i18n._({ id: 'results.title', message: 'Results' })}
        </Link>
        <SummaryStrip />
      </div>
      {!wide && <SportChips sports={sports?.items ?? []} liveOnly={liveOnly} />}
      <Board liveOnly={liveOnly} wide={wide} />
    </BettingFrame>
  );
}

/** The fixtures of the page: the server's list by the filter, or the player's favourites that are on offer. */
function useFixtures(filter: FixtureFilter) {
  const favouritesOnly = useAddress()[0].has('favourites');
  const listed = useInfiniteQuery({ ...fixturesQuery(filter), enabled: !favouritesOnly });
  const favourites = useInfiniteQuery({ ...favouritesQuery, enabled: favouritesOnly });
  const pages = useMemo(() => listed.data?.pages.flatMap((page) => page.items), [listed.data]);
  const kept = useMemo(
    () =>
      favourites.data &&
      filterFixtures(
        favourites.data.pages.flatMap((page) => page.items),
        filter,
      ),
    [favourites.data, filter],
  );
  return favouritesOnly
    ? { query: favourites, items: kept, favouritesOnly }
    : { query: listed, items: pages, favouritesOnly };
}

function Board({ liveOnly, wide }: { liveOnly: boolean; wide: boolean }) {
  const filter = useFilter(liveOnly);
  const { query, items, favouritesOnly } = useFixtures(filter);
  const { data: sports } = useQuery(sportsQuery);
  const { data: balance } = useQuery(balanceQuery);
  const currency = balance?.currency ?? 'USD';
  const stakeMinor = useStore(defaultStakeStore);
  const lost = useLiveState(playerLive) === 'stale';
  const { picked, pick } = usePick(currency);
  const names = useMemo(() => new Map(sports?.items.map(({ id, name }) => [id, name])), [sports]);
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items]);
  const list = useRef<HTMLDivElement>(null);
  useLiveFixtures(playerLive, useOnScreen(ids, list));
  const stale = useStaleFixtures(playerLive, ids);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchTools liveOnly={liveOnly} />
        <ViewTools onRefresh={() => void query.refetch()} refreshing={query.isFetching && !query.isFetchingNextPage} />
        <StakeBar currency={currency} />
      </div>
      {lost && (
        <Notice tone="live">
          {i18n._({
            id: 'fixtures.stale',
            message: 'Connection to live odds lost. Prices are locked until we reconnect.',
          })}
        </Notice>
      )}
      {items === undefined && query.isPending && <SkeletonRows count={8} className="h-row rounded-card" />}
      {items === undefined && query.isError && (
        <ErrorState
          title={i18n._({ id: 'fixtures.failed', message: 'The fixtures could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {items?.length === 0 && (
        <Suspense>
          <NoFixtures
            liveOnly={liveOnly}
            filtered={Boolean(filter.q || filter.sport)}
            favouritesOnly={favouritesOnly}
          />
        </Suspense>
      )}
      {items !== undefined && items.length > 0 && (
        <FixtureList
          ref={list}
          fixtures={items}
          sportNames={names}
          picked={picked}
          stale={stale}
          stakeMinor={stakeMinor}
          currency={currency}
          onPick={pick}
          order={filter.sort && !favouritesOnly ? sortNames()[filter.sort] : undefined}
        />
      )}
      {query.hasNextPage && (
        <Button
          look="secondary"
          className="self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {i18n._({ id: 'fixtures.more', message: 'Show more' })}
        </Button>
      )}
      {!wide && <MyBets />}
    </>
  );
}
