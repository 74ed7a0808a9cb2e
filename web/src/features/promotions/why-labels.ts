/** Why a player cannot claim a promotion, and the page where they can change that. */
import type { IneligibleReason, OfferedPromotion } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { tierName } from '../../domain/promotions/promotion-labels.ts';

export interface Obstacle {
  text: string;
  way?: { to: string; label: string };
}

/** Reasons that exclude a player from every promotion: the list is then hidden. */
const barring: ReadonlySet<IneligibleReason> = new Set([
  'not_playing',
  'excluded',
  'limit_reached',
  'no_bonus',
  'play_money',
]);

/** The reason why no promotion is open to the player; undefined if one may be. */
export function barOf(offers: readonly Pick<OfferedPromotion, 'why'>[]): IneligibleReason | undefined {
  return offers.map(({ why }) => why).find((why) => why !== undefined && barring.has(why));
}

export function obstacleOf(why: IneligibleReason, eligibility?: OfferedPromotion['eligibility']): Obstacle {
  const verify = {
    to: '/account?tab=verification',
    label: i18n._({ id: 'offer.verify', message: 'Verify your identity' }),
  };
  switch (why) {
    case 'not_playing':
      return {
        text: i18n._({
          id: 'offer.why.notPlaying',
          message: 'Your account is not active. Promotions are not available to you now.',
        }),
      };
    case 'excluded':
      return {
        text: i18n._({ id: 'offer.why.excluded', message: 'No promotions during a time-out or self-exclusion.' }),
      };
    case 'limit_reached':
      return {
        text: i18n._({
          id: 'offer.why.limit',
          message: 'You have reached a limit that you set. Promotions are available again when it resets.',
        }),
      };
    case 'no_bonus':
      return { text: i18n._({ id: 'offer.why.noBonus', message: 'Promotions are not available to you at present.' }) };
    case 'play_money':
      return {
        text: i18n._({
          id: 'offer.why.playMoney',
          message: 'The demo account plays with play money. Promotions are for real-money accounts.',
        }),
      };
    case 'country':
      return { text: i18n._({ id: 'offer.why.country', message: 'Not available in your country' }) };
    case 'new_users_only':
      return {
        text: i18n._({ id: 'offer.why.newOnly', message: 'Only for new players who have not made a deposit yet' }),
      };
    case 'verification':
      return { text: i18n._({ id: 'offer.why.verification', message: 'Only for verified players' }), way: verify };
    case 'tier':
      return {
        text: i18n._({
          id: 'offer.why.tier',
          message: 'From loyalty tier {tier}',
          values: { tier: tierName(eligibility?.minTier ?? 'bronze') },
        }),
        way: { to: '/promotions?tab=loyalty', label: i18n._({ id: 'offer.seeTier', message: 'See your tier' }) },
      };
    case 'bonus_active':
      return {
        text: i18n._({
          id: 'offer.why.bonusActive',
          message: 'You already have an active promotion of this kind. Complete or cancel it first.',
        }),
        way: { to: '/promotions#active', label: i18n._({ id: 'offer.seeActive', message: 'See your promotions' }) },
      };
    case 'claimed_by_person':
      return {
        text: i18n._({ id: 'offer.why.person', message: 'You have already claimed this with another account' }),
      };
  }
}
