/** Common stakes as buttons, all visible. */
import type { CurrencyCode } from '@fairline/proto/money';
import { decimalText } from '../../figures.ts';
import { cx } from '../../ui/theme/cx.ts';

interface StakeChipsProps {
  legend: string;
  stakesMinor: readonly number[];
  chosenMinor: number | null;
  currency: CurrencyCode;
  locked?: boolean;
  className?: string;
  onStake: (minor: number) => void;
}

export function StakeChips({
  legend,
  stakesMinor,
  chosenMinor,
  currency,
  locked = false,
  className,
  onStake,
}: StakeChipsProps) {
  return (
    <fieldset className={cx('flex gap-1', className)}>
      <legend className="sr-only">{legend}</legend>
      {stakesMinor.map((minor) => (
        <button
          key={minor}
          type="button"
          disabled={locked}
          aria-pressed={minor === chosenMinor}
          onClick={() => onStake(minor)}
          className={cx(
            'figures h-8 min-w-10 grow rounded-control border px-2 text-13 font-medium transition-colors',
            minor === chosenMinor ? 'border-act bg-act-soft' : 'border-line bg-surface hover:bg-raised',
          )}
        >
          {decimalText(minor, currency).replace(/\D00$/, '')}
        </button>
      ))}
    </fieldset>
  );
}
