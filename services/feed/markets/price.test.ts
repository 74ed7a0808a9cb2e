/** Odds on offer: rounded down to steps of the ladder, never better for the player than the margin allows, and closed once a market is nearly decided. */
import { OddsMilli } from '@fairline/proto/odds';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closedOffer, offerOf } from './price.ts';

const margin = { method: 'power', marginBp: 500 } as const;

it('offers no price above the fair one less its margin, and states the margin', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.021, max: 0.979, noNaN: true }), (chance) => {
      const offer = offerOf([chance, 1 - chance], margin);
      expect(offer).not.toBeNull();
      const prices = offer?.prices ?? [];
      expect(prices[0]?.oddsMilli).toBeLessThan(1_000 / chance);
      expect(offer?.marginBp).toBeGreaterThanOrEqual(500);
      expect(offer?.marginBp).toBeCloseTo((prices.reduce((sum, { oddsMilli }) => sum + 1_000 / oddsMilli, 0) - 1) * 10_000, 0);
      for (const { oddsMilli } of prices) expect(OddsMilli.safeParse(oddsMilli).success).toBe(true);
    }),
  );
});

it('offers nothing when one side is nearly certain', () => {
  expect(offerOf([0.985, 0.015], margin)).toBeNull();
  expect(offerOf([1, 0], margin)).toBeNull();
});

it('shows an outsider beyond the longest odds but does not take it', () => {
  const prices = offerOf([0.6, 0.399, 0.001], margin)?.prices ?? [];
  expect(prices.map(({ active }) => active)).toEqual([true, true, false]);
  expect(prices[2]?.oddsMilli).toBeLessThanOrEqual(251_000);
});

it('splits the returned share of a closed market equally between its sides', () => {
  expect(closedOffer([0, 0]).prices.map(({ oddsMilli }) => oddsMilli)).toEqual([2_000, 2_000]);
  expect(closedOffer([0.5, 0]).prices.map(({ oddsMilli }) => oddsMilli)).toEqual([1_330, 4_000]);
});

it('offers nothing if nearly the whole stake is returned', () => {
  expect(offerOf([0.06, 0.05], margin)?.refundShare).toBeCloseTo(0.89, 6);
  expect(offerOf([0.05, 0.04], margin)).toBeNull();
});

it('shows a market that is over within the odds the contract knows, none to be taken', () => {
  for (const { oddsMilli, active } of closedOffer([1, 0]).prices) {
    expect(OddsMilli.safeParse(oddsMilli).success).toBe(true);
    expect(active).toBe(false);
  }
});
