/** Card numbers in free text: which digits count as a card number, and masking. */
import { expect, test } from 'vitest';
import { hasCardNumber, maskCards } from './card-number.ts';

test.each([
  ['a Visa number', 'pay 4111 1111 1111 1111 now', true],
  ['a number with dashes', '5500-0055-5555-5559', true],
  ['an American Express number', '378282246310005', true],
  ['a number that fails the check', '4111111111111112', false],
  ['a bank reference', '0000111122223333', false],
  ['a longer run', '41111111111111111111', false],
])('recognises and masks %s only if it is a card number: %#', (_name, text, expected) => {
  expect(hasCardNumber(text)).toBe(expected);
  expect(maskCards(text).includes('[card]')).toBe(expected);
});
