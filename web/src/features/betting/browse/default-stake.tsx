/** The stake for new selections; price buttons show its return. An invalid value stays as typed, with an error. */
import { betRules } from '@fairline/proto/betting/rules';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useId, useState } from 'react';
import { amountText, decimalText, typedMinor, unclearMessage } from '../../../figures.ts';
import { fieldText } from '../../../refusals.ts';
import { useStore } from '../../../store.ts';
import { defaultStakeStore } from '../preferences.ts';
import { StakeChips } from '../stake-chips.tsx';

/** Why it is not a valid stake; null if it is. */
function stakeFault(typed: string, currency: CurrencyCode): string | null {
  const minor = typedMinor(typed, currency);
  if (minor === null)
    return fieldText(unclearMessage(typed, currency) ?? '') || i18n._({ id: 'slip.stake', message: 'Enter a stake' });
  if (minor >= betRules.minStakeMinor) return null;
  return i18n._({
    id: 'slip.minimum',
    message: 'The minimum stake is {amount}',
    values: { amount: amountText(betRules.minStakeMinor, currency) },
  });
}

export function StakeBar({ currency }: { currency: CurrencyCode }) {
  const stake = useStore(defaultStakeStore);
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const begin = (text: string | null) => {
    setTyped(text);
    setFault(null);
  };
  const commit = () => {
    if (typed === null) return;
    const wrong = stakeFault(typed, currency);
    setFault(wrong);
    if (wrong !== null) return;
    defaultStakeStore.set(typedMinor(typed, currency) ?? stake);
    setTyped(null);
  };
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">{i18n._({ id: 'stake.legend', message: 'Stake for new selections' })}</legend>
      <span aria-hidden className="text-13 whitespace-nowrap text-ink-soft">
        {i18n._({ id: 'stake.label', message: 'Stake' })}
      </span>
      <StakeChips
        legend={i18n._({ id: 'stake.usual', message: 'Quick stakes' })}
        stakesMinor={betRules.quickStakesMinor}
        chosenMinor={typed === null ? stake : null}
        currency={currency}
        className="max-sm:order-last max-sm:basis-full"
        onStake={(minor) => {
          begin(null);
          defaultStakeStore.set(minor);
        }}
      />
      <input
        inputMode="decimal"
        aria-label={i18n._({ id: 'stake.own', message: 'Another stake in {currency}', values: { currency } })}
        aria-invalid={fault !== null || undefined}
        aria-describedby={id}
        value={typed ?? decimalText(stake, currency)}
        onChange={(event) => begin(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        onFocus={(event) => event.target.select()}
        className="figures h-9 w-20 shrink-0 rounded-control border border-control bg-surface px-2 text-right text-16 font-medium focus-visible:outline-offset-0 aria-invalid:border-down md:text-13"
      />
      <span className="text-13 text-ink-soft">{currency}</span>
      <span id={id} aria-live="polite" className="text-12 text-down">
        {fault}
      </span>
    </fieldset>
  );
}
