/** Adjustments: operators give money to a player, take it, or give a free bet. An adjustment that brings an operator's total of the UTC day to `twoOperatorsMinor` needs a second operator. */
import { z } from 'zod';
import { byId, Cursor, common, event, Id, Instant, Page, Reason, refusal, route } from '../contract.ts';
import { AmountMinor, Currency, PlayCurrency, SignedMinor } from '../money.ts';
import { fieldMessages } from '../texts.ts';
import { RejectionReason } from './approvals.ts';
import { grantRefusals } from './grants.ts';
import { book, freeBetRefusals, ledgerRefusals } from './ledger.ts';
import { paymentRefusals } from './payments.ts';

export const adjustmentRefusals = {
  adjustmentNotFound: refusal('not_found', 404, 'Adjustment not found', 'adjustment'),
  /** params: {maxMinor, currency, max}: in the player's play currency. */
  adjustmentTooLarge: refusal('adjustment_too_large', 422, 'An adjustment can be worth at most {max}'),
} as const;

export const adjustmentStatuses = ['pending', 'approved', 'rejected'] as const;

export const Adjustment = z.object({
  id: Id,
  userId: Id,
  amountMinor: SignedMinor,
  currency: Currency,
  reason: z.string(),
  status: z.enum(adjustmentStatuses),
  approvals: z.int(),
  approvalsNeeded: z.int(),
  /** Decided by one operator alone, near the two-operator threshold. */
  flagged: z.boolean().optional(),
  requestedBy: Id,
  /** Only for a free bet: when it expires. No money moves until it is used. */
  freeBetUntil: Instant.optional(),
  /** The operators in the order of their approvals. The one who requested it comes first. */
  approvedBy: z.array(Id),
  rejectionReason: z.string().optional(),
  rejectedBy: Id.optional(),
  createdAt: Instant,
  decidedAt: Instant.optional(),
});
export type Adjustment = z.infer<typeof Adjustment>;

export const adjustmentRoutes = {
  adjustments: route('GET /api/admin/wallet/adjustments', {
    summary: 'Lists adjustments, newest first',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ status: z.enum(adjustmentStatuses).optional(), userId: Id.optional(), cursor: Cursor }),
    reply: Page(Adjustment),
  }),
  adjust: route('POST /api/admin/wallet/adjustments', {
    summary: 'Gives money to a player whose account is not closed, or takes it; 202 while a second operator is needed',
    access: { operator: 'adjustments' },
    keyed: true,
    stepUp: true,
    body: z.strictObject({
      userId: Id,
      amountMinor: SignedMinor.refine((amount) => amount !== 0, fieldMessages.amountInvalid),
      currency: Currency,
      reason: Reason,
    }),
    reply: Adjustment,
    status: 201,
    also: 202,
    refusals: [
      common.notFound,
      common.stepUpRequired,
      ledgerRefusals.insufficientBalance,
      ledgerRefusals.currencyNotAccepted,
      adjustmentRefusals.adjustmentTooLarge,
      grantRefusals.notPlaying,
      common.cardNumber,
    ],
  }),
  giveFreeBet: route('POST /api/admin/wallet/free-bets', {
    summary:
      'Gives a player a free bet, as an adjustment: it is approved, rejected and listed as one, and its id is the claim; 202 while a second operator is needed',
    access: { operator: 'adjustments' },
    keyed: true,
    stepUp: true,
    body: z.strictObject({
      userId: Id,
      amountMinor: AmountMinor,
      currency: PlayCurrency,
      expiresAt: Instant,
      reason: Reason,
    }),
    reply: Adjustment,
    status: 201,
    also: 202,
    refusals: [
      common.notFound,
      common.stepUpRequired,
      ledgerRefusals.currencyNotAccepted,
      adjustmentRefusals.adjustmentTooLarge,
      grantRefusals.notPlaying,
      grantRefusals.freeBetAmount,
      freeBetRefusals.freeBetExpired,
      common.cardNumber,
    ],
  }),
  approveAdjustment: route('POST /api/admin/wallet/adjustments/:id/approve', {
    summary: 'Approves an adjustment of another operator; a repeat returns the first result',
    access: { operator: 'adjustments' },
    stepUp: true,
    params: byId,
    reply: Adjustment,
    also: 202,
    refusals: [
      adjustmentRefusals.adjustmentNotFound,
      paymentRefusals.alreadyDecided,
      common.secondOperatorNeeded,
      ledgerRefusals.insufficientBalance,
      ledgerRefusals.currencyNotAccepted,
      adjustmentRefusals.adjustmentTooLarge,
      grantRefusals.notPlaying,
      freeBetRefusals.freeBetExpired,
      common.stepUpRequired,
    ],
  }),
  rejectAdjustment: route('POST /api/admin/wallet/adjustments/:id/reject', {
    summary: 'Rejects an adjustment; the operator who requested it may withdraw it this way',
    access: { operator: 'adjustments' },
    params: byId,
    body: z.strictObject({ reason: RejectionReason }),
    reply: Adjustment,
    refusals: [adjustmentRefusals.adjustmentNotFound, paymentRefusals.alreadyDecided, common.cardNumber],
  }),
} as const;

export const adjustmentEvents = {
  balanceAdjusted: event('wallet', 'BalanceAdjusted', {
    summary: 'An operator gave or took money, with a reason.',
    data: z.object({
      adjustmentId: Id,
      playerId: Id,
      amountMinor: SignedMinor,
      currency: Currency,
      book,
      reason: z.string(),
    }),
    audience: { player: 'playerId', operators: 'adjustments' },
    notice: { template: 'balance_adjusted' },
  }),
  adjustmentChanged: event('wallet', 'AdjustmentChanged', {
    summary: 'An adjustment was requested, approved by one of two operators, or rejected.',
    data: z.object({ adjustmentId: Id, playerId: Id, status: z.string() }),
    audience: { operators: 'adjustments' },
  }),
} as const;
