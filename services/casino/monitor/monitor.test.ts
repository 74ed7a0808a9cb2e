/** Results against their range, and the texts about it. */
import { describe, expect, it } from 'vitest';
import { isOutOfRange, pauseReason, rangeOf } from './monitor.ts';

const rounds = 100_000;
/** Rounds of one stake. */
const results = (returned: number, stakeMinor = 100) => ({
  rounds,
  stakeMinor: rounds * stakeMinor,
  returnedMinor: rounds * stakeMinor * returned,
  expectedMinor: rounds * stakeMinor * 0.973,
  varianceMinor: rounds * stakeMinor ** 2 * 34,
  largestStakeMinor: stakeMinor,
});
const wheel = { largest: 36, smallestStakeMinor: 100, playersDecide: false };
const table = { largest: 9, smallestStakeMinor: 100, playersDecide: true };

describe('the range of results', () => {
  it('is empty before the first round', () => {
    const range = rangeOf(
      { rounds: 0, stakeMinor: 0, returnedMinor: 0, expectedMinor: 0, varianceMinor: 0, largestStakeMinor: 0 },
      wheel,
    );
    expect(range).toEqual({ observed: null, computed: null, low: null, high: null });
    expect(isOutOfRange(range)).toBe(false);
  });

  it.each([
    ['fits', 0.98, false],
    ['is far too high', 1.3, true],
    ['is far too low', 0.6, true],
  ])('holds a return that %s', (_name, returned, out) => {
    const range = rangeOf(results(returned), wheel);
    expect(range.observed).toBeCloseTo(100 * returned);
    expect(range.computed).toBeCloseTo(97.3);
    expect(isOutOfRange(range)).toBe(out);
  });

  it('is of the money: small stakes that returned much do not hide a large one', () => {
    const [small, large] = [results(1.1, 100), results(0.9, 10_000)];
    const sum = (key: keyof typeof small) => small[key] + large[key];
    const mixed = {
      rounds: sum('rounds'),
      stakeMinor: sum('stakeMinor'),
      returnedMinor: sum('returnedMinor'),
      expectedMinor: sum('expectedMinor'),
      varianceMinor: sum('varianceMinor'),
      largestStakeMinor: 10_000,
    };
    const range = rangeOf(mixed, wheel);
    expect(range.observed).toBeCloseTo((100 * (0.01 * 1.1 + 0.9)) / 1.01);
    expect(range.computed).toBeCloseTo(97.3);
    expect([(range.low ?? 0) < 90, (range.low ?? 0) > 80, (range.high ?? 0) > 100]).toEqual([true, true, true]);
  });

  it('is the same in every unit of money', () => {
    expect(rangeOf(results(0.98, 100), wheel).high).toBeCloseTo(
      rangeOf(results(0.98, 5_000), { ...wheel, smallestStakeMinor: 5_000 }).high ?? 0,
    );
  });

  it('has no lower end where players decide', () => {
    const range = rangeOf(results(0.2), table);
    expect(range.low).toBeNull();
    expect(isOutOfRange(range)).toBe(false);
    expect(isOutOfRange(rangeOf(results(1.6), table))).toBe(true);
  });

  it('is given with the reason of a pause', () => {
    const out = results(1.3);
    expect(pauseReason(out, { observed: 130, computed: 97.3, low: 90.123, high: 104.5 })).toBe(
      'Results are out of range: 100000 rounds returned 130.00 %, expected 90.12 % to 104.50 % around the computed 97.30 %.',
    );
    expect(pauseReason(out, { observed: 130, computed: 97.3, low: null, high: 104.5 })).toContain(
      'expected at most 104.50 %',
    );
  });
});
