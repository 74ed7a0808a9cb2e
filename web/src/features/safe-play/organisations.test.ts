/** Checks the list of organisations, which the house may edit. */
import { expect, it } from 'vitest';
import { organisations } from './organisations.ts';

it.each(organisations)('$name has an address over https and a known country', ({ address, country }) => {
  expect(new URL(address).protocol).toBe('https:');
  if (country) expect(new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(country)).toBeTruthy();
});

it('lists each once', () => {
  expect(new Set(organisations.map(({ address }) => address)).size).toBe(organisations.length);
});
