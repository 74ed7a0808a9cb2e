/** The page's filter applied to favourites. */
import type { Fixture } from '@fairline/proto/betting/offer';
import { describe, expect, it } from 'vitest';
import { filterFixtures } from './favourites.ts';

const fixture = (id: string, sport: string, status: string, homeTeam: string) =>
  ({ id, sport, status, homeTeam, awayTeam: 'Leeds', competition: 'Premier League' }) as Fixture;
const all = [
  fixture('a', 'soccer', 'live', 'Arsenal'),
  fixture('b', 'soccer', 'upcoming', 'Chelsea'),
  fixture('c', 'tennis', 'live', 'A. Brévanne'),
];

describe('favourites', () => {
  it.each([
    [{}, 'abc'],
    [{ sport: 'soccer' }, 'ab'],
    [{ live: 'true' as const }, 'ac'],
    [{ q: ' chel ' }, 'b'],
    [{ q: 'premier', sport: 'tennis' }, 'c'],
    [{ q: 'brevanne' }, 'c'],
    [{ q: 'nobody' }, ''],
  ])('by %j are %s', (filter, ids) => {
    expect(
      filterFixtures(all, filter)
        .map(({ id }) => id)
        .join(''),
    ).toBe(ids);
  });
});
