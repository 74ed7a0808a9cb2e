/** Payments for operators: their decisions, counts of what waits, and automatic approval with its rules, their floors, and changes of rules that wait for a second operator. */
import { z } from 'zod';
import {
  byId,
  Cursor,
  common,
  event,
  fileReply,
  Id,
  Instant,
  imageTypes,
  Page,
  PlayerIds,
  Reason,
  reasoned,
  refusal,
  route,
} from '../contract.ts';
import { AmountMinor } from '../money.ts';
import { operatorControl } from '../operator-control.ts';
import { fieldMessages, isMultilineText, isText } from '../texts.ts';
import { ledgerRefusals } from './ledger.ts';
import { Payment, PaymentStatus, PaymentType, paymentRefusals } from './payments.ts';
import { pendingParties } from './rules.ts';

export const PaymentForOperator = Payment.extend({
  userId: Id,
  customerName: z.string().nullable(),
  email: z.string().nullable(),
  bankTransactionId: z.string().nullable(),
  upiId: z.string().nullable(),
  /** The number of other deposits with the same bank transaction id in any spelling; absent if there are none. */
  sameTransaction: z.int().optional(),
  /** The newest five of these deposits. */
  sameTransactions: z.array(z.object({ id: Id, reference: z.string(), userId: Id, status: PaymentStatus })).optional(),
  /** Masked except for the last four characters. */
  destination: z.string().nullable(),
  approvals: z.int(),
  approvalsNeeded: z.int(),
  approvedBy: z.array(Id),
  /** Approved by one operator alone, near the two-operator threshold. */
  flagged: z.boolean().optional(),
  rejectedBy: Id.optional(),
  /** The operator who marked the bank transfer as paid. */
  paidBy: Id.optional(),
  /** True for the withdrawal of a verified player. Operators decide these first. */
  priority: z.boolean(),
  /** State of the payout at the payment provider; null if no provider is involved. */
  provider: z.enum(['waiting', 'sent', 'paid', 'returned', 'failed']).nullable(),
  demo: z.boolean(),
  /** Only for a pending deposit: its player is excluded now, so it is rejected, or approved by compliance with a reason. */
  playerExcluded: z.literal(true).optional(),
});
export type PaymentForOperator = z.infer<typeof PaymentForOperator>;

const Waiting = z.object({
  payments: z.int(),
  adjustments: z.int(),
  ruleChanges: z.int(),
  rateChanges: z.int().optional(),
  welcomeBonuses: z.int().optional(),
});

export const RejectionReason = z
  .string({ error: paymentRefusals.rejectionReason.message })
  .trim()
  .min(1, paymentRefusals.rejectionReason.message)
  .max(500)
  .refine(isMultilineText, fieldMessages.reasonInvalid);

/** The bank's reference of a transfer. */
export const BankReference = z
  .string({ error: fieldMessages.fieldsRequired })
  .trim()
  .min(1, fieldMessages.fieldsRequired)
  .max(120)
  .refine(isText, fieldMessages.textInvalid);

/** The filter of the list of payments and of its export. */
const paymentFilter = {
  status: PaymentStatus.optional(),
  type: PaymentType.optional(),
  userId: Id.optional(),
  q: z.string().max(200).optional(),
  /** Players whose payments are found in addition to those that match `q`. The page gets them from auth, which searches names and addresses. */
  players: PlayerIds.optional(),
  /** Only pending payments that wait for the payer, the provider or an operator. */
  waitsFor: z.enum(pendingParties).optional(),
  /** Only approved bank transfers that are not marked as paid. */
  payout: z.literal('to_transfer').optional(),
  order: z.enum(['newest', 'queue']).optional(),
};

export const approvalRoutes = {
  operatorPayments: route('GET /api/admin/wallet/payments', {
    summary:
      'Payments, newest first (`queue`: priority first, then oldest); `q` matches id, reference, user, customer, e-mail, bank transaction, UPI id and the end of a destination',
    access: { operator: 'wallet.read' },
    query: z.strictObject({ ...paymentFilter, cursor: Cursor }),
    reply: Page(PaymentForOperator),
  }),
  approve: route('POST /api/admin/wallet/payments/:id/approve', {
    summary: 'Approves a payment; 202 while a second operator is needed; a repeat returns the first result',
    access: { operator: 'payments' },
    stepUp: 'depends',
    params: byId,
    reply: PaymentForOperator,
    also: 202,
    refusals: [
      paymentRefusals.paymentNotFound,
      paymentRefusals.alreadyDecided,
      paymentRefusals.playerExcluded,
      paymentRefusals.playerNotVerified,
      common.secondOperatorNeeded,
      ledgerRefusals.stopped,
      common.stepUpRequired,
    ],
  }),
  approveExcluded: route('POST /api/admin/wallet/payments/:id/approve-excluded', {
    summary:
      'Approves a reported deposit although its player is excluded now, with a reason for the audit log; 202 while a second operator is needed; a repeat returns the first result',
    access: { operator: 'risk' },
    stepUp: true,
    params: byId,
    body: reasoned,
    reply: PaymentForOperator,
    also: 202,
    refusals: [
      paymentRefusals.paymentNotFound,
      paymentRefusals.alreadyDecided,
      paymentRefusals.playerNotExcluded,
      common.secondOperatorNeeded,
      common.cardNumber,
      common.stepUpRequired,
    ],
  }),
  reject: route('POST /api/admin/wallet/payments/:id/reject', {
    summary: 'Rejects a payment with a reason that the player sees',
    access: { operator: 'payments' },
    params: byId,
    body: z.strictObject({ reason: RejectionReason }),
    reply: PaymentForOperator,
    refusals: [paymentRefusals.paymentNotFound, paymentRefusals.alreadyDecided, common.cardNumber],
  }),
  markPaid: route('POST /api/admin/wallet/payments/:id/paid', {
    summary:
      "Marks the bank transfer of an approved withdrawal as paid, with the bank's reference; no money moves in the ledger. A repeat returns the first result",
    access: { operator: 'payments' },
    params: byId,
    body: z.strictObject({ bankReference: BankReference }),
    reply: PaymentForOperator,
    refusals: [
      paymentRefusals.paymentNotFound,
      paymentRefusals.notTransferred,
      paymentRefusals.alreadyDecided,
      common.cardNumber,
    ],
  }),
  proof: route('GET /api/admin/wallet/payments/:id/proof', {
    summary: 'The proof of a manual deposit; every view is audited',
    access: { operator: 'payments.proofs' },
    params: byId,
    reply: fileReply(...imageTypes),
    refusals: [paymentRefusals.paymentNotFound, paymentRefusals.proofUnreadable, common.busy],
  }),
  destination: route('GET /api/admin/wallet/payments/:id/destination', {
    summary: 'The full destination of a withdrawal; every view is audited',
    access: { operator: 'payments' },
    params: byId,
    reply: z.object({ destination: z.string() }),
    refusals: [paymentRefusals.paymentNotFound],
  }),
  exportPayments: route('GET /api/admin/wallet/payments/export.csv', {
    summary: 'The list of payments as CSV, streamed: the same filter and order gives the same payments',
    access: { operator: 'wallet.read' },
    stepUp: true,
    query: z.strictObject(paymentFilter),
    reply: fileReply('text/csv'),
  }),
  waiting: route('GET /api/admin/wallet/waiting', {
    summary:
      'Counts what the calling operator may decide now, without requests of their own, their first approvals, and requests they may not be the second operator of. Real money only',
    access: { operator: 'wallet.read' },
    reply: Waiting,
  }),
} as const;

/** The floors of every enabled rule. Only withdrawals may be approved automatically: a pending deposit is only a report of its player. */
export const autoApprovalFloors = {
  types: ['withdrawal'],
  verifiedOnly: true,
  minAccountAgeDays: 30,
  minApprovedBefore: 3,
  /** The upper bound of a payment, of the total of a player and of the total of all players in a UTC day. */
  maxMinor: operatorControl.twoOperatorsMinor,
} as const;

/** A payment is approved automatically if it meets every condition of the rule of its type; otherwise operators decide. */
export const AutoApprovalRule = z.strictObject({
  type: PaymentType,
  enabled: z.boolean(),
  /** Largest single payment; always below the amount that needs two operators. */
  maxAmountMinor: AmountMinor,
  /** Largest total per player and UTC day that is approved automatically. */
  maxDayMinor: AmountMinor,
  verifiedOnly: z.boolean(),
  minAccountAgeDays: z.int().min(0).max(3_650),
  /** Number of approved payments of this type that the player must already have. */
  minApprovedBefore: z.int().min(0).max(1_000),
});
export type AutoApprovalRule = z.infer<typeof AutoApprovalRule>;

const floorTexts = {
  type: fieldMessages.autoManualDeposits,
  verifiedOnly: fieldMessages.autoUnverified,
  minAccountAgeDays: fieldMessages.autoAccountAge,
  minApprovedBefore: fieldMessages.autoEarlierPayments,
  maxMinor: fieldMessages.autoTwoOperators,
} as const;

/** The fields in which an enabled rule is below a floor. */
export function belowFloors(rule: AutoApprovalRule): { field: keyof AutoApprovalRule; message: string }[] {
  if (!rule.enabled) return [];
  const types: readonly string[] = autoApprovalFloors.types;
  return [
    ...(types.includes(rule.type) ? [] : [{ field: 'type' as const, message: floorTexts.type }]),
    ...(rule.verifiedOnly ? [] : [{ field: 'verifiedOnly' as const, message: floorTexts.verifiedOnly }]),
    ...(rule.minAccountAgeDays >= autoApprovalFloors.minAccountAgeDays
      ? []
      : [{ field: 'minAccountAgeDays' as const, message: floorTexts.minAccountAgeDays }]),
    ...(rule.minApprovedBefore >= autoApprovalFloors.minApprovedBefore
      ? []
      : [{ field: 'minApprovedBefore' as const, message: floorTexts.minApprovedBefore }]),
    ...(['maxAmountMinor', 'maxDayMinor'] as const)
      .filter((field) => rule[field] > autoApprovalFloors.maxMinor)
      .map((field) => ({ field, message: floorTexts.maxMinor })),
  ];
}

const Rules = z.array(AutoApprovalRule).max(2);

/** Rules to set. No enabled rule may be below the floors. */
const SetRules = Rules.superRefine((rules, context) => {
  for (const [place, rule] of rules.entries()) {
    for (const { field, message } of belowFloors(rule))
      context.addIssue({ code: 'custom', path: [place, field], message });
  }
});

/** New rules waiting for a second operator. */
export const AutoApprovalChange = z.object({
  id: Id,
  rules: Rules,
  reason: z.string(),
  requestedBy: Id,
  createdAt: Instant,
});
export type AutoApprovalChange = z.infer<typeof AutoApprovalChange>;

export const AutoApproval = z.strictObject({
  rules: Rules,
  /** The change that waits. A later change replaces it. */
  waiting: AutoApprovalChange.optional(),
});
export type AutoApproval = z.infer<typeof AutoApproval>;

export const automaticRefusals = {
  changeNotFound: refusal('not_found', 404, 'Rule change not found', 'rule_change'),
  /** params: {status} */
  changeDecided: refusal('already_decided', 409, 'This rule change was already {status}', 'rule_change'),
} as const;

export const automaticRoutes = {
  autoApproval: route('GET /api/admin/wallet/auto-approval', {
    summary: 'The rules of automatic approval, and the pending change',
    access: { operator: 'wallet.read' },
    reply: AutoApproval,
  }),
  setAutoApproval: route('PUT /api/admin/wallet/auto-approval', {
    summary:
      'Sets the rules of automatic approval; one per type. 202 if a second operator must approve; a change that only narrows the rules applies at once',
    access: { operator: 'payments' },
    stepUp: true,
    body: z.strictObject({ rules: SetRules, reason: Reason }),
    reply: AutoApproval,
    also: 202,
    refusals: [common.stepUpRequired, common.cardNumber],
  }),
  approveAutoApproval: route('POST /api/admin/wallet/auto-approval/changes/:id/approve', {
    summary: 'Approves a rule change requested by another operator; a repeat returns the rules',
    access: { operator: 'payments' },
    stepUp: true,
    params: byId,
    reply: AutoApproval,
    refusals: [
      automaticRefusals.changeNotFound,
      automaticRefusals.changeDecided,
      common.secondOperatorNeeded,
      common.stepUpRequired,
    ],
  }),
  rejectAutoApproval: route('POST /api/admin/wallet/auto-approval/changes/:id/reject', {
    summary: 'Rejects a rule change; its requester may withdraw it this way',
    access: { operator: 'payments' },
    params: byId,
    body: z.strictObject({ reason: RejectionReason }),
    reply: AutoApproval,
    refusals: [automaticRefusals.changeNotFound, automaticRefusals.changeDecided, common.cardNumber],
  }),
} as const;

export const automaticEvents = {
  autoApprovalChanged: event('wallet', 'AutoApprovalChanged', {
    summary: 'The rules of automatic approval were set, or a change was requested or decided.',
    data: z.object({ status: z.enum(['set', 'pending', 'approved', 'rejected']) }),
    audience: { operators: 'payments' },
  }),
} as const;
