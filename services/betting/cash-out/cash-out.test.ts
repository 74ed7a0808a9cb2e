/** The value of a bet in tables computed by hand, and as a property: a cash-out never pays more than the bet could. */

import { cashOutRules } from '@fairline/proto/betting/rules';
import { cashOutShareMinor, stakeShareMinor } from '@fairline/proto/betting/shares';
import { systemOf } from '@fairline/proto/betting/systems';
import { feedMarginsBp, withMargin } from '@fairline/proto/margin';
import { toLadder } from '@fairline/proto/odds';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { MarketPrices, MarketStand } from '../offer/market.ts';
import type { LegStatus, Settled } from '../outcome.ts';
import { type Ground, isWorth, nextOf, prospectOf, type Valued, valueOfBet, worthOf } from './cash-out.ts';

const single: Omit<Settled, 'legs'> = {
  stakeMinor: 10_000,
  potentialPayoutMinor: 30_000,
  sizes: [1],
  lines: 1,
  freeBet: false,
  closedStakeMinor: 0,
  cashedMinor: 0,
};
const even = { chance: 0.5, refundShare: 0 };

describe('the fair value', () => {
  test.each<[string, Partial<Omit<Settled, 'legs'>>, Parameters<typeof worthOf>[1], number, number]>([
    [
      'of a leg at 3.00 with an even chance',
      {},
      [{ oddsMilli: 3_000, status: 'open', prospect: even }],
      15_000,
      14_400,
    ],
    [
      'of half the stake',
      { closedStakeMinor: 5_000 },
      [{ oddsMilli: 3_000, status: 'open', prospect: even }],
      7_500,
      7_200,
    ],
    [
      'of a leg whose stake may come back',
      {},
      [{ oddsMilli: 2_000, status: 'open', prospect: { chance: 0.5, refundShare: 0.2 } }],
      10_000,
      9_600,
    ],
    [
      'of a leg at 3.00 whose stake may come back',
      {},
      [{ oddsMilli: 3_000, status: 'open', prospect: { chance: 0.5, refundShare: 0.2 } }],
      14_000,
      13_440,
    ],
    [
      'of a double with one leg home',
      { sizes: [2], potentialPayoutMinor: 60_000 },
      [
        { oddsMilli: 2_000, status: 'won', prospect: null },
        { oddsMilli: 3_000, status: 'open', prospect: even },
      ],
      30_000,
      28_800,
    ],
    [
      'of a double with one leg home in a dead heat of two',
      { sizes: [2], potentialPayoutMinor: 150_000 },
      [
        { oddsMilli: 5_000, status: 'won', deadHeat: { of: 2, places: 1 }, prospect: null },
        { oddsMilli: 3_000, status: 'open', prospect: even },
      ],
      37_500,
      36_000,
    ],
    [
      'of a 2/3 with one leg lost and one home',
      { sizes: [2], lines: 3, stakeMinor: 3_000, potentialPayoutMinor: 12_000 },
      [
        { oddsMilli: 2_000, status: 'lost', prospect: null },
        { oddsMilli: 2_000, status: 'won', prospect: null },
        { oddsMilli: 2_000, status: 'open', prospect: even },
      ],
      2_000,
      1_920,
    ],
    [
      'of a part whose exact payout is above its share of the rounded one',
      { stakeMinor: 777, potentialPayoutMinor: 1_188, closedStakeMinor: 509 },
      [{ oddsMilli: 1_530, status: 'open', prospect: { chance: 0.99, refundShare: 0 } }],
      405,
      388,
    ],
    [
      'of what is cut, by the chance of what it pays',
      { potentialPayoutMinor: 12_000 },
      [{ oddsMilli: 3_000, status: 'open', prospect: even }],
      6_000,
      5_760,
    ],
    [
      'of half of what is cut, by half of the cut',
      { potentialPayoutMinor: 12_000, closedStakeMinor: 5_000 },
      [{ oddsMilli: 3_000, status: 'open', prospect: even }],
      3_000,
      2_880,
    ],
    [
      'of a system that is cut, between its least and its cut',
      { sizes: [2], lines: 3, stakeMinor: 3_000, potentialPayoutMinor: 6_000 },
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
      { sizes: [2], lines: 3, stakeMinor: 3_000, potentialPayoutMinor: 6_000 },
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

  it('is within 0.001 of the feed’s chance, at every length of odds on the ladder', () => {
    for (const fair of [0.021, 0.05, 0.0667, 0.1, 0.25, 0.5, 0.63, 0.9, 0.979]) {
      const [home = 0, away = 0] = withMargin([fair, 1 - fair], {
        method: 'proportional',
        marginBp: feedMarginsBp.twoWay.live,
      }).map((chance) => toLadder(1_000 / chance));
      const found = prospectOf(prices(true, { home, away }), 'home')?.chance ?? 0;
      expect(Math.abs(found - fair)).toBeLessThan(0.001);
      // Sold at once, no bet returns less than the margins of price and cash-out and a step of the ladder leave.
      expect((home / 1_000) * found * (1 - cashOutRules.marginBp / 10_000)).toBeGreaterThan(0.89);
    }
  });

  it('is the feed’s under our margin, and the lower one where a trader has set odds', () => {
    const feeds = prices(true, { home: 1_800, away: 1_800 });
    const ours = prices(true, { home: 1_250, away: 2_500 });
    expect(prospectOf({ ...ours, feeds, ownOdds: false }, 'home')?.chance).toBeCloseTo(0.5, 12);
    expect(prospectOf({ ...ours, feeds, ownOdds: true }, 'home')?.chance).toBeCloseTo(0.5, 12);
    expect(prospectOf({ ...ours, feeds, ownOdds: true }, 'away')?.chance).toBeCloseTo(1 / 3, 12);
  });

  it('is none where the market is off offer, unknown or without the selection', () => {
    expect(prospectOf(prices(false, { home: 1_800, away: 1_800 }), 'home')).toBeNull();
    expect(prospectOf(undefined, 'home')).toBeNull();
    expect(prospectOf(prices(true, { home: 1_800, away: 1_800 }), 'draw')).toBeNull();
  });
});

describe('a bet is valued', () => {
  const prices: MarketPrices = {
    sequence: 7,
    open: true,
    selections: new Map([
      ['home', { oddsMilli: 1_900, active: true }],
      ['away', { oddsMilli: 1_900, active: true }],
    ]),
    marginMethod: 'proportional',
    refundShare: 0,
  };
  const stand: MarketStand = { open: true, breaks: 3, live: true, paceMilli: 1_000, sequence: 7, ownVersion: null };
  const bet = {
    ...single,
    awaitsSecond: false,
    saleCapped: false,
    cashedMinor: 0,
    legs: [{ marketId: 'm', selectionId: 'home', oddsMilli: 3_000, status: 'open' as const }],
  };
  const ground = (market: Partial<MarketStand>, read: MarketPrices | undefined = prices): Ground => ({
    markets: new Map([['m', { ...stand, ...market }]]),
    provisional: new Set(),
    prices: new Map([['m', read]]),
  });

  it('by the prices of its markets as they stand', () => {
    expect(valueOfBet(bet, ground({}))).toMatchObject({
      worth: { fairMinor: 15_000, amountMinor: 14_400 },
      live: true,
      breaks: { m: 3 },
    });
  });

  it.each<[string, Ground]>([
    ['moved', ground({ sequence: 8 })],
    ['moved', ground({ ownVersion: 2 })],
    ['moved', ground({}, { ...prices, ownVersion: 2 })],
    ['moved', ground({ ownVersion: 3 }, { ...prices, ownVersion: 2 })],
    ['moved', { ...ground({}), prices: new Map() }],
    ['suspended', ground({ open: false, sequence: 8 })],
    ['suspended', { ...ground({}), markets: new Map() }],
    ['priceless', { ...ground({}), prices: new Map([['m', undefined]]) }],
    [
      'worthless',
      ground(
        {},
        {
          ...prices,
          selections: new Map([...prices.selections, ['home', { oddsMilli: 1_000_000_000, active: true }]]),
        },
      ),
    ],
  ])('not at all where it is %s', (why, given) => {
    expect(valueOfBet(bet, given)).toBe(why);
  });

  it.each([
    ['unsold, by its stake', { stakeMinor: 10_000, cashedMinor: 0 }, 10_000],
    ['sold in part, by what its stake leaves', { stakeMinor: 10_000, cashedMinor: 9_000 }, 1_000],
  ])('where a leg was taken at own prices, %s', (_what, sold, amountMinor) => {
    const capped = valueOfBet({ ...bet, ...sold, saleCapped: true }, ground({}));
    expect(capped).toMatchObject({ worth: { amountMinor }, isCapped: true });
    expect(valueOfBet({ ...bet, ...sold, saleCapped: true, cashedMinor: sold.stakeMinor }, ground({}))).toBe(
      'worthless',
    );
  });

  it('by the lower chance of the feed’s and our own, so that nobody raises it', () => {
    const [low, high] = [new Map([...prices.selections]), new Map([...prices.selections])];
    low.set('home', { oddsMilli: 9_000, active: true });
    high.set('home', { oddsMilli: 1_010, active: true });
    const worthAt = (selections: typeof low) =>
      valueOfBet(
        bet,
        ground({ ownVersion: 1 }, { ...prices, selections, feeds: prices, ownOdds: true, ownVersion: 1 }),
      );
    expect(worthAt(high)).toMatchObject({ worth: { fairMinor: 15_000 } });
    expect((worthAt(low) as Valued).worth.fairMinor).toBeLessThan(15_000);
  });

  it('not while its settlement by hand waits for a second operator', () => {
    expect(valueOfBet({ ...bet, awaitsSecond: true }, ground({}))).toBe('provisional');
  });

  it('not while a settled leg may still have another result', () => {
    const settled = { marketId: 'done', selectionId: 'x', oddsMilli: 2_000, status: 'won' as const };
    const double = { ...bet, sizes: [2], legs: [settled, ...bet.legs] };
    expect(valueOfBet(double, { ...ground({}), provisional: new Set(['done']) })).toBe('provisional');
    expect(valueOfBet(double, { ...ground({}), provisional: new Set(['m']) })).toMatchObject({ live: true });
  });

  it.each([
    [1_000, cashOutRules.delayMs.live],
    [4_000, 500],
    [31_000, 250],
  ])('at a pace of %i thousandths after %i ms in play', (paceMilli, delayMs) => {
    expect(valueOfBet(bet, ground({ paceMilli }))).toMatchObject({ live: true, delayMs });
    expect(valueOfBet(bet, ground({ paceMilli, live: false }))).toMatchObject({ live: false, delayMs: 0 });
  });

  it.each([
    [10_000, 12_000, true],
    [10_000, 9_900, true],
    [10_000, 9_899, false],
    [1, 1, true],
  ])('of %i quoted where it is worth %i by now: %s', (quotedMinor, amountMinor, expected) => {
    expect(isWorth(quotedMinor, { fairMinor: 0, amountMinor })).toBe(expected);
  });

  const value = (changes: Partial<Valued>): Valued => ({
    worth: { fairMinor: 0, amountMinor: 1_000 },
    prospects: [],
    isCapped: false,
    live: true,
    delayMs: cashOutRules.delayMs.live,
    breaks: { m: 3 },
    ...changes,
  });
  const at = new Date(100_000);
  const late = new Date(at.getTime() + cashOutRules.delayMs.live);
  it.each<[string, Parameters<typeof nextOf>[0], Valued, Date | null, ReturnType<typeof nextOf>]>([
    ['wants more than it is worth', { autoCashOutMinor: 1_001, autoSeen: null }, value({}), late, 'nothing'],
    ['wants more by now', { autoCashOutMinor: 1_001, autoSeen: { at, breaks: { m: 3 } } }, value({}), late, 'forget'],
    ['is not to sell itself', { autoCashOutMinor: null, autoSeen: null }, value({}), late, 'nothing'],
    [
      'is worth enough before the start',
      { autoCashOutMinor: 1_000, autoSeen: null },
      value({ live: false }),
      at,
      'sell',
    ],
    ['is worth enough in play', { autoCashOutMinor: 1_000, autoSeen: null }, value({}), late, 'note'],
    [
      'is worth enough again after a break',
      { autoCashOutMinor: 1_000, autoSeen: { at, breaks: { m: 2 } } },
      value({}),
      late,
      'note',
    ],
    [
      'is not yet so for long',
      { autoCashOutMinor: 1_000, autoSeen: { at, breaks: { m: 3 } } },
      value({}),
      new Date(late.getTime() - 1),
      'nothing',
    ],
    [
      'is so for as long as any sale is looked at',
      { autoCashOutMinor: 1_000, autoSeen: { at, breaks: { m: 3 } } },
      value({}),
      late,
      'sell',
    ],
  ])('and where it %s, this comes next', (_what, seller, found, until, next) => {
    expect(nextOf(seller, found, until)).toBe(next);
  });
});

it('a sale in parts never pays more than one quote, and a quote never more than the bet could', () => {
  const leg = fc.record({
    oddsMilli: fc.integer({ min: 1_001, max: 1_000_000 }),
    status: fc.constantFrom<LegStatus>('open', 'won', 'void', 'half_won', 'half_lost', 'lost'),
    prospect: fc.record({
      chance: fc.double({ min: 0, max: 1, noNaN: true }),
      refundShare: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  });
  const sizes = systemOf('trixie', 3)?.sizes ?? [];
  fc.assert(
    fc.property(
      fc.array(leg, { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 4, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (legs, stakeMinor, fraction) => {
        const potentialPayoutMinor = stakeMinor * 2;
        const worth = worthOf({ ...single, stakeMinor, potentialPayoutMinor, sizes, lines: 4 }, legs);
        const { fairMinor = 0, amountMinor = 0 } = worth ?? {};
        expect(fairMinor).toBeLessThanOrEqual(potentialPayoutMinor);
        expect(amountMinor).toBeLessThanOrEqual((fairMinor * (10_000 - cashOutRules.marginBp)) / 10_000);
        const part = stakeShareMinor(stakeMinor, fraction);
        expect(
          cashOutShareMinor(amountMinor, part, stakeMinor) +
            cashOutShareMinor(amountMinor, stakeMinor - part, stakeMinor),
        ).toBeLessThanOrEqual(amountMinor);
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
  expect(stakeShareMinor(running, fraction)).toBe(part);
});
