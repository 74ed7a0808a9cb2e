/**
 * How stakes count towards the wagering requirement, under the terms of a claim or under those of a player's jurisdiction. Pure, and the same for players and
 * operators.
 */
import type { Jurisdiction } from '@fairline/proto/countries';
import type { ClaimCounting, ClaimStatus } from '@fairline/proto/promotions/claims';
import {
  contributionsUnder,
  type Promotion,
  type PromotionType,
  promotionRules,
  type WageringProduct,
  wageringFactorUnder,
  wageringProducts,
} from '@fairline/proto/promotions/offers';

/** Rewards are written in this currency and apply in every play currency without conversion. */
export const rewardCurrency = 'USD';

export function countingOf(
  { wagering, eligibility }: Pick<Promotion, 'wagering' | 'eligibility'>,
  jurisdiction: Jurisdiction,
): ClaimCounting {
  return {
    contributionPercent: contributionsUnder(jurisdiction, wagering),
    maxStakeMinor: wagering?.maxStakeMinor ?? promotionRules.maxStakeMinor,
    minOddsMilli: eligibility.minOddsMilli ?? promotionRules.minOddsMilli,
    sports: eligibility.sports,
  };
}

/** The products that count towards wagering, with the share of a stake that counts. */
export function contributions({
  contributionPercent,
}: Pick<ClaimCounting, 'contributionPercent'>): { product: WageringProduct; percent: number }[] {
  return wageringProducts
    .map((product) => ({ product, percent: contributionPercent[product] }))
    .filter(({ percent }) => percent > 0);
}

/** Whether the type grants bonus money, which is wagered before it converts. */
export const isWagered = (type: PromotionType): boolean => type === 'welcome_bonus' || type === 'deposit_bonus';

/** Whether the claim is still open. */
export const isOpen = ({ status }: { status: ClaimStatus }): boolean => status === 'claimed' || status === 'active';

/** A factor of 0 means that the bonus must be staked once. */
export function wageringFactor(factor: number, jurisdiction: Jurisdiction): number {
  return Math.max(1, wageringFactorUnder(jurisdiction, factor));
}

/** The part of the requirement that is met, 0 to 1. */
export function progressOf({
  wageringCompletedMinor,
  wageringRequiredMinor,
}: {
  wageringCompletedMinor: number;
  wageringRequiredMinor: number;
}): number {
  return wageringRequiredMinor <= 0 ? 0 : Math.min(1, wageringCompletedMinor / wageringRequiredMinor);
}
