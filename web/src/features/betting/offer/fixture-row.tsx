/** One fixture: its start or score, the teams, its main prices. The other markets open below it. */
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { ChevronDown, Eye } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { Link } from 'react-router';
import { endText, incidentName } from '../../../domain/betting/incident-labels.ts';
import { clockText, marketText, periodText } from '../../../domain/betting/market-labels.ts';
import { SportArt } from '../../../domain/betting/sport-art.tsx';
import { useViewers } from '../../../domain/live/viewers.ts';
import { countText } from '../../../figures.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { countdownText } from './countdown.ts';
import { competitionText, fixtureText } from './fixture-labels.ts';
import { LockedMarket, marketLock, PriceButton, type PriceButtonProps } from './price-button.tsx';
import { Star } from './star.tsx';

export type RowProps = Pick<PriceButtonProps, 'fixture' | 'stale' | 'stakeMinor' | 'currency' | 'onPick'> & {
  /** The picked selections of this fixture, joined into a string, so that an unchanged row does not render again. */
  picked: string;
  /** Shown in a list of several sports. */
  sportName?: string | undefined;
};

/** The market shown in the row itself: who wins. */
export function mainMarket(fixture: Fixture): Market | undefined {
  return fixture.markets.find(({ type }) => type === '1x2' || type === 'moneyline');
}

export const FixtureRow = memo(function FixtureRow({
  fixture,
  stale,
  stakeMinor,
  currency,
  picked,
  onPick,
  sportName,
}: RowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const main = mainMarket(fixture);
  const others = fixture.markets.filter((market) => market !== main);
  const props = { fixture, stale, stakeMinor, currency, onPick };
  return (
    <li data-fixture={fixture.id} className={cx('border-b border-line last:border-b-0', stale && '**:text-ink-soft')}>
      <div className="flex min-h-row items-center gap-2 px-3 py-1">
        <span className="-ml-2 hidden sm:block">
          <Star of={{ kind: 'fixture', id: fixture.id }} name={fixtureText(fixture)} />
        </span>
        <Link
          to={`/fixtures/${fixture.id}`}
          className="group grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-control text-left focus-visible:outline-offset-0"
        >
          <When fixture={fixture} sportName={sportName} />
          <Team name={fixture.homeTeam} />
          <Points value={fixture.score?.home} />
          <Team name={fixture.awayTeam} />
          <Points value={fixture.score?.away} />
        </Link>
        <Prices {...props} market={main} picked={picked} />
        {others.length === 0 ? (
          <span className="hidden size-9 shrink-0 sm:block" />
        ) : (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            aria-label={i18n._({
              id: 'fixture.more',
              message: '{count, plural, one {# more market} other {# more markets}}',
              values: { count: others.length },
            })}
            onClick={() => setOpen(!open)}
            className="hidden size-9 shrink-0 flex-col items-center justify-center rounded-control text-12 text-ink-soft hover:bg-raised hover:text-ink sm:flex"
          >
            +{others.length}
            <Icon of={ChevronDown} className={cx('-mt-1 transition-transform', open && 'rotate-180')} />
          </button>
        )}
      </div>
      <div id={id} hidden={!open} className="px-3 pb-3">
        {open && (
          <div className="grid gap-3 border-t border-line pt-3 md:grid-cols-2">
            {others.map((market) => (
              <section key={market.id} className="min-w-0">
                <h3 className="mb-1 text-12 text-ink-soft">{marketText(market)}</h3>
                <OtherPrices {...props} market={market} picked={picked} />
              </section>
            ))}
          </div>
        )}
      </div>
    </li>
  );
});

type PricesProps = RowProps & { market: Market };

/** Three prices if the market has a draw, two if it has none. */
export function pricesWidth(market: Market | undefined): string {
  return market?.selections.length === 3 ? 'w-46 shrink-0 md:w-72' : 'w-31 shrink-0 md:w-72';
}

function Prices({ market, picked, ...props }: Omit<PricesProps, 'market'> & { market: Market | undefined }) {
  if (!market)
    return (
      <p className={cx(pricesWidth(market), 'text-center text-12 text-ink-soft')}>
        {i18n._({ id: 'fixture.noPrices', message: 'No odds right now' })}
      </p>
    );
  const lock = marketLock(market, props.stale);
  if (lock) return <LockedMarket market={market} reason={lock} className={pricesWidth(market)} />;
  return (
    <span
      className={cx('grid gap-1', pricesWidth(market), market.selections.length === 3 ? 'grid-cols-3' : 'grid-cols-2')}
    >
      {market.selections.map((selection) => (
        <PriceButton
          key={selection.id}
          {...props}
          market={market}
          selection={selection}
          picked={picked.includes(selection.id)}
        />
      ))}
    </span>
  );
}

function OtherPrices({ market, picked, ...props }: PricesProps) {
  const lock = marketLock(market, props.stale);
  if (lock) return <LockedMarket market={market} reason={lock} />;
  return (
    <div className="grid grid-cols-2 gap-1">
      {market.selections.map((selection) => (
        <PriceButton
          key={selection.id}
          {...props}
          market={market}
          selection={selection}
          picked={picked.includes(selection.id)}
          named
        />
      ))}
    </div>
  );
}

/** The start or the score, and unless `bare` the competition. */
export function When({
  fixture,
  bare = false,
  sportName,
}: {
  fixture: Fixture;
  bare?: boolean;
  sportName?: string | undefined;
}) {
  const now = useNow();
  const line = 'col-span-2 flex min-w-0 items-center gap-1 text-12 text-ink-soft';
  return (
    <span className={line}>
      {sportName !== undefined && (
        <>
          <SportArt sport={fixture.sport} size={16} className="shrink-0" />
          <span className="sr-only">{sportName}</span>
        </>
      )}
      {fixture.status === 'live' ? (
        <span className="flex shrink-0 items-center gap-1 font-strong text-live">
          <span aria-hidden className="size-2 rounded-full bg-onair" />
          <span>{i18n._({ id: 'fixture.live', message: 'LIVE' })}</span>
          <span className="figures">{fixture.score && clockText(fixture.score)}</span>
        </span>
      ) : (
        <>
          {fixture.status === 'upcoming' && fixture.reason && (
            <span className="shrink-0 font-strong text-ink">{incidentName(fixture.reason)}</span>
          )}
          <time dateTime={fixture.startsAt} className="figures shrink-0">
            {fixture.status === 'upcoming' ? countdownText(fixture.startsAt, now) : endText(fixture)}
          </time>
        </>
      )}
      <Details fixture={fixture} bare={bare} />
      <WatchedBy fixtureId={fixture.id} />
    </span>
  );
}

/** The number of players who have the event open; hidden if it is low. */
function WatchedBy({ fixtureId }: { fixtureId: string }) {
  const viewers = useViewers(fixtureId);
  if (viewers === null) return null;
  const text = i18n._({
    id: 'fixture.viewers',
    message: '{count, plural, one {# player has this open} other {# players have this open}}',
    values: { count: viewers },
  });
  return (
    <span title={text} className="flex shrink-0 items-center gap-1">
      <Icon of={Eye} />
      <span aria-hidden className="figures">
        {countText(viewers)}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** The period of a live one, and unless `bare` the competition. */
function Details({ fixture, bare }: { fixture: Fixture; bare: boolean }) {
  const period = fixture.status === 'live' && fixture.score ? periodText(fixture.score) : undefined;
  const text = [period, bare ? undefined : competitionText(fixture)].filter(Boolean).join(' · ');
  if (!text) return null;
  return (
    <span className="truncate">
      <span aria-hidden>· </span>
      {text}
    </span>
  );
}

function Team({ name }: { name: string }) {
  return <span className="truncate text-13 font-medium md:text-14 group-hover:text-act">{name}</span>;
}

function Points({ value }: { value: number | undefined }) {
  return <span className="figures text-right text-16 leading-5 font-strong">{value}</span>;
}
