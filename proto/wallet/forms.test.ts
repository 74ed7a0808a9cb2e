/** Tables of destinations of a withdrawal by method, and of e-mail addresses of a reported deposit. */
import { expect, it } from 'vitest';
import { isDestination, ManualDeposit } from './forms.ts';

it.each([
  ['bank_transfer', 'DE89370400440532013000', true],
  ['bank_transfer', 'de89 3704 0044 0532 0130 00', true],
  ['bank_transfer', 'GB82 WEST 1234 5698 7654 32', true],
  ['bank_transfer', 'NO9386011117947', true],
  ['bank_transfer', 'DE00000000000000000000', false],
  ['bank_transfer', 'DE89370400440532013001', false],
  ['bank_transfer', 'DE543704004405320130001', false],
  ['bank_transfer', 'ZZ8137040044053201300', false],
  ['bank_transfer', 'DE89', false],
  ['bank_transfer', 'not an iban at all', false],
  ['bank_transfer', 'abcde', false],
  ['bank_transfer', '<script>alert(123456)</script>', false],
  ['bank_transfer', '20-00-00 / 12345678', true],
  ['bank_transfer', 'HDFC0001234 50100012345678', true],
  ['crypto', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
  ['crypto', 'abc', false],
  ['e_wallet', 'ada@example.com', true],
  ['e_wallet', '<b>ada@example.com</b>', false],
  ['credit_card', 'x', true],
])('%s to %s: %s', (method, destination, accepted) => expect(isDestination({ method, destination })).toBe(accepted));

it.each([
  ['ada@example.org', []],
  [' ada@example.org ', []],
  ['', ['Please fill in all required fields']],
  [undefined, ['Please fill in all required fields']],
  ['abc', ['Please enter a valid email address']],
  ['ada@example', ['Please enter a valid email address']],
  ['ada\u200b@example.org', ['Please enter a valid email address']],
])('the address %j of a deposit has the faults %j', (email, faults) => {
  const read = ManualDeposit.safeParse({
    amountMinor: 10_000,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Ada',
    email,
    bankTransactionId: 'TX-1',
  });
  expect(read.error?.issues.map(({ message }) => message) ?? []).toEqual(faults);
});
