/** The confidence sequence: fair play stays within it at every look, and a game that returns too much or too little leaves it. */
import { describe, expect, it } from 'vitest';
import { deviationBound, isOutOfRange, type ReturnSums, type Watch } from './confidence.ts';
import { type Draws, fastDraws } from './draws.ts';
import { roulette } from './roulette.ts';
import { slotPayouts, slots } from './slots.ts';

const spins = [
  { lines: 9, betPerLineMinor: 1_000 },
  { lines: 1, betPerLineMinor: 101 },
  { lines: 4, betPerLineMinor: 250 },
];
const slotWatch: Watch = { largest: 324, alpha: 1e-4, sides: 'both' };

/** The round in which a slot with `rules` leaves the sequence of the first version, with mixed wagers, each round weighing its stake; null if it never does. */
function firstAlarm(rules: typeof slots.firstRules, watch: Watch, rounds: number, draws: Draws): number | null {
  const stakes = { smallest: 100, largest: 0 };
  const wagers = spins.map((wager) => ({
    ...slots.moments(slots.firstRules, wager),
    stakeMinor: slots.stakeOf(wager).totalMinor,
    payoutOf: slotPayouts(rules, wager),
  }));
  const sums: ReturnSums = { returned: 0, expected: 0, variance: 0 };
  for (let round = 1; round <= rounds; round++) {
    const { mean, variance, stakeMinor, payoutOf } = wagers[round % wagers.length] as (typeof wagers)[number];
    stakes.largest = Math.max(stakes.largest, stakeMinor);
    sums.returned += payoutOf(draws);
    sums.expected += mean * stakeMinor;
    sums.variance += variance * stakeMinor ** 2;
    if (round % 20 === 0 && isOutOfRange(sums, watch, stakes)) return round;
  }
  return null;
}

describe('fair play', () => {
  it('leaves the sequence in fewer than alpha of its runs', () => {
    const [runs, alpha, draws] = [200, 0.05, fastDraws(3)];
    const alarms = Array.from({ length: runs }, () =>
      firstAlarm(slots.firstRules, { ...slotWatch, alpha }, 2_000, draws),
    ).filter((alarm) => alarm !== null);
    expect(alarms.length).toBeLessThan(runs * alpha);
  });

  it('does not leave it in half a million rounds', () => {
    expect(firstAlarm(slots.firstRules, slotWatch, 500_000, fastDraws(5))).toBeNull();
  });
});

describe('a slot that returns', () => {
  it.each([
    ['5 points more', 5, 500_000],
    ['5 points less', -5, 500_000],
    ['20 points more', 20, 60_000],
  ])('%s is found', (_, points, rounds) => {
    const rules = slots.solve?.(96.4 + points) ?? expect.fail();
    const alarm = firstAlarm(rules, slotWatch, rounds, fastDraws(11));
    expect(alarm).not.toBeNull();
  });
});

describe('the bound', () => {
  const watch: Watch = { largest: 36, alpha: 1e-4, sides: 'both' };

  it.each([0, 1, 1e3, 1e6, 1e9, 1e12])('is where the alarm begins, at a variance of %s', (variance) => {
    const { below, above } = deviationBound(variance, watch.largest, watch.alpha);
    for (const [deviation, isOut] of [
      [above * 0.999, false],
      [above * 1.001, true],
      [-below * 0.999, false],
      [-below * 1.001, true],
    ] as const) {
      expect(isOutOfRange({ returned: 1e6 + deviation, expected: 1e6, variance }, watch)).toBe(isOut);
    }
  });

  it('is the same in every unit of stake, and wider where a larger stake was possible before', () => {
    const one = deviationBound(1e6, 36, 1e-4);
    const inCents = deviationBound(1e6 * 100 ** 2, 36, 1e-4, 'both', { smallest: 100, largest: 100 });
    expect([inCents.below / 100, inCents.above / 100]).toEqual([
      expect.closeTo(one.below, 6),
      expect.closeTo(one.above, 6),
    ]);
    for (const largest of [1_000, 100_000]) {
      const stakes = { smallest: 100, largest };
      const { below, above } = deviationBound(1e9, 36, 1e-4, 'both', stakes);
      expect(above).toBeGreaterThan(
        deviationBound(1e9, 36, 1e-4, 'both', { smallest: 100, largest: largest / 10 }).above,
      );
      const out = (deviation: number) =>
        isOutOfRange({ returned: deviation, expected: 0, variance: 1e9 }, watch, stakes);
      expect([out(above * 0.999), out(above * 1.001), out(-below * 0.999), out(-below * 1.001)]).toEqual([
        false,
        true,
        false,
        true,
      ]);
    }
  });

  it('grows like the root of the variance, within a logarithm', () => {
    const widths = [1e6, 1e8, 1e10].map((variance) => deviationBound(variance, 36, 1e-4).above / Math.sqrt(variance));
    for (const width of widths) expect([width > 4, width < 8]).toEqual([true, true]);
  });

  it('is wider for a smaller alpha and for larger wins', () => {
    expect(deviationBound(1e4, 36, 1e-4).above).toBeGreaterThan(deviationBound(1e4, 36, 1e-2).above);
    expect(deviationBound(1e4, 324, 1e-4).above).toBeGreaterThan(deviationBound(1e4, 36, 1e-4).above);
  });

  it('has no lower side where the mean is an upper bound', () => {
    expect(deviationBound(1e4, 8, 1e-4, 'above').below).toBe(Number.POSITIVE_INFINITY);
    expect(isOutOfRange({ returned: 0, expected: 1e6, variance: 1e6 }, { ...watch, sides: 'above' })).toBe(false);
  });

  it('is not left by a wager that wins its largest return at once', () => {
    const wager = { bets: [{ type: 'straight' as const, value: 7, amountMinor: 100 }] };
    const { mean, variance, largest } = roulette.moments({}, wager);
    expect(isOutOfRange({ returned: largest, expected: mean, variance }, watch)).toBe(false);
    expect(isOutOfRange({ returned: 10 * largest, expected: 10 * mean, variance: 10 * variance }, watch)).toBe(true);
  });
});
