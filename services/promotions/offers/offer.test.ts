/** Rules of promotions: which reward fits which type, periods, terms that are fixed, and the worst cost. */
import { Refusal } from '@fairline/proto/contract';
import { formatMoney } from '@fairline/proto/money';
import { deskRefusals } from '@fairline/proto/promotions/desk';
import { PromotionForm, promotionTypes } from '@fairline/proto/promotions/offers';
import { grantBounds } from '@fairline/proto/wallet/rules';
import { describe, expect, it } from 'vitest';
import {
  allow,
  changedOffer,
  checkClaimLimit,
  checkPeriod,
  checkPlaces,
  checkReward,
  checkTermsFixed,
  completeOffer,
  costRise,
  differences,
  hasPlace,
  isRunning,
  type Offer,
  riseOf,
  statusAt,
  worstCost,
} from './offer.ts';
import { seededOffers } from './seeds.ts';

const now = new Date('2026-03-10T12:00:00.000Z');

const offer: Offer = {
  name: 'Match',
  description: 'A match of a deposit',
  type: 'deposit_bonus',
  status: 'active',
  startsAt: '2026-03-01T00:00:00.000Z',
  endsAt: '2026-04-01T00:00:00.000Z',
  terms: 'Terms',
  eligibility: { newUsersOnly: false, countries: ['US', 'GB'], sports: [], minDepositMinor: 2_000 },
  reward: { type: 'percentage', value: 50, maxAmountMinor: 10_000, currency: 'USD', wageringFactor: 20 },
  maxClaims: 100,
};
const plain = { newUsersOnly: false, countries: [], sports: [] };
const percent = (value: number, maxAmountMinor?: number) => ({
  type: 'percentage' as const,
  value,
  currency: 'USD' as const,
  wageringFactor: 1,
  ...(maxAmountMinor && { maxAmountMinor }),
});
const fixed = (value: number) => ({
  type: 'fixed_amount' as const,
  value,
  currency: 'USD' as const,
  wageringFactor: 1,
});

function refusalOf(work: () => unknown): { code: string; field?: unknown } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, ...(error.params?.field !== undefined && { field: error.params.field }) };
  }
}

describe('a reward', () => {
  const free = { eligibility: plain, wagering: undefined };
  it.each<[string, Partial<Offer>, string | undefined]>([
    ['a percentage of a deposit', {}, undefined],
    ['a fixed bonus for a deposit', { reward: { ...fixed(1_000), wageringFactor: 30 } }, undefined],
    ['a percentage of nothing', { reward: percent(0) }, 'reward.value'],
    ['a match above 1,000 per cent', { reward: percent(1_001) }, 'reward.value'],
    ['a fixed bonus in parts of a cent', { reward: fixed(10.5) }, 'reward.value'],
    ['a fixed bonus with a maximum', { reward: { ...fixed(1_000), maxAmountMinor: 500 } }, 'reward.maxAmountMinor'],
    [
      'a bonus that is played on slots only',
      { wagering: { contributionPercent: { sports: 0, table: 0, lottery: 0 } } },
      undefined,
    ],
    [
      'a bonus that is played on nothing',
      { wagering: { contributionPercent: { sports: 0, slots: 0, table: 0, lottery: 0 } } },
      'wagering.contributionPercent.sports',
    ],
    ['a free bet', { ...free, type: 'free_bet', reward: fixed(2_500) }, undefined],
    ['a free bet in per cent', { ...free, type: 'free_bet', reward: percent(10) }, 'reward.type'],
    [
      'a free bet that is wagered',
      { ...free, type: 'free_bet', reward: { ...fixed(2_500), wageringFactor: 2 } },
      'reward.wageringFactor',
    ],
    ['a free bet after a deposit', { type: 'free_bet', reward: fixed(2_500) }, 'eligibility.minDepositMinor'],
    [
      'a free bet with wagering terms',
      { ...free, type: 'free_bet', reward: fixed(2_500), wagering: { maxStakeMinor: 100 } },
      'wagering',
    ],
    ['cashback in per cent', { ...free, type: 'cashback', reward: percent(10, 5_000) }, undefined],
    ['cashback above the loss', { ...free, type: 'cashback', reward: percent(101) }, 'reward.value'],
    ['fixed cashback', { ...free, type: 'cashback', reward: fixed(1_000) }, 'reward.type'],
    ['points at once', { ...free, type: 'loyalty_points', reward: fixed(500) }, undefined],
    ['more points per stake', { ...free, type: 'loyalty_points', reward: percent(25) }, undefined],
    [
      'more points per stake with a maximum',
      { ...free, type: 'loyalty_points', reward: percent(25, 100) },
      'reward.maxAmountMinor',
    ],
  ])('%s', (_name, change, field) => {
    const refused = refusalOf(() => checkReward({ ...offer, ...change }));
    expect(refused).toEqual(field && { code: deskRefusals.reward.code, field });
  });

  it.each<[string, Partial<Offer>, string | undefined]>([
    ['a maximum of what a claim can receive', { reward: percent(50, grantBounds.claimMinor) }, undefined],
    ['a maximum above it', { reward: percent(50, grantBounds.claimMinor + 1) }, 'reward.maxAmountMinor'],
    ['no maximum', { reward: percent(50) }, undefined],
    ['a fixed bonus of it', { reward: fixed(grantBounds.claimMinor) }, undefined],
    ['a fixed bonus above it', { reward: fixed(grantBounds.claimMinor + 1) }, 'reward.value'],
    ['a free bet above it', { type: 'free_bet', reward: fixed(grantBounds.claimMinor + 1) }, 'reward.value'],
    [
      'cashback of a week above it',
      { type: 'cashback', reward: percent(10, grantBounds.claimMinor + 1) },
      'reward.maxAmountMinor',
    ],
    [
      'points, which are redeemed later',
      { type: 'loyalty_points', reward: fixed(grantBounds.claimMinor + 1) },
      undefined,
    ],
  ])('is held to what wallet grants per claim: %s', (_name, change, field) => {
    expect(refusalOf(() => checkClaimLimit({ ...offer, ...change }))).toEqual(
      field && { code: deskRefusals.rewardAboveClaim.code, field },
    );
    expect(deskRefusals.rewardAboveClaim.message).toContain(
      formatMoney(grantBounds.claimMinor, 'USD').replace(' USD', ''),
    );
  });

  it('fits each of the seeds, which cover every type', () => {
    const seeds = seededOffers(now, 'active');
    for (const { offer: seed } of seeds) {
      checkReward(seed);
      checkClaimLimit(seed);
      checkPeriod(seed, now);
      expect(PromotionForm.parse(seed)).toEqual(seed);
      expect(
        isRunning({ status: seed.status, startsAt: new Date(seed.startsAt), endsAt: new Date(seed.endsAt) }, now),
      ).toBe(true);
    }
    expect(new Set(seeds.map(({ offer: seed }) => seed.type))).toEqual(new Set(promotionTypes));
  });

  it('of a welcome bonus is for new users, whatever the form holds', () => {
    expect(completeOffer({ ...offer, type: 'welcome_bonus' }).eligibility.newUsersOnly).toBe(true);
    expect(completeOffer(offer)).toBe(offer);
  });
});

describe('a period', () => {
  it.each([
    ['ends before it starts', '2026-04-01T00:00:00Z', '2026-03-31T00:00:00Z', true],
    ['ends as it starts', '2026-04-01T00:00:00Z', '2026-04-01T00:00:00Z', true],
    ['ends now', '2026-03-01T00:00:00Z', '2026-03-10T12:00:00Z', true],
    ['ends in a moment', '2026-03-01T00:00:00Z', '2026-03-10T12:00:00.001Z', false],
    ['starts later', '2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z', false],
  ])('that %s', (_name, startsAt, endsAt, isRefused) => {
    expect(refusalOf(() => checkPeriod({ startsAt, endsAt }, now))).toEqual(
      isRefused ? { code: 'promotion_period' } : undefined,
    );
  });

  it.each([
    ['active', '2026-03-10T12:00:00Z', '2026-03-10T12:00:01Z', true, 'active'],
    ['active', '2026-03-10T12:00:01Z', '2026-03-11T00:00:00Z', false, 'active'],
    ['active', '2026-03-01T00:00:00Z', '2026-03-10T12:00:00Z', false, 'expired'],
    ['paused', '2026-03-01T00:00:00Z', '2026-03-11T00:00:00Z', false, 'paused'],
    ['draft', '2026-03-01T00:00:00Z', '2026-03-10T12:00:00Z', false, 'expired'],
    ['expired', '2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z', false, 'expired'],
  ] as const)('%s from %s to %s: running %s, %s', (status, startsAt, endsAt, running, shown) => {
    const promotion = { status, startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
    expect(isRunning(promotion, now)).toBe(running);
    expect(statusAt(promotion, now)).toBe(shown);
  });
});

describe('terms that were claimed', () => {
  it.each<[string, Partial<Offer>, string | undefined]>([
    [
      'another name, text and end',
      { name: 'New', description: 'New', terms: 'New', endsAt: '2026-05-01T00:00:00.000Z', maxClaims: 200 },
      undefined,
    ],
    [
      'the same terms in another form',
      { eligibility: { ...offer.eligibility, countries: ['GB', 'US'] }, startsAt: '2026-03-01T00:00:00Z' },
      undefined,
    ],
    ['another start', { startsAt: '2026-03-02T00:00:00.000Z' }, 'startsAt'],
    ['another reward', { reward: { ...offer.reward, wageringFactor: 30 } }, 'reward'],
    ['another eligibility', { eligibility: plain }, 'eligibility'],
    ['other wagering terms', { wagering: { maxStakeMinor: 1_000 } }, 'wagering'],
    ['another type', { type: 'welcome_bonus' }, 'type'],
  ])('%s', (_name, change, field) => {
    const refused = refusalOf(() => checkTermsFixed(offer, { ...offer, ...change }));
    expect(refused).toEqual(field && { code: deskRefusals.termsFixed.code, field });
  });

  it('keep at least the places that are taken', () => {
    expect(refusalOf(() => checkPlaces({ maxClaims: 9 }, 10))?.code).toBe('promotion_places_taken');
    expect(refusalOf(() => checkPlaces({ maxClaims: 10 }, 10))).toBeUndefined();
    expect(refusalOf(() => checkPlaces({}, 10))).toBeUndefined();
  });
});

describe('a change', () => {
  it('keeps what it does not name, and names what differs', () => {
    const after = changedOffer(offer, { name: 'New', maxClaims: undefined, reward: { ...offer.reward } });
    expect(after).toEqual({ ...offer, name: 'New' });
    expect(differences(offer, after)).toEqual({ before: { name: 'Match' }, after: { name: 'New' } });
  });
});

describe('the worst cost', () => {
  const run = { startsAt: '2026-03-02T00:00:00.000Z', endsAt: '2026-03-16T00:00:00.000Z' };
  it.each<[string, Partial<Offer>, number | null]>([
    ['places times the maximum', {}, 1_000_000],
    ['places times a fixed bonus', { reward: fixed(2_500), maxClaims: 3 }, 7_500],
    ['no bound without places', { maxClaims: undefined } as unknown as Partial<Offer>, null],
    ['no bound without a maximum', { reward: percent(50) }, null],
    ['points by their worth', { type: 'loyalty_points', reward: fixed(550), maxClaims: 2 }, 1_100],
    ['no bound for more points per stake', { type: 'loyalty_points', reward: percent(10) }, null],
    ['two weeks of cashback', { ...run, type: 'cashback', reward: percent(5, 1_000), maxClaims: 10 }, 20_000],
    [
      'three weeks that the run touches',
      { ...run, startsAt: '2026-03-01T23:59:59.000Z', type: 'cashback', reward: percent(5, 1_000), maxClaims: 10 },
      30_000,
    ],
    ['no bound where no ledger could hold it', { reward: fixed(10_000_000), maxClaims: 10_000_000_000 }, null],
  ])('%s', (_name, change, expected) => {
    expect(worstCost({ ...offer, ...change })).toBe(expected);
  });

  it.each([
    [1_000, { allowedMinor: 0, unlimited: false }, 1_000],
    [1_000, { allowedMinor: 900, unlimited: false }, 100],
    [900, { allowedMinor: 1_000, unlimited: false }, 0],
    [null, { allowedMinor: 1_000, unlimited: false }, null],
    [null, { allowedMinor: 0, unlimited: true }, 0],
    [1_000, { allowedMinor: 0, unlimited: true }, 1_000],
  ])('%s raises %o by %s', (worst, allowance, rise) => {
    expect(costRise(worst, allowance)).toBe(rise);
    expect(costRise(worst, allow(allowance, worst))).toBe(0);
  });

  it.each<[string, Partial<Offer>, number | null]>([
    ['another name and text', { name: 'New', terms: 'New' }, 0],
    ['another status', { status: 'paused' }, 0],
    ['fewer places and an earlier end', { maxClaims: 50, endsAt: '2026-03-20T00:00:00.000Z' }, 0],
    ['a bound', { reward: percent(25, 1_000) }, 100_000],
    ['another reward without a bound', { reward: percent(1_000) }, null],
    ['another type without a bound', { type: 'welcome_bonus' }, null],
    ['a lower minimum deposit', { eligibility: { ...offer.eligibility, minDepositMinor: 0 } }, null],
    ['other wagering terms', { wagering: { maxStakeMinor: 100_000 } }, null],
    ['more places', { maxClaims: 101 }, null],
    ['a later end', { endsAt: '2026-05-01T00:00:00.000Z' }, null],
  ])('without a bound was allowed for its terms only: %s', (_name, change, rise) => {
    const before: Offer = { ...offer, reward: percent(25) };
    expect(riseOf(before, { ...before, ...change }, { allowedMinor: 0, unlimited: true })).toBe(rise);
  });
});

it.each([
  [10, 9, true],
  [10, 10, false],
  [10, 11, false],
  [null, 1_000, true],
])('of %s places %i are taken: there is another %s', (maxClaims, claimed, expected) => {
  expect(hasPlace({ maxClaims, claimed })).toBe(expected);
});
