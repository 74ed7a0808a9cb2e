/**
 * What operators read and decide about money: payments, adjustments, rates, automatic approval, figures and the proof of the books.
 * Two operators where amounts ask for it; every decision carries who, why and when.
 */
import { z } from 'zod';
import { Range } from '../auth/staff.ts';
import { Cursor, common, FileReply, Id, Instant, Page, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, Currency, PlayCurrency, SignedMinor } from '../money.ts';
import {
  Account,
  book,
  Invariant,
  PaymentForOperator,
  PaymentStatus,
  PaymentType,
  Transaction,
  transactionFilter,
  WalletLimits,
  WalletStats,
  walletRefusals,
} from '../wallet.ts';
import { FreeBet, freeBetRefusals, grantRefusals } from './grants.ts';
import { PlayLimits } from './limits.ts';

export const Integrity = z.object({
  ranAt: Instant.nullable(),
  holds: z.boolean(),
  stopped: z.boolean(),
  invariants: z.array(Invariant),
  /** Names all that does not hold and that nobody has accepted, as it is shown here: whoever lifts the stop sends it back. */
  seen: z.string().optional(),
  totals: z.array(z.object({ book, currency: Currency, kind: z.string(), balanceMinor: SignedMinor })),
});
export type Integrity = z.infer<typeof Integrity>;

/**
 * Money of a period, real players only, every currency at its rate in the currency of report. Of bets that were settled in it: what was staked on them (wagered)
 * and what they paid. GGR = wagered - paid; NGR = GGR - bonuses, of which free bets count when their bet is settled.
 */
const figuresOfPeriod = {
  depositedMinor: BalanceMinor,
  withdrawnMinor: SignedMinor,
  wageredMinor: SignedMinor,
  paidMinor: SignedMinor,
  ggrMinor: SignedMinor,
  bonusMinor: SignedMinor,
  feesMinor: BalanceMinor,
  ngrMinor: SignedMinor,
  /** Players who staked. */
  activePlayers: z.int(),
};
export const OperatorStats = z.object({
  range: Range,
  since: Instant,
  until: Instant.optional(),
  currency: PlayCurrency,
  pendingPayments: z.int(),
  pendingDeposits: z.int(),
  pendingWithdrawals: z.int(),
  pendingAmountMinor: BalanceMinor,
  ...figuresOfPeriod,
  /** The period of the same length before this one. */
  before: z.object(figuresOfPeriod),
  /** What players hold now: cash and bonus. */
  heldByPlayersMinor: BalanceMinor,
  averageBalanceMinor: BalanceMinor,
  /** Oldest first, at most 60; each until the next one begins, by the clock, and the last one until `until`. */
  series: z.array(z.object({ at: Instant, depositedMinor: BalanceMinor, withdrawnMinor: SignedMinor, ggrMinor: SignedMinor })),
});
export type OperatorStats = z.infer<typeof OperatorStats>;

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
  requestedBy: Id,
  /** It gives a free bet of the amount that expires then, and moves no money until that is used. */
  freeBetUntil: Instant.optional(),
  /** In turn; who asked for it is the first. */
  approvedBy: z.array(Id),
  rejectionReason: z.string().optional(),
  rejectedBy: Id.optional(),
  createdAt: Instant,
  decidedAt: Instant.optional(),
});
export type Adjustment = z.infer<typeof Adjustment>;

export const TransactionForOperator = Transaction.extend({ userId: Id, demo: z.boolean() });
export type TransactionForOperator = z.infer<typeof TransactionForOperator>;

export const WalletSummary = z.object({
  playerId: Id,
  currency: PlayCurrency,
  totalMinor: BalanceMinor,
  availableMinor: BalanceMinor,
  bonusMinor: BalanceMinor,
  activeBets: z.int(),
  depositedMinor: BalanceMinor,
  withdrawnMinor: BalanceMinor,
  wageredMinor: BalanceMinor,
  wonMinor: BalanceMinor,
});
export type WalletSummary = z.infer<typeof WalletSummary>;

export const WalletOfUser = z.object({
  summary: WalletSummary,
  accounts: z.array(Account),
  receivableMinor: BalanceMinor,
  stats: WalletStats,
  limits: WalletLimits,
  excludedUntil: Instant.nullable(),
  ownLimits: PlayLimits,
  hasPin: z.boolean(),
  autoConvert: z.boolean(),
  freeBets: z.array(FreeBet),
});
export type WalletOfUser = z.infer<typeof WalletOfUser>;

/** A payment is approved without a person when a rule of its type holds in every point; any doubt leaves it to people. */
export const AutoApprovalRule = z.strictObject({
  type: PaymentType,
  enabled: z.boolean(),
  /** At most this in one payment; always below what needs two operators. */
  maxAmountMinor: AmountMinor,
  /** At most this of one player in a UTC day, approved without a person. */
  maxDayMinor: AmountMinor,
  verifiedOnly: z.boolean(),
  minAccountAgeDays: z.int().min(0).max(3_650),
  /** Approved payments of this type he must have had before. */
  minApprovedBefore: z.int().min(0).max(1_000),
});
export type AutoApprovalRule = z.infer<typeof AutoApprovalRule>;
/** Who approves by a rule, in the payment and on the record: no operator has this id. */
export const ruleOperatorId = '00000000-0000-7000-8000-000000000001';
export const AutoApproval = z.strictObject({ rules: z.array(AutoApprovalRule).max(2) });

export const RateRow = z.object({ from: Currency, to: Currency, rate: z.number(), changedAt: Instant, changedBy: Id.nullable() });
export type RateRow = z.infer<typeof RateRow>;

// ---- Routes ------------------------------------------------------------------------------------

const byId = z.strictObject({ id: Id });
const Reason = z.string({ error: 'A reason is required' }).trim().min(1, 'A reason is required').max(500);
const RejectionReason = z.string({ error: walletRefusals.rejectionReason.message }).trim().min(1, walletRefusals.rejectionReason.message).max(500);

/** Which payments a list and its export mean. */
const paymentFilter = {
  status: PaymentStatus.optional(),
  type: PaymentType.optional(),
  userId: Id.optional(),
  q: z.string().max(200).optional(),
  /** Ids with commas between them: whose payments are found beside those that `q` finds. Who knows names and addresses is asked for them first. */
  players: z
    .string()
    .max(3_700)
    .refine((text) => text.split(',').every((id) => Id.safeParse(id).success), 'These are not ids')
    .optional(),
};

export const officeRoutes = {
  operatorPayments: route('GET /api/admin/wallet/payments', {
    summary:
      'Payments, newest first (`queue`: priority first, then oldest); searched by id, reference, user, customer, e-mail, bank transaction, UPI id and the end of a destination',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ ...paymentFilter, order: z.enum(['newest', 'queue']).optional(), cursor: Cursor }),
    reply: Page(PaymentForOperator),
  }),
  approve: route('POST /api/admin/wallet/payments/:id/approve', {
    summary: 'Approves a payment; 202 while a second operator is needed, the same decision again answers the first',
    access: { operator: 'payments' },
    stepUp: true,
    params: byId,
    reply: PaymentForOperator,
    also: 202,
    refusals: [walletRefusals.paymentNotFound, walletRefusals.alreadyDecided, common.secondOperatorNeeded, walletRefusals.stopped, common.stepUpRequired],
  }),
  reject: route('POST /api/admin/wallet/payments/:id/reject', {
    summary: 'Rejects a payment with a reason the player sees',
    access: { operator: 'payments' },
    params: byId,
    body: z.strictObject({ reason: RejectionReason }),
    reply: PaymentForOperator,
    refusals: [walletRefusals.paymentNotFound, walletRefusals.alreadyDecided, walletRefusals.cardNumber],
  }),
  proof: route('GET /api/admin/wallet/payments/:id/proof', {
    summary: 'The proof of a manual deposit; each view is on the record',
    access: { operator: 'documents' },
    params: byId,
    reply: FileReply,
    refusals: [walletRefusals.paymentNotFound],
  }),
  destination: route('GET /api/admin/wallet/payments/:id/destination', {
    summary: 'Where a withdrawal goes to, in full; each view is on the record',
    access: { operator: 'payments' },
    params: byId,
    reply: z.object({ destination: z.string() }),
    refusals: [walletRefusals.paymentNotFound],
  }),
  operatorStats: route('GET /api/admin/wallet/stats', {
    summary: 'Pending payments now, and money in and out, GGR and NGR of settled bets of a time with the time before it; real money only',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ range: Range.optional() }),
    reply: OperatorStats,
  }),
  integrity: route('GET /api/admin/wallet/integrity', {
    summary: 'The last proof that money is conserved',
    access: { operator: 'wallet.read' },
    reply: Integrity,
  }),
  liftStop: route('POST /api/admin/wallet/integrity/lift', {
    summary: 'Takes stakes and withdrawals again: the books are accepted as they stand, with a reason',
    access: { operator: 'operators' },
    stepUp: true,
    /** Without `seen` what was found before the call is accepted. */
    body: z.strictObject({ reason: Reason, seen: z.string().max(100).optional() }),
    reply: Integrity,
    refusals: [walletRefusals.notStopped, walletRefusals.booksChanged, walletRefusals.cardNumber, common.stepUpRequired],
  }),
  exportPayments: route('GET /api/admin/wallet/payments/export.csv', {
    summary: 'The payments of the same filter as CSV, streamed',
    access: { operator: 'wallet.read' },
    query: z.strictObject(paymentFilter),
    reply: FileReply,
  }),
  clearPin: route('POST /api/admin/wallet/users/:id/clear-pin', {
    summary: 'Takes a forgotten withdrawal PIN away; the player is told',
    access: { operator: 'payments' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: Reason }),
    refusals: [common.notFound, common.stepUpRequired, walletRefusals.cardNumber],
  }),
  adjustments: route('GET /api/admin/wallet/adjustments', {
    summary: 'Adjustments, newest first',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ status: z.enum(adjustmentStatuses).optional(), userId: Id.optional(), cursor: Cursor }),
    reply: Page(Adjustment),
  }),
  adjust: route('POST /api/admin/wallet/adjustments', {
    summary: 'Adds money to a player, unless he is closed, or takes it; 202 while a second operator is needed',
    access: { operator: 'adjustments' },
    keyed: true,
    stepUp: true,
    body: z.strictObject({
      userId: Id,
      amountMinor: SignedMinor.refine((amount) => amount !== 0, 'Please enter a valid amount'),
      currency: Currency,
      reason: Reason,
    }),
    reply: Adjustment,
    status: 201,
    also: 202,
    refusals: [
      common.notFound,
      common.stepUpRequired,
      walletRefusals.insufficientBalance,
      walletRefusals.currencyNotAccepted,
      grantRefusals.notPlaying,
      walletRefusals.cardNumber,
    ],
  }),
  giveFreeBet: route('POST /api/admin/wallet/free-bets', {
    summary:
      'Gives a player a free bet, as an adjustment: it is approved, rejected and listed as one, and its id is the claim; 202 while a second operator is needed',
    access: { operator: 'adjustments' },
    keyed: true,
    stepUp: true,
    body: z.strictObject({ userId: Id, amountMinor: AmountMinor, currency: PlayCurrency, expiresAt: Instant, reason: Reason }),
    reply: Adjustment,
    status: 201,
    also: 202,
    refusals: [
      common.notFound,
      common.stepUpRequired,
      walletRefusals.currencyNotAccepted,
      grantRefusals.notPlaying,
      grantRefusals.freeBetAmount,
      freeBetRefusals.freeBetExpired,
      walletRefusals.cardNumber,
    ],
  }),
  takeBackFreeBet: route('POST /api/admin/wallet/free-bets/:id/forfeit', {
    summary: 'Takes an unused free bet back; the same again answers the first',
    access: { operator: 'adjustments' },
    stepUp: true,
    params: byId,
    body: z.strictObject({ reason: Reason }),
    reply: z.object({ claimId: Id, forfeitedMinor: BalanceMinor }),
    refusals: [freeBetRefusals.freeBetUnknown, walletRefusals.cardNumber, common.stepUpRequired],
  }),
  approveAdjustment: route('POST /api/admin/wallet/adjustments/:id/approve', {
    summary: 'Approves an adjustment of another operator; the same decision again answers the first',
    access: { operator: 'adjustments' },
    stepUp: true,
    params: byId,
    reply: Adjustment,
    also: 202,
    refusals: [
      walletRefusals.adjustmentNotFound,
      walletRefusals.alreadyDecided,
      common.secondOperatorNeeded,
      walletRefusals.insufficientBalance,
      walletRefusals.currencyNotAccepted,
      grantRefusals.notPlaying,
      freeBetRefusals.freeBetExpired,
      common.stepUpRequired,
    ],
  }),
  rejectAdjustment: route('POST /api/admin/wallet/adjustments/:id/reject', {
    summary: 'Rejects an adjustment; who asked for it may take it back',
    access: { operator: 'adjustments' },
    params: byId,
    body: z.strictObject({ reason: RejectionReason }),
    reply: Adjustment,
    refusals: [walletRefusals.adjustmentNotFound, walletRefusals.alreadyDecided, walletRefusals.cardNumber],
  }),
  operatorTransactions: route('GET /api/admin/wallet/transactions', {
    summary: 'Transactions of all players or of one, newest first',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ ...transactionFilter, userId: Id.optional(), cursor: Cursor }),
    reply: Page(TransactionForOperator),
  }),
  summaries: route('POST /api/admin/wallet/summaries', {
    summary: "What players hold and did, for another room's list; 100 at most",
    access: { operator: 'wallet.read' },
    body: z.strictObject({ playerIds: z.array(Id).max(100) }),
    reply: z.object({ items: z.array(WalletSummary) }),
  }),
  walletOfUser: route('GET /api/admin/wallet/users/:id', {
    summary: 'All that wallet knows of a player',
    access: { operator: 'wallet.read' },
    params: byId,
    reply: WalletOfUser,
    refusals: [common.notFound],
  }),
  autoApproval: route('GET /api/admin/wallet/auto-approval', {
    summary: 'The rules of automatic approval',
    access: { operator: 'wallet.read' },
    reply: AutoApproval,
  }),
  setAutoApproval: route('PUT /api/admin/wallet/auto-approval', {
    summary: 'Sets the rules of automatic approval; one per type',
    access: { operator: 'payments' },
    stepUp: true,
    body: AutoApproval.extend({ reason: Reason }),
    reply: AutoApproval,
    refusals: [common.stepUpRequired, walletRefusals.cardNumber],
  }),
  operatorRates: route('GET /api/admin/wallet/rates', {
    summary: 'Rates before the spread, with who set them and when',
    access: { operator: 'wallet.read' },
    reply: z.object({ spreadBp: z.int(), items: z.array(RateRow) }),
  }),
  setRate: route('PUT /api/admin/wallet/rates', {
    summary: 'Sets one rate; refused where converting there and back would gain',
    access: { operator: 'rates' },
    stepUp: true,
    body: z.strictObject({ from: Currency, to: Currency, rate: z.number().positive().max(1e12), reason: Reason }),
    reply: RateRow,
    refusals: [walletRefusals.sameCurrency, walletRefusals.rateUnfair, walletRefusals.cardNumber, common.stepUpRequired],
  }),
} as const;
