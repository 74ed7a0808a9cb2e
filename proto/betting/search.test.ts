/** The names that a typed text finds. */
import { describe, expect, it, vi } from 'vitest';
import { fixtureSearchKey, matchesSearch, searchKey } from './search.ts';

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

describe('the key of a fixture', () => {
  const fixture = { homeTeam: 'Reds', awayTeam: 'Blues', competition: 'League', sport: 'Football', country: 'DE' };

  it('has its country in every language, whose names are loaded once', () => {
    const loaded = vi.spyOn(Intl, 'DisplayNames');
    expect(fixtureSearchKey(fixture)).toBe('reds blues league football germany alemania');
    expect(loaded).not.toHaveBeenCalled();
    loaded.mockRestore();
  });
});
