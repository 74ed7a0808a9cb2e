/**
 * Promotions on offer: their fields, who may claim them, what they grant and how a bonus converts to cash.
 * Amounts are the same numbers in every play currency: 20.00 is 20.00 USD, EUR or GBP.
 */
import { z } from 'zod';
import { common, Id, Instant, refusal, route } from '../contract.ts';
import { countries, countryCode, type Jurisdiction } from '../countries.ts';
import { jurisdictionRules } from '../jurisdictions.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { fieldMessages, isMultilineText, lineOf } from '../texts.ts';
import { grantBounds } from '../wallet/rules.ts';

export const promotionTypes = ['welcome_bonus', 'deposit_bonus', 'free_bet', 'cashback', 'loyalty_points'] as const;
export const PromotionType = z.enum(promotionTypes);
export type PromotionType = z.infer<typeof PromotionType>;

export const promotionStatuses = ['draft', 'active', 'paused', 'expired'] as const;
export const PromotionStatus = z.enum(promotionStatuses);
export type PromotionStatus = z.infer<typeof PromotionStatus>;

/** The products that wagering distinguishes. */
export const wageringProducts = ['sports', 'slots', 'table', 'lottery'] as const;
export const WageringProduct = z.enum(wageringProducts);
export type WageringProduct = z.infer<typeof WageringProduct>;

/** Loyalty tiers, lowest first. `points`: earned in the last 365 days. */
export const tiers = [
  { id: 'bronze', points: 0 },
  { id: 'silver', points: 1_000 },
  { id: 'gold', points: 10_000 },
  { id: 'platinum', points: 50_000 },
] as const;
export const Tier = z.enum(['bronze', 'silver', 'gold', 'platinum']);
export type Tier = z.infer<typeof Tier>;

/** Rules that hold for every promotion. `contributionPercent`: the part of a stake that counts towards the wagering requirement. */
export const promotionRules = {
  claimDays: 30,
  contributionPercent: { sports: 100, slots: 100, table: 10, lottery: 100 },
  /** Lowest total odds of a bet that counts, unless the promotion sets its own. */
  minOddsMilli: 1_500,
  /** The largest stake that may use bonus money, unless the promotion sets its own. */
  maxStakeMinor: 500,
  maxWageringFactor: 60,
} as const;

export const Eligibility = z.object({
  minDepositMinor: BalanceMinor.optional(),
  /** Only players without an approved deposit. */
  newUsersOnly: z.boolean(),
  /** ISO codes; empty: every country. */
  countries: z.array(z.string()),
  minOddsMilli: z.int().min(1_010).max(100_000).optional(),
  /** Slugs of sports; empty: every sport. */
  sports: z.array(z.string()),
  /** Verified players of at least this tier. */
  minTier: Tier.optional(),
});
export type Eligibility = z.infer<typeof Eligibility>;

export const Reward = z.object({
  type: z.enum(['percentage', 'fixed_amount']),
  /** In per cent or in minor units, by `type`. For `loyalty_points`: in per cent of the points a stake earns, or in points. */
  value: z.number().min(0).max(10_000_000),
  maxAmountMinor: AmountMinor.optional(),
  currency: PlayCurrency,
  /** The player must wager the bonus times this factor before it converts to cash. With 0 or 1 it is enough to stake the bonus once. */
  wageringFactor: z.number().min(0).max(promotionRules.maxWageringFactor),
});
export type Reward = z.infer<typeof Reward>;

/** How stakes count while the bonus is wagered. `promotionRules` has the values of absent fields. */
export const WageringTerms = z.object({
  contributionPercent: z.partialRecord(WageringProduct, z.int().min(0).max(100)).optional(),
  maxStakeMinor: AmountMinor.optional(),
});
export type WageringTerms = z.infer<typeof WageringTerms>;

/** The part of a stake of each product that counts for a player of this jurisdiction. */
export function contributionsUnder(
  jurisdiction: Jurisdiction,
  wagering: WageringTerms | null | undefined,
): Record<WageringProduct, number> {
  const offered = { ...promotionRules.contributionPercent, ...wagering?.contributionPercent };
  const isSportsOnly = offered.sports > 0 && !jurisdictionRules[jurisdiction].mixesBonusProducts;
  return isSportsOnly ? { sports: offered.sports, slots: 0, table: 0, lottery: 0 } : offered;
}

/** The factor of a promotion, at most the highest that the jurisdiction allows. */
export const wageringFactorUnder = (jurisdiction: Jurisdiction, factor: number): number =>
  Math.min(factor, jurisdictionRules[jurisdiction].mostWageringFactor);

export const Usage = z.object({
  claimed: z.int(),
  redeemed: z.int(),
  valueMinor: BalanceMinor,
  maxClaims: z.int().optional(),
});

export const Promotion = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  type: PromotionType,
  status: PromotionStatus,
  startsAt: Instant,
  endsAt: Instant,
  terms: z.string(),
  eligibility: Eligibility,
  reward: Reward,
  wagering: WageringTerms.optional(),
  usage: Usage,
});
export type Promotion = z.infer<typeof Promotion>;

/** Why a player may not claim a promotion. `bonus_active`: another bonus is still being wagered, or another cashback runs. */
export const ineligibleReasons = [
  'not_playing',
  'excluded',
  'limit_reached',
  /** The player's harm score has reached the threshold, so they get no bonus at present. */
  'no_bonus',
  'country',
  'new_users_only',
  'verification',
  'tier',
  'bonus_active',
  'claimed_by_person',
  'play_money',
] as const;
export const IneligibleReason = z.enum(ineligibleReasons);
export type IneligibleReason = z.infer<typeof IneligibleReason>;

/** A promotion as the player sees it. */
export const OfferedPromotion = Promotion.extend({
  claimed: z.literal(true).optional(),
  eligible: z.boolean().optional(),
  why: IneligibleReason.optional(),
  /** All places are taken, so the player may not claim it, whatever else holds. */
  fullyClaimed: z.literal(true).optional(),
});
export type OfferedPromotion = z.infer<typeof OfferedPromotion>;

/** Accepts a country's name or code; the code is stored and returned. */
const Country = z
  .string()
  .refine((text) => countryCode(text) !== null, fieldMessages.countryUnserved)
  .overwrite((text) => countryCode(text) ?? text);

const requiredFields = fieldMessages.fieldsRequired;
const text = (max: number) =>
  z
    .string({ error: requiredFields })
    .trim()
    .min(1, requiredFields)
    .max(max)
    .refine(isMultilineText, fieldMessages.textInvalid);

/** The fields of a promotion that an operator writes. */
export const PromotionForm = z.strictObject({
  name: lineOf('Name', 100).min(1, requiredFields),
  description: text(500),
  type: PromotionType,
  status: PromotionStatus.exclude(['expired']).default('draft'),
  startsAt: Instant,
  endsAt: Instant,
  terms: text(5_000),
  eligibility: Eligibility.extend({
    newUsersOnly: z.boolean().default(false),
    countries: z.array(Country).max(countries.length).default([]),
    sports: z.array(z.string().max(40)).max(40).default([]),
  }).strict(),
  reward: Reward.extend({ wageringFactor: Reward.shape.wageringFactor.default(1) }).strict(),
  wagering: WageringTerms.strict().optional(),
  maxClaims: z.int().min(1).max(10_000_000).optional(),
});
export type PromotionForm = z.infer<typeof PromotionForm>;

/** The field of the reward by which a claim could receive more than wallet grants; undefined if none. Points are not granted: the player redeems them later. */
export function fieldAboveClaim({
  type,
  reward,
}: Pick<PromotionForm, 'type' | 'reward'>): 'reward.value' | 'reward.maxAmountMinor' | undefined {
  if (type === 'loyalty_points') return undefined;
  if (reward.type === 'fixed_amount') return reward.value > grantBounds.claimMinor ? 'reward.value' : undefined;
  return reward.maxAmountMinor !== undefined && reward.maxAmountMinor > grantBounds.claimMinor
    ? 'reward.maxAmountMinor'
    : undefined;
}

export const offerRefusals = {
  unknown: refusal('not_found', 404, 'Promotion not found', 'promotion'),
} as const;

export const offerRoutes = {
  promotions: route('GET /api/promotions', {
    summary: 'The active promotions; for each, whether the player has claimed it or may claim it, and if not, why',
    access: 'player',
    reply: z.object({ items: z.array(OfferedPromotion) }),
    refusals: [common.unavailable],
  }),
} as const;
