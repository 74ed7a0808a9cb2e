/** Quick picks of a share of the balance; each button names its amount. A pick replaces the bet on its spot. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { betName } from '../../../domain/casino/game-labels.ts';
import { amountText, decimalText } from '../../../figures.ts';
import { type BaccaratSpot, quickPickMinor } from './wager.ts';

const order: readonly BaccaratSpot[] = ['player', 'banker', 'tie', 'player_pair', 'banker_pair'];

interface QuickPicksProps {
  balanceMinor: number;
  currency: PlayCurrencyCode;
  isLocked: boolean;
  onPick: (spot: BaccaratSpot, minor: number) => void;
}

export function QuickPicks({ balanceMinor, currency, isLocked, onPick }: QuickPicksProps) {
  const label = i18n._({ id: 'baccarat.quick', message: 'Quick picks' });
  return (
    <div role="toolbar" aria-label={label} className="bac-quick">
      <span className="shrink-0 opacity-80">{label}</span>
      {order.map((spot) => {
        const minor = quickPickMinor(spot, balanceMinor);
        const isOff = isLocked || minor === 0;
        return (
          <button
            key={spot}
            type="button"
            aria-disabled={isOff || undefined}
            onClick={() => !isOff && onPick(spot, minor)}
            className="relative flex h-9 shrink-0 items-center gap-1.5 rounded-full border px-3 aria-disabled:opacity-50"
          >
            <span className="sr-only">{`${betName(spot)} ${amountText(minor, currency)}`}</span>
            <span aria-hidden>{betName(spot)}</span>
            <span aria-hidden className="figures font-strong">
              {decimalText(minor, currency).replace(/[.,]00$/, '')}
            </span>
          </button>
        );
      })}
    </div>
  );
}
