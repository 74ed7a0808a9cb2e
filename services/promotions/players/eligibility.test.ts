/** Who may claim: one row per reason, in the order in which they are checked. */
import type { Eligibility, IneligibleReason, PromotionType } from '@fairline/proto/promotions/offers';
import { expect, it } from 'vitest';
import { type Candidate, whyIneligible } from './eligibility.ts';

const candidate: Candidate = {
  status: 'active',
  level: 'verified',
  country: 'US',
  playMoney: false,
  mayPlay: true,
  limitReached: false,
  deposits: 0,
  tier: 'gold',
  hasBonus: false,
  hasCashback: false,
  claimedByPerson: false,
};
const eligibility: Eligibility = { newUsersOnly: true, countries: ['US', 'CA'], sports: [], minTier: 'gold' };

it.each<[IneligibleReason, Partial<Candidate>]>([
  ['play_money', { playMoney: true }],
  ['not_playing', { status: 'suspended' }],
  ['excluded', { mayPlay: false }],
  ['limit_reached', { limitReached: true }],
  ['no_bonus', { isAtRisk: true }],
  ['country', { country: 'DE' }],
  ['new_users_only', { deposits: 1 }],
  ['verification', { level: 'unverified' }],
  ['tier', { tier: 'silver' }],
  ['bonus_active', { hasBonus: true }],
  ['claimed_by_person', { claimedByPerson: true }],
])('%s', (why, change) => {
  expect(whyIneligible({ type: 'welcome_bonus', eligibility }, { ...candidate, ...change })).toBe(why);
});

it('lets everybody else claim', () => {
  expect(whyIneligible({ type: 'welcome_bonus', eligibility }, candidate)).toBeUndefined();
  const anybody = { newUsersOnly: false, countries: [], sports: [] };
  expect(
    whyIneligible(
      { type: 'deposit_bonus', eligibility: anybody },
      { ...candidate, level: 'unverified', tier: 'bronze', deposits: 5 },
    ),
  ).toBeUndefined();
});

it.each<PromotionType>(['free_bet', 'cashback', 'loyalty_points'])(
  'a %s can be claimed beside a bonus that is wagered',
  (type) => {
    expect(whyIneligible({ type, eligibility }, { ...candidate, hasBonus: true })).toBeUndefined();
  },
);

it('a cashback can be claimed while no other runs', () => {
  expect(whyIneligible({ type: 'cashback', eligibility }, { ...candidate, hasCashback: true })).toBe('bonus_active');
  expect(whyIneligible({ type: 'welcome_bonus', eligibility }, { ...candidate, hasCashback: true })).toBeUndefined();
});

it('gives the first reason of several', () => {
  expect(whyIneligible({ type: 'welcome_bonus', eligibility }, { ...candidate, deposits: 1, limitReached: true })).toBe(
    'limit_reached',
  );
});
