/**
 * Use cases of manual deposits: a player reports one with its proof, and operators look at the proof.
 * The file of a proof is written before the transaction that names it, and swept where none does.
 */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import { typeOf } from '@fairline/chassis/storage/blob';
import { hasOutcome, type IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { acceptedTypes, type Rebuilt, rebuildUpload } from '@fairline/chassis/storage/uploads';
import { common, Refusal } from '@fairline/proto/contract';
import type { ManualDeposit } from '@fairline/proto/wallet/forms';
import { type Payment, paymentEvents, paymentRefusals } from '@fairline/proto/wallet/payments';
import { decidedTexts, withdrawnText } from '@fairline/proto/wallet/texts';
import type { Wallet } from '../config.ts';
import { ownPaymentRow, recordPaymentAction } from './decisions.ts';
import { approvalsNeeded, checkDeposit, eventDataOf, isDeposit, paymentOrRefusal, referenceOf, toPayment } from './payment.ts';
import * as store from './store.ts';

export interface Upload {
  bytes: Uint8Array;
}

/** A proof whose file lies in its place; one with a fault is not taken, and was not written. */
export interface KeptProof {
  id: string;
  type: string;
  fault?: 'type' | 'unreadable';
}

/** So many files of a player may be rebuilt or wait for their payments; more at once is nobody who reports deposits. */
const looseAtMost = 5;

/**
 * Writes the file before the transaction that names it begins, so that no money waits for a disk. A report that is refused in any case, and one with an outcome
 * under this key already, is not written; what is not named is swept.
 */
export async function keepProof(
  wallet: Wallet,
  playerId: string,
  deposit: ManualDeposit,
  proof: Upload | undefined,
  idempotencyKey: IdempotencyKey,
): Promise<KeptProof | undefined> {
  if (!proof) return undefined;
  const id = randomUUID();
  const type = await typeOf(proof.bytes, acceptedTypes);
  if (!type) return { id, type: '', fault: 'type' };
  if (!isDeposit(deposit) || (await hasOutcome(wallet.db, idempotencyKey))) return { id, type };
  const isAdmitted = await wallet.db.tx((tx) => store.keepLoose(tx, id, playerId, wallet.clock.now(), looseAtMost));
  if (!isAdmitted) throw new Refusal(common.rateLimited);
  const rebuilt = await rebuildAdmitted(wallet, id, playerId, proof.bytes);
  if (typeof rebuilt === 'string') return { id, type, fault: rebuilt };
  await wallet.blobs.put(id, rebuilt.bytes);
  return { id, type: rebuilt.type };
}

/** An upload that becomes no file is no longer counted, so that a player whose file is broken may send another. */
async function rebuildAdmitted(wallet: Wallet, id: string, playerId: string, bytes: Uint8Array): Promise<Rebuilt | 'type' | 'unreadable'> {
  let rebuilt: Rebuilt | 'type' | 'unreadable' | undefined;
  try {
    rebuilt = await rebuildUpload(bytes, playerId);
    return rebuilt;
  } finally {
    if (typeof rebuilt !== 'object') await store.releaseLoose(wallet.db, id);
  }
}

const looseKeptMs = 10 * 60 * 1_000;
const sweptAtOnce = 100;

/** Removes files of proofs that no payment came to name: its report was refused, repeated, or never finished. */
export async function sweepProofs(wallet: Wallet): Promise<void> {
  const before = new Date(wallet.clock.now().getTime() - looseKeptMs);
  let swept: string[];
  do {
    swept = await wallet.db.tx(async (tx) => {
      const loose = await store.takeLoose(tx, before, sweptAtOnce);
      for (const id of loose) await wallet.blobs.remove(id);
      return loose;
    });
  } while (swept.length === sweptAtOnce);
}

/** Keeps the report and its proof for an operator; no money moves. */
export async function reportDeposit(wallet: Wallet, tx: Tx, playerId: string, deposit: ManualDeposit, proof: KeptProof | undefined): Promise<Payment> {
  checkDeposit(deposit);
  if (proof?.fault) throw new Refusal(proof.fault === 'type' ? paymentRefusals.proofInvalid : paymentRefusals.proofUnreadable);
  const id = randomUUIDv7();
  const outcome = await store.requestDeposit(tx, wallet.clock.now(), {
    id,
    player_id: playerId,
    amount_minor: deposit.amountMinor,
    currency: deposit.currency,
    method: deposit.method,
    reference: referenceOf('deposit', id),
    approvals_needed: approvalsNeeded(deposit.amountMinor, wallet.twoOperatorsMinor),
    customer_name: deposit.customerName,
    email: deposit.email,
    bank_transaction_id: deposit.bankTransactionId,
    upi_id: deposit.upiId,
    proof_id: proof?.id,
    proof_type: proof?.type,
  });
  const payment = paymentOrRefusal(outcome, deposit, wallet.clock.now());
  if (proof) await store.nameProof(tx, proof.id);
  await publish(tx, paymentEvents.depositRequested, payment.id, payment.version, eventDataOf(payment));
  return toPayment(payment);
}

/** Takes a report back that nobody has decided; what an operator approves or rejects at the same moment is decided once, by whoever comes first. */
export async function withdrawReport(wallet: Wallet, playerId: string, paymentId: string): Promise<Payment> {
  return wallet.db.tx(async (tx) => {
    const { code, payment } = await store.withdrawReport(tx, wallet.clock.now(), paymentId, playerId, withdrawnText);
    if (!payment) throw new Refusal(paymentRefusals.paymentNotFound);
    if (code === 'already_decided') throw new Refusal(paymentRefusals.alreadyDecided, { status: decidedTexts[payment.status] });
    if (code === 'withdrawn') await publish(tx, paymentEvents.depositWithdrawn, payment.id, payment.version, eventDataOf(payment));
    return toPayment(payment);
  });
}

/** The proof that the player sent. */
export async function ownProof(wallet: Wallet, playerId: string, paymentId: string): Promise<{ bytes: Uint8Array; type: string }> {
  const { proofId, proofType: type } = await ownPaymentRow(wallet, playerId, paymentId);
  if (!proofId || !type) throw new Refusal(common.notFound);
  return readProof(wallet, proofId, type);
}

/** Shows a proof to an operator; the view is on the record before the bytes leave. */
export async function viewProof(wallet: Wallet, paymentId: string, by: Actor): Promise<{ bytes: Uint8Array; type: string }> {
  const payment = await store.requirePayment(wallet.db, paymentId);
  if (!payment.proofId || !payment.proofType) throw new Refusal(common.notFound);
  await wallet.db.tx((tx) => recordPaymentAction(tx, by, payment, 'payment.view_proof'));
  return readProof(wallet, payment.proofId, payment.proofType);
}

/** Proofs of earlier versions were kept as they were sent, so a PDF is rebuilt when it is read. */
async function readProof(wallet: Wallet, id: string, type: string): Promise<{ bytes: Uint8Array; type: string }> {
  const bytes = await wallet.blobs.get(id);
  if (type !== 'application/pdf') return { bytes, type };
  const rebuilt = await rebuildUpload(bytes, 'operators');
  if (typeof rebuilt === 'string') throw new Refusal(paymentRefusals.proofUnreadable);
  return rebuilt;
}
