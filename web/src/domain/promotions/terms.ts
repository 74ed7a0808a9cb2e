/** How stakes count towards the wagering requirement of a promotion: its own terms, else the rules that hold for all. Pure, and the same for players and operators. */
import type { ClaimStatus } from '@fairline/proto/promotions/claims';
import { type Promotion, type PromotionType, promotionRules, type WageringProduct, wageringProducts } from '@fairline/proto/promotions/offers';

/** Rewards are written in it and count unchanged in every play currency. */
export const rewardCurrency = 'USD';

export interface CountingTerms {
  /** The products whose stakes count, with the part of a stake that does. */
  contributions: { product: WageringProduct; percent: number }[];
  minOddsMilli: number;
  maxStakeMinor: number;
  sports: readonly string[];
}

export function countingTerms({ wagering, eligibility }: Pick<Promotion, 'wagering' | 'eligibility'>): CountingTerms {
  const percentOf = (product: WageringProduct) => wagering?.contributionPercent?.[product] ?? promotionRules.contributionPercent[product];
  return {
    contributions: wageringProducts.map((product) => ({ product, percent: percentOf(product) })).filter(({ percent }) => percent > 0),
    minOddsMilli: eligibility.minOddsMilli ?? promotionRules.minOddsMilli,
    maxStakeMinor: wagering?.maxStakeMinor ?? promotionRules.maxStakeMinor,
    sports: eligibility.sports,
  };
}

/** Whether the type grants bonus money, which is wagered before it converts. */
export const isWagered = (type: PromotionType): boolean => type === 'welcome_bonus' || type === 'deposit_bonus';

/** Whether the claim still goes on. */
export const isOpen = ({ status }: { status: ClaimStatus }): boolean => status === 'claimed' || status === 'active';

/** A factor of 0 means no more than playing the bonus once; a claim under jurisdiction gb has a lower highest factor. */
export function wageringFactor(factor: number, country: string): number {
  const played = Math.max(1, factor);
  return country === 'GB' ? Math.min(played, promotionRules.gbWageringFactor) : played;
}

/** The part of the requirement that is met, 0 to 1. */
export function progressOf({ wageringCompletedMinor, wageringRequiredMinor }: { wageringCompletedMinor: number; wageringRequiredMinor: number }): number {
  return wageringRequiredMinor <= 0 ? 0 : Math.min(1, wageringCompletedMinor / wageringRequiredMinor);
}
