/** Which files can be chosen. */
import { expect, it } from 'vitest';
import { fileFault } from './file-fault.ts';

const rules = {
  types: ['image/jpeg', 'image/png', 'application/pdf'],
  maxBytes: 5_000_000,
  wrongType: 'wrong type',
  tooLarge: 'too large',
};

it.each([
  ['image/jpeg', 1, undefined],
  ['application/pdf', rules.maxBytes, undefined],
  ['image/png', rules.maxBytes + 1, 'too large'],
  ['image/svg+xml', 1, 'wrong type'],
  ['', 1, 'wrong type'],
])('a file of type "%s" with %d bytes: %s', (type, size, fault) => {
  expect(fileFault({ type, size }, rules)).toBe(fault);
});

it('reports nothing if no file is chosen', () => {
  expect(fileFault(undefined, rules)).toBeUndefined();
});
