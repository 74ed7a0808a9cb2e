/** Every bet of the player, newest first. The URL holds status, type, period and search; a decision updates its row in place. */
import { type BetStatus, betStatuses } from '@fairline/proto/betting/bets';
import { playPeriods } from '@fairline/proto/play-figures';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { betStatusName } from '../../domain/betting/bet-labels.ts';
import { periodName } from '../../domain/money/play-labels.ts';
import { BetHistoryRows } from '../../features/betting/bets/history.tsx';
import { type BetFilter, betHistoryQuery } from '../../features/betting/bets/queries.ts';
import { LazySessionLine } from '../../features/safe-play/sessions/lazy-session-line.tsx';
import { useAddress } from '../../ui/browser/use-address.ts';
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '../../ui/content/states.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { PickOne } from '../../ui/forms/field.tsx';

/** Fetched after the list: the figures come from another service. */
const PlayTotals = lazy(async () => ({
  default: (await import('../../features/wallet/balance/play-totals.tsx')).PlayTotals,
}));

const statuses = ['open', 'settled', ...betStatuses] as const;
const types = ['single', 'accumulator', 'system'] as const;

function statusName(status: BetStatus | 'open' | 'settled'): string {
  if (status === 'open') return i18n._({ id: 'bets.open', message: 'Open' });
  return status === 'settled' ? i18n._({ id: 'bets.settled', message: 'Settled' }) : betStatusName(status)[0];
}

function typeName(type: (typeof types)[number]): string {
  if (type === 'single') return i18n._({ id: 'slip.singles', message: 'Singles' });
  return type === 'accumulator'
    ? i18n._({ id: 'bets.accumulators', message: 'Accumulators' })
    : i18n._({ id: 'bets.systems', message: 'Systems' });
}

function useFilter(): { filter: BetFilter; filtered: boolean; change: (name: string, value: string | null) => void } {
  const [search, change] = useAddress();
  const status = statuses.find((name) => name === search.get('status'));
  const type = types.find((name) => name === search.get('type'));
  const period = playPeriods.find((name) => name === search.get('period') && name !== 'all');
  const q = search.get('q') ?? '';
  const filter = { ...(status && { status }), ...(type && { type }), ...(period && { period }), ...(q && { q }) };
  return { filter, filtered: Object.keys(filter).length > 0, change };
}

export function BetsPage() {
  const { filter, filtered, change } = useFilter();
  const query = useInfiniteQuery(betHistoryQuery(filter));
  const items = query.data?.pages.flatMap((page) => page.items);
  const pick = (name: string) => (event: { target: { value: string } }) =>
    change(name, event.target.value === 'all' ? null : event.target.value);
  const all = i18n._({ id: 'history.all', message: 'All' });
  return (
    <div className="mx-auto flex w-full max-w-content grow flex-col gap-4 px-4 py-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="display text-28">{i18n._({ id: 'bets.mine', message: 'My bets' })}</h1>
        <Link to="/results" className="py-1 text-13 underline underline-offset-4">
          {i18n._({ id: 'results.title', message: 'Results' })}
        </Link>
      </header>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={i18n._({ id: 'bets.search', message: 'Search events, selections and bet ids' })}
          placeholder={i18n._({ id: 'search.hint', message: 'Search' })}
          q={filter.q ?? ''}
          onSearch={(text) => change('q', text)}
          className="md:max-w-72"
        />
        <PickOne
          label={i18n._({ id: 'history.status', message: 'Status' })}
          value={filter.status ?? 'all'}
          onChange={pick('status')}
          className="max-w-full max-sm:grow max-sm:basis-36 sm:max-w-52"
        >
          <option value="all">{all}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusName(status)}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'history.type', message: 'Type' })}
          value={filter.type ?? 'all'}
          onChange={pick('type')}
          className="max-sm:grow max-sm:basis-36"
        >
          <option value="all">{all}</option>
          {types.map((type) => (
            <option key={type} value={type}>
              {typeName(type)}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'history.period', message: 'Period' })}
          value={filter.period ?? 'all'}
          onChange={pick('period')}
          className="max-sm:grow max-sm:basis-36"
        >
          {playPeriods.toReversed().map((period) => (
            <option key={period} value={period}>
              {periodName(period)}
            </option>
          ))}
        </PickOne>
      </div>
      {!filter.status && !filter.type && !filter.q && (
        <Suspense fallback={<Skeleton className="h-28 w-full md:h-14" />}>
          <PlayTotals period={filter.period ?? 'all'} />
        </Suspense>
      )}
      {!items && query.isPending && <SkeletonRows count={8} className="h-20 rounded-card" />}
      {!items && query.isError && (
        <ErrorState
          title={i18n._({ id: 'bets.failed', message: 'Your bets could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {items?.length === 0 && (
        <EmptyState
          title={
            filtered
              ? i18n._({ id: 'bets.noMatch', message: 'No bets match' })
              : i18n._({ id: 'bets.empty', message: 'No bets yet' })
          }
        >
          <ButtonLink look="secondary" size="small" to={filtered ? '/bets' : '/sports'} replace={filtered}>
            {filtered
              ? i18n._({ id: 'history.clear', message: 'Clear the filters' })
              : i18n._({ id: 'landing.explore', message: 'Explore Sports' })}
          </ButtonLink>
        </EmptyState>
      )}
      {items && items.length > 0 && <BetHistoryRows bets={items} />}
      {query.hasNextPage && (
        <Button
          look="secondary"
          className="self-center"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {i18n._({ id: 'history.load', message: 'Load more' })}
        </Button>
      )}
      <LazySessionLine />
    </div>
  );
}
