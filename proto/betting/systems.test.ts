/** Systems against published counts and payouts, and line sums against a list of all lines. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  lineCount,
  lineSum,
  lineSumOf,
  linesOddsMilli,
  linesPayoutMinor,
  longestLineMilli,
  namedSystems,
  systemOf,
  systemsFor,
} from './systems.ts';

/**
 * Name, legs, lines, and what 1.00 a line pays when every leg wins at 2.00 and at 3.00. Lines as listed at en.wikipedia.org/wiki/Full_cover_bet and by bookmakers.
 * Payouts by the formula of betbubbles.com/lucky-15-calculator: the product of (price + 1), less 1; less the sum of the prices too if there are no singles.
 */
const published: [string, number, number, number, number][] = [
  ['trixie', 3, 4, 20_00, 54_00],
  ['patent', 3, 7, 26_00, 63_00],
  ['yankee', 4, 11, 72_00, 243_00],
  ['lucky15', 4, 15, 80_00, 255_00],
  ['canadian', 5, 26, 232_00, 1_008_00],
  ['lucky31', 5, 31, 242_00, 1_023_00],
  ['heinz', 6, 57, 716_00, 4_077_00],
  ['lucky63', 6, 63, 728_00, 4_095_00],
  ['superheinz', 7, 120, 2_172_00, 16_362_00],
  ['goliath', 8, 247, 6_544_00, 65_511_00],
];

test.each(published)('%s: %i legs make %i lines', (name, legs, lines, atTwo, atThree) => {
  const system = systemOf(name, legs);
  expect(system).not.toBeNull();
  const sizes = system?.sizes ?? [];
  expect(lineCount(legs, sizes)).toBe(lines);
  const odds = (milli: number) => Array.from({ length: legs }, () => milli);
  expect(linesPayoutMinor(lines * 100, odds(2_000), sizes)).toBe(atTwo);
  expect(linesPayoutMinor(lines * 100, odds(3_000), sizes)).toBe(atThree);
});

/** Published examples: stake per line, price of each leg, results (w: won, l: lost, v: void), and payout. */
test.each<[string, string, number, number[], string, number]>([
  ['oddschecker.com/betting-terms/trixie', 'trixie', 1_00, [3, 4, 5], 'www', 107_00],
  ['horseracing.net, what is a trixie bet', 'trixie', 1_00, [3, 4, 5], 'wwl', 12_00],
  ['unibet.co.uk, patent', 'patent', 10_00, [2.5, 2, 2], 'www', 305_00],
  ['unibet.co.uk, patent', 'patent', 10_00, [2.5, 2, 2], 'llw', 20_00],
  ['unibet.nu, patent', 'patent', 1_00, [5.5, 7, 8], 'www', 467_00],
  ['unibet.nu, patent', 'patent', 1_00, [5.5, 7, 8], 'lww', 71_00],
  ['safebookmakerssites.com, Yankee', 'yankee', 1_00, [3, 4, 6, 9], 'wwww', 1_377_00],
  ['docstoc.com/docs/126500329', 'yankee', 30, [4, 4, 4, 4], 'wwww', 182_40],
  ['docstoc.com/docs/126500329', 'lucky15', 30, [4, 4, 4, 4], 'wwwv', 74_70],
  ['safebookmakerssites.com, Lucky 15', 'lucky15', 1_00, [3, 4, 6, 9], 'wwww', 1_399_00],
  ['betmana.co.uk, Lucky 15', 'lucky15', 1_00, [3, 4, 5, 6], 'wwww', 839_00],
  ['betmana.co.uk, Lucky 15', 'lucky15', 1_00, [3, 4, 5, 6], 'wlll', 3_00],
  ['unibet.co.uk, Canadian', 'canadian', 1_00, [2, 2.5, 2.5, 2, 2], 'wwwww', 318_75],
  ['unibet.co.uk, Canadian', 'canadian', 1_00, [2, 2.5, 2.5, 2, 2], 'wlllw', 4_00],
])('example of %s: a %s of %i a line at %j with %s pays %i', (_source, name, lineMinor, prices, results, pays) => {
  const system = systemOf(name, prices.length);
  const sizes = system?.sizes ?? [];
  const lines = lineCount(prices.length, sizes);
  const factors = prices.map((price, at) => ({ w: price * 1_000, v: 1_000, l: 0 })[results[at] as 'w' | 'v' | 'l']);
  expect(linesPayoutMinor(lines * lineMinor, factors, sizes)).toBe(pays);
});

it('has exactly the named systems of the table', () => {
  expect(Object.keys(namedSystems).sort()).toEqual(published.map(([name]) => name).sort());
});

describe('a name', () => {
  test.each([
    ['Lucky 15', 4, 'lucky15'],
    ['lucky_31', 5, 'lucky31'],
    ['Super Heinz', 7, 'superheinz'],
    ['2/3', 3, '2/3'],
    ['19/20', 20, '19/20'],
    ['trixie', 4, null],
    ['3/3', 3, null],
    ['1/3', 3, null],
    ['2/4', 3, null],
    ['0/3', 3, null],
    ['constructor', 3, null],
    ['', 3, null],
  ])('%j over %i legs is %s', (text, legs, id) => {
    expect(systemOf(text, legs)?.id ?? null).toBe(id);
  });

  it('is offered for its number of legs only', () => {
    expect(systemsFor(3).map(({ id }) => id)).toEqual(['trixie', 'patent', '2/3']);
    expect(systemsFor(2)).toEqual([]);
    expect(systemsFor(20)).toHaveLength(18);
  });
});

/** All combinations of `size` legs. */
function choices(count: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  return Array.from({ length: Math.max(0, count - from) }, (_, index) => from + index).flatMap((first) =>
    choices(count, size - 1, first + 1).map((rest) => [first, ...rest]),
  );
}

it('sums its lines exactly as if each were computed by itself', () => {
  const legs = fc.array(fc.integer({ min: 1_001, max: 1_000_000 }), { minLength: 2, maxLength: 7 });
  fc.assert(
    fc.property(legs, fc.integer({ min: 1, max: 7 }), (odds, wanted) => {
      const size = Math.min(wanted, odds.length);
      const listed = choices(odds.length, size);
      const sum = listed.reduce(
        (all, line) => all + line.reduce((product, leg) => product * BigInt(odds[leg] ?? 0), 1n),
        0n,
      );
      expect(lineSum(odds.map(BigInt), [size], 1_000n)).toBe(sum * 1_000n ** BigInt(odds.length - size));
      expect(lineCount(odds.length, [size])).toBe(listed.length);
      const real = lineSumOf(
        odds.map((milli) => milli / 1_000),
        [size],
      );
      expect(real / (Number(sum) / 1_000 ** size)).toBeCloseTo(1, 9);
    }),
  );
});

it('floors the odds of the whole bet and of its longest line', () => {
  expect(linesOddsMilli([2_000, 3_000, 4_000], [2])).toBe(8_666);
  expect(longestLineMilli([2_000, 3_000, 4_000], [1, 2])).toBe(12_000);
  expect(linesOddsMilli([1_333, 1_333, 1_333], [3])).toBe(2_368);
});

it('caps a payout at the largest safe integer', () => {
  expect(
    linesPayoutMinor(
      1_000_000,
      Array.from({ length: 20 }, () => 1_000_000),
      [20],
    ),
  ).toBe(Number.MAX_SAFE_INTEGER);
});
