/** Why a round or an action was refused, as text. Loads with the first refusal. */
import { gameRefusals } from '@fairline/proto/casino/games';
import { roundRefusals } from '@fairline/proto/casino/rounds';
import { Refusal } from '@fairline/proto/contract';
import type { HandAction } from '@fairline/proto/games/blackjack';
import type { CurrencyCode } from '@fairline/proto/money';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { i18n } from '@lingui/core';
import { errorText, fieldErrorsOf } from '../../../client/http/error-text.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { stopText } from '../../../domain/safe-play/stop-labels.ts';
import { ownStop } from '../../../domain/safe-play/use-stake-stop.ts';
import { insufficientText } from './refusal-labels.ts';

export function playRefusalText(error: unknown, currency: CurrencyCode | undefined, action?: HandAction): string {
  if (!(error instanceof Refusal)) return errorText(error);
  if (error.is(ledgerRefusals.insufficientBalance)) return insufficientText(action);
  if (error.is(ledgerRefusals.limitExceeded) && currency) {
    const stop = ownStop(error.params);
    if (stop?.limitType === 'bet_amount')
      return i18n._({ id: 'casino.limit.bet', message: 'This bet exceeds your responsible gaming limits' });
    if (stop) return stopText(stop, currency);
  }
  const { minimumMinor, maximumMinor } = error.params ?? {};
  if (
    currency &&
    error.is(roundRefusals.wagerOutOfRange) &&
    typeof minimumMinor === 'number' &&
    typeof maximumMinor === 'number'
  ) {
    return i18n._({
      id: 'casino.outOfRange',
      message: 'Stake {minimum} to {maximum} per round',
      values: { minimum: moneyText(minimumMinor, currency), maximum: moneyText(maximumMinor, currency) },
    });
  }
  if (currency && error.is(roundRefusals.maxPayout) && typeof maximumMinor === 'number') {
    return i18n._({
      id: 'casino.maxPayout',
      message: 'A round can pay at most {maximum}. Please lower your stake.',
      values: { maximum: moneyText(maximumMinor, currency) },
    });
  }
  if (error.is(roundRefusals.notYourTurn)) {
    return i18n._({
      id: 'casino.notYourTurn',
      message: 'You played this hand in another tab or on another device. This is its current state.',
    });
  }
  if (error.is(gameRefusals.gameInactive))
    return i18n._({ id: 'casino.inactive', message: 'This game is paused. Nothing was staked.' });
  const [field] = Object.values(fieldErrorsOf(error));
  return field ?? errorText(error);
}
