/** The texts of refused rounds and actions: the specification's sentences where it has them. */
import { gameRefusals } from '@fairline/proto/casino/games';
import { roundRefusals } from '@fairline/proto/casino/rounds';
import { Refusal } from '@fairline/proto/contract';
import type { HandAction } from '@fairline/proto/games/blackjack';
import type { CurrencyCode } from '@fairline/proto/money';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { i18n } from '@lingui/core';
import { fieldErrorsOf, wordsOf } from '../../../client/http/error-text.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { said } from '../../../server-texts.ts';

export function insufficientText(action?: HandAction): string {
  if (action === 'double') return i18n._({ id: 'casino.insufficient.double', message: 'Insufficient balance for double down!' });
  if (action === 'split') return i18n._({ id: 'casino.insufficient.split', message: 'Insufficient balance for split!' });
  return i18n._({ id: 'casino.insufficient', message: 'Insufficient balance!' });
}

export function insufficientForAllText(): string {
  return i18n._({ id: 'casino.insufficient.all', message: 'Insufficient balance for all bets!' });
}

export function playRefusalText(error: unknown, currency: CurrencyCode | undefined, action?: HandAction): string {
  if (!(error instanceof Refusal)) return wordsOf(error);
  if (error.is(ledgerRefusals.insufficientBalance)) return insufficientText(action);
  if (error.is(ledgerRefusals.limitExceeded) && error.params?.limit === 'bet_amount') {
    return i18n._({ id: 'casino.limit.bet', message: 'This bet exceeds your responsible gaming limits' });
  }
  const { minimumMinor, maximumMinor } = error.params ?? {};
  if (currency && error.is(roundRefusals.wagerOutOfRange) && typeof minimumMinor === 'number' && typeof maximumMinor === 'number') {
    return i18n._({
      id: 'casino.outOfRange',
      message: 'Stake {minimum} to {maximum} per round',
      values: { minimum: moneyText(minimumMinor, currency), maximum: moneyText(maximumMinor, currency) },
    });
  }
  if (currency && error.is(roundRefusals.maxPayout) && typeof maximumMinor === 'number') {
    return i18n._({
      id: 'casino.maxPayout',
      message: 'The most a round can pay is {maximum}. Please stake less.',
      values: { maximum: moneyText(maximumMinor, currency) },
    });
  }
  if (error.is(roundRefusals.notYourTurn)) {
    return i18n._({ id: 'casino.notYourTurn', message: 'This hand was played in another tab or device. It is shown as it stands now.' });
  }
  if (error.is(gameRefusals.gameInactive)) return i18n._({ id: 'casino.inactive', message: 'This game is paused. Nothing was staked.' });
  const [field] = Object.values(fieldErrorsOf(error));
  return field ? said(field) : wordsOf(error);
}
