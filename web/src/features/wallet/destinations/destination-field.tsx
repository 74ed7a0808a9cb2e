/** The destination of a withdrawal: one that was saved for its method, or a typed one, which can be saved. */
import type { PaymentMethod, SavedDestination } from '@fairline/proto/wallet/payments';
import { maxSavedDestinations } from '@fairline/proto/wallet/rules';
import { i18n } from '@lingui/core';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { translate } from '../../../server-texts.ts';
import { Checkbox, SelectField, TextField } from '../../../ui/forms/field.tsx';
import { wholeText } from './saved.ts';

/** The option to type another destination. */
export const another = 'another';

/** The number of characters that a select shows on a small phone; a longer destination is repeated below it in full. */
const fitting = 28;

interface Props {
  /** No method is chosen yet: any destination can be typed, but none saved. */
  method: PaymentMethod | undefined;
  /** The saved destinations of this method. */
  saved: readonly SavedDestination[];
  /** Whether the player has saved the maximum number. */
  isFull: boolean;
  /** The chosen one, or `another`. */
  savedId: string;
  /** Called with undefined if another one is to be typed. */
  onChoose: (saved: SavedDestination | undefined) => void;
  fields: Record<'destination' | 'save' | 'label', UseFormRegisterReturn>;
  isSaving: boolean;
  errors: { destination?: string | undefined; label?: string | undefined };
}

export function DestinationField({ method, saved, isFull, savedId, onChoose, fields, isSaving, errors }: Props) {
  const chosen = saved.find(({ id }) => id === savedId);
  const typed = !chosen;
  return (
    <>
      {saved.length > 0 && (
        <SelectField
          value={typed ? another : savedId}
          onChange={(event) => onChoose(saved.find(({ id }) => id === event.target.value))}
          label={i18n._({ id: 'destination.to', message: 'Withdraw to' })}
          help={
            chosen &&
            wholeText(chosen).length > fitting && <span className="figures break-all">{wholeText(chosen)}</span>
          }
          error={typed ? undefined : errors.destination}
        >
          {saved.map((one) => (
            <option key={one.id} value={one.id}>
              {wholeText(one)}
            </option>
          ))}
          <option value={another}>{anotherText(method)}</option>
        </SelectField>
      )}
      {typed && (
        <TextField
          {...fields.destination}
          autoComplete="off"
          label={i18n._({ id: 'withdraw.destination', message: 'Destination' })}
          placeholder={method?.hint && translate(method.hint)}
          help={
            !method &&
            i18n._({
              id: 'withdraw.destinationHelp',
              message: 'A bank account or IBAN, a crypto address, or the e-mail of your wallet. Choose a method first.',
            })
          }
          error={errors.destination}
        />
      )}
      {typed && method && !isFull && (
        <>
          <Checkbox {...fields.save} label={i18n._({ id: 'destination.save', message: 'Save for next time' })} />
          {isSaving && (
            <TextField
              {...fields.label}
              autoComplete="off"
              label={i18n._({ id: 'destination.label', message: 'Label (optional)' })}
              help={i18n._({ id: 'destination.labelHelp', message: 'Only you see it, for example “Savings”' })}
              error={errors.label}
            />
          )}
        </>
      )}
      {typed && method && isFull && (
        <p className="mb-2 text-12 text-ink-soft">
          {i18n._({
            id: 'destination.full',
            message: 'You have saved {count} destinations. Remove one in the wallet settings to save another.',
            values: { count: maxSavedDestinations },
          })}
        </p>
      )}
    </>
  );
}

function anotherText(method: PaymentMethod | undefined): string {
  switch (method?.id) {
    case 'bank_transfer':
      return i18n._({ id: 'destination.anotherBank', message: 'Another bank account' });
    case 'crypto':
      return i18n._({ id: 'destination.anotherAddress', message: 'Another address' });
    default:
      return i18n._({ id: 'destination.anotherWallet', message: 'Another wallet' });
  }
}
