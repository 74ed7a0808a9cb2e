/** Adding a margin gives the requested overround, and removing it gives the fair chances back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withMargin, withoutMargin } from './margin.ts';

const sum = (chances: readonly number[]) => chances.reduce((all, chance) => all + chance, 0);
const fairChances = fc
  .array(fc.double({ min: 0.005, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 })
  .map((weights) => weights.map((weight) => weight / sum(weights)));
const marginBp = fc.integer({ min: 0, max: 1_500 });

it.each(['proportional', 'power'] as const)('%s: priced chances sum to 1 + margin, and removing it gives the fair ones back', (method) => {
  fc.assert(
    fc.property(fairChances, marginBp, (fair, bp) => {
      const priced = withMargin(fair, { method, marginBp: bp });
      expect(sum(priced)).toBeCloseTo(1 + bp / 10_000, 6);
      for (const [index, chance] of withoutMargin(priced, method).entries()) expect(chance).toBeCloseTo(fair[index] ?? 0, 6);
      for (const [index, chance] of priced.entries()) expect(chance).toBeGreaterThanOrEqual((fair[index] ?? 0) - 1e-9);
    }),
  );
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

it('the power method takes more from outsiders and never prices a favourite above 1', () => {
  const fair = [0.97, 0.03];
  const power = withMargin(fair, { method: 'power', marginBp: 500 });
  const proportional = withMargin(fair, { method: 'proportional', marginBp: 500 });
  expect(Math.max(...power)).toBeLessThan(1);
  expect(Math.max(...proportional)).toBeGreaterThan(1);
  expect((power[1] ?? 0) / 0.03).toBeGreaterThan((proportional[1] ?? 0) / 0.03);
});
