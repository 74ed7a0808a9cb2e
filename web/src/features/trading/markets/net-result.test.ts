/** The result of the house if a selection wins. */
import { expect, it } from 'vitest';
import { netResultMinor } from './net-result.ts';

const selection = (id: string, stakeMinor: number, liabilityMinor: number) => ({ id, stakeMinor, liabilityMinor });

it.each([
  ['without bets', [selection('home', 0, 0), selection('draw', 0, 0), selection('away', 0, 0)], [0, 0, 0]],
  ['with bets on one side', [selection('home', 10_000, 15_000), selection('away', 0, 0)], [-15_000, 10_000]],
  [
    'with bets on all',
    [selection('home', 10_000, 11_000), selection('draw', 2_000, 5_000), selection('away', 4_000, 9_000)],
    [-5_000, 9_000, 3_000],
  ],
])('%s it is the stakes on the others less its liability', (_, selections, results) => {
  expect(selections.map(({ id }) => netResultMinor(selections, id))).toEqual(results);
});
