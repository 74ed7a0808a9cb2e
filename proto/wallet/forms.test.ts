/** Table of destinations: which a withdrawal may go to, by its method. */
import { expect, it } from 'vitest';
import { isDestination } from './forms.ts';

it.each([
  ['bank_transfer', 'DE89370400440532013000', true],
  ['bank_transfer', 'de89 3704 0044 0532 0130 00', true],
  ['bank_transfer', 'GB82 WEST 1234 5698 7654 32', true],
  ['bank_transfer', 'NO9386011117947', true],
  ['bank_transfer', 'DE00000000000000000000', false],
  ['bank_transfer', 'DE89370400440532013001', false],
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
