/** Puts what the server refused where the person looks: each fault at its field, the sentence above the button. */
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { fieldErrorsOf, wordsOf } from '../../../client/http/error-text.ts';

/** `names` are the form's fields; an amount is typed as text and sent in minor units. */
export function showRefusal<Values extends FieldValues>(error: unknown, setError: UseFormSetError<Values>, names: readonly Path<Values>[]): void {
  for (const [sent, message] of Object.entries(fieldErrorsOf(error))) {
    const name = names.find((field) => field === (sent === 'amountMinor' ? 'amount' : sent));
    if (name) setError(name, { message });
  }
  setError('root', { message: wordsOf(error) });
}
