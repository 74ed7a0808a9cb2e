/** The fixtures of a page: grouped by sport, with the market's name once above its column, or in one list in the chosen order. */

import type { Fixture, Market } from '@fairline/proto/betting/offer';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import type { Ref } from 'react';
import { SportArt } from '../../../domain/betting/sport-art.tsx';
import { translate } from '../../../server-texts.ts';
import { cx } from '../../../ui/theme/cx.ts';
import { FixtureRow, mainMarket, pricesWidth } from './fixture-row.tsx';
import type { PriceButtonProps } from './price-button.tsx';
import { Star } from './star.tsx';

export interface FixtureListProps {
  fixtures: readonly Fixture[];
  sportNames: ReadonlyMap<string, string>;
  picked: ReadonlySet<string>;
  /** The fixtures with stale prices. */
  stale: ReadonlySet<string>;
  stakeMinor: number;
  currency: CurrencyCode;
  onPick: PriceButtonProps['onPick'];
  /** The name of the order, if it applies to the whole list and not within each sport. */
  order?: string | undefined;
  ref?: Ref<HTMLDivElement>;
}

/** The fixtures in groups by sport: in the order of `sports`, which does not change while a price is being pressed, then as received. */
export function bySport(
  fixtures: readonly Fixture[],
  sports: readonly string[],
): [sport: string, fixtures: Fixture[]][] {
  const groups = new Map<string, Fixture[]>(sports.map((sport) => [sport, []]));
  for (const fixture of fixtures) groups.set(fixture.sport, [...(groups.get(fixture.sport) ?? []), fixture]);
  return [...groups].filter(([, group]) => group.length > 0);
}

export function FixtureList({ fixtures, sportNames, picked, stale, order, ref, ...rest }: FixtureListProps) {
  const nameOf = (sport: string) => translate(sportNames.get(sport) ?? sport);
  const rows = (shown: readonly Fixture[]) => (
    <ul>
      {shown.map((fixture) => (
        <FixtureRow
          key={fixture.id}
          fixture={fixture}
          sportName={order === undefined ? undefined : nameOf(fixture.sport)}
          picked={pickedOf(fixture, picked)}
          stale={stale.has(fixture.id)}
          {...rest}
        />
      ))}
    </ul>
  );
  if (order !== undefined) {
    return (
      <section ref={ref} aria-label={order} className="overflow-hidden rounded-card border border-line bg-surface">
        <h2 className="flex h-10 items-center border-b border-line px-3 text-13 font-strong">{order}</h2>
        {rows(fixtures)}
      </section>
    );
  }
  return (
    <div ref={ref} className="flex flex-col gap-4">
      {bySport(fixtures, [...sportNames.keys()]).map(([sport, group]) => (
        <section
          key={sport}
          aria-label={sportNames.get(sport) ?? sport}
          className="overflow-hidden rounded-card border border-line bg-surface"
        >
          <header className="flex h-10 items-center gap-2 border-b border-line px-3">
            <SportArt sport={sport} size={20} className="text-ink-soft" />
            <h2 className="truncate text-13 font-strong">{nameOf(sport)}</h2>
            <span className="grow">
              <Star of={{ kind: 'sport', id: sport }} name={nameOf(sport)} />
            </span>
            <ColumnHead market={group.map(mainMarket).find(Boolean)} />
          </header>
          {rows(group)}
        </section>
      ))}
    </div>
  );
}

function pickedOf(fixture: Fixture, picked: ReadonlySet<string>): string {
  if (picked.size === 0) return '';
  return fixture.markets
    .flatMap(({ selections }) => selections.map(({ id }) => id))
    .filter((id) => picked.has(id))
    .join();
}

/** 1, X and 2 above their prices, with their meaning. */
function ColumnHead({ market }: { market: Market | undefined }) {
  if (!market) return null;
  const three = market.selections.length === 3;
  return (
    <div className="flex shrink-0 items-center gap-2 text-12 text-ink-soft">
      <span className="sr-only">
        {i18n._({ id: 'fixture.market', message: 'Market: {name}', values: { name: translate(market.name) } })}
      </span>
      <span aria-hidden className="hidden sm:inline">
        {translate(market.name)}
      </span>
      <span
        aria-hidden
        className={cx('grid gap-1 text-center sm:mr-11', pricesWidth(market), three ? 'grid-cols-3' : 'grid-cols-2')}
      >
        {(three ? ['1', 'X', '2'] : ['1', '2']).map((column) => (
          <span key={column}>{column}</span>
        ))}
      </span>
    </div>
  );
}
