/** What a bet is worth, in tables worked out by hand, and the promise that a sale never pays more than the bet could. */
import { cashOutRules } from '@fairline/proto/betting/bets';
import { systemOf } from '@fairline/proto/systems';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { paidFor, partOf, prospectOf, worthOf } from './cash-out.ts';
import type { MarketPrices } from './market.ts';
import type { LegStatus, Settled } from './settlement.ts';

const single: Omit<Settled, 'legs'> = {
  stakeMinor: 10_000,
  potentialMinor: 30_000,
  sizes: [1],
  lines: 1,
  freeBet: false,
  closedStakeMinor: 0,
  cashedMinor: 0,
};
const even = { chance: 0.5, refundShare: 0 };

describe('the fair value', () => {
  test.each<[string, Partial<Omit<Settled, 'legs'>>, Parameters<typeof worthOf>[1], number, number]>([
    ['of a leg at 3.00 with an even chance', {}, [{ oddsMilli: 3_000, status: 'open', prospect: even }], 15_000, 14_400],
    ['of half the stake', { closedStakeMinor: 5_000 }, [{ oddsMilli: 3_000, status: 'open', prospect: even }], 7_500, 7_200],
    ['of a leg whose stake may come back', {}, [{ oddsMilli: 2_000, status: 'open', prospect: { chance: 0.5, refundShare: 0.2 } }], 10_000, 9_600],
    ['of a leg at 3.00 whose stake may come back', {}, [{ oddsMilli: 3_000, status: 'open', prospect: { chance: 0.5, refundShare: 0.2 } }], 14_000, 13_440],
    [
      'of a double with one leg home',
      { sizes: [2], potentialMinor: 60_000 },
      [
        { oddsMilli: 2_000, status: 'won', prospect: null },
        { oddsMilli: 3_000, status: 'open', prospect: even },
      ],
      30_000,
      28_800,
    ],
    [
      'of a double with one leg home in a dead heat of two',
      { sizes: [2], potentialMinor: 150_000 },
      [
        { oddsMilli: 5_000, status: 'won', deadHeat: { of: 2, places: 1 }, prospect: null },
        { oddsMilli: 3_000, status: 'open', prospect: even },
      ],
      37_500,
      36_000,
    ],
    [
      'of a 2/3 with one leg lost and one home',
      { sizes: [2], lines: 3, stakeMinor: 3_000, potentialMinor: 12_000 },
      [
        { oddsMilli: 2_000, status: 'lost', prospect: null },
        { oddsMilli: 2_000, status: 'won', prospect: null },
        { oddsMilli: 2_000, status: 'open', prospect: even },
      ],
      2_000,
      1_920,
    ],
    ['of what is cut, by the chance of what it pays', { potentialMinor: 12_000 }, [{ oddsMilli: 3_000, status: 'open', prospect: even }], 6_000, 5_760],
    [
      'of half of what is cut, by half of the cut',
      { potentialMinor: 12_000, closedStakeMinor: 5_000 },
      [{ oddsMilli: 3_000, status: 'open', prospect: even }],
      3_000,
      2_880,
    ],
    [
      'of a system that is cut, between its least and its cut',
      { sizes: [2], lines: 3, stakeMinor: 3_000, potentialMinor: 6_000 },
      [
        { oddsMilli: 2_000, status: 'won', prospect: null },
        { oddsMilli: 2_000, status: 'won', prospect: null },
        { oddsMilli: 2_000, status: 'open', prospect: { chance: 0.25, refundShare: 0 } },
      ],
      4_500,
      4_320,
    ],
    [
      'of a system that can no longer reach what it is cut at',
      { sizes: [2], lines: 3, stakeMinor: 3_000, potentialMinor: 6_000 },
      [
        { oddsMilli: 2_000, status: 'lost', prospect: null },
        { oddsMilli: 2_000, status: 'won', prospect: null },
        { oddsMilli: 2_000, status: 'open', prospect: even },
      ],
      2_000,
      1_920,
    ],
  ])('%s', (_what, changes, legs, fairMinor, amountMinor) => {
    expect(worthOf({ ...single, ...changes }, legs)).toEqual({ fairMinor, amountMinor });
  });

  it('is unknown while nobody prices an open leg', () => {
    expect(worthOf(single, [{ oddsMilli: 3_000, status: 'open', prospect: null }])).toBeNull();
  });
});

describe('the prospect of a selection', () => {
  const prices = (open: boolean, odds: Record<string, number>): MarketPrices => ({
    sequence: 1,
    open,
    selections: new Map(Object.entries(odds).map(([id, oddsMilli]) => [id, { oddsMilli, active: true }])),
    marginMethod: 'proportional',
    refundShare: 0.25,
  });

  it('is its price with the margin of all taken out', () => {
    const found = prospectOf(prices(true, { home: 1_800, away: 1_800 }), 'home');
    expect(found?.chance).toBeCloseTo(0.5, 12);
    expect(found?.refundShare).toBe(0.25);
    expect(prospectOf(prices(true, { home: 1_250, away: 2_500 }), 'home')?.chance).toBeCloseTo(2 / 3, 12);
  });

  it('is the feed’s under a margin of our own, and a trader’s where he has put odds in its place', () => {
    const feeds = prices(true, { home: 1_800, away: 1_800 });
    const ours = prices(true, { home: 1_250, away: 2_500 });
    expect(prospectOf({ ...ours, feeds, ownOdds: false }, 'home')?.chance).toBeCloseTo(0.5, 12);
    expect(prospectOf({ ...ours, feeds, ownOdds: true }, 'home')?.chance).toBeCloseTo(2 / 3, 12);
  });

  it('is none where the market is off offer, unknown or without the selection', () => {
    expect(prospectOf(prices(false, { home: 1_800, away: 1_800 }), 'home')).toBeNull();
    expect(prospectOf(undefined, 'home')).toBeNull();
    expect(prospectOf(prices(true, { home: 1_800, away: 1_800 }), 'draw')).toBeNull();
  });
});

it('a sale in parts never pays more than one quote, and a quote never more than the bet could', () => {
  const leg = fc.record({
    oddsMilli: fc.integer({ min: 1_001, max: 1_000_000 }),
    status: fc.constantFrom<LegStatus>('open', 'won', 'void', 'half_won', 'half_lost', 'lost'),
    prospect: fc.record({ chance: fc.double({ min: 0, max: 1, noNaN: true }), refundShare: fc.double({ min: 0, max: 1, noNaN: true }) }),
  });
  const sizes = systemOf('trixie', 3)?.sizes ?? [];
  fc.assert(
    fc.property(
      fc.array(leg, { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 4, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (legs, stakeMinor, fraction) => {
        const potentialMinor = stakeMinor * 2;
        const worth = worthOf({ ...single, stakeMinor, potentialMinor, sizes, lines: 4 }, legs);
        const { fairMinor = 0, amountMinor = 0 } = worth ?? {};
        expect(fairMinor).toBeLessThanOrEqual(potentialMinor);
        expect(amountMinor).toBeLessThanOrEqual((fairMinor * (10_000 - cashOutRules.marginBp)) / 10_000);
        const part = partOf(stakeMinor, fraction);
        expect(paidFor(amountMinor, part, stakeMinor) + paidFor(amountMinor, stakeMinor - part, stakeMinor)).toBeLessThanOrEqual(amountMinor);
      },
    ),
  );
});

test.each([
  [1_000, undefined, 1_000],
  [1_000, 1, 1_000],
  [1_000, 0.29, 290],
  [3, 0.3, 0],
  [7, 0.5, 3],
])('of %i the part %s is %i', (running, fraction, part) => {
  expect(partOf(running, fraction)).toBe(part);
});
