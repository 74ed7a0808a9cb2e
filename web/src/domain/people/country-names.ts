/** Countries by their codes, in the language of the page. */
import { i18n } from '@lingui/core';

export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(i18n.locale, { type: 'region' }).of(code) ?? code) : code;
}

/** A name with its country, since many countries have a league of the same name. */
export const withCountry = (name: string, country: string | undefined): string =>
  country ? `${name}, ${countryName(country)}` : name;
