/**
 * How stakes count towards the wagering requirement, under the terms of a claim or under those of a player's country. Pure, and the same for players and
 * operators.
 */
import type { ClaimCounting, ClaimStatus } from '@fairline/proto/promotions/claims';
import { type Promotion, type PromotionType, promotionRules, type WageringProduct, wageringProducts } from '@fairline/proto/promotions/offers';

/** Rewards are written in this currency and apply in every play currency without conversion. */
export const rewardCurrency = 'USD';

/** The country of jurisdiction gb: a lower factor, and no bonus that mixes sports and casino. */
const gb = 'GB';

export function countingOf({ wagering, eligibility }: Pick<Promotion, 'wagering' | 'eligibility'>, country: string): ClaimCounting {
  const offered = { ...promotionRules.contributionPercent, ...wagering?.contributionPercent };
  return {
    contributionPercent: country === gb && offered.sports > 0 ? { sports: offered.sports, slots: 0, table: 0, lottery: 0 } : offered,
    maxStakeMinor: wagering?.maxStakeMinor ?? promotionRules.maxStakeMinor,
    minOddsMilli: eligibility.minOddsMilli ?? promotionRules.minOddsMilli,
    sports: eligibility.sports,
  };
}

/** The products that count towards wagering, with the share of a stake that counts. */
export function contributions({ contributionPercent }: Pick<ClaimCounting, 'contributionPercent'>): { product: WageringProduct; percent: number }[] {
  return wageringProducts.map((product) => ({ product, percent: contributionPercent[product] })).filter(({ percent }) => percent > 0);
}

/** Whether the type grants bonus money, which is wagered before it converts. */
export const isWagered = (type: PromotionType): boolean => type === 'welcome_bonus' || type === 'deposit_bonus';

/** Whether the claim is still open. */
export const isOpen = ({ status }: { status: ClaimStatus }): boolean => status === 'claimed' || status === 'active';

/** A factor of 0 means that the bonus must be staked once. */
export function wageringFactor(factor: number, country: string): number {
  const played = Math.max(1, factor);
  return country === gb ? Math.min(played, promotionRules.gbWageringFactor) : played;
}

/** The part of the requirement that is met, 0 to 1. */
export function progressOf({ wageringCompletedMinor, wageringRequiredMinor }: { wageringCompletedMinor: number; wageringRequiredMinor: number }): number {
  return wageringRequiredMinor <= 0 ? 0 : Math.min(1, wageringCompletedMinor / wageringRequiredMinor);
}
