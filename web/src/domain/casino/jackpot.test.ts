/** The jackpot figure between two reports. */
import { expect, it } from 'vitest';
import { countedJackpot } from './jackpot.tsx';

it.each([
  [1_000, 2_000, 0, 1_000],
  [1_000, 2_000, 2_500, 1_500],
  [1_000, 2_000, 5_000, 2_000],
  [1_000, 2_000, 60_000, 2_000],
  [9_000, 2_000, 10, 2_000],
  [1_000, 1_000, 10, 1_000],
])('counts from %i to %i, after %i ms', (from, to, elapsedMs, shown) => {
  expect(countedJackpot(from, to, elapsedMs)).toBe(shown);
});
