/** The withdrawable amount, as rows: the lowest of the server's bounds, and which bound it is. */
import type { Balance } from '@fairline/proto/wallet/ledger';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { expect, it } from 'vitest';
import { type Bound, withdrawableNow } from './withdrawable.ts';

const balance = {
  currency: 'USD',
  availableMinor: 100_000,
  accounts: [
    { currency: 'USD', cashMinor: 100_000, bonusMinor: 0, heldMinor: 0 },
    { currency: 'EUR', cashMinor: 50_000, bonusMinor: 0, heldMinor: 0 },
    { currency: 'GBP', cashMinor: 50_000, bonusMinor: 0, heldMinor: 0 },
  ],
} as unknown as Balance;
const limits = {
  minWithdrawMinor: 2_000,
  maxWithdrawMinor: 250_000,
  dailyWithdrawMinor: 250_000,
  remaining: { dailyWithdrawMinor: 250_000, monthlyWithdrawMinor: 2_500_000 },
  untilVerifiedMinor: null,
  closedLoop: [],
} as unknown as WalletLimits;
const rates = [
  { from: 'EUR', to: 'USD', rate: 1.08455, midRate: 1.09, changedAt: '2026-01-01T00:00:00.000Z' },
] as const;
const remaining = (dailyWithdrawMinor: number, monthlyWithdrawMinor: number) => ({
  ...limits.remaining,
  dailyWithdrawMinor,
  monthlyWithdrawMinor,
});
const card = { method: 'credit_card', amountMinor: 30_000 };
const bank = { method: 'bank_transfer', amountMinor: 20_000 };

it.each<[string, Partial<WalletLimits>, string | undefined, number, Bound]>([
  ['the available balance', {}, 'bank_transfer', 100_000, 'available'],
  ['the most of one withdrawal', { maxWithdrawMinor: 90_000 }, 'bank_transfer', 90_000, 'each'],
  [
    'what is left of the day',
    { remaining: remaining(80_000, 2_500_000) as WalletLimits['remaining'] },
    undefined,
    80_000,
    'day',
  ],
  [
    'what is left of the month',
    { remaining: remaining(80_000, 70_000) as WalletLimits['remaining'] },
    undefined,
    70_000,
    'month',
  ],
  ['what was deposited, before verification', { untilVerifiedMinor: 60_000 }, 'bank_transfer', 60_000, 'unverified'],
  ['nothing before verification without a deposit', { untilVerifiedMinor: 0 }, 'bank_transfer', 0, 'unverified'],
  ['nothing where less than the least is left', { untilVerifiedMinor: 1_999 }, 'bank_transfer', 0, 'unverified'],
  ['what is left beside a bonus that was not staked', { unplayedBonusMinor: 70_000 }, 'bank_transfer', 84_500, 'bonus'],
  ['nothing where the bonus is more than all', { unplayedBonusMinor: 200_000 }, 'bank_transfer', 0, 'bonus'],
  [
    'all where other accounts are worth the bonus',
    { unplayedBonusMinor: 54_500 },
    'bank_transfer',
    100_000,
    'available',
  ],
  ['nothing by another method while one is owed', { closedLoop: [card] }, 'bank_transfer', 0, 'loop'],
  ['more than it brought by the only method that is owed', { closedLoop: [card] }, 'credit_card', 100_000, 'available'],
  ['what it brought by one of two that are owed', { closedLoop: [card, bank] }, 'bank_transfer', 20_000, 'loop'],
  ['all where no method is chosen yet', { closedLoop: [card, bank] }, undefined, 100_000, 'available'],
])('%s', (_name, changes, method, amountMinor, bound) => {
  expect(withdrawableNow(method, 'USD', { balance, limits: { ...limits, ...changes }, rates })).toMatchObject({
    amountMinor,
    bound,
  });
});

it('counts at the current rate in another currency, and is zero without one', () => {
  // 183.49 EUR are worth 200.00 USD, rounded down to the cent; a cent more is worth 200.01.
  const owed = { ...limits, untilVerifiedMinor: 20_000 };
  expect(withdrawableNow('bank_transfer', 'EUR', { balance, limits: owed, rates })).toEqual({
    amountMinor: 18_349,
    bound: 'unverified',
  });
  expect(withdrawableNow('bank_transfer', 'GBP', { balance, limits, rates })).toEqual({
    amountMinor: 0,
    bound: 'available',
  });
});

it('contains the part of the bonus still to be staked', () => {
  expect(
    withdrawableNow('bank_transfer', 'USD', { balance, limits: { ...limits, unplayedBonusMinor: 70_000 }, rates })
      .unplayedMinor,
  ).toBe(70_000);
});

it('names the method that money must go to first', () => {
  expect(
    withdrawableNow('e_wallet', 'USD', { balance, limits: { ...limits, closedLoop: [card, bank] }, rates }).first,
  ).toEqual(card);
});
