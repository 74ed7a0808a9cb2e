/** Search and categories of the lobby. */
import { catalogue, gameIds } from '@fairline/proto/games/catalogue';
import { expect, it } from 'vitest';
import { filterGames, gamesOf, tabCounts } from './filter.ts';

const games = gameIds.map((id) => ({ ...catalogue[id], id, rtp: 97, version: 1, active: true, players: 0 }));

it.each([
  ['', null, 5],
  ['  ROULETTE ', null, 1],
  ['fairline studio', null, 5],
  ['fairline studio', 'table', 3],
  ['', 'slots', 1],
  ['lottery', 'table', 0],
] as const)('%s in %s', (q, category, count) => {
  expect(filterGames(games, { q, category })).toHaveLength(count);
});

it('counts the games of each tab', () => {
  expect(tabCounts(games)).toEqual([
    { id: 'all', count: 5 },
    { id: 'slots', count: 1 },
    { id: 'table', count: 3 },
    { id: 'lottery', count: 1 },
  ]);
});

it('keeps the order of the ids and leaves out unknown games', () => {
  expect(gamesOf(['prize-lottery', 'gone', 'elite-baccarat'], games).map(({ id }) => id)).toEqual([
    'prize-lottery',
    'elite-baccarat',
  ]);
  expect(gamesOf(undefined, games)).toEqual([]);
});
