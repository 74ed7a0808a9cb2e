/** How operators read and decide payments, and the rules by which a payment is approved without a person. */
import { z } from 'zod';
import { byId, Cursor, common, FileReply, Id, Page, Reason, route } from '../contract.ts';
import { AmountMinor } from '../money.ts';
import { ledgerRefusals } from './ledger.ts';
import { Payment, PaymentStatus, PaymentType, paymentRefusals } from './payments.ts';

export const PaymentForOperator = Payment.extend({
  userId: Id,
  customerName: z.string().nullable(),
  email: z.string().nullable(),
  bankTransactionId: z.string().nullable(),
  upiId: z.string().nullable(),
  /** Other deposits that name the same bank transaction; absent where none does. */
  sameTransaction: z.int().optional(),
  /** Masked but for the last four characters. */
  destination: z.string().nullable(),
  approvals: z.int(),
  approvalsNeeded: z.int(),
  approvedBy: z.array(Id),
  rejectedBy: Id.optional(),
  /** A verified player's withdrawal: decided first. */
  priority: z.boolean(),
  /** What became of the money at the payment provider; null where none is asked. */
  provider: z.enum(['waiting', 'sent', 'paid', 'returned', 'failed']).nullable(),
  demo: z.boolean(),
});
export type PaymentForOperator = z.infer<typeof PaymentForOperator>;

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
  /** Approved payments of this type the player must have had before. */
  minApprovedBefore: z.int().min(0).max(1_000),
});
export type AutoApprovalRule = z.infer<typeof AutoApprovalRule>;

export const AutoApproval = z.strictObject({ rules: z.array(AutoApprovalRule).max(2) });

export const RejectionReason = z.string({ error: paymentRefusals.rejectionReason.message }).trim().min(1, paymentRefusals.rejectionReason.message).max(500);

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

export const approvalRoutes = {
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
    refusals: [paymentRefusals.paymentNotFound, paymentRefusals.alreadyDecided, common.secondOperatorNeeded, ledgerRefusals.stopped, common.stepUpRequired],
  }),
  reject: route('POST /api/admin/wallet/payments/:id/reject', {
    summary: 'Rejects a payment with a reason the player sees',
    access: { operator: 'payments' },
    params: byId,
    body: z.strictObject({ reason: RejectionReason }),
    reply: PaymentForOperator,
    refusals: [paymentRefusals.paymentNotFound, paymentRefusals.alreadyDecided, common.cardNumber],
  }),
  proof: route('GET /api/admin/wallet/payments/:id/proof', {
    summary: 'The proof of a manual deposit; each view is on the record',
    access: { operator: 'documents' },
    params: byId,
    reply: FileReply,
    refusals: [paymentRefusals.paymentNotFound],
  }),
  destination: route('GET /api/admin/wallet/payments/:id/destination', {
    summary: 'Where a withdrawal goes to, in full; each view is on the record',
    access: { operator: 'payments' },
    params: byId,
    reply: z.object({ destination: z.string() }),
    refusals: [paymentRefusals.paymentNotFound],
  }),
  exportPayments: route('GET /api/admin/wallet/payments/export.csv', {
    summary: 'The payments of the same filter as CSV, streamed',
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
