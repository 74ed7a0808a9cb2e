/**
 * Rules of a promotion: which reward and terms fit its type, when it runs, which fields may still change, and what it can cost at most.
 * Pure: the time is an argument.
 */

import { Refusal } from '@fairline/proto/contract';
import { weekStart } from '@fairline/proto/periods';
import { deskRefusals } from '@fairline/proto/promotions/desk';
import { loyaltyRules } from '@fairline/proto/promotions/loyalty';
import {
  fieldAboveClaim,
  type PromotionForm,
  type PromotionStatus,
  type PromotionType,
  promotionRules,
  wageringProducts,
} from '@fairline/proto/promotions/offers';
import { weekMs } from '@fairline/proto/time';
import canonicalize from 'canonicalize';
import type { z } from 'zod';

/** The terms of a promotion as an operator writes them, with any status. */
export interface Offer extends Omit<z.output<typeof PromotionForm>, 'status'> {
  status: PromotionStatus;
}

export type OfferChange = { [K in keyof Offer]?: Offer[K] | undefined };

interface RewardRule {
  /** The highest percentage; absent if the type takes none. */
  maxPercent?: number;
  fixed: boolean;
  /** Whether the bonus is granted by a deposit, and wagered before it converts. */
  byDeposit: boolean;
  maxAmount: boolean;
}

/** The rewards that each type allows. A percentage above 1,000 is taken for a typing error. */
export const rewardRules: Readonly<Record<PromotionType, RewardRule>> = {
  welcome_bonus: { maxPercent: 1_000, fixed: true, byDeposit: true, maxAmount: true },
  deposit_bonus: { maxPercent: 1_000, fixed: true, byDeposit: true, maxAmount: true },
  free_bet: { fixed: true, byDeposit: false, maxAmount: false },
  cashback: { maxPercent: 100, fixed: false, byDeposit: false, maxAmount: true },
  loyalty_points: { maxPercent: 1_000, fixed: true, byDeposit: false, maxAmount: false },
};

/** Whether a promotion can be claimed now, apart from the eligibility of the player. */
export function isRunning(
  { status, startsAt, endsAt }: { status: PromotionStatus; startsAt: Date; endsAt: Date },
  now: Date,
): boolean {
  return status === 'active' && startsAt.getTime() <= now.getTime() && now.getTime() < endsAt.getTime();
}

/** Whether a promotion has a place for another claim. */
export function hasPlace({ maxClaims, claimed }: { maxClaims: number | null; claimed: number }): boolean {
  return maxClaims === null || claimed < maxClaims;
}

/** The status at a time: a promotion past its end is expired, even if the stored status is still another. */
export function statusAt({ status, endsAt }: { status: PromotionStatus; endsAt: Date }, now: Date): PromotionStatus {
  return endsAt.getTime() <= now.getTime() ? 'expired' : status;
}

/** Completes an offer: a welcome bonus is for new users only, even if the form does not set this. */
export function completeOffer<O extends Offer>(offer: O): O {
  return offer.type === 'welcome_bonus'
    ? { ...offer, eligibility: { ...offer.eligibility, newUsersOnly: true } }
    : offer;
}

/** Refuses an end that is not after the start, or not in the future. */
export function checkPeriod({ startsAt, endsAt }: Pick<Offer, 'startsAt' | 'endsAt'>, now: Date): void {
  const end = Date.parse(endsAt);
  if (end <= Date.parse(startsAt) || end <= now.getTime()) throw new Refusal(deskRefusals.period);
}

/** Refuses a reward, an eligibility or wagering terms that the type cannot have; the refusal names the first field. */
export function checkReward(offer: Offer): void {
  const field = unfitField(offer);
  if (field) throw new Refusal(deskRefusals.reward, { field }, { [field]: deskRefusals.reward.message });
}

/** Refuses a reward above what wallet grants per claim, because such a claim would never be granted; the refusal names the field. */
export function checkClaimLimit(offer: Offer): void {
  const field = fieldAboveClaim(offer);
  if (field)
    throw new Refusal(deskRefusals.rewardAboveClaim, { field }, { [field]: deskRefusals.rewardAboveClaim.message });
}

function unfitField({ type, reward, eligibility, wagering }: Offer): string | undefined {
  const rule = rewardRules[type];
  if (reward.type === 'percentage') {
    if (rule.maxPercent === undefined) return 'reward.type';
    if (reward.value <= 0 || reward.value > rule.maxPercent) return 'reward.value';
    if (reward.maxAmountMinor !== undefined && !rule.maxAmount) return 'reward.maxAmountMinor';
  } else {
    if (!rule.fixed) return 'reward.type';
    if (reward.value < 1 || !Number.isInteger(reward.value)) return 'reward.value';
    if (reward.maxAmountMinor !== undefined) return 'reward.maxAmountMinor';
  }
  if (rule.byDeposit) return isPlayable(wagering) ? undefined : 'wagering.contributionPercent.sports';
  if (reward.wageringFactor > 1) return 'reward.wageringFactor';
  if (eligibility.minDepositMinor) return 'eligibility.minDepositMinor';
  return wagering && 'wagering';
}

/** Whether stakes on at least one product count. Otherwise the bonus could not be played, and wallet would refuse to grant it. */
function isPlayable(wagering: Offer['wagering']): boolean {
  const percent = { ...promotionRules.contributionPercent, ...wagering?.contributionPercent };
  return wageringProducts.some((product) => percent[product] > 0);
}

/** The terms that cannot change once the promotion was claimed, because players accepted them. */
const fixedTerms = ['type', 'startsAt', 'eligibility', 'reward', 'wagering'] as const;

/** Refuses a change of the terms of a promotion that players have already claimed. A form may repeat the current terms. */
export function checkTermsFixed(before: Offer, after: Offer): void {
  for (const field of fixedTerms) {
    if (!isSame(before[field], after[field]))
      throw new Refusal(deskRefusals.termsFixed, { field }, { [field]: deskRefusals.termsFixed.message });
  }
}

/** Refuses fewer places than are taken. */
export function checkPlaces({ maxClaims }: Pick<Offer, 'maxClaims'>, claimed: number): void {
  if (maxClaims !== undefined && maxClaims < claimed) throw new Refusal(deskRefusals.placesTaken, { claimed });
}

/** The offer after a change. Fields that the change leaves out stay. */
export function changedOffer(before: Offer, change: OfferChange): Offer {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return completeOffer({ ...before, ...given });
}

/** The fields that differ between two versions of an offer, with their values before and after. */
export function differences(
  before: Offer,
  after: Offer,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const fields = (Object.keys({ ...before, ...after }) as (keyof Offer)[]).filter(
    (field) => !isSame(before[field], after[field]),
  );
  return {
    before: Object.fromEntries(fields.map((field) => [field, before[field] ?? null])),
    after: Object.fromEntries(fields.map((field) => [field, after[field] ?? null])),
  };
}

/** Whether two terms mean the same: the order of a list and the notation of an instant do not matter, and an absent field equals an undefined one. */
function isSame(one: unknown, other: unknown): boolean {
  return comparable(one) === comparable(other);
}

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));

function comparable(terms: unknown): string | undefined {
  if (terms === undefined) return undefined;
  const normal = (_: string, value: unknown) => {
    if (isInstant(value)) return Date.parse(value);
    return Array.isArray(value) ? value.map((one) => canonicalize(one)).sort() : value;
  };
  return canonicalize(JSON.parse(JSON.stringify(terms), normal));
}

/** The highest bonus of one claim over its whole run, in minor units of the play currency; null if it has no bound. */
function highestBonus({ type, reward, startsAt, endsAt }: Offer): number | null {
  if (reward.type === 'fixed_amount')
    return type === 'loyalty_points'
      ? Math.ceil((reward.value * loyaltyRules.redeemMinor) / loyaltyRules.redeemPoints)
      : reward.value;
  if (reward.maxAmountMinor === undefined) return null;
  return type === 'cashback' ? reward.maxAmountMinor * weeksIn(startsAt, endsAt) : reward.maxAmountMinor;
}

/** The number of UTC weeks that a run touches; each week pays its own cashback. */
function weeksIn(startsAt: string, endsAt: string): number {
  const lastMoment = new Date(Date.parse(endsAt) - 1);
  return Math.round((weekStart(lastMoment).getTime() - weekStart(new Date(startsAt)).getTime()) / weekMs) + 1;
}

/** The cost if every place is claimed and every bonus converts in full; null if it has no bound. */
export function worstCost(offer: Offer): number | null {
  const bonus = highestBonus(offer);
  if (bonus === null || offer.maxClaims === undefined) return null;
  const cost = bonus * offer.maxClaims;
  // A cost above what the ledger can hold (`maxMinor`) counts as unbounded.
  return Number.isSafeInteger(cost) && cost <= 9_000_000_000_000_000 ? cost : null;
}

/** The cost that operators have allowed for a promotion. `unlimited`: a second operator approved a cost without a bound. */
export interface Allowance {
  allowedMinor: number;
  unlimited: boolean;
}

/** The amount by which a worst cost exceeds the allowed cost; null if it has no bound and none was allowed. */
export function costRise(worstMinor: number | null, { allowedMinor, unlimited }: Allowance): number | null {
  if (worstMinor === null) return unlimited ? 0 : null;
  return Math.max(0, worstMinor - allowedMinor);
}

/**
 * The amount by which a change exceeds the allowed cost; null if it has no bound. The approval of a cost without a bound holds for the approved terms only,
 * because no amount shows whether other terms cost more.
 */
export function riseOf(before: Offer, after: Offer, { allowedMinor, unlimited }: Allowance): number | null {
  const isRepeat =
    fixedTerms.every((field) => isSame(before[field], after[field])) &&
    Date.parse(after.endsAt) <= Date.parse(before.endsAt) &&
    (after.maxClaims ?? Number.POSITIVE_INFINITY) <= (before.maxClaims ?? Number.POSITIVE_INFINITY);
  return costRise(worstCost(after), { allowedMinor, unlimited: unlimited && isRepeat });
}

export function allow({ allowedMinor, unlimited }: Allowance, worstMinor: number | null): Allowance {
  return { allowedMinor: Math.max(allowedMinor, worstMinor ?? 0), unlimited: unlimited || worstMinor === null };
}
