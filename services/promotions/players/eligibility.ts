/**
 * Who may claim a promotion. Pure: the data of the player is an argument.
 * The reasons are checked in this order; the player is shown the first.
 */
import type { Eligibility, IneligibleReason, PromotionType, Tier } from '@fairline/proto/promotions/offers';
import { tiers } from '@fairline/proto/promotions/offers';

/** A player who wants to claim. An optional field that is absent refuses nobody. */
export interface Candidate {
  status: 'active' | 'suspended' | 'closed';
  level: 'unverified' | 'verified';
  country: string;
  playMoney: boolean;
  /** False if wallet refuses every stake of the player, as during an exclusion. */
  mayPlay?: boolean;
  limitReached?: boolean;
  /** Their harm score reaches the threshold. */
  isAtRisk?: boolean;
  /** Approved deposits of the player and of accounts of the same person. */
  deposits: number;
  tier: Tier;
  /** Another welcome or deposit bonus is open: claimed, or being wagered. */
  hasBonus: boolean;
  /** Another cashback is open. Two at a time would pay for the same loss. */
  hasCashback: boolean;
  /** Another account of the same person claimed this promotion. */
  claimedByPerson?: boolean;
}

/** Types whose bonus must be wagered before it converts. A player has one of them at a time. */
export const wageredTypes: readonly PromotionType[] = ['welcome_bonus', 'deposit_bonus'];

export function isWagered(type: PromotionType): boolean {
  return wageredTypes.includes(type);
}

const rankOf = (tier: Tier) => tiers.findIndex(({ id }) => id === tier);

type Offered = { type: PromotionType; eligibility: Pick<Eligibility, 'countries' | 'newUsersOnly' | 'minTier'> };

export function whyIneligible({ type, eligibility }: Offered, player: Candidate): IneligibleReason | undefined {
  const { countries, newUsersOnly, minTier } = eligibility;
  const reasons: [boolean, IneligibleReason][] = [
    [player.playMoney, 'play_money'],
    [player.status !== 'active', 'not_playing'],
    [player.mayPlay === false, 'excluded'],
    [player.limitReached === true, 'limit_reached'],
    [player.isAtRisk === true, 'no_bonus'],
    [countries.length > 0 && !countries.includes(player.country), 'country'],
    [newUsersOnly && player.deposits > 0, 'new_users_only'],
    [minTier !== undefined && player.level !== 'verified', 'verification'],
    [minTier !== undefined && rankOf(player.tier) < rankOf(minTier), 'tier'],
    [isWagered(type) ? player.hasBonus : type === 'cashback' && player.hasCashback, 'bonus_active'],
    [player.claimedByPerson === true, 'claimed_by_person'],
  ];
  return reasons.find(([holds]) => holds)?.[1];
}
