/** Typed prices and margins, and the margin of a set of prices. */
import { describe, expect, it } from 'vitest';
import { carriedBp, marginBpOf, oddsMilliOf, paysTooMuch } from './own-prices.ts';

describe('a typed price', () => {
  it.each([
    ['2.5', 2_500],
    ['2,5', 2_500],
    [' 1.001 ', 1_001],
    ['3.', 3_000],
    ['1000', 1_000_000],
    ['1', null],
    ['1000.001', null],
    ['2.5555', null],
    ['-2', null],
    ['two', null],
    ['', null],
  ])('"%s" is parsed as %s', (typed, milli) => {
    expect(oddsMilliOf(typed)).toBe(milli);
  });
});

describe('a typed margin', () => {
  it.each([
    ['5', 500],
    ['5.25', 525],
    ['0', 0],
    ['30', 3_000],
    ['30.01', null],
    ['5.255', null],
    ['', null],
  ])('"%s" per cent is parsed as %s', (typed, points) => {
    expect(marginBpOf(typed)).toBe(points);
  });
});

describe('the margin of prices', () => {
  it.each([
    [[1_909, 1_909], 477, false],
    [[2_000, 2_000], 0, false],
    [[2_100, 2_100], -476, true],
    [[3_000, 3_000, 3_000], 0, false],
  ])('of %j is %s basis points', (oddsMilli, points, refused) => {
    expect(carriedBp(oddsMilli)).toBe(points);
    expect(paysTooMuch(oddsMilli)).toBe(refused);
  });
});
