/** A stake with its steps. The player types freely; a typed figure is never replaced by another. */
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { Minus, Plus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { decimalText } from '../../../figures.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { formatStake, type StakeSteps, stepStake } from './single.ts';

interface StakeFieldProps {
  label: string;
  stake: string;
  currency: CurrencyCode;
  steps: StakeSteps;
  locked: boolean;
  /** The id of the error text. */
  describedBy?: string | undefined;
  onStake: (stake: string) => void;
}

export function StakeField({ label, stake, currency, steps, locked, describedBy, onStake }: StakeFieldProps) {
  const step = (times: number) => () => onStake(stepStake(stake, times, currency, steps));
  return (
    <div className="flex items-center rounded-control border border-control has-disabled:bg-raised">
      <IconButton label={i18n._({ id: 'slip.less', message: 'Lower the stake' })} onClick={step(-1)} disabled={locked} className="size-8">
        <Icon of={Minus} />
      </IconButton>
      <input
        inputMode="decimal"
        aria-label={label}
        data-stake
        aria-describedby={describedBy}
        value={stake}
        disabled={locked}
        onChange={(event) => onStake(event.target.value)}
        onBlur={() => onStake(formatStake(stake, currency))}
        onFocus={(event) => event.target.select()}
        className="figures h-8 w-20 bg-transparent text-center text-16 font-medium md:text-14"
      />
      <IconButton label={i18n._({ id: 'slip.more', message: 'Raise the stake' })} onClick={step(1)} disabled={locked} className="size-8">
        <Icon of={Plus} />
      </IconButton>
    </div>
  );
}

interface StakeOffersProps {
  /** Total stakes, over all lines. */
  stakesMinor: readonly number[];
  lines?: number;
  currency: CurrencyCode;
  /** Sets the stake of one line, as if typed. */
  onStake: (stake: string) => void;
}

/** Stakes to set with one press. They disappear once used, so a keyboard's focus moves to the field they filled. */
export function StakeOffers({ stakesMinor, lines = 1, currency, onStake }: StakeOffersProps) {
  const take = (minor: number) => (event: MouseEvent) => {
    onStake(decimalText(minor / lines, currency));
    // On touch screens, focusing the field would open the keyboard.
    if (event.detail === 0) event.currentTarget.closest('li, section')?.querySelector<HTMLElement>('[data-stake]')?.focus({ preventScroll: true });
  };
  return stakesMinor.map((minor) => (
    <Button key={minor} look="secondary" size="small" onClick={take(minor)}>
      {i18n._({ id: 'slip.takeStake', message: 'Stake {amount}', values: { amount: moneyText(minor, currency) } })}
    </Button>
  ));
}
