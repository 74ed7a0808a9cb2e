/** An exclusion as text. */
import type { Exclusion } from '@fairline/proto/risk/exclusions';
import { i18n } from '@lingui/core';
import { whenText } from '../people/display-settings.ts';

/** The exclusion in force and its end. */
export function exclusionText({ kind, endsAt }: Pick<Exclusion, 'kind' | 'endsAt'>): string {
  if (endsAt === undefined) return i18n._({ id: 'safe.excludedForGood', message: 'Self-excluded permanently.' });
  const values = { at: whenText(endsAt) };
  return kind === 'time_out'
    ? i18n._({ id: 'safe.timeOutUntil', message: 'Time-out until {at}.', values })
    : i18n._({ id: 'safe.excludedUntil', message: 'Self-excluded until {at}.', values });
}
