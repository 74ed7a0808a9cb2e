/** Shows a refusal in the form: each error at its field, the message above the button. */
import { Refusal } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { errorText, fieldErrorsOf } from '../../../client/http/error-text.ts';
import { readAfterRefusal } from '../../../domain/safe-play/queries.ts';
import { stopText } from '../../../domain/safe-play/stop-labels.ts';
import { ownStop } from '../../../domain/safe-play/use-stake-stop.ts';

/** `names` are the form's fields; an amount is typed as text and sent in minor units. */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  names: readonly Path<Values>[],
): void {
  for (const [sent, message] of Object.entries(fieldErrorsOf(error))) {
    const name = names.find((field) => field === (sent === 'amountMinor' ? 'amount' : sent));
    if (name) setError(name, { message });
  }
  setError('root', { message: errorText(error) });
}

/** A refused deposit. If the player's own limit refused it, the text says what is left of the limit. */
export function showDepositRefusal<Values extends FieldValues>(
  error: unknown,
  playCurrency: CurrencyCode,
  setError: UseFormSetError<Values>,
  names: readonly Path<Values>[],
): void {
  readAfterRefusal(error);
  showRefusal(error, setError, names);
  const stop = error instanceof Refusal && error.is(ledgerRefusals.limitExceeded) ? ownStop(error.params) : null;
  if (stop) setError('root', { message: stopText(stop, playCurrency) });
}
