/** The lottery by its rules: the numbers drawn, when a ticket wins, what it returns. */
import { type lotteryStakes, prizes } from '@fairline/proto/games/lottery';
import { describe, expect, it } from 'vitest';
import { fastDraws } from './draws.ts';
import { lottery } from './lottery.ts';
import { scripted } from './testing.ts';

const rules = lottery.firstRules;

type Stake = (typeof lotteryStakes)[number];
const ticket = (stakeMinor: Stake, numbers = [1, 10, 20, 30, 40, 49]) => ({ numbers, stakeMinor });
/** Draws 1, 2, 3, 4, 5 and 6. */
const oneToSix = [0, 0, 0, 0, 0, 0];
const play = (tickets: ReturnType<typeof ticket>[], draws: readonly number[]) =>
  lottery.play(rules, { tickets }, scripted(draws), []);

describe('a round', () => {
  it('draws six different numbers from the front of those left', () => {
    expect(play([ticket(5_000)], [48, 0, 46, 0, 0, 43, 0, 0]).outcome.drawn).toEqual([49, 2, 1, 4, 5, 3]);
  });

  it.each([
    ['wins below its threshold', 334_888_580, 'earbuds', 25_000],
    ['loses at its threshold', 334_888_581, undefined, 0],
  ])('a ticket with a match %s', (_, drawn, prize, payoutMinor) => {
    const { outcome } = play([ticket(5_000)], [...oneToSix, drawn, 0]);
    expect(outcome.tickets).toEqual([{ ...ticket(5_000), matches: 1, ...(prize && { prize }), payoutMinor }]);
  });

  it('a ticket without a match loses, and takes its two draws', () => {
    const { outcome, payoutMinor } = play(
      [ticket(5_000, [7, 8, 9, 10, 11, 12]), ticket(5_000)],
      [...oneToSix, 0, 0, 0, 119],
    );
    expect(outcome.tickets.map(({ matches, prize }) => [matches, prize])).toEqual([
      [0, undefined],
      [1, 'cash_100'],
    ]);
    expect(payoutMinor).toBe(prizes.cash_100.valueMinor);
  });

  it.each([
    [5_000, ['earbuds', 'cash_100'], 120],
    [10_000, ['earbuds', 'cash_500', 'cash_100'], 220],
    [25_000, ['phone', 'earbuds', 'smartwatch', 'cash_1000', 'cash_500', 'cash_100'], 1_920],
    [50_000, ['phone', 'laptop', 'earbuds', 'smartwatch', 'cash_1000', 'cash_500', 'cash_100'], 3_920],
  ] as const)('a ticket of %s can win the prizes of its tier by their weights', (stakeMinor, ids, weight) => {
    const prizeAt = (drawn: number) => play([ticket(stakeMinor)], [...oneToSix, 0, drawn]).outcome.tickets[0]?.prize;
    let from = 0;
    for (const id of ids) {
      expect([prizeAt(from), prizeAt(from + prizes[id].weight - 1)]).toEqual([id, id]);
      from += prizes[id].weight;
    }
    expect(from).toBe(weight);
    expect(() => prizeAt(weight)).toThrow('not in the script');
  });
});

describe('the return', () => {
  it('of the first version is what `solve` finds for it', () => {
    expect(lottery.solve(85)).toEqual(rules);
  });

  it.each([85, 91.23, 98.9])('is %s per cent for every stake once solved for it', (target) => {
    for (const { rtp } of lottery.returns(lottery.solve(target))) expect(Math.abs(rtp - target)).toBeLessThan(1e-6);
  });

  it('ends where every ticket with a match of the dearest kind would win', () => {
    const best = lottery.returns(lottery.solve(99)).at(-1)?.rtp ?? 0;
    expect([best > 98.9, best < 99]).toEqual([true, true]);
  });
});

describe('moments', () => {
  const shared = [1, 10, 20, 30, 40, 49];
  it.each([
    ['one ticket', [ticket(5_000)]],
    ['equal tickets', [ticket(25_000, shared), ticket(25_000, shared), ticket(25_000, shared)]],
    [
      'tickets that share numbers, of several stakes',
      [ticket(5_000, shared), ticket(50_000, [1, 10, 20, 31, 41, 48]), ticket(10_000, [2, 3, 4, 5, 6, 7])],
    ],
  ])('of %s agree with a simulation', (_, tickets) => {
    const { mean, variance, largest } = lottery.moments(rules, { tickets });
    const { totalMinor } = lottery.stakeOf({ tickets });
    const [draws, rounds] = [fastDraws(23), 40_000];
    const returned = Array.from(
      { length: rounds },
      () => lottery.play(rules, { tickets }, draws, []).payoutMinor / totalMinor,
    );
    const average = returned.reduce((sum, value) => sum + value, 0) / rounds;
    const spread = returned.reduce((sum, value) => sum + (value - average) ** 2, 0) / rounds;
    expect(Math.abs(average - mean)).toBeLessThan(4 * Math.sqrt(variance / rounds));
    expect(Math.abs(spread / variance - 1)).toBeLessThan(0.05);
    expect(Math.max(...returned)).toBeLessThanOrEqual(largest);
  });
});
