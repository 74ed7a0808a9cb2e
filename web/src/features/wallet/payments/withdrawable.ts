/**
 * The amount that can be withdrawn now by a method, and the bound that limits it: the server's bounds, shown before anything is sent. Pure; the texts are on
 * the page.
 */
import type { CurrencyCode } from '@fairline/proto/money';
import type { Rate } from '@fairline/proto/wallet/exchange';
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { mostWorth, worthOf } from '../exchange/rates.ts';
import { withdrawalTerms } from './forms.ts';

/**
 * What limits the amount: the available balance, one withdrawal, the day, the month, verification, a welcome bonus that is not yet staked, or money that must
 * go back elsewhere first.
 */
export type Bound = 'available' | 'each' | 'day' | 'month' | 'unverified' | 'bonus' | 'loop';

export interface Withdrawable {
  amountMinor: number;
  bound: Bound;
  /** The method that must be paid back first, in the play currency. */
  first?: { method: string; amountMinor: number };
  /** The part of the welcome bonus still to be staked, in the play currency. */
  unplayedMinor?: number;
}

interface WalletState {
  balance: Balance;
  limits: WalletLimits;
  rates: readonly Rate[];
}

/** Without a method, the most that any method accepts; 0 below the minimum withdrawal. */
export function withdrawableNow(
  method: string | undefined,
  currency: CurrencyCode,
  { balance, limits, rates }: WalletState,
): Withdrawable {
  const { availableMinor, mostMinor, minMinor, hasRate } = withdrawalTerms(currency, {
    balance,
    limits,
    rates,
    hasPin: false,
  });
  if (!hasRate) return { amountMinor: 0, bound: 'available' };
  const worth = (minor: number) => mostWorth(minor, currency, balance.currency, rates) ?? 0;
  const loop = loopOf(method, limits);
  const unplayedMinor = limits.unplayedBonusMinor ?? 0;
  const bounds: Withdrawable[] = [
    { bound: 'available', amountMinor: availableMinor },
    { bound: 'each', amountMinor: mostMinor },
    { bound: 'day', amountMinor: worth(limits.remaining.dailyWithdrawMinor) },
    { bound: 'month', amountMinor: worth(limits.remaining.monthlyWithdrawMinor) },
    ...(limits.untilVerifiedMinor === null
      ? []
      : [{ bound: 'unverified' as const, amountMinor: worth(limits.untilVerifiedMinor) }]),
    ...(unplayedMinor > 0
      ? [
          {
            bound: 'bonus' as const,
            unplayedMinor,
            amountMinor: worth(Math.max(0, worthOfAll(balance, rates) - unplayedMinor)),
          },
        ]
      : []),
    ...(loop ? [{ bound: 'loop' as const, ...loop, amountMinor: worth(loop.amountMinor) }] : []),
  ];
  const least = bounds.reduce((lowest, one) => (one.amountMinor < lowest.amountMinor ? one : lowest));
  return least.amountMinor < minMinor ? { ...least, amountMinor: 0 } : least;
}

/** The available money of all accounts in the play currency, because the bonus binds it after a conversion too. Money without a rate counts as zero. */
function worthOfAll({ accounts, currency }: Balance, rates: readonly Rate[]): number {
  return accounts.reduce(
    (sum, { currency: from, cashMinor, heldMinor }) =>
      sum + (worthOf(cashMinor - heldMinor, from, currency, rates) ?? 0),
    0,
  );
}

/** While several methods are owed money, each can pay out at most what was deposited by it; the last one can pay out more. */
function loopOf(
  method: string | undefined,
  { closedLoop }: WalletLimits,
): Pick<Withdrawable, 'amountMinor' | 'first'> | null {
  const own = closedLoop.find((one) => one.method === method);
  const first = closedLoop.find((one) => one.method !== method);
  if (!method || !first) return null;
  return own ? { amountMinor: own.amountMinor } : { amountMinor: 0, first };
}
