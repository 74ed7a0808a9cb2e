/** The status of a market as players see it, and the price that a bet on it gets. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import {
  type FeedStatus,
  type MarketPrices,
  priceOf,
  ratioToFair,
  selectionStatus,
  statusOf,
  withinRatio,
} from './market.ts';
import { expectedCostMinor } from './own-price-losses.ts';

const [home, away] = [randomUUID(), randomUUID()];

describe('the status people see', () => {
  const flags = { status: 'active' as FeedStatus, held: false, settled: false, cancelled: false };
  const on = { feedUp: true, priced: true };
  test.each([
    [flags, on, 'active'],
    [{ ...flags, held: true }, on, 'suspended'],
    [{ ...flags, status: 'suspended' as const }, on, 'suspended'],
    [flags, { ...on, feedUp: false }, 'suspended'],
    [flags, { ...on, priced: false }, 'suspended'],
    [{ ...flags, status: 'deactivated' as const, held: true }, on, 'deactivated'],
    [{ ...flags, settled: true, held: true }, { feedUp: false, priced: false }, 'settled'],
    [{ ...flags, settled: true, cancelled: true }, on, 'cancelled'],
  ] as const)('of %j with %j is %s', (given, state, status) => {
    expect(statusOf(given, state)).toBe(status);
  });

  it('of a selection is active only with its market', () => {
    expect([
      selectionStatus('active', true),
      selectionStatus('active', false),
      selectionStatus('settled', true),
    ]).toEqual(['active', 'suspended', 'suspended']);
  });
});

describe('the price of a bet', () => {
  const prices: MarketPrices = {
    sequence: 1,
    open: true,
    refundShare: 0,
    marginMethod: 'power',
    selections: new Map([
      [home, { oddsMilli: 2_000, active: true }],
      [away, { oddsMilli: 1_800, active: false }],
    ]),
  };
  test.each([
    ['an open selection', prices, home, 2_000],
    ['a suspended selection', prices, away, null],
    ['a closed market', { ...prices, open: false }, home, null],
    ['an unknown selection', prices, randomUUID(), null],
    ['nothing known', undefined, home, null],
  ] as const)('on %s', (_what, given, selection, price) => {
    expect(priceOf(given, selection)).toBe(price);
  });
});

describe('odds of our own', () => {
  /** Fair at 2.00 each. */
  const feeds = (open = true): MarketPrices => ({
    sequence: 1,
    open,
    refundShare: 0,
    marginMethod: 'power',
    selections: new Map([home, away].map((id) => [id, { oddsMilli: 1_900, active: true }])),
  });
  const odds = (homeMilli: number) => ({ [home]: homeMilli, [away]: 1_500 });

  it('are compared with the fair price of the feed, where it prices the market', () => {
    expect(ratioToFair(feeds(), odds(2_400))).toBeCloseTo(1.2, 9);
    expect([ratioToFair(feeds(false), odds(2_400)), ratioToFair(undefined, odds(2_400))]).toEqual([null, null]);
  });

  test.each([
    ['a tenth above the fair price', 2_200, undefined, true],
    ['more', 2_210, undefined, false],
    ['more, as was approved', 2_600, 1.3, true],
    ['more than was approved', 2_610, 1.3, false],
  ] as const)('%s apply or give way to the feed’s', (_what, homeMilli, maxRatio, applies) => {
    const own = { marginBp: 0, odds: odds(homeMilli), ...(maxRatio !== undefined && { maxRatio }) };
    expect(withinRatio(feeds(), own)).toEqual(applies ? own : { ...own, odds: null });
  });

  test.each([
    ['a single above the fair price', [3_000], [1], 1, 500],
    ['one below it', [1_900], [1], 1, 0],
    ['a double, as a whole', [3_000, 2_000], [2], 1, 500],
    ['a double whose other leg makes up for it', [2_100, 1_900], [2], 1, 0],
    ['a system, over its lines', [3_000, 2_000, 2_000], [2], 3, 334],
  ] as const)('are expected to cost of %s', (_what, legs, sizes, lines, costMinor) => {
    const bet = {
      stakeMinor: 1_000,
      sizes,
      lines,
      legs: legs.map((oddsMilli) => ({ marketId: 'm', selectionId: home, oddsMilli, ownBy: null })),
    };
    expect(expectedCostMinor(bet, new Map([['m', feeds()]]))).toBe(costMinor);
  });
});
