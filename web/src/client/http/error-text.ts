/**
 * The text of an error for the user, in the language of the page.
 */
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { fieldText, refusalText } from '../../refusals.ts';
import { Fault } from './http.ts';

export function errorText(error: unknown): string {
  if (error instanceof Refusal) return refusalText(error);
  if (error instanceof Fault && error.kind === 'server') {
    return i18n._({
      id: 'fault.server',
      message: 'Something went wrong on our side. Please try again: nothing is done twice.',
    });
  }
  if (error instanceof Fault && error.kind === 'timeout') {
    return i18n._({ id: 'fault.timeout', message: 'This is taking too long. Please try again.' });
  }
  if (error instanceof Fault) {
    return i18n._({ id: 'fault.offline', message: 'We cannot reach Fairline. Check your connection and try again.' });
  }
  return i18n._({ id: 'fault.page', message: 'This page ran into a problem. Please reload it.' });
}

/** A refusal's messages by field; empty if it has none. A field may repeat the refusal's own message. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal)) return {};
  const texts = Object.entries(error.errors ?? {}).map(
    ([field, message]) => [field, message === error.message ? refusalText(error) : fieldText(message)] as const,
  );
  return Object.fromEntries(texts);
}

export function explain(error: unknown): { text: string; fields: Record<string, string> } {
  return { text: errorText(error), fields: fieldErrorsOf(error) };
}
