/** The filters of the list: search, live only, order, odds format. The URL holds all but the format. */
import { fixtureSorts } from '@fairline/proto/betting/offer';
import { type OddsFormat, oddsFormats } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { RefreshCw, Star } from 'lucide-react';
import { useNavigate } from 'react-router';
import { oddsFormatStore } from '../../../domain/people/display-settings.ts';
import { useStore } from '../../../store.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { oddsFormatNames, setOddsFormat } from '../preferences.ts';

export function sortNames(): Record<(typeof fixtureSorts)[number], string> {
  return {
    time: i18n._({ id: 'sort.time', message: 'Time' }),
    popularity: i18n._({ id: 'sort.popularity', message: 'Popularity' }),
    odds: i18n._({ id: 'sort.odds', message: 'Best odds' }),
  };
}

/** Search, and live fixtures only. */
export function SearchTools({ liveOnly }: { liveOnly: boolean }) {
  const [search, change] = useAddress();
  const navigate = useNavigate();
  const favouritesOnly = search.has('favourites');
  return (
    <div className="flex grow basis-64 items-center gap-2">
      <SearchBox
        label={i18n._({ id: 'fixtures.search', message: 'Search teams and competitions' })}
        placeholder={i18n._({ id: 'search.hint', message: 'Search' })}
        q={search.get('q') ?? ''}
        onSearch={(text) => change('q', text)}
        className="min-w-24!"
      />
      <button
        type="button"
        role="switch"
        aria-checked={liveOnly}
        onClick={() =>
          void navigate(
            { pathname: liveOnly ? '/sports' : '/live', search: search.toString() },
            { preventScrollReset: true, state: { stays: true } },
          )
        }
        className={cx(
          'flex h-9 shrink-0 items-center gap-2 rounded-control border px-3 text-13 font-medium whitespace-nowrap transition-colors',
          liveOnly ? 'border-live bg-live-soft text-live' : 'border-control bg-surface hover:bg-raised',
        )}
      >
        <span aria-hidden className={cx('size-2 rounded-full', liveOnly ? 'bg-onair' : 'bg-ink-soft')} />
        {i18n._({ id: 'fixtures.liveOnly', message: 'Live Only' })}
      </button>
      <button
        type="button"
        aria-pressed={favouritesOnly}
        aria-label={i18n._({ id: 'fixtures.favourites', message: 'Favourites' })}
        title={i18n._({ id: 'fixtures.favourites', message: 'Favourites' })}
        onClick={() => change('favourites', favouritesOnly ? null : 'only')}
        className={cx(
          'flex size-9 shrink-0 items-center justify-center rounded-control border transition-colors',
          favouritesOnly ? 'border-live bg-live-soft text-live' : 'border-control bg-surface hover:bg-raised',
        )}
      >
        <Icon of={Star} className={favouritesOnly ? 'fill-live' : undefined} />
      </button>
    </div>
  );
}

/** Order, odds format, and refresh. */
export function ViewTools({ onRefresh, refreshing }: { onRefresh: () => void; refreshing: boolean }) {
  const format = useStore(oddsFormatStore);
  const [search, change] = useAddress();
  return (
    <div className="flex min-w-0 items-center gap-2">
      <PickOne
        label={i18n._({ id: 'fixtures.sort', message: 'Sort' })}
        value={search.get('sort') ?? 'time'}
        onChange={(event) => change('sort', event.target.value === 'time' ? null : event.target.value)}
      >
        {fixtureSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortNames()[sort]}
          </option>
        ))}
      </PickOne>
      <PickOne
        label={i18n._({ id: 'fixtures.odds', message: 'Odds' })}
        value={format}
        onChange={(event) => setOddsFormat(event.target.value as OddsFormat)}
        // On a narrow screen the chosen option is the label.
        className="max-sm:shrink-0 max-sm:*:first:sr-only"
      >
        {oddsFormats.map((id) => (
          <option key={id} value={id}>
            {oddsFormatNames()[id]}
          </option>
        ))}
      </PickOne>
      <IconButton
        label={i18n._({ id: 'fixtures.refresh', message: 'Refresh' })}
        onClick={onRefresh}
        className="border border-control bg-surface"
      >
        <Icon of={RefreshCw} className={refreshing ? 'animate-spin' : undefined} />
      </IconButton>
    </div>
  );
}
