/** The spots of the blackjack table and the wager from them; bets are checked before they are sent. */
import { type BlackjackWager, maxSideBetMinor } from '@fairline/proto/games/blackjack';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { type Bets, totalOf } from '../chips/bets.ts';
import { insufficientText } from '../stage/refusal-labels.ts';

export type BlackjackSpot = 'main' | 'perfectPairs' | 'twentyOnePlusThree';
export type BlackjackBets = Bets<BlackjackSpot>;

/** The initial bets. */
export const firstBets: BlackjackBets = { main: 1_000 };

export function wagerOf({ main = 0, perfectPairs, twentyOnePlusThree }: BlackjackBets): BlackjackWager {
  return {
    amountMinor: main,
    ...(perfectPairs && { perfectPairsMinor: perfectPairs }),
    ...(twentyOnePlusThree && { twentyOnePlusThreeMinor: twentyOnePlusThree }),
  };
}

export function betsOf({ amountMinor, perfectPairsMinor, twentyOnePlusThreeMinor }: BlackjackWager): BlackjackBets {
  return {
    main: amountMinor,
    ...(perfectPairsMinor && { perfectPairs: perfectPairsMinor }),
    ...(twentyOnePlusThreeMinor && { twentyOnePlusThree: twentyOnePlusThreeMinor }),
  };
}

interface TableLimits {
  minMinor: number;
  maxMinor: number;
  balanceMinor: number | undefined;
  currency: CurrencyCode;
}

/** Why these chips cannot be placed there; null if they can. */
export function whyNotLaid(bets: BlackjackBets, { maxMinor, balanceMinor, currency }: TableLimits): string | null {
  if ((bets.main ?? 0) > maxMinor) {
    return i18n._({
      id: 'blackjack.mainMax',
      message: 'Maximum main bet: {amount}',
      values: { amount: moneyText(maxMinor, currency) },
    });
  }
  if (Math.max(bets.perfectPairs ?? 0, bets.twentyOnePlusThree ?? 0) > maxSideBetMinor) {
    return i18n._({
      id: 'blackjack.sideMax',
      message: 'Maximum side bet: {amount}',
      values: { amount: moneyText(maxSideBetMinor, currency) },
    });
  }
  return balanceMinor !== undefined && totalOf(bets) > balanceMinor ? insufficientText() : null;
}

/** Why no hand can be dealt with these bets; null if one can. */
export function whyNotDealt(bets: BlackjackBets, limits: TableLimits): string | null {
  if ((bets.main ?? 0) < limits.minMinor) {
    return i18n._({
      id: 'blackjack.mainMin',
      message: 'Minimum main bet: {amount}',
      values: { amount: moneyText(limits.minMinor, limits.currency) },
    });
  }
  return whyNotLaid(bets, limits);
}
