/** Adding a margin gives the requested overround, and removing it gives the fair chances back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { averageReturn, leastReturn, withMargin, withoutMargin } from './margin.ts';
import { largestStep, toLadder } from './odds.ts';

const sum = (chances: readonly number[]) => chances.reduce((all, chance) => all + chance, 0);
const fairChances = fc
  .array(fc.double({ min: 0.005, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 })
  .map((weights) => weights.map((weight) => weight / sum(weights)));
const marginBp = fc.integer({ min: 0, max: 1_500 });

it.each(['proportional', 'power'] as const)('%s: removing the margin gives the fair chances back', (method) => {
  fc.assert(
    fc.property(fairChances, marginBp, (fair, bp) => {
      const priced = withMargin(fair, { method, marginBp: bp });
      if (method === 'power') expect(sum(priced)).toBeCloseTo(1 + bp / 10_000, 6);
      for (const [index, chance] of withoutMargin(priced, method).entries())
        expect(chance).toBeCloseTo(fair[index] ?? 0, 6);
      for (const [index, chance] of priced.entries()) expect(chance).toBeGreaterThanOrEqual((fair[index] ?? 0) - 1e-9);
    }),
  );
});

it('proportional: each selection loses the same share, less where one is nearly certain', () => {
  fc.assert(
    fc.property(fairChances, marginBp, (fair, bp) => {
      const priced = withMargin(fair, { method: 'proportional', marginBp: bp });
      const likeliest = Math.max(...fair);
      const factor = sum(priced);
      expect(factor).toBeLessThanOrEqual(1 + bp / 10_000 + 1e-9);
      for (const [index, chance] of priced.entries()) expect(chance / (fair[index] ?? 0)).toBeCloseTo(factor, 9);
      // The likeliest is lifted at most half of the way to certainty, and never less than that if the margin is smaller than stated.
      expect(likeliest * factor).toBeLessThanOrEqual((1 + likeliest) / 2 + 1e-9);
      if (factor < 1 + bp / 10_000 - 1e-9) expect(likeliest * factor).toBeCloseTo((1 + likeliest) / 2, 9);
    }),
  );
});

it.each([
  [[0.5, 0.5], 600, 1.06],
  [[0.8, 0.15, 0.05], 700, 1.07],
  [[0.9, 0.1], 600, 1.0556],
  [[0.95, 0.05], 600, 1.0263],
  [[0.98, 0.02], 600, 1.0102],
  [[0.7, 0.3], 3_000, 1.2143],
])('of chances %j and %i basis points the priced chances add up to %f', (fair, bp, added) => {
  expect(sum(withMargin(fair, { method: 'proportional', marginBp: bp }))).toBeCloseTo(added, 4);
});

/** The worked example of penaltyblog (github.com/martineastwood/penaltyblog, implied odds): 2.70, 2.30 and 4.40, which carry 3.24 %. */
it.each([
  ['proportional', [0.358738, 0.421127, 0.220135]],
  ['power', [0.3591711, 0.42373075, 0.21709815]],
] as const)('%s: matches a published example', (method, published) => {
  const priced = [2.7, 2.3, 4.4].map((odds) => 1 / odds);
  expect(sum(priced) - 1).toBeCloseTo(0.0324257, 7);
  for (const [at, chance] of withoutMargin(priced, method).entries()) expect(chance).toBeCloseTo(published[at] ?? 0, 6);
});

it('power takes more from outsiders, proportional does not, and neither prices a certainty', () => {
  const fair = [0.97, 0.03];
  const [power = [], proportional = []] = (['power', 'proportional'] as const).map((method) =>
    withMargin(fair, { method, marginBp: 500 }),
  );
  expect(Math.max(...power, ...proportional)).toBeLessThan(1);
  expect(0.03 / (power[1] ?? 0)).toBeLessThan(0.5);
  expect(0.03 / (proportional[1] ?? 0)).toBeGreaterThan(0.98);
});

it('the average return of a market is what every selection with a proportional margin returns', () => {
  expect(averageReturn([1_900, 1_900])).toBeCloseTo(0.95, 9);
  const fair = [0.62, 0.25, 0.13];
  const odds = withMargin(fair, { method: 'proportional', marginBp: 700 }).map((chance) => 1_000 / chance);
  for (const [at, milli] of odds.entries())
    expect(averageReturn(odds)).toBeCloseTo((milli / 1_000) * (fair[at] ?? 0), 9);
});

it('a selection returns at least 93.8 % of what is at risk before the start, 92.0 % in play', () => {
  expect([leastReturn('upcoming'), leastReturn('live')].map((share) => Math.floor(share * 1_000) / 10)).toEqual([
    93.8, 92,
  ]);
  for (let odds = 1_005; odds < 251_000; odds++)
    expect(toLadder(odds)).toBeGreaterThanOrEqual(odds * (1 - largestStep));
});
