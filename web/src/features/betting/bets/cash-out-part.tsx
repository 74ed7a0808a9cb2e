/** How much of the bet is sold: quarters by a press, anything by the slider, and what stays running said beside it. */
import type { CashOutQuote } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { useId } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { cx } from '../../../ui/theme/cx.ts';

const quarters = [25, 50, 75, 100];

interface CashOutPartProps {
  quote: CashOutQuote;
  percent: number;
  part: { stakeMinor: number; paidMinor: number };
  locked: boolean;
  onPercent: (percent: number) => void;
}

export function CashOutPart({ quote, percent, part, locked, onPercent }: CashOutPartProps) {
  const id = useId();
  const { currency, openStakeMinor } = quote;
  const words =
    percent === 100
      ? i18n._({ id: 'cashOut.whole', message: 'All of the stake that runs, {stake}', values: { stake: moneyText(openStakeMinor, currency) } })
      : i18n._({
          id: 'cashOut.part',
          message: '{percent} %: {stake} of the stake, {rest} keeps running',
          values: { percent, stake: moneyText(part.stakeMinor, currency), rest: moneyText(openStakeMinor - part.stakeMinor, currency) },
        });
  return (
    <fieldset disabled={locked} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-12 text-ink-soft">{i18n._({ id: 'cashOut.partLabel', message: 'How much of it' })}</legend>
      <div className="flex gap-1">
        {quarters.map((quarter) => (
          <button
            key={quarter}
            type="button"
            aria-pressed={percent === quarter}
            onClick={() => onPercent(quarter)}
            className={cx(
              'figures h-9 grow rounded-control border text-13 font-medium transition-colors',
              percent === quarter ? 'border-act bg-act-soft' : 'border-control bg-surface hover:bg-raised',
            )}
          >
            {quarter}&nbsp;%
          </button>
        ))}
      </div>
      <input
        type="range"
        min={1}
        max={100}
        step={1}
        value={percent}
        aria-label={i18n._({ id: 'cashOut.slider', message: 'Percent of the bet to cash out' })}
        aria-valuetext={words}
        aria-describedby={id}
        onChange={(event) => onPercent(event.target.valueAsNumber)}
        className="h-6 w-full accent-act"
      />
      <p id={id} className="figures text-12 text-ink-soft">
        {words}
      </p>
    </fieldset>
  );
}
