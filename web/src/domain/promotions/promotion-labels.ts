/** Names of promotion types, statuses, products and loyalty tiers, and the reward of a promotion in one line. */
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type {
  Promotion,
  PromotionStatus,
  PromotionType,
  Tier,
  WageringProduct,
} from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { countText, percentText } from '../../figures.ts';
import type { Tone } from '../../ui/content/badge.tsx';
import { moneyText } from '../money/money.tsx';

export function promotionTypeName(type: PromotionType): string {
  switch (type) {
    case 'welcome_bonus':
      return i18n._({ id: 'promo.type.welcome', message: 'Welcome bonus' });
    case 'deposit_bonus':
      return i18n._({ id: 'promo.type.deposit', message: 'Deposit bonus' });
    case 'free_bet':
      return i18n._({ id: 'promo.type.freeBet', message: 'Free bet' });
    case 'cashback':
      return i18n._({ id: 'promo.type.cashback', message: 'Cashback' });
    case 'loyalty_points':
      return i18n._({ id: 'promo.type.points', message: 'Loyalty points' });
  }
}

export function promotionStatusName(status: PromotionStatus): [label: string, tone: Tone] {
  switch (status) {
    case 'draft':
      return [i18n._({ id: 'promo.status.draft', message: 'Draft' }), 'plain'];
    case 'active':
      return [i18n._({ id: 'promo.status.active', message: 'Active' }), 'act'];
    case 'paused':
      return [i18n._({ id: 'promo.status.paused', message: 'Paused' }), 'live'];
    case 'expired':
      return [i18n._({ id: 'promo.status.ended', message: 'Ended' }), 'plain'];
  }
}

export function productName(product: WageringProduct): string {
  switch (product) {
    case 'sports':
      return i18n._({ id: 'promo.product.sports', message: 'Sports bets' });
    case 'slots':
      return i18n._({ id: 'promo.product.slots', message: 'Slots' });
    case 'table':
      return i18n._({ id: 'promo.product.table', message: 'Table games' });
    case 'lottery':
      return i18n._({ id: 'promo.product.lottery', message: 'Prize Lottery' });
  }
}

export function tierName(tier: Tier): string {
  switch (tier) {
    case 'bronze':
      return i18n._({ id: 'promo.tier.bronze', message: 'Bronze' });
    case 'silver':
      return i18n._({ id: 'promo.tier.silver', message: 'Silver' });
    case 'gold':
      return i18n._({ id: 'promo.tier.gold', message: 'Gold' });
    case 'platinum':
      return i18n._({ id: 'promo.tier.platinum', message: 'Platinum' });
  }
}

/** "12,5%" of 12.5. */
export const perCentText = (percent: number): string => percentText(percent / 100, { maximumFractionDigits: 2 });

/** Amounts of a promotion apply in the player's currency without conversion. */
export function rewardText({ type, reward }: Pick<Promotion, 'type' | 'reward'>, currency: PlayCurrencyCode): string {
  const values = {
    percent: perCentText(reward.value),
    amount: moneyText(reward.type === 'percentage' ? (reward.maxAmountMinor ?? 0) : reward.value, currency),
  };
  const capped = reward.maxAmountMinor !== undefined;
  if (type === 'loyalty_points') {
    return reward.type === 'percentage'
      ? i18n._({ id: 'promo.reward.extraPoints', message: '{percent} extra points', values })
      : i18n._({ id: 'promo.reward.points', message: '{points} points', values: { points: countText(reward.value) } });
  }
  if (type === 'free_bet') return i18n._({ id: 'promo.reward.freeBet', message: '{amount} free bet', values });
  if (type === 'cashback') {
    return capped
      ? i18n._({ id: 'promo.reward.cashbackCapped', message: '{percent} weekly cashback, up to {amount}', values })
      : i18n._({ id: 'promo.reward.cashback', message: '{percent} weekly cashback', values });
  }
  if (reward.type === 'fixed_amount') return i18n._({ id: 'promo.reward.bonus', message: '{amount} bonus', values });
  return capped
    ? i18n._({ id: 'promo.reward.matchCapped', message: '{percent} deposit bonus, up to {amount}', values })
    : i18n._({ id: 'promo.reward.match', message: '{percent} deposit bonus', values });
}
