/** The status that people see of a market, and the price a bet on it gets. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { type FeedStatus, type MarketPrices, priceOf, selectionStatus, statusOf } from './market.ts';

const [home, away] = [randomUUID(), randomUUID()];

describe('the status people see', () => {
  const facts = { status: 'active' as FeedStatus, held: false, settled: false, cancelled: false };
  const on = { heard: true, priced: true };
  test.each([
    [facts, on, 'active'],
    [{ ...facts, held: true }, on, 'suspended'],
    [{ ...facts, status: 'suspended' as const }, on, 'suspended'],
    [facts, { ...on, heard: false }, 'suspended'],
    [facts, { ...on, priced: false }, 'suspended'],
    [{ ...facts, status: 'deactivated' as const, held: true }, on, 'deactivated'],
    [{ ...facts, settled: true, held: true }, { heard: false, priced: false }, 'settled'],
    [{ ...facts, settled: true, cancelled: true }, on, 'cancelled'],
  ] as const)('of %j with %j is %s', (given, state, status) => {
    expect(statusOf(given, state)).toBe(status);
  });

  it('of a selection is active only with its market', () => {
    expect([selectionStatus('active', true), selectionStatus('active', false), selectionStatus('settled', true)]).toEqual(['active', 'suspended', 'suspended']);
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
