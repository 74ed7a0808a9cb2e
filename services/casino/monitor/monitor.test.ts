/** Results against their range, and the texts about it. */
import { describe, expect, it } from 'vitest';
import { isOutOfRange, pauseReason, rangeOf } from './monitor.ts';

const rounds = 100_000;
const results = (returned: number) => ({ rounds, returned: rounds * returned, expected: rounds * 0.973, variance: rounds * 34 });

describe('the range of results', () => {
  it('is empty before the first round', () => {
    const range = rangeOf({ rounds: 0, returned: 0, expected: 0, variance: 0 }, 36, false);
    expect(range).toEqual({ observed: null, computed: null, low: null, high: null });
    expect(isOutOfRange(range)).toBe(false);
  });

  it.each([
    ['fits', 0.98, false],
    ['is far too high', 1.3, true],
    ['is far too low', 0.6, true],
  ])('holds a return that %s', (_name, returned, out) => {
    const range = rangeOf(results(returned), 36, false);
    expect(range.observed).toBeCloseTo(100 * returned);
    expect(range.computed).toBeCloseTo(97.3);
    expect(isOutOfRange(range)).toBe(out);
  });

  it('has no lower end where players decide', () => {
    const range = rangeOf(results(0.2), 9, true);
    expect(range.low).toBeNull();
    expect(isOutOfRange(range)).toBe(false);
    expect(isOutOfRange(rangeOf(results(1.6), 9, true))).toBe(true);
  });

  it('is given with the reason of a pause', () => {
    const out = results(1.3);
    expect(pauseReason(out, { observed: 130, computed: 97.3, low: 90.123, high: 104.5 })).toBe(
      'Results are out of range: 100000 rounds returned 130.00 %, expected 90.12 % to 104.50 % around the computed 97.30 %.',
    );
    expect(pauseReason(out, { observed: 130, computed: 97.3, low: null, high: 104.5 })).toContain('expected at most 104.50 %');
  });
});
