/** The names that a typed text finds. */
import { describe, expect, it } from 'vitest';
import { matchesSearch, searchKey } from './search.ts';

const finds = (name: string, typed: string) => matchesSearch(searchKey(name), typed);

describe('a search', () => {
  it.each([
    ['Brévanne', 'Brevanne'],
    ['Brévanne', 'BRÉVANNE'],
    ['Atlético Maraví', 'atletico maravi'],
    ['Atle\u0301tico', 'Atlético'],
    ['Brøndvik', 'brondvik'],
    ['Straßenburg', 'strassenburg'],
    ['STRASSENBURG', 'straßen'],
    ['Łódź', 'lodz'],
    ['Đakovo', 'dakovo'],
    ['Þórshöfn', 'thorshofn'],
    ['Fuerza Ñandú', 'nandu'],
    ['İzmir', 'izmir'],
    ['Iğdır', 'igdir'],
    ['Œuvre Æsir', 'oeuvre aesir'],
    ['Saint-Aurel', 'saint aurel'],
    ['Saint-Aurel', 'saint-aurel'],
    ["O'Brien", 'obrien'],
    ['O’Brien', "o'brien"],
    ['A. Vellander', 'a. vell'],
    ['Reds Blues League', 'league reds'],
    ['Спартак Москва', 'москва'],
    ['Reds', '  '],
  ])('finds %s by "%s"', (name, typed) => {
    expect(finds(name, typed)).toBe(true);
  });

  it.each([
    ['Brévanne', 'brevane'],
    ['Reds Blues', 'reds greens'],
    ['Reds', '---'],
    ['Reds', '%'],
  ])('does not find %s by "%s"', (name, typed) => {
    expect(finds(name, typed)).toBe(false);
  });
});
