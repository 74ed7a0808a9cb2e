/** Texts before and after a claim: why none is possible, why one was refused, and what a cancellation costs. */
import { common, Refusal } from '@fairline/proto/contract';
import { claimRefusals } from '@fairline/proto/promotions/claims';
import { ineligibleReasons, type OfferedPromotion } from '@fairline/proto/promotions/offers';
import { beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../client/http/http.ts';
import { loadEnglish } from '../../i18n.ts';
import { lostOf } from './cancel-dialog.tsx';
import { detailOf, titleOf } from './claim-button.tsx';
import { barOf, obstacleOf } from './why-labels.ts';

beforeAll(loadEnglish);

const eligibility: OfferedPromotion['eligibility'] = {
  newUsersOnly: false,
  countries: [],
  sports: [],
  minTier: 'gold',
};

describe('a promotion that cannot be claimed', () => {
  it('has a plain reason for every code', () => {
    const text = ineligibleReasons.map((why) => obstacleOf(why).text);
    expect(new Set(text).size).toBe(ineligibleReasons.length);
  });

  it('links to where the player can change it', () => {
    expect(obstacleOf('verification').way?.to).toBe('/account?tab=verification');
    expect(obstacleOf('tier', eligibility).text).toBe('From loyalty tier Gold');
  });

  it.each([
    [[], undefined],
    [[{}, { why: 'country' }], undefined],
    [[{ why: 'tier' }, { why: 'excluded' }], 'excluded'],
    [[{ why: 'limit_reached' }], 'limit_reached'],
    [[{ why: 'play_money' }], 'play_money'],
  ] as const)('of %o the bar to all is %s', (offers, bar) => {
    expect(barOf(offers)).toBe(bar);
  });
});

describe('a claim that failed', () => {
  it.each([
    [new Refusal(claimRefusals.alreadyClaimed), 'Promotion already claimed', undefined],
    [new Refusal(claimRefusals.notActive), 'Promotion is not active', undefined],
    [new Refusal(claimRefusals.unknown), 'Promotion not found', undefined],
    [
      new Refusal(claimRefusals.notEligible, { why: 'country' }),
      'You are not eligible for this promotion',
      'Not available in your country',
    ],
    [
      new Refusal(claimRefusals.notEligible, { why: 'constructor' }),
      'You are not eligible for this promotion',
      undefined,
    ],
    [new Refusal(common.unavailable), common.unavailable.message, undefined],
  ])('shows the message of %s', (error, title, detail) => {
    expect([titleOf(error), detailOf(error, { eligibility })]).toEqual([title, detail]);
  });

  it('shows a general message if no response came', () => {
    expect(titleOf(new Fault('offline'))).toBe('Failed to claim promotion');
  });
});

it.each([
  [{ status: 'claimed', type: 'deposit_bonus', bonusMinor: 0 }, 500, 0],
  [{ status: 'active', type: 'deposit_bonus', bonusMinor: 2_000 }, 3_150, 3_150],
  [{ status: 'active', type: 'welcome_bonus', bonusMinor: 2_000 }, undefined, 2_000],
  [{ status: 'active', type: 'free_bet', bonusMinor: 2_500 }, 900, 2_500],
  [{ status: 'active', type: 'cashback', bonusMinor: 0 }, 900, 0],
] as const)('cancelling %o with %s bonus in the wallet loses %i', (claim, walletBonusMinor, lostMinor) => {
  expect(lostOf(claim, walletBonusMinor)).toBe(lostMinor);
});
