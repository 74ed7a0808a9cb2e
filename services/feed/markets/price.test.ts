/** Odds on offer: every selection loses the same small margin, fair chances come back from rounded prices, and a market closes once it is nearly decided. */
import { feedMarginsBp, leastReturn, withoutMargin } from '@fairline/proto/margin';
import { largestStep, OddsMilli } from '@fairline/proto/odds';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closedOffer, offerOf } from './price.ts';

const margin = { method: 'proportional', marginBp: 500 } as const;
const published = Object.values(feedMarginsBp).flatMap(({ upcoming, live }) => [upcoming, live]);
const marginBp = fc.constantFrom(...published);

/** Two or three selections, none of them so likely that the market closes. */
const chances = fc
  .tuple(
    fc.double({ min: 0.021, max: 0.979, noNaN: true }),
    fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
  )
  .map(([first, part]) => (part === 0 ? [first, 1 - first] : [first, (1 - first) * part, (1 - first) * (1 - part)]))
  .filter((fair) => Math.max(...fair) < 0.98);

it('offers each selection at its fair price less the same margin, up to a step of the ladder', () => {
  fc.assert(
    fc.property(chances, marginBp, (fair, bp) => {
      const offer = offerOf(fair, { ...margin, marginBp: bp });
      const sum = offer?.prices.reduce((all, { oddsMilli }) => all + 1_000 / oddsMilli, 0) ?? 0;
      expect(offer?.marginBp).toBeCloseTo((sum - 1) * 10_000, 0);
      // Half of the way from 98 % to certainty is the least, then rounding down adds to it.
      expect(sum).toBeGreaterThan(1.01);
      for (const [at, { oddsMilli, active }] of offer?.prices.entries() ?? []) {
        expect(OddsMilli.safeParse(oddsMilli).success).toBe(true);
        const returned = (oddsMilli / 1_000) * (fair[at] ?? 0);
        expect(returned).toBeLessThan(1);
        if (active) expect(returned).toBeGreaterThanOrEqual((1 - largestStep) / (1 + bp / 10_000) - 1e-9);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('no selection that takes bets returns less than 90 % before the start and 85 % in play', () => {
  expect(leastReturn('upcoming')).toBeGreaterThan(0.9);
  expect(leastReturn('live')).toBeGreaterThan(0.85);
});

it('the fair chances come back from rounded prices within 0.001, if all selections take bets', () => {
  fc.assert(
    fc.property(chances, marginBp, (fair, bp) => {
      const prices = offerOf(fair, { ...margin, marginBp: bp })?.prices ?? [];
      fc.pre(prices.every(({ active }) => active));
      const found = withoutMargin(
        prices.map(({ oddsMilli }) => 1_000 / oddsMilli),
        margin.method,
      );
      for (const [at, chance] of found.entries()) expect(Math.abs(chance - (fair[at] ?? 0))).toBeLessThan(0.001);
    }),
    { numRuns: 5_000 },
  );
});

it('offers nothing when one side is nearly certain', () => {
  expect(offerOf([0.985, 0.015], margin)).toBeNull();
  expect(offerOf([1, 0], margin)).toBeNull();
});

it('shows an outsider beyond the longest odds but does not take it', () => {
  const prices = offerOf([0.6, 0.399, 0.001], margin)?.prices ?? [];
  expect(prices.map(({ active }) => active)).toEqual([true, true, false]);
  expect(prices[2]?.oddsMilli).toBe(952_000);
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
