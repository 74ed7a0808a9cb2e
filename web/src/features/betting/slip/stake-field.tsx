/** A stake with its steps. The player types freely; a typed figure is never replaced by another. */
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { Minus, Plus } from 'lucide-react';
import { IconButton } from '../../../ui/controls/button.tsx';
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
      <IconButton
        label={i18n._({ id: 'slip.less', message: 'Lower the stake' })}
        onClick={step(-1)}
        disabled={locked}
        className="size-8"
      >
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
      <IconButton
        label={i18n._({ id: 'slip.more', message: 'Raise the stake' })}
        onClick={step(1)}
        disabled={locked}
        className="size-8"
      >
        <Icon of={Plus} />
      </IconButton>
    </div>
  );
}
