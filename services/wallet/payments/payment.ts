/**
 * The rules of a payment that need no ledger: amounts and fields of a method, and the views of a payment.
 * Pure, so every rule is a row in payment.test.ts.
 */

import { Requester } from '@fairline/chassis/http/four-eyes';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import {
  bool,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  type Row,
  text,
  uuid,
  uuids,
} from '@fairline/chassis/storage/rows';
import { Refusal } from '@fairline/proto/contract';
import { formatMoney } from '@fairline/proto/money';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import type { ManualDeposit, Withdrawal } from '@fairline/proto/wallet/forms';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { instantMethods, paymentMethods, withdrawalMethods } from '@fairline/proto/wallet/methods';
import {
  type Payment,
  type PaymentMethod,
  paymentRefusals,
  paymentStatuses,
  paymentTypes,
} from '@fairline/proto/wallet/payments';
import { limitsByLevel, minDepositMinor, minWithdrawMinor } from '@fairline/proto/wallet/rules';
import { book, currency } from '../columns.ts';
import { checkDestination } from '../destinations/destination.ts';
import { refusalOf } from '../refusals.ts';

/** A payment as its table holds it. */
export const paymentRow = {
  id: uuid,
  playerId: uuid,
  type: oneOf(paymentTypes),
  status: oneOf(paymentStatuses),
  amountMinor: integer,
  /** The amount in the play currency, at the rate when the payment was requested. */
  countsMinor: integer,
  currency,
  book,
  method: text,
  reference: text,
  customerName: nullable(text),
  email: nullable(text),
  bankTransactionId: nullable(text),
  upiId: nullable(text),
  destinationEnd: nullable(text),
  proofId: nullable(uuid),
  proofType: nullable(text),
  approvalsNeeded: integer,
  approvals: integer,
  approvedBy: uuids,
  /** The first of two approvers, and the time; null before the first approval and in rows of earlier releases. */
  requester: nullable(json(Requester)),
  countedAt: nullable(instant),
  /** Approved by one operator alone, near the two-operator threshold. */
  flagged: bool,
  /** A verified player's withdrawal is decided first. */
  priority: bool,
  /** Of a pending deposit report: the end of the last exclusion of its player. */
  playerExcludedUntil: nullable(instant),
  feeMinor: integer,
  /** The progress at the provider; null if the payment has no provider. */
  providerState: nullable(oneOf(['waiting', 'sent', 'paid', 'returned', 'failed'])),
  redirectUrl: nullable(text),
  failure: nullable(text),
  savedMethod: nullable(uuid),
  rejectionReason: nullable(text),
  rejectedBy: nullable(uuid),
  version: integer,
  submittedAt: instant,
  decidedAt: nullable(instant),
  /** The time at which the player took the report back. */
  withdrawnAt: nullable(instant),
  /** The time at which its money moved. */
  movedAt: nullable(instant),
  sentAt: nullable(instant),
  paidAt: nullable(instant),
  /** The bank's reference of a transfer, and the operator who made it. */
  paidReference: nullable(text),
  paidBy: nullable(uuid),
  /** An approved bank transfer, which an operator makes at the bank. */
  byHand: bool,
};
export type PaymentRow = Row<typeof paymentRow>;

/** The ledger's answer to a request for a payment or a decision. */
export interface PaymentOutcome {
  code: string;
  params: Record<string, unknown> | null;
  payment: PaymentRow | null;
}

/** Refuses a reported deposit by its first fault. Needs no data of the player, so the result is the same for everybody. */
export function checkDeposit(deposit: ManualDeposit): void {
  const method = paymentMethods.find(({ id }) => id === deposit.method);
  if (!method) throw new Refusal(paymentRefusals.methodUnavailable);
  const accepted: readonly string[] = method.currencies;
  if (!accepted.includes(deposit.currency))
    throw new Refusal(ledgerRefusals.currencyNotAccepted, { currency: deposit.currency });
  const minMinor = Math.max(method.minMinor, minDepositMinor);
  if (deposit.amountMinor < minMinor || deposit.amountMinor > method.maxMinor) {
    throw new Refusal(paymentRefusals.depositRange, {
      limit: 'method',
      min: formatMoney(minMinor, deposit.currency),
      max: formatMoney(method.maxMinor, deposit.currency),
      minMinor,
      maxMinor: method.maxMinor,
    });
  }
  if (method.id === 'phonepe' && !deposit.upiId) throw new Refusal(paymentRefusals.upiIdRequired);
  refuseCardNumber(deposit.customerName);
}

/** Whether `checkDeposit` accepts the deposit. */
export function isDeposit(deposit: ManualDeposit): boolean {
  try {
    checkDeposit(deposit);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export function checkWithdrawal(withdrawal: Withdrawal): void {
  const method = withdrawalMethods.find(({ id }) => id === withdrawal.method);
  if (!method) throw new Refusal(paymentRefusals.methodUnavailable);
  const accepted: readonly string[] = method.currencies;
  if (!accepted.includes(withdrawal.currency))
    throw new Refusal(ledgerRefusals.currencyNotAccepted, { currency: withdrawal.currency });
  checkDestination(withdrawal, withdrawal.currency);
}

/** The short reference for people: the type and the random end of the id. */
export function referenceOf(type: PaymentRow['type'], id: string): string {
  return `${type === 'deposit' ? 'DEP' : 'WDR'}-${id.slice(-12).toUpperCase()}`;
}

export function approvalsNeeded(amountMinor: number, twoOperatorsMinor: number): number {
  return amountMinor >= twoOperatorsMinor ? 2 : 1;
}

/** The party that a pending payment waits for. The provider's page is stored only while the player has something to do there. */
function waitsFor({ status, providerState, redirectUrl }: PaymentRow): Payment['waitsFor'] {
  if (status !== 'pending') return undefined;
  if (providerState === null) return 'review';
  return redirectUrl === null ? 'provider' : 'payer';
}

export function toPayment(row: PaymentRow): Payment {
  const turn = waitsFor(row);
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    ...(turn && { waitsFor: turn }),
    amountMinor: row.amountMinor,
    currency: row.currency,
    method: row.method,
    reference: row.reference,
    feeMinor: row.feeMinor,
    hasProof: row.proofId !== null,
    ...(row.redirectUrl !== null && { redirectUrl: row.redirectUrl }),
    submittedAt: row.submittedAt.toISOString(),
    ...(row.decidedAt && { decidedAt: row.decidedAt.toISOString() }),
    ...(row.withdrawnAt && { withdrawn: true }),
    ...payoutOf(row),
    ...((row.rejectionReason ?? row.failure) !== null && { rejectionReason: row.rejectionReason ?? row.failure ?? '' }),
  };
}

/** The progress of an approved withdrawal. Absent for play money and for bank transfers of earlier releases, which did not record it. */
function payoutOf({
  type,
  status,
  providerState,
  byHand,
  decidedAt,
  movedAt,
  sentAt,
  paidAt,
  paidReference,
}: PaymentRow): Pick<Payment, 'payout'> {
  if (type !== 'withdrawal' || (providerState === null && !byHand)) return {};
  const approvedAt = movedAt ?? decidedAt;
  if (!approvedAt || (status !== 'approved' && status !== 'failed')) return {};
  const stage = byHand ? (paidAt ? 'paid' : 'by_hand') : (providerState ?? 'waiting');
  return {
    payout: {
      stage,
      approvedAt: approvedAt.toISOString(),
      ...(sentAt && { sentAt: sentAt.toISOString() }),
      ...(paidAt && { paidAt: paidAt.toISOString() }),
      ...(paidReference !== null && { bankReference: paidReference }),
    },
  };
}

export function toPaymentForOperator(row: PaymentRow, now: Date): PaymentForOperator {
  return {
    ...toPayment(row),
    userId: row.playerId,
    customerName: row.customerName,
    email: row.email,
    bankTransactionId: row.bankTransactionId,
    upiId: row.upiId,
    destination: row.destinationEnd === null ? null : `••••${row.destinationEnd}`,
    approvals: row.approvals,
    approvalsNeeded: row.approvalsNeeded,
    approvedBy: row.approvedBy,
    ...(row.flagged && { flagged: true }),
    ...(row.rejectedBy !== null && { rejectedBy: row.rejectedBy }),
    priority: row.priority,
    ...(row.paidBy !== null && { paidBy: row.paidBy }),
    provider: row.providerState,
    demo: row.book === 'play',
    ...(row.playerExcludedUntil !== null && row.playerExcludedUntil > now && { playerExcluded: true }),
  };
}

/** All methods of deposit and withdrawal, as the pages list them. */
export function methodList(hasProvider: boolean): PaymentMethod[] {
  const ways = [...(hasProvider ? instantMethods : []), ...paymentMethods].map((method) => ({
    ...method,
    minMinor: Math.max(method.minMinor, minDepositMinor),
    currencies: [...method.currencies],
    fields: [...method.fields],
  }));
  const out = withdrawalMethods
    .filter(({ id }) => hasProvider || id !== 'credit_card')
    .map(({ id, name, type, hint, processingTime, currencies }) => ({
      id,
      name,
      kind: 'withdrawal' as const,
      type,
      minMinor: minWithdrawMinor,
      maxMinor: limitsByLevel.verified.maxWithdrawMinor,
      feeBp: 0,
      processingTime,
      currencies: [...currencies],
      fields: ['destination'],
      hint,
    }));
  return [...ways, ...out];
}

/** Returns the stored payment, or throws the refusal of its code. */
export function paymentOrRefusal(
  { code, params, payment }: PaymentOutcome,
  asked: Pick<PaymentRow, 'currency'>,
  at: Date,
): PaymentRow {
  if (payment) return payment;
  throw refusalOf(code, params, { currency: asked.currency, at });
}

/** The data that every event about a payment carries. */
export function eventDataOf({ id, playerId, type, amountMinor, currency, method, book }: PaymentRow) {
  return { paymentId: id, playerId, type, amountMinor, currency, method, book };
}
