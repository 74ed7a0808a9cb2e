/** Payments as operators see and decide them, and the rules of automatic approval. */
import { z } from 'zod';
import { byId, Cursor, common, FileReply, Id, Page, Reason, route } from '../contract.ts';
import { AmountMinor } from '../money.ts';
import { ledgerRefusals } from './ledger.ts';
import { Payment, PaymentStatus, PaymentType, paymentRefusals } from './payments.ts';
import { pendingParties } from './rules.ts';

export const PaymentForOperator = Payment.extend({
  userId: Id,
  customerName: z.string().nullable(),
  email: z.string().nullable(),
  bankTransactionId: z.string().nullable(),
  upiId: z.string().nullable(),
  /** How many other deposits have the same bank transaction id; absent if none. */
  sameTransaction: z.int().optional(),
  /** Masked but for the last four characters. */
  destination: z.string().nullable(),
  approvals: z.int(),
  approvalsNeeded: z.int(),
  approvedBy: z.array(Id),
  rejectedBy: Id.optional(),
  /** True for a verified player's withdrawal, which is decided first. */
  priority: z.boolean(),
  /** State of the payout at the payment provider; null if no provider is involved. */
  provider: z.enum(['waiting', 'sent', 'paid', 'returned', 'failed']).nullable(),
  demo: z.boolean(),
});
export type PaymentForOperator = z.infer<typeof PaymentForOperator>;

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

export const AutoApproval = z.strictObject({ rules: z.array(AutoApprovalRule).max(2) });

export const RejectionReason = z.string({ error: paymentRefusals.rejectionReason.message }).trim().min(1, paymentRefusals.rejectionReason.message).max(500);

/** The filter of the list of payments and of its export. */
const paymentFilter = {
  status: PaymentStatus.optional(),
  type: PaymentType.optional(),
  userId: Id.optional(),
  q: z.string().max(200).optional(),
  /** Player ids, separated by commas: their payments are found in addition to those that match `q`. The page gets them from auth, which searches names and addresses. */
  players: z
    .string()
    .max(3_700)
    .refine((text) => text.split(',').every((id) => Id.safeParse(id).success), 'These are not ids')
    .optional(),
  /** Only pending payments that wait for the payer, the provider or an operator. */
  waitsFor: z.enum(pendingParties).optional(),
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
    stepUp: true,
    params: byId,
    reply: PaymentForOperator,
    also: 202,
    refusals: [paymentRefusals.paymentNotFound, paymentRefusals.alreadyDecided, common.secondOperatorNeeded, ledgerRefusals.stopped, common.stepUpRequired],
  }),
  reject: route('POST /api/admin/wallet/payments/:id/reject', {
    summary: 'Rejects a payment with a reason that the player sees',
    access: { operator: 'payments' },
    params: byId,
    body: z.strictObject({ reason: RejectionReason }),
    reply: PaymentForOperator,
    refusals: [paymentRefusals.paymentNotFound, paymentRefusals.alreadyDecided, common.cardNumber],
  }),
  proof: route('GET /api/admin/wallet/payments/:id/proof', {
    summary: 'The proof of a manual deposit; every view is audited',
    access: { operator: 'documents' },
    params: byId,
    reply: FileReply,
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
    query: z.strictObject(paymentFilter),
    reply: FileReply,
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
    refusals: [common.stepUpRequired, common.cardNumber],
  }),
} as const;
