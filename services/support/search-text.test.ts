/** Search text: which texts count as equal, and patterns that match only the text itself. */
import { expect, it } from 'vitest';
import { literalPattern, searchTextOf, termsOf } from './search-text.ts';

it.each([
  ['Retiro  RÁPIDO', 'retiro rapido'],
  [' Ñandú\n', 'nandu'],
  ['Ελλάδα', 'ελλαδα'],
  ['', ''],
])('%j is searched as %j', (text, searched) => {
  expect(searchTextOf(text)).toBe(searched);
});

it.each(['(a+)+$', '.*', '[a-z]', '\\d', '50 % (net)', 'a|b', '^x$', '{2}', 'a/b-c'])(
  '%s matches itself and nothing else',
  (text) => {
    const pattern = new RegExp(`^${literalPattern(text)}$`, 'u');
    expect(pattern.test(text)).toBe(true);
    expect(pattern.test('a')).toBe(false);
  },
);

it.each<[string, string[]]>([
  ['Retiro  RÁPIDO, retiro', ['retiro', 'rapido']],
  ['Refund (a+)+$ #42', ['refund', 'a', '42']],
  ['?!', []],
])('%j has the terms %j', (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});
