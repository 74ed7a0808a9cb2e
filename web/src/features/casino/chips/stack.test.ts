/** Amounts as chips. */
import { expect, it } from 'vitest';
import { chipOf, chipsOf } from './stack.ts';

it.each([
  [13_600, 6, [100, 25, 10, 1]],
  [2_500, 6, [25]],
  [4_000, 6, [25, 10, 5]],
  [100_000, 6, [1_000]],
  [99_900, 4, [500, 100, 100, 100]],
  [50, 6, [1]],
  [1_250, 6, [10, 1, 1]],
  [0, 6, []],
])('stacks %i minor units, at most %i chips high', (minor, highest, chips) => {
  expect(chipsOf(minor, highest)).toEqual(chips);
});

it.each([
  [2_500, 25],
  [2_600, 25],
  [99, 1],
])('draws %i as the chip of %i', (minor, value) => {
  expect(chipOf(minor)).toBe(value);
});
