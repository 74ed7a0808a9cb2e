/**
 * How much can be withdrawn now by a method, and what it is that allows no more: the same bounds that the server holds to, told before anything is sent.
 * Pure; the words stand on the page.
 */
import type { CurrencyCode } from '@fairline/proto/money';
import type { Rate } from '@fairline/proto/wallet/exchange';
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { mostWorth } from '../exchange/rates.ts';
import { withdrawalTerms } from './forms.ts';

/** What holds the amount down: all that is available, one withdrawal, the day, the month, verification, or money that must go back elsewhere first. */
export type Bound = 'available' | 'each' | 'day' | 'month' | 'unverified' | 'loop';

export interface Withdrawable {
  amountMinor: number;
  bound: Bound;
  /** Where money must go before any goes this way, in the play currency. */
  first?: { method: string; amountMinor: number };
}

interface Standing {
  balance: Balance;
  limits: WalletLimits;
  rates: readonly Rate[];
}

/** Without a method what any of them takes; below the least that can be withdrawn it is nothing. */
export function withdrawableNow(method: string | undefined, currency: CurrencyCode, { balance, limits, rates }: Standing): Withdrawable {
  const { availableMinor, mostMinor, minMinor, hasRate } = withdrawalTerms(currency, { balance, limits, rates, hasPin: false });
  if (!hasRate) return { amountMinor: 0, bound: 'available' };
  const worth = (minor: number) => mostWorth(minor, currency, balance.currency, rates) ?? 0;
  const loop = loopOf(method, limits);
  const bounds: Withdrawable[] = [
    { bound: 'available', amountMinor: availableMinor },
    { bound: 'each', amountMinor: mostMinor },
    { bound: 'day', amountMinor: worth(limits.remaining.dailyWithdrawMinor) },
    { bound: 'month', amountMinor: worth(limits.remaining.monthlyWithdrawMinor) },
    ...(limits.untilVerifiedMinor === null ? [] : [{ bound: 'unverified' as const, amountMinor: worth(limits.untilVerifiedMinor) }]),
    ...(loop ? [{ bound: 'loop' as const, ...loop, amountMinor: worth(loop.amountMinor) }] : []),
  ];
  const least = bounds.reduce((lowest, one) => (one.amountMinor < lowest.amountMinor ? one : lowest));
  return least.amountMinor < minMinor ? { ...least, amountMinor: 0 } : least;
}

/** A method takes at most what came by it while another is owed something too; the last that is owed takes more. */
function loopOf(method: string | undefined, { closedLoop }: WalletLimits): Pick<Withdrawable, 'amountMinor' | 'first'> | null {
  const own = closedLoop.find((one) => one.method === method);
  const first = closedLoop.find((one) => one.method !== method);
  if (!method || !first) return null;
  return own ? { amountMinor: own.amountMinor } : { amountMinor: 0, first };
}
