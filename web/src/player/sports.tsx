/** The sports page, and the live page, which is the same one with live fixtures only. */
import type { Fixture, Market, Selection } from '@fairline/proto/betting';
import { toDecimal } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useKept } from '../client/kept.ts';
import { playerLive } from '../client/live-cache.ts';
import { useLiveFixtures, useLiveState } from '../client/use-live.ts';
import { wordsOf } from '../client/words.ts';
import { ActiveBets } from '../features/betting/bet-list.tsx';
import { FixtureList } from '../features/betting/fixture-list.tsx';
import { fixtureWords, marketWords } from '../features/betting/fixture-words.ts';
import { useOnScreen } from '../features/betting/on-screen.ts';
import { defaultStakeStore } from '../features/betting/preferences.ts';
import { type FixtureFilter, fixturesQuery, sportsQuery } from '../features/betting/queries.ts';
import { slipActions, slipStore } from '../features/betting/slip-store.ts';
import { SportChips, SportRail } from '../features/betting/sport-filter.tsx';
import { StakeBar } from '../features/betting/stake-bar.tsx';
import { SummaryStrip } from '../features/betting/summary.tsx';
import { SearchTools, ViewTools } from '../features/betting/toolbar.tsx';
import { balanceQuery } from '../features/wallet/queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { SportArt } from '../ui/sport-art.tsx';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../ui/states.tsx';
import { useAtLeast } from '../ui/use-media.ts';
import { LazySlip } from './lazy-slip.tsx';

export function SportsPage() {
  return <Betting liveOnly={false} />;
}

export function LivePage() {
  return <Betting liveOnly />;
}

function useFilter(liveOnly: boolean): FixtureFilter {
  const [search] = useSearchParams();
  const sport = search.get('sport') ?? undefined;
  const q = search.get('q') ?? undefined;
  const sort = (['popularity', 'odds'] as const).find((name) => name === search.get('sort'));
  return { ...(sport && { sport }), ...(q && { q }), ...(sort && { sort }), ...(liveOnly && { live: 'true' as const }) };
}

function Betting({ liveOnly }: { liveOnly: boolean }) {
  const wide = useAtLeast('xl');
  const { data: sports } = useQuery(sportsQuery);
  const title = liveOnly ? i18n._({ id: 'live.title', message: 'Live betting' }) : i18n._({ id: 'sports.title', message: 'Sports' });

  return (
    <div className="mx-auto grid w-full max-w-page grow grid-cols-[minmax(0,1fr)] gap-x-6 px-4 py-4 md:py-6 xl:grid-cols-[var(--spacing-rail)_minmax(0,var(--spacing-content))_var(--spacing-slip)] xl:justify-center">
      <title>
        {liveOnly ? i18n._({ id: 'live.pageTitle', message: 'Live · Fairline' }) : i18n._({ id: 'sports.pageTitle', message: 'Sports · Fairline' })}
      </title>
      {wide && (
        <aside className="sticky top-[calc(var(--spacing-header)+1.5rem)] self-start">
          <SportRail sports={sports?.items ?? []} liveOnly={liveOnly} />
        </aside>
      )}
      <div className="flex min-w-0 flex-col gap-3 md:gap-4">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
          <h1 className="display text-28">{title}</h1>
          <SummaryStrip />
        </div>
        {!wide && <SportChips sports={sports?.items ?? []} liveOnly={liveOnly} />}
        <Board liveOnly={liveOnly} wide={wide} />
      </div>
      {wide && (
        <aside className="sticky top-[calc(var(--spacing-header)+1.5rem)] flex max-h-[calc(100dvh-var(--spacing-header)-3rem)] flex-col gap-4 self-start">
          <div className="flex min-h-0 flex-col overflow-hidden rounded-card border border-line bg-surface">
            <SlipHead />
            <LazySlip />
          </div>
          <MyBets />
        </aside>
      )}
    </div>
  );
}

function SlipHead() {
  const count = useKept(slipStore).length;
  return (
    <header className="flex h-11 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
      <h2 className="text-14 font-strong">{i18n._({ id: 'slip.title', message: 'Bet slip' })}</h2>
      {count > 1 && (
        <Button look="quiet" size="small" onClick={slipActions.clear}>
          {i18n._({ id: 'slip.clear', message: 'Clear all' })}
        </Button>
      )}
    </header>
  );
}

function MyBets() {
  return (
    <section aria-labelledby="my-bets" className="min-h-40 shrink-0 overflow-hidden rounded-card border border-line bg-surface">
      <h2 id="my-bets" className="flex h-11 items-center border-b border-line px-4 text-14 font-strong">
        {i18n._({ id: 'bets.title', message: 'My Active Bets' })}
      </h2>
      <ActiveBets />
    </section>
  );
}

function Board({ liveOnly, wide }: { liveOnly: boolean; wide: boolean }) {
  const filter = useFilter(liveOnly);
  const query = useInfiniteQuery(fixturesQuery(filter));
  const { data: sports } = useQuery(sportsQuery);
  const { data: balance } = useQuery(balanceQuery);
  const currency = balance?.currency ?? 'USD';
  const stakeMinor = useKept(defaultStakeStore);
  const slip = useKept(slipStore);
  const stale = useLiveState(playerLive) === 'stale';
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data]);
  const picked = useMemo(() => new Set(slip.map(({ selectionId }) => selectionId)), [slip]);
  const names = useMemo(() => new Map(sports?.items.map(({ id, name }) => [id, name])), [sports]);
  const ids = useMemo(() => items?.map(({ id }) => id) ?? [], [items]);
  const list = useRef<HTMLDivElement>(null);
  useLiveFixtures(playerLive, useOnScreen(ids, list));
  const pick = useCallback(
    (fixture: Fixture, market: Market, selection: Selection) =>
      slipActions.pick(
        {
          selectionId: selection.id,
          marketId: market.id,
          fixtureId: fixture.id,
          fixture: fixtureWords(fixture),
          market: marketWords(market),
          selection: selection.name,
          oddsMilli: selection.oddsMilli,
        },
        toDecimal(defaultStakeStore.get(), currency),
      ),
    [currency],
  );

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchTools liveOnly={liveOnly} />
        <ViewTools onRefresh={() => void query.refetch()} refreshing={query.isFetching && !query.isFetchingNextPage} />
        <StakeBar currency={currency} playableMinor={balance?.playableMinor ?? null} />
      </div>
      {stale && (
        <Notice tone="live">
          {i18n._({ id: 'fixtures.stale', message: 'The connection to live prices is lost. Prices are locked until it is back; we keep trying.' })}
        </Notice>
      )}
      {items === undefined && query.isPending && <SkeletonRows count={8} className="h-row rounded-card" />}
      {items === undefined && query.isError && (
        <ErrorState
          title={i18n._({ id: 'fixtures.failed', message: 'The fixtures could not be read' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {wordsOf(query.error)}
        </ErrorState>
      )}
      {items?.length === 0 && <NoFixtures liveOnly={liveOnly} filtered={Boolean(filter.q || filter.sport)} />}
      {items !== undefined && items.length > 0 && (
        <FixtureList ref={list} fixtures={items} sportNames={names} picked={picked} stale={stale} stakeMinor={stakeMinor} currency={currency} onPick={pick} />
      )}
      {query.hasNextPage && (
        <Button look="secondary" className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {i18n._({ id: 'fixtures.more', message: 'Show more' })}
        </Button>
      )}
      {!wide && <MyBets />}
    </>
  );
}

function NoFixtures({ liveOnly, filtered }: { liveOnly: boolean; filtered: boolean }) {
  const { pathname } = useLocation();
  return (
    <EmptyState
      art={<SportArt sport="" size={40} />}
      title={
        filtered
          ? i18n._({ id: 'fixtures.noMatch', message: 'No event matches' })
          : liveOnly
            ? i18n._({ id: 'fixtures.noLive', message: 'Nothing is live right now' })
            : i18n._({ id: 'fixtures.none', message: 'No events on offer right now' })
      }
    >
      {filtered ? (
        <Link to={pathname} className={buttonClass('secondary', 'small')}>
          {i18n._({ id: 'fixtures.clear', message: 'Clear the filters' })}
        </Link>
      ) : (
        liveOnly && (
          <Link to="/sports" className={buttonClass('secondary', 'small')}>
            {i18n._({ id: 'fixtures.upcoming', message: 'See upcoming events' })}
          </Link>
        )
      )}
    </EmptyState>
  );
}
