/** Rules of claims: terms by jurisdiction, bonuses of deposits, wagering required, expiry. */
import type { PromotionType, Reward } from '@fairline/proto/promotions/offers';
import { describe, expect, it } from 'vitest';
import { bonusOf, expiryOf, openingOf, requiredOf, termsOf } from './claim.ts';

const reward: Reward = { type: 'percentage', value: 100, maxAmountMinor: 50_000, currency: 'USD', wageringFactor: 30 };
const offered = {
  type: 'welcome_bonus' as PromotionType,
  endsAt: new Date('2026-12-31T00:00:00Z'),
  eligibility: { newUsersOnly: true, countries: [], sports: [] as string[], minDepositMinor: 2_000 },
  reward,
  wagering: null,
};

describe('terms', () => {
  it('fill in the rules of the house', () => {
    expect(termsOf(offered, 'open')).toEqual({
      reward,
      minDepositMinor: 2_000,
      wageringFactor: 30,
      products: ['sports', 'slots', 'table', 'lottery'],
      contributionPercent: { sports: 100, slots: 100, table: 10, lottery: 100 },
      maxStakeMinor: 500,
      minOddsMilli: 1_500,
      sports: [],
    });
  });

  it('under gb have a factor of at most 10 and sports alone', () => {
    expect(termsOf(offered, 'gb')).toMatchObject({
      wageringFactor: 10,
      products: ['sports'],
      contributionPercent: { sports: 100, slots: 0, table: 0, lottery: 0 },
    });
    expect(termsOf({ ...offered, reward: { ...reward, wageringFactor: 3 } }, 'gb').wageringFactor).toBe(3);
  });

  it('under gb keep the casino where sports does not count', () => {
    const casino = { ...offered, wagering: { contributionPercent: { sports: 0 } } };
    expect(termsOf(casino, 'gb').products).toEqual(['slots', 'table', 'lottery']);
  });
});

describe('the bonus of a deposit', () => {
  it.each([
    ['a match', reward, 10_000, 10_000],
    ['a match up to its maximum', reward, 99_999, 50_000],
    ['a match rounded down', { ...reward, value: 33 }, 2_001, 660],
    ['nothing below the minimum', reward, 1_999, 0],
    ['a fixed amount', { ...reward, type: 'fixed_amount' as const, value: 1_500 }, 2_000, 1_500],
  ])('is %s', (_name, of, depositMinor, bonusMinor) => {
    expect(bonusOf({ reward: of, minDepositMinor: 2_000 }, depositMinor)).toBe(bonusMinor);
  });

  it.each([
    [30, 300_000],
    [1.5, 15_000],
    [1, 10_000],
    [0, 10_000],
  ])('with a factor of %d requires %i to be wagered', (wageringFactor, required) => {
    expect(requiredOf(10_000, { wageringFactor })).toBe(required);
  });
});

it.each<[PromotionType, Reward['type'], string, number]>([
  ['welcome_bonus', 'percentage', 'deposit', 30],
  ['deposit_bonus', 'fixed_amount', 'deposit', 30],
  ['free_bet', 'fixed_amount', 'grant', 30],
  ['cashback', 'percentage', 'running', 41],
  ['loyalty_points', 'percentage', 'running', 41],
  ['loyalty_points', 'fixed_amount', 'points', 30],
])('a claim of %s, %s, opens as %s and lasts %i days', (type, kind, opening, days) => {
  const of = { ...reward, type: kind };
  expect(openingOf(type, of).kind).toBe(opening);
  const now = new Date('2026-11-20T00:00:00Z');
  expect((expiryOf({ ...offered, type, reward: of }, now).getTime() - now.getTime()) / 86_400_000).toBe(days);
});
