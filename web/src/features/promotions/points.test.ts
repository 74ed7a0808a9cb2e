/** Rules of loyalty points: whole steps, their value, and the points missing to the next tier. */
import { expect, it } from 'vitest';
import { pointsToNext, redeemablePoints, redeemFault, tierProgress, worthOf } from './points.ts';

it.each([
  [0, 0, 0],
  [99, 0, 0],
  [100, 100, 100],
  [1_250, 1_200, 1_200],
])('redeems from %i points %i, worth %i', (balance, points, minor) => {
  expect(redeemablePoints(balance)).toBe(points);
  expect(worthOf(points)).toBe(minor);
});

it.each([
  [0, 500, 'none'],
  [-100, 500, 'none'],
  [Number.NaN, 500, 'none'],
  [100.5, 500, 'none'],
  [150, 500, 'step'],
  [600, 500, 'many'],
  [500, 500, null],
] as const)('%s of %i points: %s', (points, balance, fault) => {
  expect(redeemFault(points, balance)).toBe(fault);
});

it.each([
  [{ tier: 'bronze', earned: 0, next: { tier: 'silver', points: 1_000 } }, 0],
  [{ tier: 'bronze', earned: 500, next: { tier: 'silver', points: 1_000 } }, 0.5],
  [{ tier: 'silver', earned: 1_000, next: { tier: 'gold', points: 10_000 } }, 0],
  [{ tier: 'silver', earned: 999, next: { tier: 'gold', points: 10_000 } }, 0],
  [{ tier: 'platinum', earned: 60_000 }, 1],
] as const)('the way to the next tier of %o is %d', (points, share) => {
  expect(tierProgress(points)).toBe(share);
});

it.each([
  [{ earned: 115, next: { tier: 'silver', points: 1_000 } }, 885],
  [{ earned: 1_200, next: { tier: 'silver', points: 1_000 } }, 0],
  [{ earned: 60_000 }, 0],
] as const)('%o lacks %i points', (points, missing) => {
  expect(pointsToNext(points)).toBe(missing);
});
