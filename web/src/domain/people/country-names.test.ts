/** Names of countries. */
import { i18n } from '@lingui/core';
import { afterEach, expect, it } from 'vitest';
import { countryName } from './country-names.ts';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

it.each([
  ['en', 'DE', 'Germany'],
  ['es', 'DE', 'Alemania'],
  ['en', 'Atlantis', 'Atlantis'],
])('in %s %s is %s', (locale, code, name) => {
  i18n.loadAndActivate({ locale, messages: {} });
  expect(countryName(code)).toBe(name);
});
