/** The text about a player's own limit that stops a stake: what is left of it, and when more can be staked. */
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from '../money/money.tsx';
import { whenText } from '../people/display-settings.ts';
import { lengthText, limitName } from './limit-labels.ts';
import type { LimitStop } from './stake-stop.ts';

export function stopText(
  { limitType, leftMinor = 0, minutes = 0, againAt }: LimitStop,
  currency: CurrencyCode,
): string {
  const values = {
    name: limitName(limitType),
    left: moneyText(leftMinor, currency),
    at: againAt ? whenText(againAt) : '',
  };
  if (limitType === 'bet_amount')
    return i18n._({ id: 'safe.stop.bet', message: 'Your own limit: at most {left} per bet.', values });
  if (limitType === 'session_time') {
    return i18n._({
      id: 'safe.stop.session',
      message: 'Your session limit of {length} is reached. You can play again from {at}.',
      values: { ...values, length: lengthText(minutes) },
    });
  }
  return leftMinor > 0
    ? i18n._({ id: 'safe.stop.loss', message: '{name} limit: {left} left until {at}.', values })
    : i18n._({ id: 'safe.stop.lossNone', message: '{name} limit reached. It resets on {at}.', values });
}
