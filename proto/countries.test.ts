/** Countries: the eighteen that are accepted, by name or code, each with its jurisdiction. */
import { expect, it } from 'vitest';
import { countries, countryCode, jurisdictionAfterMove, jurisdictionOf } from './countries.ts';

it('lists the eighteen countries of the registration form, in its order', () => {
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

it.each(countries)('finds $name by its name and by $code, in any case', ({ code, name }) => {
  for (const text of [code, name, code.toLowerCase(), name.toUpperCase(), ` ${name} `])
    expect(countryCode(text)).toBe(code);
});

it.each(['', 'XX', 'UK', 'India', 'United', '__proto__'])('does not find %j', (text) => {
  expect(countryCode(text)).toBeNull();
});

it('uses the rules of the United Kingdom there, those of the installation elsewhere', () => {
  expect(jurisdictionOf('GB', 'open')).toBe('gb');
  expect(jurisdictionOf('DE', 'open')).toBe('open');
  expect(jurisdictionOf('DE', 'gb')).toBe('gb');
});

it.each([
  ['open', 'GB', 'open', 'gb'],
  ['gb', 'SE', 'open', 'gb'],
  ['open', 'SE', 'open', 'open'],
  ['gb', 'GB', 'open', 'gb'],
  ['gb', 'SE', 'gb', 'gb'],
] as const)(
  'a player under %s who moves to %s, where others have %s, plays under %s until they prove their address',
  (before, country, installation, after) => {
    expect(jurisdictionAfterMove(before, country, installation)).toBe(after);
  },
);
