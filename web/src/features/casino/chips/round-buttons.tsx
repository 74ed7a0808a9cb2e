/**
 * The buttons that start a round at a card table: Deal while bets are placed, New Hand and Rebet once the round is decided. Each names its cost. A disabled one
 * can still be pressed, and the screen shows the reason.
 */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { LoaderCircle } from 'lucide-react';
import { moneyText } from '../../../domain/money/money.tsx';
import { Button, buttonClass } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';

interface BeginProps {
  totalMinor: number;
  /** Absent while loading: the buttons then name no amount. */
  currency: PlayCurrencyCode | undefined;
  /** Why it cannot begin now. */
  why: string | null;
  busy: boolean;
}

export function DealButton({ totalMinor, currency, why, busy, onDeal }: BeginProps & { onDeal: () => void }) {
  const amount = currency ? moneyText(totalMinor, currency) : '';
  return (
    <BeginButton why={why} busy={busy} onPress={onDeal}>
      {i18n._({ id: 'chips.deal', message: 'Deal {amount}', values: { amount } })}
    </BeginButton>
  );
}

interface AgainProps extends BeginProps {
  onNewHand: () => void;
  onRebet: () => void;
}

/** Rebet deals the same bets at once; New Hand returns to betting. */
export function AgainButtons({ totalMinor, currency, why, busy, onNewHand, onRebet }: AgainProps) {
  const amount = currency ? moneyText(totalMinor, currency) : '';
  return (
    <div className="flex w-full gap-2 sm:w-auto">
      <Button look="secondary" onClick={onNewHand} aria-keyshortcuts="N" className="grow">
        {i18n._({ id: 'chips.newHand', message: 'New Hand' })}
      </Button>
      <BeginButton why={why} busy={busy} onPress={onRebet}>
        {i18n._({ id: 'chips.rebetFor', message: 'Rebet {amount}', values: { amount } })}
      </BeginButton>
    </div>
  );
}

function BeginButton({
  why,
  busy,
  onPress,
  children,
}: {
  why: string | null;
  busy: boolean;
  onPress: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-disabled={busy || why !== null || undefined}
      aria-busy={busy || undefined}
      aria-description={why ?? undefined}
      aria-keyshortcuts="Enter"
      title={why ?? undefined}
      onClick={() => !busy && onPress()}
      className={cx(buttonClass('primary', 'normal', true), 'min-w-0 sm:min-w-40')}
    >
      {busy && <Icon of={LoaderCircle} className="animate-spin" />}
      {children}
    </button>
  );
}
