/** The text for a request that may have been recorded although no outcome arrived. A retry uses the same key. */
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { isUndecided } from '../http/http.ts';

/** Null if the response decides. After 429 the request was rejected before anything was done. */
export function unconfirmedText(error: unknown): { title: string; text: string } | null {
  if (!isUndecided(error) || (error instanceof Refusal && error.status === 429)) return null;
  return {
    title: i18n._({ id: 'safe.unconfirmed', message: 'We could not confirm it yet' }),
    text: i18n._({ id: 'safe.unconfirmed.text', message: 'It may already have gone through. Try again to make sure.' }),
  };
}
