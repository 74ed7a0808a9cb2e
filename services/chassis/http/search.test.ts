/** How a search parses the typed text, and how it mixes several kinds of hits. */
import { authSearchRoutes, type SearchHit } from '@fairline/proto/search';
import { expect, it } from 'vitest';
import { likePatterns, readSought, type Sought, searchHandler, someOfEach } from './search.ts';

const id = '0199a000-0000-7000-8000-0123456789ab';

it.each([
  [id.toUpperCase(), { text: id.toUpperCase(), id, end: undefined }],
  ['#456789AB', { text: '456789AB', id: undefined, end: '456789ab' }],
  ['0123456789ab', { text: '0123456789ab', id: undefined, end: '0123456789ab' }],
  [' Ana Costa ', { text: 'Ana Costa', id: undefined, end: undefined }],
  ['__proto__', { text: '__proto__', id: undefined, end: undefined }],
])('reads %s', (typed, expected) => {
  expect(readSought(typed)).toEqual(expected);
});

const hits = (kind: SearchHit['kind'], count: number): SearchHit[] =>
  Array.from({ length: count }, (_, at) => ({ kind, id: `${kind}${at}`, title: '', detail: '' }));

it.each([
  [7, 9, 3, 2],
  [1, 9, 1, 4],
  [9, 0, 5, 0],
  [0, 2, 0, 2],
])('of %i bets and %i fixtures takes %i and %i', (bets, fixtures, takenBets, takenFixtures) => {
  const found = someOfEach([hits('bet', bets), hits('fixture', fixtures)]);
  expect(found).toEqual([...hits('bet', takenBets), ...hits('fixture', takenFixtures)]);
});

it('knows parts of three letters and beginnings of words, and takes signs as they are', () => {
  expect(likePatterns('An_a')).toEqual(['%an\\_a%']);
  expect(likePatterns('An')).toEqual(['an%', '% an%']);
  expect(likePatterns('%%%')).toBeUndefined();
});

it('warms up with a word, an id and an end of one', async () => {
  const sought: Sought[] = [];
  const handler = searchHandler(authSearchRoutes.search, async (one) => {
    sought.push(one);
    return [];
  });
  await handler.warmUp?.();
  expect(sought.some(({ id, end }) => !id && !end)).toBe(true);
  expect(sought.some(({ id }) => id)).toBe(true);
  expect(sought.some(({ end }) => end)).toBe(true);
});
