/** Thresholds at the bounds of each unit. */
import { expect, it } from 'vitest';
import { isThreshold, type ThresholdUnit } from './rules.ts';

it.each<[ThresholdUnit, number, boolean]>([
  ['minor', 1, true],
  ['minor', 0.5, false],
  ['times', 3, true],
  ['times', 2.5, false],
  ['subjects', 999_999_999, true],
  ['subjects', 1_000_000_000, false],
  ['days', 0, false],
  ['days', 1.5, false],
  ['percent', 0.5, true],
  ['percent', 100, true],
  ['percent', 100.01, false],
  ['factor', 2.5, true],
  ['factor', -1, false],
  ['factor', Number.NaN, false],
])('%s: %d is %s', (unit, value, expected) => {
  expect(isThreshold(unit, value)).toBe(expected);
});
