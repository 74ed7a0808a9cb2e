/** The refusals for the codes of the ledger. */
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './refusals.ts';

describe('a code of the ledger', () => {
  const at = new Date('2026-02-28T23:59:59.999Z');
  it.each<[string, Record<string, unknown> | null, string, object | undefined]>([
    ['insufficient_balance', null, 'Insufficient balance', undefined],
    [
      'bonus_max_stake',
      { maxStakeMinor: 500, currency: 'EUR' },
      'You can stake at most 5.00 EUR with bonus money',
      { maxStakeMinor: 500, currency: 'EUR', max: '5.00 EUR' },
    ],
    [
      'free_bet_odds',
      { minOddsMilli: 1_500 },
      'This free bet needs odds of 1.50 or higher',
      { minOddsMilli: 1_500, odds: '1.50' },
    ],
    ['tombstone', null, ledgerRefusals.betGivenUp.message, undefined],
    [
      'account_not_active',
      { status: 'closed' },
      'Your account is closed. Please contact support.',
      { status: 'closed' },
    ],
    [
      'limit_exceeded',
      { limit: 'bet', limitMinor: 100_000 },
      'This is above your limit',
      { limit: 'bet', limitMinor: 100_000, remainingMinor: 100_000 },
    ],
    [
      'limit_exceeded',
      { limit: 'dailyWithdraw', limitMinor: 250_000, remainingMinor: 1 },
      'Daily withdrawal limit of 2,500.00 EUR would be exceeded',
      {
        limit: 'dailyWithdraw',
        limitMinor: 250_000,
        remainingMinor: 1,
        resetsAt: '2026-03-01T00:00:00.000Z',
        maximum: '2,500.00 EUR',
        variant: 'withdrawals_of_day',
      },
    ],
    [
      'limit_exceeded',
      { limit: 'monthlyDeposit', limitMinor: 5_000_000, remainingMinor: 0 },
      'This is above your limit',
      { limit: 'monthlyDeposit', limitMinor: 5_000_000, remainingMinor: 0, resetsAt: '2026-03-01T00:00:00.000Z' },
    ],
  ])('%s %o has the text of the contract', (answered, params, message, shown) => {
    const refusal = refusalOf(answered, params, { currency: 'EUR', at });
    expect(refusal.message).toBe(message);
    expect(refusal.params).toEqual(shown);
  });

  it('is a fault if no refusal is declared for it', () => {
    expect(() => refusalOf('surprise', null, { currency: 'EUR', at })).toThrow('no refusal has the code surprise');
  });
});
