/** Chances of a ticket. */
import { lotteryStakes, prizes } from '@fairline/proto/games/lottery';
import { describe, expect, it } from 'vitest';
import { canWin, matchChance, prizeChances } from './chances.ts';

/** Of a version that returns 85 %. */
const rules = {
  winBelow: {
    '5000': 334_888_581,
    '10000': 430_571_032,
    '25000': 385_380_573,
    '50000': 429_506_657,
    '100000': 859_013_315,
  },
};

describe('the chances of a ticket', () => {
  it('start from the probability of a match', () => {
    expect(matchChance).toBeCloseTo(0.564, 4);
  });

  it.each(lotteryStakes)('add up to the return of a ticket of %i', (stakeMinor) => {
    const chances = prizeChances(rules, stakeMinor);
    const returned =
      chances?.prizes.reduce((sum, { prize, chance }) => sum + chance * prizes[prize].valueMinor, 0) ?? 0;
    expect(returned / stakeMinor).toBeCloseTo(0.85, 6);
    expect(chances?.prizes.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(chances?.winChance ?? 0, 12);
  });

  it('name the prizes of the tier, the largest first', () => {
    expect(prizeChances(rules, 5_000)?.prizes.map(({ prize }) => prize)).toEqual(['earbuds', 'cash_100']);
    expect(prizeChances(rules, 100_000)?.prizes[0]?.prize).toBe('laptop');
    expect(canWin('laptop', 25_000)).toBe(false);
  });

  it('are absent for rules of an unknown shape', () => {
    expect(prizeChances({ weights: [1] }, 5_000)).toBeNull();
    expect(prizeChances({ winBelow: {} }, 5_000)).toBeNull();
  });
});
