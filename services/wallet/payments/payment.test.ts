/** The rules of a payment that need no ledger, as rows. */
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import { Refusal } from '@fairline/proto/contract';
import type { ManualDeposit } from '@fairline/proto/wallet/forms';
import { describe, expect, it } from 'vitest';
import { approvalsNeeded, checkDeposit, checkWithdrawal, methodList, referenceOf } from './payment.ts';

const deposit = (changes: Partial<ManualDeposit> = {}): ManualDeposit => ({
  amountMinor: 10_000,
  currency: 'USD',
  method: 'bank_transfer',
  customerName: 'Ada Lovelace',
  email: 'ada@example.com',
  bankTransactionId: 'TX-4711',
  ...changes,
});
const code = (run: () => void) => {
  try {
    run();
  } catch (error) {
    return error instanceof Refusal ? `${error.code}: ${error.message}` : String(error);
  }
  return 'fine';
};

describe('a reported deposit', () => {
  it.each<[string, Partial<ManualDeposit>, string]>([
    ['within its method', {}, 'fine'],
    ['at the least a method takes', { amountMinor: 5_000 }, 'fine'],
    ['at the most a method takes', { amountMinor: 1_000_000 }, 'fine'],
    ['below it', { amountMinor: 4_999 }, 'limit_exceeded: Amount must be between 50.00 USD and 10,000.00 USD'],
    ['above it', { amountMinor: 1_000_001 }, 'limit_exceeded: Amount must be between 50.00 USD and 10,000.00 USD'],
    ['in pounds by bank', { currency: 'GBP' }, 'fine'],
    [
      'in pounds by Union Bank',
      { currency: 'GBP', method: 'union_bank_india' },
      'currency_not_accepted: GBP is not accepted here',
    ],
    ['in coins', { currency: 'BTC' }, 'currency_not_accepted: BTC is not accepted here'],
    ['by PhonePe with its id', { method: 'phonepe', upiId: 'ada@upi' }, 'fine'],
    [
      'by PhonePe without it',
      { method: 'phonepe' },
      'upi_id_required: Please enter PhonePe UPI ID for PhonePe payment',
    ],
    [
      'with a card number for a name',
      { customerName: 'Ada 5500-0055-5555-5559' },
      'card_number: Please do not enter card numbers here',
    ],
    ['with a reference that looks like one', { bankTransactionId: '4111111111111111' }, 'fine'],
  ])('%s', (_name, changes, expected) => {
    expect(code(() => checkDeposit(deposit(changes)))).toBe(expected);
  });
});

it.each<['bank_transfer' | 'credit_card' | 'crypto' | 'e_wallet', string]>([
  ['bank_transfer', 'fine'],
  ['crypto', 'address_invalid: This crypto address is not valid. Please check every character'],
  ['e_wallet', 'fine'],
  ['credit_card', 'fine'],
])('a withdrawal by %s is %s', (method, expected) => {
  expect(
    code(() => checkWithdrawal({ amountMinor: 5_000, currency: 'USD', method, destination: 'DE89370400440532013000' })),
  ).toBe(expected);
});

it.each<['bank_transfer' | 'credit_card' | 'e_wallet', string, string]>([
  ['bank_transfer', '4111111111111111', 'card_number'],
  ['bank_transfer', 'Barclays, account 4111-1111-1111-1111', 'card_number'],
  ['bank_transfer', '378282246310005', 'card_number'],
  ['bank_transfer', '4111111111111112', 'fine'],
  ['bank_transfer', 'FI4412345600000080', 'fine'],
  ['e_wallet', '5500 0055 5555 5559', 'card_number'],
  ['credit_card', '019aa1c8-7f00-7000-8411-111111111111', 'fine'],
])('a withdrawal by %s to %s is %s', (method, destination, expected) => {
  expect(code(() => checkWithdrawal({ amountMinor: 5_000, currency: 'USD', method, destination })).split(':')[0]).toBe(
    expected,
  );
});

it('refuses a card number in free text, and no other number', () => {
  expect(code(() => refuseCardNumber('please use 4111 1111 1111 1111'))).toBe(
    'card_number: Please do not enter card numbers here',
  );
  expect(code(() => refuseCardNumber('reference 1234567890123456'))).toBe('fine');
});

it('two operators are needed from the threshold on', () => {
  expect([999_999, 1_000_000, 1_000_001].map((amountMinor) => approvalsNeeded(amountMinor, 1_000_000))).toEqual([
    1, 2, 2,
  ]);
});

it('a reference is read out by its type and the end of its id', () => {
  expect(referenceOf('deposit', '019aa1c8-7f00-7000-8000-0123456789ab')).toBe('DEP-0123456789AB');
  expect(referenceOf('withdrawal', '019aa1c8-7f00-7000-8000-0123456789ab')).toBe('WDR-0123456789AB');
});

it('no method takes less than the house minimum', () => {
  for (const { kind, minMinor, maxMinor } of methodList(true)) {
    expect(minMinor).toBeGreaterThanOrEqual(kind === 'withdrawal' ? 2_000 : 1_000);
    expect(maxMinor).toBeGreaterThan(minMinor);
  }
});
