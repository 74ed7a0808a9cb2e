/** The rules of the money forms, as rows. */
import type { PaymentMethod } from '@fairline/proto/wallet';
import { paymentMethods } from '@fairline/proto/wallet/methods';
import { describe, expect, it } from 'vitest';
import { depositForm, maxProofBytes, withdrawalObstacle } from './forms.ts';

const methods = paymentMethods as unknown as readonly PaymentMethod[];
const good = { amount: '100', method: 'union_bank_india', customerName: 'Ada Byron', email: 'ada@example.org', bankTransactionId: 'TX-1' };
const messages = (values: object, remainingMinor: number | null = null) => {
  const read = depositForm({ currency: 'USD', methods, remainingMinor }).safeParse(values);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const file = (type: string, size: number) => Object.defineProperty(new File([], 'proof', { type }), 'size', { value: size });

describe('the deposit form', () => {
  it.each([
    ['a complete deposit', {}, []],
    ['an amount with cents', { amount: '1,234.56' }, []],
    ['an empty amount', { amount: '' }, ['amount: Please enter a valid amount']],
    ['a zero amount', { amount: '0' }, ['amount: Please enter a valid amount']],
    ['a negative amount', { amount: '-5' }, ['amount: Please enter a valid amount']],
    ['a fraction of a cent', { amount: '1.005' }, ['amount: Please enter a valid amount']],
    ['less than the method takes', { amount: '99.99' }, ['amount: Amount must be between 100.00 USD and 50,000.00 USD']],
    ['more than the method takes', { amount: '50000.01' }, ['amount: Amount must be between 100.00 USD and 50,000.00 USD']],
    ['no method', { method: '' }, ['method: Please fill in all required fields']],
    ['no name', { customerName: ' ' }, ['customerName: Please fill in all required fields']],
    ['no transaction', { bankTransactionId: '' }, ['bankTransactionId: Please fill in all required fields']],
    ['PhonePe without its id', { method: 'phonepe' }, ['upiId: Please enter PhonePe UPI ID for PhonePe payment']],
    ['PhonePe with its id', { method: 'phonepe', upiId: 'ada@upi' }, []],
    ['a proof that is no picture', { proof: file('text/html', 10) }, ['proof: The payment proof must be a JPEG, PNG, WebP or PDF file']],
    ['a proof that is too large', { proof: file('image/png', maxProofBytes + 1) }, ['proof: The payment proof must be smaller than 5 MB']],
    ['a proof of the largest size', { proof: file('image/png', maxProofBytes) }, []],
  ])('answers %s', (_name, change, expected) => {
    expect(messages({ ...good, ...change })).toEqual(expected);
  });

  it('keeps to what is left of the daily limit', () => {
    expect(messages({ ...good, amount: '600' }, 50_000)).toEqual(['amount: Amount must be between 100.00 USD and 500.00 USD']);
  });
});

describe('a withdrawal', () => {
  const terms = { currency: 'USD', minMinor: 2_000, availableMinor: 300_000, dailyMinor: 250_000, remainingMinor: 200_000 } as const;
  it.each([
    [null, 'Please enter a valid amount'],
    [1_999, 'Amount must be between 20.00 USD and 3,000.00 USD'],
    [2_000, null],
    [200_000, null],
    [200_001, 'Daily withdrawal limit of 2,500.00 USD would be exceeded'],
    [300_001, 'Amount must be between 20.00 USD and 3,000.00 USD'],
  ])('of %s answers %s', (amountMinor, expected) => {
    expect(withdrawalObstacle(amountMinor, terms)).toBe(expected);
  });
});
