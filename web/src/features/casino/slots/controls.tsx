/** The controls of the slot machine: steppers for lines and bet per line, the speed of the reels, the Spin button. */
import { type SlotWager, slotBets } from '@fairline/proto/games/slots';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { LoaderCircle, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { largestLineMinor, largestLines, steppedLineMinor, totalMinor, withLines } from './bets.ts';

interface StepperProps {
  label: string;
  value: ReactNode;
  less: { label: string; press: () => void; disabled: boolean };
  more: { label: string; press: () => void; disabled: boolean };
  children?: ReactNode;
}

function Stepper({ label, value, less, more, children }: StepperProps) {
  const step =
    'inline-flex w-10 items-center justify-center self-stretch text-20 text-ink hover:bg-raised disabled:text-control disabled:hover:bg-transparent';
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1 text-12 text-ink-soft">{label}</legend>
      <div className="flex h-11 items-center overflow-hidden rounded-control border border-control bg-surface">
        <button
          type="button"
          aria-label={less.label}
          title={less.label}
          disabled={less.disabled}
          onClick={less.press}
          className={step}
        >
          −
        </button>
        <output className="figures min-w-6 grow px-1 text-center text-14 font-strong whitespace-nowrap">{value}</output>
        <button
          type="button"
          aria-label={more.label}
          title={more.label}
          disabled={more.disabled}
          onClick={more.press}
          className={step}
        >
          +
        </button>
        {children}
      </div>
    </fieldset>
  );
}

interface StakeProps {
  wager: SlotWager;
  /** The jurisdiction's largest stake of a spin. */
  mostMinor: number;
  balanceMinor: number | undefined;
  currency: PlayCurrencyCode | undefined;
  disabled: boolean;
  onChange: (wager: SlotWager) => void;
}

export function StakeControls({ wager, mostMinor, balanceMinor, currency, disabled, onChange }: StakeProps) {
  const { lines, betPerLineMinor } = wager;
  const largestMinor = largestLineMinor(lines, mostMinor);
  const setLines = (next: number) => onChange(withLines(wager, next, mostMinor));
  const setBet = (next: number) => onChange({ ...wager, betPerLineMinor: next });
  return (
    <>
      <Stepper
        label={i18n._({ id: 'slots.lines', message: 'Lines' })}
        value={lines}
        less={{
          label: i18n._({ id: 'slots.lines.less', message: 'Fewer lines' }),
          press: () => setLines(lines - 1),
          disabled: disabled || lines <= 1,
        }}
        more={{
          label: i18n._({ id: 'slots.lines.more', message: 'More lines' }),
          press: () => setLines(lines + 1),
          disabled: disabled || lines >= largestLines(mostMinor),
        }}
      />
      <Stepper
        label={i18n._({ id: 'slots.bet', message: 'Bet per line' })}
        value={currency ? moneyText(betPerLineMinor, currency) : '…'}
        less={{
          label: i18n._({ id: 'slots.bet.less', message: 'Lower bet' }),
          press: () => setBet(steppedLineMinor(betPerLineMinor, -1, largestMinor)),
          disabled: disabled || betPerLineMinor <= slotBets.minLineMinor,
        }}
        more={{
          label: i18n._({ id: 'slots.bet.more', message: 'Higher bet' }),
          press: () => setBet(steppedLineMinor(betPerLineMinor, 1, largestMinor)),
          disabled: disabled || betPerLineMinor >= largestMinor,
        }}
      >
        <button
          type="button"
          disabled={disabled}
          onClick={() => setBet(largestLineMinor(lines, mostMinor, balanceMinor))}
          className="self-stretch border-l border-control px-3 text-13 font-medium text-game hover:bg-raised disabled:text-ink-soft"
        >
          {i18n._({ id: 'slots.bet.max', message: 'Max' })}
        </button>
      </Stepper>
      {currency && Number.isFinite(mostMinor) && (
        // No wider than its two lines, so that Spin keeps its place.
        <p className="max-w-36 self-center text-12 text-ink-soft">
          {i18n._({
            id: 'slots.most',
            message: 'At most {amount} a spin in your country',
            values: { amount: moneyText(mostMinor, currency) },
          })}
        </p>
      )}
    </>
  );
}

interface SpinButtonProps {
  wager: SlotWager;
  currency: PlayCurrencyCode | undefined;
  isSpinning: boolean;
  /** A press stops the reels. */
  canSkip: boolean;
  /** Why it cannot spin now. */
  why: string | null;
  onPress: () => void;
}

export function SpinButton({ wager, currency, isSpinning, canSkip, why, onPress }: SpinButtonProps) {
  const amount = currency ? moneyText(totalMinor(wager), currency) : '';
  const stops = isSpinning && canSkip;
  const blocked = (isSpinning && !canSkip) || why !== null;
  return (
    <button
      type="button"
      aria-disabled={blocked || undefined}
      title={why ?? undefined}
      onClick={() => !blocked && onPress()}
      className={cx(
        'inline-flex h-14 min-w-44 grow items-center justify-center gap-2 rounded-full px-6 text-16 font-strong transition-colors select-none sm:grow-0',
        blocked ? 'border border-line bg-raised text-ink-soft' : 'bg-game text-game-ink hover:bg-game-press',
      )}
    >
      {stops ? (
        <>
          <Icon of={Square} />
          {i18n._({ id: 'slots.stop', message: 'Stop' })}
        </>
      ) : (
        <>
          {isSpinning && <Icon of={LoaderCircle} className="animate-spin" />}
          <span className="figures whitespace-nowrap">
            {i18n._({ id: 'slots.spin', message: 'Spin {amount}', values: { amount } })}
          </span>
        </>
      )}
    </button>
  );
}
