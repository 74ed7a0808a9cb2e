/** The rules of the money forms, as rows. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { Balance } from '@fairline/proto/wallet/ledger';
import { instantMethods, paymentMethods } from '@fairline/proto/wallet/methods';
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { describe, expect, it } from 'vitest';
import { mostWorth, receivedFor, worthOf } from '../exchange/rates.ts';
import {
  creditOf,
  depositForm,
  instantForm,
  maxProofBytes,
  withdrawalForm,
  withdrawalObstacle,
  withdrawalTerms,
  withOwnLimits,
} from './forms.ts';

const methods = paymentMethods as unknown as readonly PaymentMethod[];
const good = {
  amount: '100',
  method: 'union_bank_india',
  customerName: 'Ada Byron',
  email: 'ada@example.org',
  bankTransactionId: 'TX-1',
  currency: 'USD',
};
const limitsLeft = (dailyDepositMinor: number) =>
  ({
    minDepositMinor: 1_000,
    maxDepositMinor: 500_000,
    remaining: { dailyDepositMinor, monthlyDepositMinor: 5_000_000 },
  }) as WalletLimits;
const messages = (values: object, limits?: WalletLimits) => {
  const read = depositForm({ playCurrency: 'USD', methods, limits }).safeParse(values);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
it.each([
  [[], 50_000],
  [[{ limitType: 'deposit_weekly', active: true, remainingMinor: 20_000 }], 20_000],
  [[{ limitType: 'deposit_weekly', active: true, remainingMinor: 90_000 }], 50_000],
  [[{ limitType: 'deposit_daily', active: false, remainingMinor: 20_000 }], 50_000],
  [[{ limitType: 'loss_daily', active: true, remainingMinor: 100 }], 50_000],
] as const)('with the own limits %j, %i are left to deposit', (own, expected) => {
  expect(withOwnLimits(limitsLeft(50_000), own).remaining.dailyDepositMinor).toBe(expected);
});

const file = (type: string, size: number) =>
  Object.defineProperty(new File([], 'proof', { type }), 'size', { value: size });

describe('the deposit form', () => {
  it.each([
    ['a complete deposit', {}, []],
    ['an amount with cents', { amount: '1,234.56' }, []],
    ['an empty amount', { amount: '' }, ['amount: Please enter a valid amount']],
    ['a zero amount', { amount: '0' }, ['amount: Please enter a valid amount']],
    ['a negative amount', { amount: '-5' }, ['amount: Please enter a valid amount']],
    ['a fraction of a cent', { amount: '1.005' }, ['amount: Please enter a valid amount']],
    [
      'less than the method takes',
      { amount: '99.99' },
      ['amount: Amount must be between 100.00 USD and 50,000.00 USD'],
    ],
    [
      'more than the method takes',
      { amount: '50000.01' },
      ['amount: Amount must be between 100.00 USD and 50,000.00 USD'],
    ],
    ['no method', { method: '' }, ['method: Please fill in all required fields']],
    ['no name', { customerName: ' ' }, ['customerName: Please fill in all required fields']],
    ['no transaction', { bankTransactionId: '' }, ['bankTransactionId: Please fill in all required fields']],
    ['PhonePe without its id', { method: 'phonepe' }, ['upiId: Please enter PhonePe UPI ID for PhonePe payment']],
    ['PhonePe with its id', { method: 'phonepe', upiId: 'ada@upi' }, []],
    [
      'a proof that is no picture',
      { proof: file('text/html', 10) },
      ['proof: The payment proof must be a JPEG, PNG, WebP or PDF file'],
    ],
    [
      'a proof that is too large',
      { proof: file('image/png', maxProofBytes + 1) },
      ['proof: The payment proof must be smaller than 5 MB'],
    ],
    ['a proof of the largest size', { proof: file('image/png', maxProofBytes) }, []],
  ])('is checked: %s', (_name, change, expected) => {
    expect(messages({ ...good, ...change })).toEqual(expected);
  });

  it('respects what is left of the daily limit', () => {
    expect(messages({ ...good, amount: '600' }, limitsLeft(50_000))).toEqual([
      'amount: Amount must be between 100.00 USD and 500.00 USD',
    ]);
  });
});

const usd = {
  currency: 'USD',
  playCurrency: 'USD',
  minMinor: 2_000,
  mostMinor: 2_500_000,
  dailyMinor: 250_000,
  hasRate: true,
} as const;

describe('a withdrawal', () => {
  const terms = { ...usd, availableMinor: 300_000, remainingMinor: 200_000 } as const;
  it.each([
    [null, 'Please enter a valid amount'],
    [1_999, 'Amount must be between 20.00 USD and 3,000.00 USD'],
    [2_000, null],
    [200_000, null],
    [200_001, 'Daily withdrawal limit of 2,500.00 USD would be exceeded'],
    [300_001, 'Amount must be between 20.00 USD and 3,000.00 USD'],
  ])('of %s has the error %s', (amountMinor, expected) => {
    expect(withdrawalObstacle(amountMinor, terms)).toBe(expected);
  });
});

describe('a withdrawal from an account in another currency', () => {
  const changedAt = '2026-01-01T00:00:00.000Z';
  const rates = [
    { from: 'EUR', to: 'USD', rate: 1.08455, midRate: 1.09, changedAt },
    { from: 'BTC', to: 'USD', rate: 43_282.5, midRate: 43_500, changedAt },
  ] as const;
  const accounts = [
    { currency: 'USD', cashMinor: 500, bonusMinor: 0, heldMinor: 0 },
    { currency: 'EUR', cashMinor: 400_000, bonusMinor: 0, heldMinor: 100_000 },
    { currency: 'BTC', cashMinor: 20_000, bonusMinor: 0, heldMinor: 0 },
    { currency: 'GBP', cashMinor: 9_000, bonusMinor: 0, heldMinor: 0 },
  ] as const;
  const balance = { currency: 'USD', availableMinor: 500, accounts } as unknown as Balance;
  const left = { dailyWithdrawMinor: 218_000, monthlyWithdrawMinor: 2_000_000 };
  // The small remainder in dollars can be withdrawn as a whole, so the minimum is 5.00; other accounts are not affected.
  const limits = {
    minWithdrawMinor: 500,
    maxWithdrawMinor: 250_000,
    dailyWithdrawMinor: 250_000,
    remaining: left,
  } as WalletLimits;
  const obstacle = (currency: CurrencyCode, amountMinor: number) =>
    withdrawalObstacle(amountMinor, withdrawalTerms(currency, { balance, limits, rates, hasPin: false }));
  it.each<[CurrencyCode, number, string | null]>([
    // 18.35 EUR is the smallest amount worth 20.00 USD.
    ['EUR', 1_834, 'Amount must be between 18.35 EUR and 2,293.58 EUR'],
    ['EUR', 1_835, null],
    ['EUR', 200_000, null],
    ['EUR', 200_001, 'Daily withdrawal limit of 2,500.00 USD would be exceeded'],
    // 2,293.58 EUR is the largest amount worth at most 2,500.00 USD.
    ['EUR', 229_358, 'Daily withdrawal limit of 2,500.00 USD would be exceeded'],
    ['EUR', 229_359, 'Amount must be between 18.35 EUR and 2,293.58 EUR'],
    // 0.0002 BTC is worth 8.70 USD: less than the minimum, so it can only be withdrawn as a whole.
    ['BTC', 20_000, null],
    ['BTC', 19_999, 'Amount must be between 0.0002 BTC and 0.0002 BTC'],
    ['USD', 500, null],
    ['GBP', 5_000, 'No exchange rate is available for this currency right now'],
  ])('of %s %d has the error %s', (currency, amountMinor, expected) => {
    expect(obstacle(currency, amountMinor)).toBe(expected);
  });

  it.each<[number, CurrencyCode, number | null]>([
    [20_000, 'EUR', 18_349],
    [20_000, 'USD', 20_000],
    [20_000, 'GBP', null],
  ])('converts %d that must go back into %s: %s', (owed, currency, expected) => {
    expect(mostWorth(owed, currency, 'USD', rates)).toBe(expected);
  });
});

describe('a withdrawal with a PIN', () => {
  const terms = { ...usd, availableMinor: 10_000, remainingMinor: 250_000 } as const;
  const values = { amount: '50', method: 'bank_transfer', destination: 'IE29AIBK93115212345678' };
  it.each([
    ['asks for the PIN where there is one', true, values, ['pin: Please enter your withdrawal PIN']],
    ['takes any PIN to the server', true, { ...values, pin: '1' }, []],
    ['asks for none where there is none', false, values, []],
  ])('%s', (_name, pin, input, expected) => {
    const read = withdrawalForm({ ...terms, pin }).safeParse(input);
    expect(read.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []).toEqual(expected);
  });
});

describe('an instant deposit', () => {
  const changedAt = '2026-01-01T00:00:00.000Z';
  const rates = [
    { from: 'BTC', to: 'USD', rate: 43_282.5, midRate: 43_500, changedAt },
    { from: 'USD', to: 'BTC', rate: 0.00002287, midRate: 0.00002299, changedAt },
    { from: 'USD', to: 'EUR', rate: 0.9154, midRate: 0.92, changedAt },
  ] as const;
  const terms = {
    playCurrency: 'USD' as const,
    methods: instantMethods as unknown as readonly PaymentMethod[],
    rates,
    limits: limitsLeft(500_000),
  };
  it.each([
    [{ amount: '100', currency: 'USD', method: 'credit_card' }, []],
    [{ amount: '9.99', currency: 'USD', method: 'credit_card' }, ['Amount must be between 10.00 USD and 5,000.00 USD']],
    [{ amount: '0.1', currency: 'BTC', method: 'crypto' }, []],
    [{ amount: '0.0004', currency: 'BTC', method: 'crypto' }, ['Amount must be between 20.00 USD and 5,000.00 USD']],
    [{ amount: '0.123456789', currency: 'BTC', method: 'crypto' }, ['Please enter a valid amount']],
  ])('of %o', (values, expected) => {
    expect(
      instantForm(terms)
        .safeParse({ ...values, saved: '' })
        .error?.issues.map(({ message }) => message) ?? [],
    ).toEqual(expected);
  });

  it('by card of 100.00 credits 97.10', () => {
    expect(creditOf(10_000, 290)).toEqual({ feeMinor: 290, creditMinor: 9_710 });
  });

  it('counts at the mid-market rate and credits the amount after the spread', () => {
    expect(worthOf(100_000_000, 'BTC', 'USD', rates)).toBe(4_350_000);
    expect(receivedFor(100_000_000, 'BTC', 'USD', rates)).toBe(4_328_250);
    expect(worthOf(1, 'GBP', 'USD', rates)).toBeNull();
  });
});
