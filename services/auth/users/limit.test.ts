/** The limits of attempts, in demo mode and outside. */
import { expect, it } from 'vitest';
import { type Limit, pointsOf, throttleLimits } from './limit.ts';

it.each<[Limit, number, number]>([
  ['register', 100, 3_600],
  ['signInPair', 10, 900],
  ['signInKnown', 10, 900],
  ['signInAccount', 100, 3_600],
  ['proof', 10, 900],
  ['proofAccount', 100, 3_600],
  ['signInAddress', 100, 900],
  ['link', 60, 900],
  ['resend', 3, 900],
  ['forgot', 5, 3_600],
  ['download', 20, 3_600],
])('%s: %d times in %d s, a hundred times as often in demo mode', (limit, points, seconds) => {
  expect(throttleLimits[limit].seconds).toBe(seconds);
  expect(pointsOf(limit, false)).toBe(points);
  expect(pointsOf(limit, true)).toBe(points * 100);
});

it('names every limit here', () => {
  expect(Object.keys(throttleLimits)).toHaveLength(11);
});
