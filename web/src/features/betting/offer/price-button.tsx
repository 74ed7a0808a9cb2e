/** One selection and its price. A move is shown by an arrow, the old price struck through and a colour; an unavailable price is a lock with the reason. */

import type { Fixture, Market, Selection } from '@fairline/proto/betting/offer';
import type { CurrencyCode } from '@fairline/proto/money';
import { impliedChance } from '@fairline/proto/odds';
import { i18n } from '@lingui/core';
import { ArrowDown, ArrowUp, Lock } from 'lucide-react';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { FormerOdds, Odds } from '../../../domain/betting/odds.tsx';
import { moneyText } from '../../../domain/money/money.tsx';
import { figureText, percentText } from '../../../figures.ts';
import { translate } from '../../../server-texts.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { averageOf, averageText } from './average-return.ts';
import { returnMinor, selectionStatus } from './price.ts';
import { usePriceMove } from './price-move.ts';

export interface PriceButtonProps {
  fixture: Fixture;
  market: Market;
  selection: Selection;
  picked: boolean;
  stale: boolean;
  stakeMinor: number;
  currency: CurrencyCode;
  /** Whether the button contains the selection's name. */
  named?: boolean;
  onPick: (fixture: Fixture, market: Market, selection: Selection) => void;
}

/** Why a price is unavailable now, as text. */
export function lockReason(market: Market, selection: Selection, stale: boolean): string | null {
  const state = selectionStatus(market, selection.status);
  if (market.stoppedBy === 'kick_off' && state === 'suspended')
    return i18n._({ id: 'price.kickOff', message: 'Awaiting kick-off' });
  if (state === 'suspended') return i18n._({ id: 'price.suspended', message: 'Suspended' });
  if (market.status === 'settled') return i18n._({ id: 'price.settled', message: 'Settled' });
  if (market.status === 'cancelled') return i18n._({ id: 'price.cancelled', message: 'Cancelled' });
  if (state === 'closed') return i18n._({ id: 'price.closed', message: 'Closed' });
  return stale ? i18n._({ id: 'price.stale', message: 'Price not live' }) : null;
}

export function PriceButton({
  fixture,
  market,
  selection,
  picked,
  stale,
  stakeMinor,
  currency,
  named = false,
  onPick,
}: PriceButtonProps) {
  const move = usePriceMove(selection.oddsMilli);
  const locked = lockReason(market, selection, stale);
  const win = moneyText(returnMinor(stakeMinor, selection.oddsMilli), currency);
  return (
    <button
      type="button"
      data-heir={selection.id}
      aria-pressed={picked}
      aria-disabled={locked ? true : undefined}
      title={locked ?? averageText(averageOf(market))}
      onClick={() => !locked && onPick(fixture, market, selection)}
      className={cx(
        'flex h-price min-w-0 items-center rounded-control border px-1 transition-colors focus-visible:outline-offset-0',
        named ? 'justify-between gap-2 px-3' : 'flex-col justify-center',
        picked ? 'border-act bg-act-soft' : 'border-line bg-raised',
        locked ? 'text-ink-soft' : !picked && 'hover:border-ink-soft',
      )}
    >
      <SelectionName market={market} selection={selection} named={named} />
      <span className="sr-only">, {translate(market.name)}: </span>
      <span className={cx('flex min-w-0 flex-col', named ? 'items-end' : 'items-center')}>
        {locked ? (
          <>
            <Icon of={Lock} />
            <span className={cx('text-12', !named && 'sr-only md:not-sr-only')}>{locked}</span>
          </>
        ) : (
          <>
            <span
              className={cx(
                'flex items-center text-14 font-strong',
                move?.direction === 'up' && 'text-up',
                move?.direction === 'down' && 'text-down',
              )}
            >
              {move && <Icon of={move.direction === 'up' ? ArrowUp : ArrowDown} />}
              <Odds milli={selection.oddsMilli} />
            </span>
            <span className="figures text-12 whitespace-nowrap text-ink-soft">
              {move && (
                <span aria-hidden className="animate-moved">
                  <FormerOdds milli={move.from} />
                </span>
              )}
              <span className={move ? 'sr-only' : undefined}>
                <span className="sr-only">{i18n._({ id: 'price.chance', message: ', chance' })} </span>
                {percentText(impliedChance(selection.oddsMilli))}
                <span className={named ? 'max-sm:sr-only' : 'max-md:sr-only'}>
                  <span aria-hidden> · </span>
                  <span className="sr-only">{i18n._({ id: 'price.returns', message: ', returns' })} </span>
                  {win.split('\u00a0')[0]}
                </span>
              </span>
            </span>
          </>
        )}
      </span>
    </button>
  );
}

/** The handicap of a side has a line of its own, so that a long name never hides it. */
function SelectionName({ market, selection, named }: Pick<PriceButtonProps, 'market' | 'selection' | 'named'>) {
  const [, side, handicap] = (named && market.type === 'spread' && /^(.+) ([+-]?\d[\d.]*)$/.exec(selection.name)) || [];
  if (side === undefined)
    return (
      <span className={named ? 'line-clamp-2 min-w-0 text-left text-12 text-ink-soft' : 'sr-only'}>
        {feedText(selection.name)}
      </span>
    );
  return (
    <span className="min-w-0 text-left text-12 text-ink-soft">
      <span className="block truncate">{side}</span>{' '}
      <span className="figures block font-medium text-ink">{figureText(handicap?.replace('-', '−') ?? '')}</span>
    </span>
  );
}

/** Replaces all prices of a market that takes no bets now. It keeps the focus of a replaced price until the prices are back. */
export function LockedMarket({ market, reason, className }: { market: Market; reason: string; className?: string }) {
  return (
    <p
      tabIndex={-1}
      className={cx(
        'flex h-price items-center justify-center gap-2 rounded-control border border-line bg-raised text-13 text-ink-soft focus-visible:outline-offset-0',
        className,
      )}
    >
      <Icon of={Lock} />
      <span className="sr-only">{translate(market.name)}: </span>
      {reason}
    </p>
  );
}

/** Why no price of the market is available; null if at least one is. */
export function marketLock(market: Market, stale: boolean): string | null {
  const [first, ...rest] = market.selections.map((selection) => lockReason(market, selection, stale));
  return first && rest.every((text) => text === first) ? first : null;
}
