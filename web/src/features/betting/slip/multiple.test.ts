/** The slip as one bet, as rows: lines, totals, the payout cap, related legs, stakes that divide. */
import { betRules } from '@fairline/proto/betting/rules';
import { describe, expect, it } from 'vitest';
import {
  chosenSystem,
  figuresOf,
  lineSteps,
  relatedOf,
  singlesOddsMilli,
  slipAverage,
  type Whole,
  wholeBetOf,
  wholeObstacle,
  wholeOf,
} from './multiple.ts';

const whole = (...args: Parameters<typeof wholeOf>) => wholeOf(...args) as Whole;
const pick = (selectionId: string, fixtureId: string) => ({
  selectionId,
  fixtureId,
  marketId: `m-${selectionId}`,
  fixture: 'Arsenal vs Leeds',
  market: 'Match Result',
  selection: 'Arsenal',
  oddsMilli: 2_000,
});
const apart = [pick('a', 'f1'), pick('b', 'f2'), pick('c', 'f3')];

it.each<[number | null, readonly [odds: number, stakeMinor: number | null][]]>([
  [null, []],
  [2_500, [[2_500, null]]],
  [
    2_000,
    [
      [1_500, null],
      [2_500, null],
    ],
  ],
  [
    2_000,
    [
      [1_500, 5_000],
      [2_500, 5_000],
    ],
  ],
  [
    1_600,
    [
      [1_500, 9_000],
      [2_500, 1_000],
    ],
  ],
  [
    1_500,
    [
      [1_500, 9_000],
      [2_500, null],
    ],
  ],
])('pays %j per unit if every single of %j wins', (paid, singles) => {
  expect(singlesOddsMilli(singles.map(([oddsMilli, stakeMinor]) => ({ oddsMilli, stakeMinor })))).toBe(paid);
});

it.each<[string, number | null, Parameters<typeof slipAverage>]>([
  ['no selection', null, [null, [], { paysLess: false }]],
  ['a single', 0.94, [null, [{ average: 0.94, stakeMinor: null }], { paysLess: false }]],
  [
    'singles as they are staked',
    0.95,
    [
      null,
      [
        { average: 0.94, stakeMinor: 3_000 },
        { average: 0.98, stakeMinor: 1_000 },
      ],
      { paysLess: false },
    ],
  ],
  [
    'an accumulator',
    0.81,
    [
      { sizes: [2], lines: 1 },
      [
        { average: 0.9, stakeMinor: null },
        { average: 0.9, stakeMinor: null },
      ],
      { paysLess: false },
    ],
  ],
  [
    'doubles of three',
    0.81,
    [{ sizes: [2], lines: 3 }, [0.9, 0.9, 0.9].map((average) => ({ average, stakeMinor: null })), { paysLess: false }],
  ],
  [
    'a leg that is unknown',
    null,
    [
      { sizes: [2], lines: 1 },
      [
        { average: 0.9, stakeMinor: null },
        { average: null, stakeMinor: null },
      ],
      { paysLess: false },
    ],
  ],
  ['a free bet or a capped payout', null, [null, [{ average: 0.94, stakeMinor: null }], { paysLess: true }]],
])('knows what %s returns on average: %j', (_what, average, slip) => {
  if (average === null) expect(slipAverage(...slip)).toBeNull();
  else expect(slipAverage(...slip)).toBeCloseTo(average, 9);
});

describe('the system of a slip', () => {
  it.each([
    ['trixie', 3, 'trixie'],
    ['lucky15', 3, 'trixie'],
    ['2/3', 4, '2/4'],
    ['3/4', 3, 'trixie'],
    [null, 4, 'yankee'],
    [null, 9, '2/9'],
    [null, 2, undefined],
  ])('%s for %i selections is %s', (wanted, legs, id) => {
    expect(chosenSystem(wanted, legs)?.id).toBe(id);
  });
});

describe('the lines of a slip', () => {
  it.each([
    ['accumulator', null, 3, 1],
    ['system', 'trixie', 3, 4],
    ['system', 'lucky15', 4, 15],
    ['system', '2/4', 4, 6],
    ['system', 'goliath', 8, 247],
  ] as const)('%s %s of %i selections has %i', (mode, system, legs, lines) => {
    expect(whole(mode, system, legs).lines).toBe(lines);
  });

  it('are none for single bets', () => {
    expect(wholeOf('singles', 'trixie', 3)).toBeNull();
  });
});

describe('the return of the one bet', () => {
  it.each([
    ['accumulator', null, [2_000, 1_500], 1_000, { returnMinor: 3_000, oddsMilli: 3_000, cut: false }],
    ['accumulator', null, [1_333, 1_333, 1_333], 1_000, { returnMinor: 2_368, oddsMilli: 2_368, cut: false }],
    ['system', 'trixie', [2_000, 2_000, 2_000], 400, { returnMinor: 2_000, oddsMilli: 5_000, cut: false }],
    ['system', 'trixie', [2_000, 2_000, 2_000], 401, { returnMinor: 2_005 }],
    ['accumulator', null, [100_000, 100_000], 1_000_000, { returnMinor: betRules.payoutCapMinor, cut: true }],
    ['accumulator', null, [2_000, 2_000], null, { returnMinor: null, cut: false }],
  ] as const)('%s %s at %j for %s', (mode, system, legs, stake, expected) => {
    expect(figuresOf(whole(mode, system, legs.length), legs, stake)).toMatchObject(expected);
  });

  it.each([
    [[1_000_000, 100_000], false],
    [[1_000_000, 100_001], true],
  ])('odds of %j exceed the limit: %s', (legs, tooLong) => {
    expect(figuresOf(whole('accumulator', null, legs.length), legs, 100).tooLong).toBe(tooLong);
  });
});

describe('a stake per line', () => {
  it.each([
    [11, 10_000, { leastMinor: 10, mostMinor: 909 }],
    [4, 10_000, { leastMinor: 25, mostMinor: 2_500 }],
    [247, 10_000, { leastMinor: 1, mostMinor: 40 }],
    [1, 10_000, { leastMinor: 100, mostMinor: 10_000 }],
  ])('over %i lines with %i playable has the steps %j', (lines, playableMinor, expected) => {
    expect(lineSteps(lines, playableMinor)).toMatchObject(expected);
  });

  it('at its minimum makes an accepted total, for every number of lines', () => {
    for (let lines = 1; lines <= 500; lines++)
      expect(lineSteps(lines, 0).leastMinor * lines).toBeGreaterThanOrEqual(betRules.minStakeMinor);
  });
});

describe('related selections', () => {
  it('are those on the same fixture', () => {
    expect(
      relatedOf([pick('a', 'f1'), pick('b', 'f2'), pick('c', 'f1')]).map((group) =>
        group.map(({ selectionId }) => selectionId),
      ),
    ).toEqual([['a', 'c']]);
  });
});

describe('the problem of the one bet', () => {
  const trixie = whole('system', 'trixie', 3);
  const at = (odds: number[], stake: number | null) => figuresOf(trixie, odds, stake);
  const even = [2_000, 2_000, 2_000];
  it.each([
    ['nothing', apart, even, 400, null],
    ['two of one event', [pick('a', 'f1'), pick('b', 'f1'), pick('c', 'f3')], even, 400, 'related'],
    ['odds above the maximum', apart, [1_000_000, 1_000_000, 2_000], 400, 'tooLong'],
    ['no stake', apart, even, null, 'stake'],
    ['a stake below the smallest', apart, even, 96, 'minimum'],
  ])('is %s', (_name, items, odds, stake, expected) => {
    expect(wholeObstacle(items, at(odds, stake), stake)).toBe(expected);
  });
});

it.each([
  [8_000, null],
  [8_001, 'odds'],
])('checks the minimum odds of a free bet (%d) against the total odds: %s', (minOddsMilli, expected) => {
  const figures = figuresOf(whole('accumulator', null, 3), [2_000, 2_000, 2_000], 1_000, true);
  expect(wholeObstacle(apart, figures, 1_000, { claimId: 'c', amountMinor: 1_000, minOddsMilli })).toBe(expected);
});

describe('the request of the one bet', () => {
  it('is one bet with all legs at the prices shown', () => {
    expect(wholeBetOf(whole('system', '2/3', 3), apart, { stakeMinor: 300, currency: 'USD' }, 'better')).toEqual({
      type: 'system',
      system: '2/3',
      stakeMinor: 300,
      currency: 'USD',
      pricePolicy: 'better',
      legs: ['a', 'b', 'c'].map((selectionId) => ({ selectionId, oddsMilli: 2_000 })),
    });
  });
});
