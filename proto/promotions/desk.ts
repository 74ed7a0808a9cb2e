/** Promotions for operators: create, edit, pause and end them, approve expensive ones, review claims. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Page, reasoned, refusal, route } from '../contract.ts';
import { BalanceMinor } from '../money.ts';
import { fieldMessages } from '../texts.ts';
import { Claim, ClaimStatus, claimRefusals } from './claims.ts';
import { offerRefusals, Promotion, PromotionForm, PromotionStatus } from './offers.ts';

export const deskRefusals = {
  period: refusal('promotion_period', 422, 'The end must be after the start and in the future'),
  /** params: {field} */
  reward: refusal('promotion_reward', 422, 'This reward does not fit the type of promotion'),
  /** Above what wallet grants per claim (`grantBounds`). params: {field} */
  rewardAboveClaim: refusal('promotion_reward', 422, fieldMessages.rewardAboveClaim, 'claim'),
  /** A field of a promotion that players have claimed already; only text, end and places may still change. params: {field} */
  termsFixed: refusal('promotion_terms_fixed', 409, 'This promotion was already claimed; its terms cannot change'),
  ended: refusal('promotion_ended', 409, 'This promotion has ended'),
  /** params: {claimed} */
  placesTaken: refusal('promotion_places_taken', 422, 'More places than this are already taken'),
  changeWaits: refusal(
    'change_waits',
    409,
    'A change to this promotion is already waiting for a second operator',
    'promotion',
  ),
  alreadyDecided: refusal('already_decided', 409, 'This was already decided'),
} as const;

/** A promotion with its cost. `costMinor`: bonuses converted or paid so far. `worstCostMinor`: the cost if every place is claimed and every bonus converts; null if there is no bound. */
export const OperatorPromotion = Promotion.extend({
  createdAt: Instant,
  updatedAt: Instant,
  createdBy: Id.nullable(),
  activeClaims: z.int(),
  completedClaims: z.int(),
  waitingClaims: z.int(),
  grantedMinor: BalanceMinor,
  costMinor: BalanceMinor,
  openMinor: BalanceMinor,
  worstCostMinor: BalanceMinor.nullable(),
  changeId: Id.optional(),
});
export type OperatorPromotion = z.infer<typeof OperatorPromotion>;

export const PromotionChange = z.object({
  changeId: Id,
  /** Absent for a new promotion. */
  promotionId: Id.optional(),
  name: z.string(),
  /** The fields that change; all of them for a new promotion. */
  promotion: PromotionForm.extend({ status: PromotionStatus }).partial(),
  worstCostMinor: BalanceMinor.nullable(),
  status: z.enum(['pending', 'approved', 'rejected']),
  requestedBy: Id,
  requestedAt: Instant,
  decidedBy: Id.nullable(),
  decidedAt: Instant.nullable(),
  rejectionReason: z.string().nullable(),
  mayApprove: z.boolean(),
});
export type PromotionChange = z.infer<typeof PromotionChange>;

export const OperatorClaim = Claim.extend({
  playerId: Id,
  /** Accounts that share a trait with the player. */
  linkedPlayerIds: z.array(Id),
  endReason: z.string().optional(),
});
export type OperatorClaim = z.infer<typeof OperatorClaim>;

export const PromotionStats = z.object({
  active: z.int(),
  drafts: z.int(),
  claims: z.int(),
  activeClaims: z.int(),
  completedClaims: z.int(),
  waitingClaims: z.int(),
  waitingChanges: z.int(),
  grantedMinor: BalanceMinor,
  costMinor: BalanceMinor,
  openMinor: BalanceMinor,
});
export type PromotionStats = z.infer<typeof PromotionStats>;

/** A promotion, or the change that waits for a second operator (202). The promotion comes first in the union, because it may have a `changeId` too. */
const Changed = OperatorPromotion.or(z.object({ changeId: Id }));

const read = { access: { operator: 'promotions.read' } } as const;
const write = { access: { operator: 'promotions' }, stepUp: true } as const;
const ofForm = [
  deskRefusals.period,
  deskRefusals.reward,
  deskRefusals.rewardAboveClaim,
  common.stepUpRequired,
  common.cardNumber,
] as const;

export const promotionDeskRoutes = {
  operatorPromotions: route('GET /api/admin/promotions', {
    summary: 'Promotions with their figures, newest first',
    ...read,
    query: z.strictObject({ status: PromotionStatus.optional(), q: z.string().max(100).optional(), cursor: Cursor }),
    reply: Page(OperatorPromotion),
  }),
  promotionStats: route('GET /api/admin/promotions/stats', {
    summary: 'Counters and cost of all promotions',
    ...read,
    reply: PromotionStats,
  }),
  createPromotion: route('POST /api/admin/promotions', {
    summary:
      'Creates a promotion; above the cost limit it waits for a second operator (202). A repeat under the same key creates nothing more',
    ...write,
    keyed: 'optional',
    body: PromotionForm,
    reply: Changed,
    status: 201,
    also: 202,
    refusals: ofForm,
  }),
  changePromotion: route('PATCH /api/admin/promotions/:id', {
    summary: 'Edits, activates, pauses or ends a promotion; above the cost limit it waits for a second operator (202)',
    ...write,
    params: byId,
    body: PromotionForm.extend({ status: PromotionStatus }).partial(),
    reply: Changed,
    also: 202,
    refusals: [
      offerRefusals.unknown,
      deskRefusals.termsFixed,
      deskRefusals.ended,
      deskRefusals.placesTaken,
      deskRefusals.changeWaits,
      ...ofForm,
    ],
  }),
  previewPromotion: route('POST /api/admin/promotions/preview', {
    summary: 'How many players could claim a promotion like this now, and what it could cost at most',
    ...read,
    body: PromotionForm,
    reply: z.object({
      players: z.int(),
      ofPlayers: z.int(),
      samplePlayerIds: z.array(Id),
      worstCostMinor: BalanceMinor.nullable(),
      needsSecondOperator: z.boolean(),
    }),
    refusals: [deskRefusals.period, deskRefusals.reward, deskRefusals.rewardAboveClaim],
  }),
  promotionChanges: route('GET /api/admin/promotions/changes', {
    summary: 'Changes that wait for a second operator or were decided, newest first',
    ...read,
    query: z.strictObject({ status: PromotionChange.shape.status.optional(), cursor: Cursor }),
    reply: Page(PromotionChange),
  }),
  approvePromotionChange: route('POST /api/admin/promotions/changes/:id/approve', {
    summary: 'Approves a change as the second operator',
    ...write,
    params: byId,
    reply: OperatorPromotion,
    refusals: [
      common.notFound,
      common.secondOperatorNeeded,
      deskRefusals.alreadyDecided,
      deskRefusals.period,
      deskRefusals.reward,
      deskRefusals.rewardAboveClaim,
      deskRefusals.ended,
      deskRefusals.termsFixed,
      deskRefusals.placesTaken,
      common.stepUpRequired,
    ],
  }),
  rejectPromotionChange: route('POST /api/admin/promotions/changes/:id/reject', {
    summary: 'Rejects or withdraws a change',
    access: { operator: 'promotions' },
    params: byId,
    body: reasoned,
    reply: PromotionChange,
    refusals: [common.notFound, deskRefusals.alreadyDecided, common.cardNumber],
  }),
  operatorClaims: route('GET /api/admin/promotions/claims', {
    summary: 'Claims of all players, newest first',
    ...read,
    query: z.strictObject({
      status: ClaimStatus.optional(),
      waiting: z.literal('operator').optional(),
      promotionId: Id.optional(),
      playerId: Id.optional(),
      cursor: Cursor,
    }),
    reply: Page(OperatorClaim),
  }),
  approveClaim: route('POST /api/admin/promotions/claims/:id/approve', {
    summary: 'Approves a claim that waits for an operator; a repeat returns the first result',
    ...write,
    params: byId,
    reply: OperatorClaim,
    refusals: [
      claimRefusals.claimUnknown,
      claimRefusals.claimEnded,
      claimRefusals.notEligible,
      deskRefusals.alreadyDecided,
      common.stepUpRequired,
      common.unavailable,
    ],
  }),
  rejectClaim: route('POST /api/admin/promotions/claims/:id/reject', {
    summary: 'Rejects a claim that waits for an operator, or ends one that abuses the offer; its bonus is forfeited',
    ...write,
    params: byId,
    body: reasoned,
    reply: OperatorClaim,
    refusals: [
      claimRefusals.claimUnknown,
      claimRefusals.claimEnded,
      common.cardNumber,
      common.stepUpRequired,
      common.unavailable,
    ],
  }),
  promotionSummaries: route('POST /api/admin/promotions/summaries', {
    summary: 'Claims and tier of up to 100 players, for lists that other services page',
    ...read,
    body: z.strictObject({ playerIds: z.array(Id).max(100) }),
    reply: z.object({
      items: z.array(
        z.object({ playerId: Id, tier: z.string(), claims: z.int(), activeClaims: z.int(), bonusMinor: BalanceMinor }),
      ),
    }),
  }),
} as const;

export const promotionDeskEvents = {
  promotionChanged: event('promotions', 'PromotionChanged', {
    summary: 'A promotion was created, edited, activated, paused or ended, or a change was requested or decided.',
    data: z.object({ promotionId: Id.optional(), changeId: Id.optional(), status: PromotionStatus.optional() }),
    audience: { operators: 'promotions.read' },
  }),
} as const;
