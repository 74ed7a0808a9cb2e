/** How stakes count, the reward of a promotion as text, and the progress of a claim. */
import type { Promotion } from '@fairline/proto/promotions/offers';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { rewardText } from './promotion-labels.ts';
import { contributions, countingOf, progressOf, wageringFactor } from './terms.ts';

beforeAll(loadEnglish);

const eligibility = { newUsersOnly: false, countries: [], sports: [] };

describe('the terms that count', () => {
  it('are the general rules if the promotion has none of its own', () => {
    const counting = countingOf({ eligibility }, 'open');
    expect(counting).toEqual({
      contributionPercent: { sports: 100, slots: 100, table: 10, lottery: 100 },
      minOddsMilli: 1_500,
      maxStakeMinor: 500,
      sports: [],
    });
    expect(contributions(counting)).toHaveLength(4);
  });

  it('leave out products that do not count', () => {
    const counting = countingOf(
      {
        eligibility: { ...eligibility, minOddsMilli: 2_000 },
        wagering: { contributionPercent: { slots: 0, table: 0, lottery: 0 }, maxStakeMinor: 1_000 },
      },
      'open',
    );
    expect(contributions(counting)).toEqual([{ product: 'sports', percent: 100 }]);
    expect([counting.minOddsMilli, counting.maxStakeMinor]).toEqual([2_000, 1_000]);
  });

  it('do not mix sports and casino under gb', () => {
    expect(contributions(countingOf({ eligibility }, 'gb'))).toEqual([{ product: 'sports', percent: 100 }]);
    const casino = countingOf({ eligibility, wagering: { contributionPercent: { sports: 0 } } }, 'gb');
    expect(contributions(casino).map(({ product }) => product)).toEqual(['slots', 'table', 'lottery']);
  });
});

it.each([
  [30, 'open', 30],
  [30, 'gb', 10],
  [5, 'gb', 5],
  [0, 'open', 1],
] as const)('a factor of %i under %s is %i', (factor, jurisdiction, shown) => {
  expect(wageringFactor(factor, jurisdiction)).toBe(shown);
});

it.each([
  [0, 0, 0],
  [0, 6_000, 0],
  [1_500, 6_000, 0.25],
  [7_000, 6_000, 1],
])('%i of %i is %d', (wageringCompletedMinor, wageringRequiredMinor, share) => {
  expect(progressOf({ wageringCompletedMinor, wageringRequiredMinor })).toBe(share);
});

const reward = (of: Partial<Promotion['reward']>): Promotion['reward'] => ({
  type: 'percentage',
  value: 100,
  currency: 'USD',
  wageringFactor: 1,
  ...of,
});
it.each([
  ['welcome_bonus', reward({ maxAmountMinor: 50_000 }), '100% deposit bonus, up to 500.00 USD'],
  ['deposit_bonus', reward({ value: 12.5 }), '12.5% deposit bonus'],
  ['deposit_bonus', reward({ type: 'fixed_amount', value: 2_000 }), '20.00 USD bonus'],
  ['free_bet', reward({ type: 'fixed_amount', value: 2_500 }), '25.00 USD free bet'],
  ['cashback', reward({ value: 10, maxAmountMinor: 10_000 }), '10% weekly cashback, up to 100.00 USD'],
  ['loyalty_points', reward({ type: 'fixed_amount', value: 1_500 }), '1,500 points'],
  ['loyalty_points', reward({ value: 50 }), '50% extra points'],
] as const)('a %s of %o pays %s', (type, of, text) => {
  expect(rewardText({ type, reward: of }, 'USD').replaceAll('\u00a0', ' ')).toBe(text);
});
