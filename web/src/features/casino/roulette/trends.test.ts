/** Hot and cold numbers of a player's rounds. */
import { expect, it } from 'vitest';
import { hotAndCold, trendNumbers } from './trends.ts';

it('is empty before ten results', () => {
  expect(hotAndCold(Array.from({ length: 9 }, () => 7))).toBeNull();
});

it('counts the numbers that came most and least often', () => {
  const trends = hotAndCold([7, 7, 7, 12, 12, 0, 0, 0, 0, 31]);
  expect(trends?.hot.slice(0, 4)).toEqual([
    { number: 0, times: 4 },
    { number: 7, times: 3 },
    { number: 12, times: 2 },
    { number: 31, times: 1 },
  ]);
  expect(trends?.cold.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(trends?.hot).toHaveLength(trendNumbers);
});
