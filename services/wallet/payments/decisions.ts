/** Use cases of deciding payments. A decision is made once; a repeat returns the first result. */
import { checkFresh } from '@fairline/chassis/http/server';
import { type Actor, recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { refuseCardNumber } from '@fairline/chassis/process/card-number';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { Refusal } from '@fairline/proto/contract';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { type Payment, paymentEvents, paymentRefusals } from '@fairline/proto/wallet/payments';
import { decidedTexts } from '@fairline/proto/wallet/texts';
import type { Wallet } from '../config.ts';
import { checkSecond, controlJson, type Decider, requesterJson } from '../operator.ts';
import { refusalOf } from '../refusals.ts';
import { eventDataOf, type PaymentRow, toPayment, toPaymentForOperator } from './payment.ts';
import * as store from './store.ts';

/** The state before any decision, for the audit log. */
const undecided = { status: 'pending' };

/**
 * Approves a payment. `complete` is false while another operator has to approve it too. With a reason it is the deposit of a player who is excluded now,
 * which only compliance approves.
 */
export function approvePayment(
  wallet: Wallet,
  paymentId: string,
  by: Decider,
  reason?: string,
): Promise<{ payment: PaymentForOperator; complete: boolean }> {
  if (reason !== undefined) refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const waiting = await store.lockPayment(tx, paymentId);
    const [first] = waiting?.approvedBy ?? [];
    if (waiting?.status === 'pending' && first) {
      checkSecond(wallet, by, {
        requester: waiting.requester,
        requestedBy: first,
        requestedAt: waiting.countedAt ?? waiting.submittedAt,
      });
    }
    const { code, payment } = await approveInTransaction(wallet, tx, paymentId, by, {
      requester: requesterJson(by),
      byRule: false,
      reason,
    });
    // Only now is it known whether two operators are needed. Without a fresh proof the transaction is rolled back.
    if (code !== 'known' && payment.approvalsNeeded > 1) checkFresh(by.operator, wallet.clock.now());
    return { payment: toPaymentForOperator(payment, wallet.clock.now()), complete: payment.status === 'approved' };
  });
}

/** Approves a payment by a rule; refuses if an operator must decide. */
export async function approveByRule(wallet: Wallet, tx: Tx, paymentId: string, rule: Actor): Promise<void> {
  await approveInTransaction(wallet, tx, paymentId, rule, {
    requester: JSON.stringify({ operatorId: rule.operatorId }),
    byRule: true,
  });
}

async function approveInTransaction(
  wallet: Wallet,
  tx: Tx,
  paymentId: string,
  by: Actor,
  { reason, ...approval }: Omit<store.Approval, 'control' | 'overExclusion'> & { reason?: string | undefined },
): Promise<{ code: string; payment: PaymentRow }> {
  const { code, payment } = await store.approvePayment(tx, wallet.clock.now(), paymentId, {
    ...approval,
    control: controlJson(wallet),
    overExclusion: reason !== undefined,
  });
  const decided = decidedOrRefusal(code, payment, wallet.clock.now());
  if (code === 'approved') {
    const event = decided.type === 'deposit' ? paymentEvents.depositApproved : paymentEvents.withdrawalApproved;
    await publish(tx, event, decided.id, decided.version, eventDataOf(decided));
  }
  if (code === 'counted')
    await publish(tx, paymentEvents.paymentCounted, decided.id, decided.version, eventDataOf(decided));
  if (code !== 'known') await recordPaymentAction(tx, by, decided, 'payment.approve', { reason, before: undecided });
  return { code, payment: decided };
}

/** Rejects a payment with a reason that the player reads; a withdrawal's hold is released. */
export function rejectPayment(
  wallet: Wallet,
  paymentId: string,
  reason: string,
  by: Actor,
): Promise<PaymentForOperator> {
  refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const { code, payment } = await store.rejectPayment(tx, wallet.clock.now(), paymentId, reason, by.operatorId);
    const decided = decidedOrRefusal(code, payment, wallet.clock.now());
    if (code === 'rejected') {
      const event = decided.type === 'deposit' ? paymentEvents.depositRejected : paymentEvents.withdrawalRejected;
      await publish(tx, event, decided.id, decided.version, { ...eventDataOf(decided), reason });
      await recordPaymentAction(tx, by, decided, 'payment.reject', { reason, before: undecided });
    }
    return toPaymentForOperator(decided, wallet.clock.now());
  });
}

/** Marks a bank transfer as paid and notifies the player. No money moves, because the withdrawal was posted at its approval. */
export function markPaid(
  wallet: Wallet,
  paymentId: string,
  bankReference: string,
  by: Actor,
): Promise<PaymentForOperator> {
  refuseCardNumber(bankReference);
  return wallet.db.tx(async (tx) => {
    const { code, payment } = await store.markPaid(tx, wallet.clock.now(), paymentId, by.operatorId, bankReference);
    if (!payment) throw new Refusal(paymentRefusals.paymentNotFound);
    if (code === 'not_transferred') throw new Refusal(paymentRefusals.notTransferred);
    if (code === 'already_paid') throw new Refusal(paymentRefusals.alreadyDecided, { status: decidedTexts.paid });
    if (code === 'paid') {
      await publish(tx, paymentEvents.withdrawalPaid, payment.id, payment.version, {
        ...eventDataOf(payment),
        bankReference,
      });
      await recordOperatorAction(tx, walletAuditEvents.operatorActed, by, payment.version, {
        action: 'payment.mark_paid',
        resourceType: 'payment',
        resourceId: payment.id,
        before: { paid: false },
        after: {
          playerId: payment.playerId,
          paid: true,
          bankReference,
          amountMinor: payment.amountMinor,
          currency: payment.currency,
        },
      });
    }
    return toPaymentForOperator(payment, wallet.clock.now());
  });
}

const decisions: readonly string[] = ['approved', 'rejected', 'counted', 'known'];

function decidedOrRefusal(code: string, payment: PaymentRow | null, at: Date): PaymentRow {
  if (!payment) throw new Refusal(paymentRefusals.paymentNotFound);
  if (decisions.includes(code)) return payment;
  if (code === 'already_decided')
    throw new Refusal(paymentRefusals.alreadyDecided, {
      status: decidedTexts[payment.withdrawnAt ? 'withdrawn' : payment.status],
    });
  throw refusalOf(code, null, { currency: payment.currency, at });
}

/** A payment of the calling player. */
export async function ownPayment(wallet: Wallet, playerId: string, paymentId: string): Promise<Payment> {
  return toPayment(await ownPaymentRow(wallet, playerId, paymentId));
}

/** A payment of this player. Another player's payment is refused as unknown. */
export async function ownPaymentRow(wallet: Wallet, playerId: string, paymentId: string): Promise<PaymentRow> {
  const payment = await store.paymentById(wallet.db, paymentId);
  if (payment?.playerId !== playerId) throw new Refusal(paymentRefusals.paymentNotFound);
  return payment;
}

/** Records an operator's action on a payment. `before` is the status that a decision changed. */
export function recordPaymentAction(
  tx: Tx,
  by: Actor,
  payment: PaymentRow,
  action: string,
  { reason, before }: { reason?: string | undefined; before?: { status: string } } = {},
): Promise<void> {
  return recordOperatorAction(tx, walletAuditEvents.operatorActed, by, payment.version, {
    action,
    resourceType: 'payment',
    resourceId: payment.id,
    ...(reason !== undefined && { reason }),
    ...(before && { before }),
    after: {
      playerId: payment.playerId,
      type: payment.type,
      status: payment.status,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      approvals: payment.approvals,
      ...(payment.flagged && { flagged: true }),
    },
  });
}
