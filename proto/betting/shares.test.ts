/** Shares of a stake: rounded down once, never more than the whole. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LegResult } from '../feed.ts';
import { cashOutShareMinor, resultHalves, stakeShareMinor } from './shares.ts';

describe('a share of the open stake', () => {
  it.each([
    [1_000, 1, 1_000],
    [1_000, 0.5, 500],
    [999, 0.5, 499],
    // 0.29 * 100 is 28.999999999999996 as a floating-point number.
    [100, 0.29, 29],
    [1, 0.4, 0],
  ])('%d by %d is %d', (open, fraction, share) => {
    expect(stakeShareMinor(open, fraction)).toBe(share);
  });

  it('is the whole stake without a fraction', () => {
    expect(stakeShareMinor(1_234)).toBe(1_234);
  });

  it('is exact for every whole percentage, rounded down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 1, max: 100 }), (open, percent) => {
        expect(stakeShareMinor(open, percent / 100)).toBe(Number((BigInt(open) * BigInt(percent)) / 100n));
      }),
    );
  });
});

describe('the price of a share', () => {
  it.each([
    [900, 500, 1_000, 450],
    [901, 500, 1_000, 450],
    [900, 1_000, 1_000, 900],
    [9_000_000_000_000, 1, 3, 3_000_000_000_000],
  ])('is, with a quote of %d, for %d of %d: %d', (quoted, share, open, paid) => {
    expect(cashOutShareMinor(quoted, share, open)).toBe(paid);
  });
});

it('every result splits a stake into halves that are void, won or lost', () => {
  expect(Object.keys(resultHalves).sort()).toEqual([...LegResult.options].sort());
  for (const { void: returned, won } of Object.values(resultHalves)) expect(returned + won).toBeLessThanOrEqual(2);
});
