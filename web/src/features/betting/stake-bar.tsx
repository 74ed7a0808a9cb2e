/** The stake that new selections start with; the prices say what it would return. */
import { bettingRules } from '@fairline/proto/betting';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { useKept } from '../../client/kept.ts';
import { decimalText, typedMinor } from '../../figures.ts';
import { cx } from '../../ui/cx.ts';
import { defaultStakeStore } from './preferences.ts';
import { clamped } from './slip.ts';

export function StakeBar({ currency, playableMinor }: { currency: CurrencyCode; playableMinor: number | null }) {
  const stake = useKept(defaultStakeStore);
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    if (typed === null) return;
    const minor = typedMinor(clamped(typed, currency, playableMinor ?? Number.MAX_SAFE_INTEGER), currency);
    if (minor !== null) defaultStakeStore.set(minor);
    setTyped(null);
  };
  return (
    <fieldset className="flex min-w-0 items-center gap-2">
      <legend className="sr-only">{i18n._({ id: 'stake.legend', message: 'Stake for new selections' })}</legend>
      <span aria-hidden className="text-13 whitespace-nowrap text-ink-soft">
        {i18n._({ id: 'stake.label', message: 'Stake' })}
      </span>
      <div className="strip gap-1 py-0.5">
        {bettingRules.quickStakesMinor.map((minor, place) => (
          <button
            key={minor}
            type="button"
            aria-pressed={minor === stake}
            onClick={() => {
              setTyped(null);
              defaultStakeStore.set(minor);
            }}
            className={cx(
              'figures h-9 min-w-11 shrink-0 rounded-control border px-2 text-13 font-medium transition-colors',
              minor === stake ? 'border-act bg-act-soft' : 'border-line bg-surface hover:bg-raised',
              // A chip that would be cut through its number is left to the field beside it.
              place > 2 && 'max-sm:hidden',
            )}
          >
            {decimalText(minor, currency).replace(/\D00$/, '')}
          </button>
        ))}
      </div>
      <input
        inputMode="decimal"
        aria-label={i18n._({ id: 'stake.own', message: 'Your own stake in {currency}', values: { currency } })}
        value={typed ?? decimalText(stake, currency)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        onFocus={(event) => event.target.select()}
        className="figures h-9 w-20 shrink-0 rounded-control border border-control bg-surface px-2 text-right text-16 font-medium focus-visible:outline-offset-0 md:text-13"
      />
      <span className="text-13 text-ink-soft">{currency}</span>
    </fieldset>
  );
}
