/** Rules of points: what stakes earn, that nothing is lost or gained by rounding, tiers, redemption and expiry. */
import { Refusal } from '@fairline/proto/contract';
import { loyaltyRules } from '@fairline/proto/promotions/loyalty';
import { wageringProducts } from '@fairline/proto/promotions/offers';
import { array, boolean, assert as check, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addEarned,
  checkRedemption,
  earnedMicro,
  expiredPoints,
  expiringPoints,
  expiryOf,
  lastExpiredDay,
  nextTier,
  tierOf,
  worthOfPoints,
} from './points.ts';

const empty = { balance: 0, carryMicro: 0 };

describe('what a stake earns', () => {
  it.each([
    ['sports', 1_000, 0, 1],
    ['slots', 999, 0, 0],
    ['slots', 2_500, 0, 2],
    ['table', 9_999, 0, 0],
    ['table', 10_000, 0, 1],
    ['lottery', 5_000, 0, 5],
    ['sports', 1_000, 50, 1],
    ['sports', 2_000, 50, 3],
    ['sports', 4_000, 25, 5],
  ] as const)('%s %i with %i per cent more: %i points', (product, stakeMinor, boost, points) => {
    expect(addEarned(empty, earnedMicro(product, stakeMinor, boost)).points).toBe(points);
  });

  it('is the same for many small stakes as for one large one', () => {
    check(
      property(
        array(integer({ min: 1, max: 50_000 }), { maxLength: 50 }),
        constantFrom(...wageringProducts),
        (stakes, product) => {
          const many = stakes.reduce<{ balance: number; carryMicro: number }>(
            (state, stakeMinor) => addEarned(state, earnedMicro(product, stakeMinor)),
            empty,
          );
          const one = addEarned(
            empty,
            earnedMicro(
              product,
              stakes.reduce((sum, stake) => sum + stake, 0),
            ),
          );
          expect(many.balance).toBe(one.balance);
          expect(many.carryMicro).toBe(one.carryMicro);
        },
      ),
    );
  });

  it('never takes the balance below zero, and takes back what it could not once it can', () => {
    const step = record({ stakeMinor: integer({ min: 1, max: 20_000 }), isReversed: boolean(), redeems: boolean() });
    check(
      property(array(step, { maxLength: 40 }), (steps) => {
        let state = { ...empty };
        let [netMicro, redeemed] = [0, 0];
        for (const { stakeMinor, isReversed, redeems } of steps) {
          const micro = earnedMicro('slots', stakeMinor);
          state = addEarned(state, micro);
          netMicro += micro;
          if (redeems) {
            redeemed += state.balance;
            state = { ...state, balance: 0 };
          }
          if (isReversed) {
            state = addEarned(state, -micro);
            netMicro -= micro;
          }
          expect(state.balance).toBeGreaterThanOrEqual(0);
          expect((state.balance + redeemed) * 1_000_000 + state.carryMicro).toBe(netMicro);
          if (state.balance > 0) expect(state.carryMicro).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe('tiers', () => {
  it.each([
    [0, 'bronze'],
    [999, 'bronze'],
    [1_000, 'silver'],
    [10_000, 'gold'],
    [49_999, 'gold'],
    [50_000, 'platinum'],
    [-5, 'bronze'],
  ] as const)('%i points earned: %s', (earned, tier) => expect(tierOf(earned)).toBe(tier));

  it('name the next one, and none after the highest', () => {
    expect(nextTier('bronze')).toEqual({ tier: 'silver', points: 1_000 });
    expect(nextTier('platinum')).toBeUndefined();
  });
});

describe('redemption', () => {
  it.each([
    [100, 100, undefined],
    [200, 100, 'too_few_points'],
    [150, 500, 'points_step'],
    [1, 0, 'points_step'],
  ])('of %i points with %i: %s', (points, balance, code) => {
    let refused: string | undefined;
    try {
      checkRedemption(points, balance);
    } catch (error) {
      refused = (error as Refusal).code;
      expect(error).toBeInstanceOf(Refusal);
    }
    expect(refused).toBe(code);
  });

  it('values whole steps only', () => {
    expect([99, 100, 250].map(worthOfPoints)).toEqual([0, loyaltyRules.redeemMinor, 2 * loyaltyRules.redeemMinor]);
  });
});

describe('expiry', () => {
  it.each([
    ['2026-03-10T23:59:59.999Z', '2025-03-09'],
    ['2026-03-11T00:00:00.000Z', '2025-03-10'],
  ])('at %s the last expired day is %s', (at, day) => {
    expect(lastExpiredDay(new Date(at)).toISOString().slice(0, 10)).toBe(day);
  });

  it('leaves every point at least 365 days', () => {
    const gainedAt = new Date('2025-03-10T23:59:59.999Z');
    expect(expiryOf(gainedAt).getTime() - gainedAt.getTime()).toBeGreaterThanOrEqual(
      loyaltyRules.expiryDays * 86_400_000,
    );
    expect(lastExpiredDay(expiryOf(gainedAt)).toISOString()).toBe('2025-03-10T00:00:00.000Z');
  });

  it.each([
    ['nothing was spent', { aged: 0, spent: 0, balance: 300 }, 100, 100],
    ['a part of the old ones was spent', { aged: 0, spent: 60, balance: 240 }, 100, 40],
    ['more than the old ones was spent', { aged: 0, spent: 150, balance: 150 }, 100, 0],
    ['older ones had expired before', { aged: 100, spent: 100, balance: 200 }, 50, 50],
  ])('where %s', (_name, account, agedGained, expected) => {
    expect(expiredPoints(account, agedGained)).toBe(expected);
  });

  it('names the oldest points that are not spent', () => {
    const days = [
      { day: new Date('2025-06-01T00:00:00Z'), gained: 100 },
      { day: new Date('2025-07-01T00:00:00Z'), gained: 50 },
    ];
    expect(expiringPoints({ aged: 20, spent: 120, balance: 50 }, days)).toEqual({
      points: 50,
      at: expiryOf(new Date('2025-07-01T00:00:00Z')),
    });
    expect(expiringPoints({ aged: 20, spent: 60, balance: 110 }, days)?.points).toBe(60);
    expect(expiringPoints({ aged: 20, spent: 170, balance: 0 }, days)).toBeUndefined();
  });
});
