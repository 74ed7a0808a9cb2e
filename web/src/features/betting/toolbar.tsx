/** What is shown and how: search, live only, order, format of odds. All but the format lives in the address. */
import { fixtureSorts } from '@fairline/proto/betting';
import { type OddsFormat, oddsFormats } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { RefreshCw, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useKept } from '../../client/kept.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { PickOne } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { oddsFormatNames, oddsFormatStore } from './preferences.ts';

/** A pause in typing after which the search is asked. */
const typingMs = 300;

function sortNames(): Record<(typeof fixtureSorts)[number], string> {
  return {
    time: i18n._({ id: 'sort.time', message: 'Time' }),
    popularity: i18n._({ id: 'sort.popularity', message: 'Popularity' }),
    odds: i18n._({ id: 'sort.odds', message: 'Best odds' }),
  };
}

export function Toolbar({ liveOnly, onRefresh, refreshing }: { liveOnly: boolean; onRefresh: () => void; refreshing: boolean }) {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const format = useKept(oddsFormatStore);
  const q = search.get('q') ?? '';
  const [typed, setTyped] = useState(q);
  useEffect(() => setTyped(q), [q]);
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(() => {
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (typed) next.set('q', typed);
          else next.delete('q');
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, q, setSearch]);

  const setSort = (sort: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (sort === 'time') next.delete('sort');
        else next.set('sort', sort);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <div className="flex flex-wrap items-center gap-2">
      <label className="relative flex min-w-40 grow items-center">
        <span className="sr-only">{i18n._({ id: 'fixtures.search', message: 'Search teams and competitions' })}</span>
        <Icon of={Search} className="pointer-events-none absolute left-3 text-ink-soft" />
        <input
          type="search"
          value={typed}
          maxLength={100}
          placeholder={i18n._({ id: 'fixtures.searchHint', message: 'Search' })}
          onChange={(event) => setTyped(event.target.value)}
          className="h-9 w-full rounded-control border border-control bg-surface pr-3 pl-9 text-16 focus-visible:outline-offset-0 md:text-13"
        />
      </label>
      <button
        type="button"
        role="switch"
        aria-checked={liveOnly}
        onClick={() => void navigate({ pathname: liveOnly ? '/sports' : '/live', search: search.toString() }, { preventScrollReset: true })}
        className={cx(
          'flex h-9 items-center gap-2 rounded-control border px-3 text-13 font-medium transition-colors',
          liveOnly ? 'border-live bg-live-soft text-live' : 'border-control bg-surface hover:bg-raised',
        )}
      >
        <span aria-hidden className={cx('size-2 rounded-full', liveOnly ? 'bg-live' : 'bg-ink-soft')} />
        {i18n._({ id: 'fixtures.liveOnly', message: 'Live Only' })}
      </button>
      <PickOne label={i18n._({ id: 'fixtures.sort', message: 'Sort' })} value={search.get('sort') ?? 'time'} onChange={(event) => setSort(event.target.value)}>
        {fixtureSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortNames()[sort]}
          </option>
        ))}
      </PickOne>
      <PickOne
        label={i18n._({ id: 'fixtures.odds', message: 'Odds' })}
        value={format}
        onChange={(event) => oddsFormatStore.set(event.target.value as OddsFormat)}
      >
        {oddsFormats.map((id) => (
          <option key={id} value={id}>
            {oddsFormatNames()[id]}
          </option>
        ))}
      </PickOne>
      <IconButton label={i18n._({ id: 'fixtures.refresh', message: 'Refresh' })} onClick={onRefresh} className="border border-control bg-surface">
        <Icon of={RefreshCw} className={refreshing ? 'animate-spin' : undefined} />
      </IconButton>
    </div>
  );
}
