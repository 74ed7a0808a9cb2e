/** The spots of the baccarat table and the wager from them, the bets allowed on them, and the quick picks. */
import type { BaccaratOutcome, BaccaratWager, baccaratTypes } from '@fairline/proto/games/baccarat';
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { type Bets, betsOn, totalOf } from '../chips/bets.ts';
import { insufficientForAllText } from '../stage/refusal-labels.ts';

export type BaccaratSpot = (typeof baccaratTypes)[number];
export type BaccaratBets = Bets<BaccaratSpot>;

export function wagerOf(bets: BaccaratBets): BaccaratWager {
  return { bets: betsOn(bets).map(({ spot, minor }) => ({ type: spot, amountMinor: minor })) };
}

export function betsOf({ bets }: BaccaratWager): BaccaratBets {
  return Object.fromEntries(bets.map(({ type, amountMinor }) => [type, amountMinor]));
}

export interface SpotResult {
  result: 'won' | 'lost' | 'push';
  payoutMinor: number;
}

/** The return of each bet of a round. */
export function resultsOf(
  wager: BaccaratWager,
  outcome: Pick<BaccaratOutcome, 'bets'>,
): Partial<Record<BaccaratSpot, SpotResult>> {
  return Object.fromEntries(
    wager.bets.map(({ type, amountMinor }, at) => {
      const payoutMinor = outcome.bets[at]?.payoutMinor ?? 0;
      return [type, { payoutMinor, result: payoutMinor > amountMinor ? 'won' : payoutMinor === 0 ? 'lost' : 'push' }];
    }),
  );
}

/** Shares of the balance, per cent, of the quick picks. */
const quickPercent: Readonly<Record<BaccaratSpot, number>> = {
  player: 10,
  banker: 10,
  tie: 5,
  player_pair: 2,
  banker_pair: 2,
};
const quickMostMinor = 10_000;
const wholeMinor = 100;

/** The amount of a quick pick: its share of the balance in whole units, at most 100.00; 0 if the share is below one unit. */
export function quickPickMinor(spot: BaccaratSpot, balanceMinor: number): number {
  const shareMinor = Math.floor((balanceMinor * quickPercent[spot]) / 100);
  return Math.min(quickMostMinor, shareMinor - (shareMinor % wholeMinor));
}

export interface TableLimits {
  minMinor: number;
  maxMinor: number;
  balanceMinor: number | undefined;
  currency: CurrencyCode;
}

/** Why these chips cannot be placed there; null if they can. */
export function whyNotLaid(bets: BaccaratBets, { maxMinor, balanceMinor, currency }: TableLimits): string | null {
  const totalMinor = totalOf(bets);
  if (totalMinor > maxMinor) {
    return i18n._({
      id: 'baccarat.max',
      message: 'Maximum total bet: {amount}',
      values: { amount: moneyText(maxMinor, currency) },
    });
  }
  return balanceMinor !== undefined && totalMinor > balanceMinor ? insufficientForAllText() : null;
}

/** Why no round can be dealt with these bets; null if one can. */
export function whyNotDealt(bets: BaccaratBets, limits: TableLimits): string | null {
  const totalMinor = totalOf(bets);
  if (totalMinor === 0) return i18n._({ id: 'baccarat.noBets', message: 'Please place at least one bet!' });
  if (totalMinor < limits.minMinor) {
    return i18n._({
      id: 'baccarat.min',
      message: 'Minimum total bet: {amount}',
      values: { amount: moneyText(limits.minMinor, limits.currency) },
    });
  }
  return whyNotLaid(bets, limits);
}
