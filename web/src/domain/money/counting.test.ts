/** Intermediate amounts of an animated balance. */
import { describe, expect, it } from 'vitest';
import { countedMinor, countMs } from './counting.ts';

describe('a counting balance', () => {
  it.each([
    ['a frame that is timed before the count began', 203_700, 203_000, -16, 203_700],
    ['a frame long before it', 203_000, 203_700, -10_000, 203_000],
    ['the first frame', 203_700, 203_000, 0, 203_700],
    ['the last frame', 203_700, 203_000, countMs, 203_000],
    ['a frame that comes late', 203_700, 203_000, 10 * countMs, 203_000],
  ])('%s', (_name, start, target, elapsedMs, shown) => {
    expect(countedMinor(start, target, elapsedMs)).toBe(shown);
  });

  it.each([
    [203_700, 203_000],
    [0, 1],
    [1_000, 999_999_999],
  ])('from %i to %i stays between the two and never goes back', (start, target) => {
    const shown = Array.from({ length: 500 }, (_, step) => countedMinor(start, target, step - 50));
    for (const [place, minor] of shown.entries()) {
      expect(minor).toBeGreaterThanOrEqual(Math.min(start, target));
      expect(minor).toBeLessThanOrEqual(Math.max(start, target));
      if (place > 0)
        expect((minor - (shown[place - 1] ?? minor)) * Math.sign(target - start)).toBeGreaterThanOrEqual(0);
    }
  });
});
