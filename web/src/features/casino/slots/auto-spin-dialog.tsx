/** The settings of auto-spin: number of spins, loss limit and win limit. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { decimalText, typedMinor } from '../../../figures.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type AutoSpin, autoSpinCounts, beginAutoSpin } from './auto-spin.ts';

interface AutoSpinDialogProps {
  open: boolean;
  onClose: () => void;
  stakeMinor: number;
  currency: PlayCurrencyCode;
  onStart: (auto: AutoSpin) => void;
}

export function AutoSpinDialog({ open, onClose, ...rest }: AutoSpinDialogProps) {
  return open ? <Questions key={rest.stakeMinor} onClose={onClose} {...rest} /> : null;
}

function Questions({ onClose, stakeMinor, currency, onStart }: Omit<AutoSpinDialogProps, 'open'>) {
  const [count, setCount] = useState<number>(autoSpinCounts[0]);
  // By default the loss limit is the cost of all spins.
  const [loss, setLoss] = useState<string | null>(null);
  const [win, setWin] = useState('');
  const [checked, setChecked] = useState(false);
  const lossText = loss ?? decimalText(count * stakeMinor, currency);
  const lossMinor = typedMinor(lossText, currency);
  const winMinor = win.trim() === '' ? null : typedMinor(win, currency);
  const lossError =
    lossMinor === null || lossMinor < stakeMinor
      ? i18n._({
          id: 'slots.auto.lossError',
          message: 'At least the price of one spin: {amount}',
          values: { amount: moneyText(stakeMinor, currency) },
        })
      : undefined;
  const winError =
    win.trim() !== '' && (winMinor === null || winMinor <= 0)
      ? i18n._({ id: 'slots.auto.winError', message: 'Enter an amount above 0, or leave it empty' })
      : undefined;
  const submit = () => {
    setChecked(true);
    if (lossError || winError || lossMinor === null) return;
    onStart(beginAutoSpin(count, lossMinor, winMinor));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={i18n._({ id: 'slots.auto', message: 'Auto-spin' })}
      foot={
        <>
          <Button look="secondary" onClick={onClose}>
            {i18n._({ id: 'slots.auto.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit">
            {i18n._({
              id: 'slots.auto.start',
              message: 'Start {count} spins of {amount}',
              values: { count, amount: moneyText(stakeMinor, currency) },
            })}
          </Button>
        </>
      }
    >
      <Segments
        label={i18n._({ id: 'slots.auto.count', message: 'Spins' })}
        value={String(count)}
        options={autoSpinCounts.map((option) => ({ id: String(option), label: String(option) }))}
        onChange={(next) => setCount(Number(next))}
      />
      <TextField
        label={i18n._({ id: 'slots.auto.lossLimit', message: 'Loss limit' })}
        help={i18n._({
          id: 'slots.auto.lossHelp',
          message: 'Stops before a spin that could take your total loss above this.',
        })}
        error={checked ? lossError : undefined}
        inputMode="decimal"
        suffix={currency}
        value={lossText}
        onChange={({ target }) => setLoss(target.value)}
      />
      <TextField
        label={i18n._({ id: 'slots.auto.winLimit', message: 'Win limit (optional)' })}
        help={i18n._({ id: 'slots.auto.winHelp', message: 'Stops once you are up by this much.' })}
        error={checked ? winError : undefined}
        inputMode="decimal"
        suffix={currency}
        value={win}
        onChange={({ target }) => setWin(target.value)}
      />
    </Dialog>
  );
}
