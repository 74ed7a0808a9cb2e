/**
 * A spot on the felt that takes bets. A click or Space places the selected chip, a dragged chip can be dropped, Backspace, Delete or a right click removes a
 * chip, and Enter deals. The spot shows its stack and amount.
 */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { amountText, decimalText } from '../../../figures.ts';
import { cx } from '../../../ui/theme/cx.ts';
import { ChipStack } from './chip.tsx';
import { useChipTable } from './chip-table.tsx';

interface BetSpotProps
  extends Pick<ComponentProps<'button'>, 'tabIndex' | 'onFocus' | 'onBlur' | 'onPointerEnter' | 'onPointerLeave'> {
  spot: string;
  /** The name of the bet, for screen readers. */
  name: string;
  minor: number;
  currency: PlayCurrencyCode;
  /** The print on the felt. */
  children?: ReactNode;
  /** After a result: whether this bet returned something. */
  result?: 'won' | 'lost' | 'push' | undefined;
  /** A round without a bet here: the screen may hide the spot. */
  isIdle?: boolean;
  className?: string;
  style?: CSSProperties;
  /** Further `data-` attributes, for a table's own style. */
  data?: Readonly<Record<string, string>>;
}

export function BetSpot({
  spot,
  name,
  minor,
  currency,
  children,
  result,
  isIdle = false,
  className,
  style,
  data,
  ...rest
}: BetSpotProps) {
  const { chosenMinor, isLocked, place, take, confirm } = useChipTable();
  const amount = minor > 0 ? amountText(minor, currency) : i18n._({ id: 'chips.noBet', message: 'no bet' });
  return (
    <button
      {...rest}
      {...Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [`data-${key}`, value]))}
      type="button"
      data-spot={isLocked ? undefined : spot}
      data-result={result}
      data-idle={isIdle || undefined}
      aria-disabled={isLocked || undefined}
      className={cx('bet-spot', className)}
      style={style}
      onClick={() => !isLocked && place(spot, chosenMinor)}
      onContextMenu={(event) => {
        event.preventDefault();
        if (!isLocked) take(spot, chosenMinor);
      }}
      onKeyDown={(event) => {
        const takes = event.key === 'Backspace' || event.key === 'Delete';
        if (event.key === 'Enter' && confirm) {
          event.preventDefault();
          if (!event.repeat) confirm();
        } else if (takes && !isLocked) {
          event.preventDefault();
          take(spot, chosenMinor);
        }
      }}
    >
      {/* Not a label: the printed text need not be part of the accessible name. */}
      <span className="sr-only">
        {i18n._({ id: 'chips.spot', message: '{name}: {amount}', values: { name, amount } })}
      </span>
      <span aria-hidden className="contents">
        {children}
      </span>
      {minor > 0 && <PlacedStack minor={minor} currency={currency} />}
    </button>
  );
}

/** A stack with its amount in a plate under it. */
export function PlacedStack({
  minor,
  currency,
  className,
}: {
  minor: number;
  currency: PlayCurrencyCode;
  className?: string;
}) {
  return (
    <span aria-hidden className={cx('placed-stack', className)}>
      <ChipStack minor={minor} />
      <span className="placed-amount">{shortAmount(minor, currency)}</span>
    </span>
  );
}

/** "25" and "12.50": the currency is shown elsewhere on the table. */
function shortAmount(minor: number, currency: PlayCurrencyCode): string {
  return decimalText(minor, currency).replace(/[.,]00$/, '');
}
