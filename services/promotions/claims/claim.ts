/**
 * Rules of a claim: its terms, its first state, the bonus that a deposit grants, and the wagering that the bonus requires.
 * Pure: times and amounts are arguments, so every rule is a row in claim.test.ts.
 */

import type { Jurisdiction } from '@fairline/proto/countries';
import { AmountMinor, BalanceMinor } from '@fairline/proto/money';
import {
  contributionsUnder,
  type Eligibility,
  type PromotionType,
  promotionRules,
  Reward,
  WageringProduct,
  type WageringTerms,
  wageringFactorUnder,
  wageringProducts,
} from '@fairline/proto/promotions/offers';
import { dayMs } from '@fairline/proto/time';
import { z } from 'zod';

/** The terms of a claim, fixed when it is made, with every default filled in. */
export const ClaimTerms = z.object({
  reward: Reward,
  minDepositMinor: BalanceMinor,
  /** The factor of the promotion, at most the highest that the jurisdiction allows. */
  wageringFactor: z.number(),
  /** The products that the bonus can be staked on. */
  products: z.array(WageringProduct),
  contributionPercent: z.record(WageringProduct, z.int()),
  maxStakeMinor: AmountMinor,
  minOddsMilli: z.int(),
  sports: z.array(z.string()),
});
export type ClaimTerms = z.infer<typeof ClaimTerms>;

interface Offered {
  type: PromotionType;
  endsAt: Date;
  eligibility: Eligibility;
  reward: Reward;
  wagering: WageringTerms | null;
}

/** The terms of a promotion for a player of this jurisdiction. The bonus can be staked on the products that count. */
export function termsOf({ eligibility, reward, wagering }: Offered, jurisdiction: Jurisdiction): ClaimTerms {
  const contributionPercent = contributionsUnder(jurisdiction, wagering);
  return {
    reward,
    minDepositMinor: eligibility.minDepositMinor ?? 0,
    wageringFactor: wageringFactorUnder(jurisdiction, reward.wageringFactor),
    products: wageringProducts.filter((product) => contributionPercent[product] > 0),
    contributionPercent,
    maxStakeMinor: wagering?.maxStakeMinor ?? promotionRules.maxStakeMinor,
    minOddsMilli: eligibility.minOddsMilli ?? promotionRules.minOddsMilli,
    sports: eligibility.sports,
  };
}

/** Opt-ins last until their promotion ends, all other claims `claimDays`. */
export function expiryOf({ type, reward, endsAt }: Pick<Offered, 'type' | 'reward' | 'endsAt'>, now: Date): Date {
  return openingOf(type, reward).kind === 'running'
    ? endsAt
    : new Date(now.getTime() + promotionRules.claimDays * dayMs);
}

/** How a claim starts once no operator has to review it. `running`: an opt-in; the subjects cashback and loyalty reward it as the player plays. */
export type Opening =
  | { kind: 'deposit' }
  | { kind: 'grant'; bonusMinor: number }
  | { kind: 'running' }
  | { kind: 'points'; points: number };

export function openingOf(type: PromotionType, reward: Reward): Opening {
  if (type === 'free_bet') return { kind: 'grant', bonusMinor: reward.value };
  if (type === 'cashback' || (type === 'loyalty_points' && reward.type === 'percentage')) return { kind: 'running' };
  return type === 'loyalty_points' ? { kind: 'points', points: reward.value } : { kind: 'deposit' };
}

/** The bonus that a deposit grants; 0 if the deposit does not qualify, so that the claim waits for another one. */
export function bonusOf(
  { reward, minDepositMinor }: Pick<ClaimTerms, 'reward' | 'minDepositMinor'>,
  depositMinor: number,
): number {
  if (depositMinor < minDepositMinor) return 0;
  if (reward.type === 'fixed_amount') return reward.value;
  return Math.min(Math.floor((depositMinor * reward.value) / 100), reward.maxAmountMinor ?? Number.MAX_SAFE_INTEGER);
}

/** The stakes that a bonus requires: at least the bonus itself, even if the factor is below 1. */
export function requiredOf(bonusMinor: number, { wageringFactor }: Pick<ClaimTerms, 'wageringFactor'>): number {
  return Math.ceil(bonusMinor * Math.max(1, wageringFactor));
}
