/** Messages of the specification that a screen shows without sending a request. */
import type { HandAction } from '@fairline/proto/games/blackjack';
import { i18n } from '@lingui/core';

export function insufficientText(action?: HandAction): string {
  if (action === 'double')
    return i18n._({ id: 'casino.insufficient.double', message: 'Insufficient balance for double down!' });
  if (action === 'split')
    return i18n._({ id: 'casino.insufficient.split', message: 'Insufficient balance for split!' });
  return i18n._({ id: 'casino.insufficient', message: 'Insufficient balance!' });
}

export function insufficientForAllText(): string {
  return i18n._({ id: 'casino.insufficient.all', message: 'Insufficient balance for all bets!' });
}
