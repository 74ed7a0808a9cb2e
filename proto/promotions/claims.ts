/** Claims: a player claims a promotion, gets its bonus and wagers it. The bonus is then converted to cash, or it expires or is forfeited or cancelled. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Page, refusal, route } from '../contract.ts';
import { Jurisdiction } from '../countries.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { PromotionType, WageringProduct } from './offers.ts';

export const claimStatuses = ['claimed', 'active', 'completed', 'expired', 'forfeited', 'cancelled'] as const;
export const ClaimStatus = z.enum(claimStatuses);
export type ClaimStatus = z.infer<typeof ClaimStatus>;

/**
 * Why a claim ended.
 * `expired`: it was not completed in time. `spent`: all of the bonus was staked. `excluded`: the player may not play any more. `no_bonus`: the player's harm score reached the threshold.
 * `operator`: an operator took it back. `player`: the player cancelled it. `withdrawal`: the player requested a withdrawal. `closed`: the account was closed.
 */
export const claimEndReasons = [
  'expired',
  'spent',
  'excluded',
  'no_bonus',
  'operator',
  'player',
  'withdrawal',
  'closed',
] as const;
export type ClaimEndReason = (typeof claimEndReasons)[number];

export const claimRefusals = {
  unknown: refusal('not_found', 404, 'Promotion not found', 'promotion'),
  notActive: refusal('promotion_not_active', 409, 'Promotion is not active'),
  alreadyClaimed: refusal('promotion_already_claimed', 409, 'Promotion already claimed'),
  fullyClaimed: refusal('promotion_fully_claimed', 409, 'All places of this promotion are taken'),
  /** params: {why: IneligibleReason} */
  notEligible: refusal('not_eligible', 403, 'You are not eligible for this promotion'),
  claimUnknown: refusal('not_found', 404, 'Claim not found', 'claim'),
  /** params: {status} */
  claimEnded: refusal('claim_ended', 409, 'This claim has already ended'),
} as const;

/** How stakes count towards the wagering requirement, fixed when the claim was made. Under `gb`, a bonus for both sports and casino counts stakes on sports only. */
export const ClaimCounting = z.object({
  contributionPercent: z.record(WageringProduct, z.int()),
  maxStakeMinor: AmountMinor,
  minOddsMilli: z.int(),
  sports: z.array(z.string()),
});
export type ClaimCounting = z.infer<typeof ClaimCounting>;

export const Claim = z.object({
  id: Id,
  promotionId: Id,
  name: z.string(),
  type: PromotionType,
  status: ClaimStatus,
  claimedAt: Instant,
  expiresAt: Instant,
  completedAt: Instant.optional(),
  /** `deposit`: the first deposit approved after the claim grants the bonus. `operator`: the claim is reviewed first. */
  waitingFor: z.enum(['deposit', 'operator']).optional(),
  minDepositMinor: BalanceMinor.optional(),
  /** Only for a bonus with a wagering requirement. */
  counting: ClaimCounting.optional(),
  wageringRequiredMinor: BalanceMinor,
  wageringCompletedMinor: BalanceMinor,
  /** Only if bets covered each other: their stakes, and the part of them that was at risk. Only that part counts. */
  covered: z.object({ stakeMinor: BalanceMinor, atRiskMinor: BalanceMinor }).optional(),
  bonusMinor: BalanceMinor,
  currency: PlayCurrency,
  jurisdiction: Jurisdiction,
});
export type Claim = z.infer<typeof Claim>;

export const claimRoutes = {
  claim: route('POST /api/promotions/:id/claim', {
    summary: 'Claims a promotion. The same key returns the same claim in its current state',
    access: 'player',
    keyed: true,
    params: z.strictObject({ id: z.string().max(100) }),
    reply: Claim,
    status: 201,
    refusals: [
      claimRefusals.unknown,
      claimRefusals.notActive,
      claimRefusals.alreadyClaimed,
      claimRefusals.fullyClaimed,
      claimRefusals.notEligible,
      common.unavailable,
      common.rateLimited,
    ],
  }),
  claims: route('GET /api/promotions/claims', {
    summary: 'The claims of the player, newest first',
    access: 'player',
    query: z.strictObject({ cursor: Cursor }),
    reply: Page(Claim),
  }),
  cancelClaim: route('POST /api/promotions/claims/:id/cancel', {
    summary: 'Cancels a claim: its bonus and the winnings still in it are forfeited, cash stays. Returns the claim',
    access: 'player',
    keyed: true,
    params: byId,
    reply: Claim,
    refusals: [claimRefusals.claimUnknown, claimRefusals.claimEnded, common.unavailable],
  }),
} as const;

const claim = { claimId: Id, promotionId: Id, playerId: Id, type: PromotionType, currency: PlayCurrency };
const toPlayer = { player: 'playerId', operators: 'promotions.read' } as const;

export const claimEvents = {
  promotionClaimed: event('promotions', 'PromotionClaimed', {
    summary: 'A player claimed a promotion.',
    data: z.object({ ...claim, waitingFor: z.enum(['deposit', 'operator']).optional() }),
    audience: toPlayer,
    notice: { template: 'promotion_claimed', preference: 'promotions' },
  }),
  claimChanged: event('promotions', 'ClaimChanged', {
    summary:
      'A bonus was granted, or wagering progressed; browsers refetch. Progress is published at most once a second per claim.',
    data: z.object({
      ...claim,
      status: ClaimStatus,
      wageringRequiredMinor: BalanceMinor,
      wageringCompletedMinor: BalanceMinor,
      bonusMinor: BalanceMinor,
    }),
    audience: toPlayer,
  }),
  wageringCompleted: event('promotions', 'WageringCompleted', {
    summary: 'The wagering requirement of a claim was met and its bonus became cash.',
    data: z.object({ ...claim, convertedMinor: BalanceMinor }),
    audience: toPlayer,
    notice: { template: 'wagering_completed', mailPreference: 'email' },
  }),
  claimEnded: event('promotions', 'ClaimEnded', {
    summary: 'A claim expired, was forfeited or was cancelled.',
    data: z.object({
      ...claim,
      status: ClaimStatus,
      reason: z.enum(claimEndReasons),
      forfeitedMinor: BalanceMinor,
    }),
    audience: toPlayer,
    notice: { template: 'claim_ended', mailPreference: 'email' },
  }),
  linkedBetsFound: event('promotions', 'LinkedBetsFound', {
    summary:
      'Accounts that share a trait bet on opposite sides of a market while one of them wagered a bonus or had a free bet.',
    data: z.object({
      marketId: z.string(),
      sides: z.array(z.object({ playerId: Id, betId: Id, selectionId: z.string(), claimId: Id.optional() })),
    }),
    audience: { operators: 'promotions.read' },
  }),
} as const;
