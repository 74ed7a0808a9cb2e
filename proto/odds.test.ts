/** Odds: products are exact and rounded once, down, at the payout; three formats show the same price. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  combinedMilli,
  formatOdds,
  fractionSteps,
  impliedChance,
  maxOddsMilli,
  minOddsMilli,
  OddsMilli,
  payoutMinor,
  toLadder,
} from './odds.ts';

const anyOdds = fc.integer({ min: minOddsMilli, max: maxOddsMilli });
const anyLegs = fc.array(anyOdds, { minLength: 1, maxLength: 5 });

describe('a payout', () => {
  it.each<[string, number, number[], number]>([
    ['the stake times the price, stake included', 10_000, [2_500], 25_000],
    ['rounded down to the minor unit', 333, [1_333], 443],
    ['rounded once, after all legs', 100, [1_005, 1_005], 101],
    ['exact over many legs', 1, [3_333, 3_333, 3_333], 37],
    ['the stake if there are no legs', 5_000, [], 5_000],
  ])('is %s', (_, stake, legs, payout) => {
    expect(payoutMinor(stake, legs)).toBe(payout);
  });

  it('is below the exact product by less than one minor unit, and never above it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(anyOdds, { minLength: 1, maxLength: 2 }),
        (stake, legs) => {
          const exact = legs.reduce((product, leg) => product * BigInt(leg), BigInt(stake));
          const scale = 1_000n ** BigInt(legs.length);
          const paid = BigInt(payoutMinor(stake, legs)) * scale;
          expect(paid <= exact && exact < paid + scale).toBe(true);
        },
      ),
    );
  });

  it('does not depend on the order of the legs and is never below the stake', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), anyLegs, (stake, legs) => {
        expect(payoutMinor(stake, legs)).toBe(payoutMinor(stake, legs.toReversed()));
        expect(payoutMinor(stake, legs)).toBeGreaterThanOrEqual(stake);
      }),
    );
  });
});

describe('combined odds', () => {
  it.each([
    [[2_500], 2_500],
    [[1_500, 1_500], 2_250],
    [[1_333, 1_333], 1_776],
    [[], 1_000],
  ])('of %j are %d, floored', (legs, combined) => {
    expect(combinedMilli(legs)).toBe(combined);
  });

  it('of a single leg are its own', () => {
    fc.assert(fc.property(anyOdds, (leg) => combinedMilli([leg]) === leg));
  });
});

describe('a price in three formats', () => {
  it.each([
    [2_500, '2.50', '+150', '6/4'],
    [2_000, '2.00', '+100', '1/1'],
    [1_500, '1.50', '-200', '1/2'],
    [1_909, '1.909', '-111', '9/10'],
    [1_910, '1.91', '-110', '10/11'],
    [1_670, '1.67', '-150', '4/6'],
    [1_660, '1.66', '-152', '13/20'],
    [1_490, '1.49', '-205', '49/100'],
    [1_840, '1.84', '-120', '5/6'],
    [3_376, '3.376', '+237', '23/10'],
    [1_001, '1.001', '-100000', '1/1000'],
    [11_000, '11.00', '+1000', '10/1'],
    [1_000_000, '1000.00', '+99900', '999/1'],
  ])('%d reads %s, %s, %s', (milli, decimal, american, fractional) => {
    expect(formatOdds(milli, 'decimal')).toBe(decimal);
    expect(formatOdds(milli, 'decimal', ',')).toBe(decimal.replace('.', ','));
    expect(formatOdds(milli, 'american')).toBe(american);
    expect(formatOdds(milli, 'fractional')).toBe(fractional);
  });

  it('reads back as the same decimal price', () => {
    fc.assert(fc.property(anyOdds, (milli) => Math.round(Number(formatOdds(milli, 'decimal')) * 1_000) === milli));
  });

  it('never promises more than is paid, as a fraction or american', () => {
    fc.assert(
      fc.property(anyOdds, (milli) => {
        const [top = 0n, bottom = 0n] = formatOdds(milli, 'fractional').split('/').map(BigInt);
        expect(top > 0n && bottom > 0n && top * 1_000n <= BigInt(milli - 1_000) * bottom).toBe(true);
        const american = BigInt(formatOdds(milli, 'american'));
        expect(american > 0n ? american * 10n <= milli - 1_000 : 100_000n <= BigInt(milli - 1_000) * -american).toBe(
          true,
        );
      }),
    );
  });

  it('leaves out at most a fortieth of the payout as a fraction', () => {
    fc.assert(
      fc.property(anyOdds, (milli) => {
        const [top = 0, bottom = 0] = formatOdds(milli, 'fractional').split('/').map(Number);
        expect(1 + top / bottom).toBeGreaterThanOrEqual((milli / 1_000) * 0.975 - 1e-9);
      }),
    );
  });

  it('has a ladder of fractions in ascending order', () => {
    const values = fractionSteps.map(([, top, bottom]) => top / bottom);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
    expect(new Set(values).size).toBe(values.length);
  });
});

it('converts odds into the implied chance', () => {
  expect(impliedChance(2_000)).toBe(0.5);
  expect(impliedChance(4_000)).toBe(0.25);
});

it.each([1_000, 999, 0, -2_500, 2_500.5, maxOddsMilli + 1, '2500'])('odds of %s are refused on the wire', (odds) => {
  expect(OddsMilli.safeParse(odds).success).toBe(false);
});

it.each([
  [1_014, 1_010],
  [1_909, 1_905],
  [1_910, 1_910],
  [2_499, 2_495],
  [2_519, 2_510],
  [4_999, 4_990],
  [9_999, 9_980],
  [13_999, 13_950],
  [19_999, 19_900],
  [49_999, 49_800],
  [99_999, 99_500],
  [249_999, 249_000],
])('rounds %i down to the ladder, which has %i', (exact, offered) => {
  expect(toLadder(exact)).toBe(offered);
  expect(toLadder(offered)).toBe(offered);
});
