/** An exclusion as text. */
import type { Exclusion } from '@fairline/proto/risk/exclusions';
import { i18n } from '@lingui/core';
import { whenText } from '../people/display-settings.ts';
import type { ExclusionTimes } from './exclusion.ts';

/** The exclusion in force and its end. */
export function exclusionText({
  kind,
  endsAt,
  returnsOnRequest,
  returnsAt,
}: Pick<Exclusion, 'kind' | ExclusionTimes>): string {
  if (endsAt === undefined) return i18n._({ id: 'safe.excludedForGood', message: 'Self-excluded permanently.' });
  if (returnsAt)
    return i18n._({
      id: 'safe.returnsAt',
      message: 'You asked to return: you can play again from {at}.',
      values: { at: whenText(returnsAt) },
    });
  const values = { at: whenText(endsAt) };
  if (returnsOnRequest)
    return i18n._({
      id: 'safe.excludedUntilAsked',
      message: 'Self-excluded until {at}, and after that until you ask to return.',
      values,
    });
  return kind === 'time_out'
    ? i18n._({ id: 'safe.timeOutUntil', message: 'Time-out until {at}.', values })
    : i18n._({ id: 'safe.excludedUntil', message: 'Self-excluded until {at}.', values });
}
