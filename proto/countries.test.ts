/** Countries: the eighteen we take players from, by name or code, and whose rules each plays under. */
import { expect, it } from 'vitest';
import { countries, countryCode, jurisdictionOf } from './countries.ts';

it('are the eighteen of the registration form, in its order', () => {
  expect(countries.map(({ name }) => name)).toEqual([
    'United States',
    'United Kingdom',
    'Canada',
    'Australia',
    'Germany',
    'France',
    'Spain',
    'Italy',
    'Netherlands',
    'Sweden',
    'Norway',
    'Denmark',
    'Switzerland',
    'Austria',
    'Belgium',
    'Ireland',
    'Portugal',
    'Finland',
  ]);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(18);
});

it.each(countries)('$name is $code under its name and its code, in any case', ({ code, name }) => {
  for (const text of [code, name, code.toLowerCase(), name.toUpperCase(), ` ${name} `]) expect(countryCode(text)).toBe(code);
});

it.each(['', 'XX', 'UK', 'India', 'United', '__proto__'])('%j is none of them', (text) => {
  expect(countryCode(text)).toBeNull();
});

it('a player from the United Kingdom plays under its rules, everyone else under those of the installation', () => {
  expect(jurisdictionOf('GB', 'open')).toBe('gb');
  expect(jurisdictionOf('DE', 'open')).toBe('open');
  expect(jurisdictionOf('DE', 'gb')).toBe('gb');
});
