/** The table has every bet of the rules exactly once, each at its own place. */
import { coveredBy } from '@fairline/games/roulette';
import { rouletteReturns } from '@fairline/proto/games/roulette';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../../i18n.ts';
import { paysTo1, spotName, spotOf, spotOfBet, tableSpots } from './table-spots.ts';

beforeAll(loadEnglish);

it('covers with each bet the numbers that the rules pay', () => {
  for (const { bet, numbers } of tableSpots)
    expect(
      coveredBy({ ...bet, amountMinor: 100 }).toSorted((a, b) => a - b),
      JSON.stringify(bet),
    ).toEqual(numbers);
});

it.each([
  ['straight', 37],
  ['split', 60],
  ['street', 14],
  ['corner', 23],
  ['line', 11],
  ['dozen', 3],
  ['column', 3],
  ['red', 1],
  ['high', 1],
])('has all bets of the type %s', (type, count) => {
  const spots = tableSpots.filter(({ bet }) => bet.type === type);
  expect(new Set(spots.map(({ spot }) => spot)).size).toBe(count);
  expect(new Set(spots.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`)).size).toBe(count);
  expect(spots.every((spot) => paysTo1(spot) === rouletteReturns[spot.bet.type] - 1)).toBe(true);
});

it('finds the place of a bet whatever the order of its numbers', () => {
  expect(spotOfBet({ type: 'corner', value: [5, 1, 4, 2] })).toBe('corner:1-2-4-5');
  expect(spotOf(spotOfBet({ type: 'black' })).numbers).toContain(2);
  expect(spotName(spotOf('split:17-20'))).toBe('Split 17-20');
  expect(spotName(spotOf('dozen:2'))).toBe('2nd dozen');
});
