/** The slot's exact figures against rounds of the fast generator with fixed seeds, also with weights that make rare cases common. */
import { slotSymbols } from '@fairline/proto/games/slots';
import { describe, expect, it } from 'vitest';
import { fastDraws } from '../draws.ts';
import { slotPayouts, slots } from '../slots.ts';
import { hitRate, lineDistribution, linesReturn, slotMoments } from './returns.ts';

const first = slots.firstRules.weights;
/** Weights that give five natural crowns on a line in every tenth grid. */
const crowned = [1, 1, 1, 1, 1, 1, 1, 6];

function simulate(weights: number[], wager: { lines: number; betPerLineMinor: number }, rounds: number) {
  const payoutOf = slotPayouts({ weights }, wager);
  const draws = fastDraws(17);
  let [sum, squares, hits] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const returned = payoutOf(draws) / slots.stakeOf(wager).totalMinor;
    sum += returned;
    squares += returned ** 2;
    if (returned > 0) hits++;
  }
  const mean = sum / rounds;
  return { mean, variance: squares / rounds - mean ** 2, hits: hits / rounds };
}

describe('exact figures agree with a simulation', () => {
  it.each([
    ['nine lines', first, 9],
    ['one line', first, 1],
    ['four lines', first, 4],
    ['nine lines, many grids drawn again', crowned, 9],
    ['one line, many grids drawn again', crowned, 1],
  ])('%s', (_, weights, lines) => {
    const rounds = 400_000;
    const wager = { lines, betPerLineMinor: 101 };
    const exact = slotMoments(weights, wager);
    const simulated = simulate(weights, wager, rounds);
    const error = Math.sqrt(exact.variance / rounds);
    expect(Math.abs(simulated.mean - exact.mean)).toBeLessThan(4 * error);
    if (weights === first) {
      expect(Math.abs(simulated.variance / exact.variance - 1)).toBeLessThan(0.1);
      expect(Math.abs(simulated.hits - hitRate(weights, lines))).toBeLessThan(4 * Math.sqrt(0.25 / rounds));
    } else expect(exact.variance).toBeGreaterThan(simulated.variance * 0.99);
  });
});

it('returns the same on every line, to a thousandth of a point', () => {
  const one = 100 * slotMoments(first, { lines: 1, betPerLineMinor: 100 }).mean;
  expect(Math.abs(one - linesReturn(first))).toBeLessThan(1e-3);
});

it('distributes what one line returns', () => {
  const wins = lineDistribution(first);
  expect(wins).toHaveLength(3 * slotSymbols.length);
  const returned = wins.reduce((sum, { chance, paysPercent }) => sum + chance * paysPercent, 0);
  expect(returned).toBeCloseTo(linesReturn(first), 3);
  expect(wins.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(hitRate(first, 1), 6);
});
