/** Search of names, written once for server and page: "brevanne" finds Brévanne, "lodz" Łódź, "strasse" Straße. */

import { languages } from '../auth/fields.ts';

/** Characters that Unicode does not decompose into a base letter and a diacritic. */
const plainCharacters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĸ: 'k',
  ŀ: 'l',
};
const accented = new RegExp(`[${Object.keys(plainCharacters).join('')}]`, 'g');

/** The search key of a text: lower case, no diacritics or apostrophes, one space between words. */
export function searchKey(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(accented, (character) => plainCharacters[character] ?? character)
    .replaceAll(/['’ʼ`´]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

interface Sought {
  homeTeam: string;
  awayTeam: string;
  competition: string;
  sport: string;
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined;
}

/** Made once, because making them for each fixture takes longer than the rest of a search. */
const regionNames = languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }));

/** The search key of a fixture: its sides, competition and sport, and its country in every language of the pages. */
export function fixtureSearchKey({ homeTeam, awayTeam, competition, sport, country = '' }: Sought): string {
  const countries = /^[A-Z]{2}$/.test(country) ? regionNames.map((names) => names.of(country)) : [];
  return searchKey([homeTeam, awayTeam, competition, sport, ...countries].join(' '));
}

/** Whether a text, given by its key, contains every typed word or a word that begins with it. An empty search matches everything; punctuation alone matches nothing. */
export function matchesSearch(key: string, typed: string): boolean {
  const sought = searchKey(typed);
  if (sought === '') return typed.trim() === '';
  return sought.split(' ').every((part) => key.includes(part));
}
