/**
 * Use cases of manual deposits: a player reports one with its proof, and operators view the proof.
 * The file of a proof is written before the transaction of its payment. A sweep deletes files that no payment names.
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
import {
  approvalsNeeded,
  checkDeposit,
  eventDataOf,
  isDeposit,
  paymentOrRefusal,
  referenceOf,
  toPayment,
} from './payment.ts';
import * as store from './store.ts';

export interface Upload {
  bytes: Uint8Array;
}

/** A proof whose file is written. If it has a fault, no file was written and the report will be refused. */
export interface KeptProof {
  id: string;
  type: string;
  fault?: 'type' | 'unreadable';
}

/** The most files per player that are being rebuilt or wait for their payment. Nobody who reports deposits needs more at once. */
const looseAtMost = 5;

/**
 * Writes the file of a proof before the transaction that names it, so that no money transaction waits for a disk.
 * Writes nothing if the report will be refused anyway, or if its idempotency key has an outcome already. A file that no payment names is swept.
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

/** Rebuilds an upload. If that fails, the upload no longer counts, so that the player may send another file. */
async function rebuildAdmitted(
  wallet: Wallet,
  id: string,
  playerId: string,
  bytes: Uint8Array,
): Promise<Rebuilt | 'type' | 'unreadable'> {
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

/** Deletes files of proofs that no payment names, because the report was refused, repeated or never finished. */
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

/** Stores a report with its proof for an operator; no money moves. */
export async function reportDeposit(
  wallet: Wallet,
  tx: Tx,
  playerId: string,
  deposit: ManualDeposit,
  proof: KeptProof | undefined,
): Promise<Payment> {
  checkDeposit(deposit);
  if (proof?.fault)
    throw new Refusal(proof.fault === 'type' ? paymentRefusals.proofInvalid : paymentRefusals.proofUnreadable);
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

/** Takes back a report that nobody has decided. If an operator decides at the same moment, the first of the two counts. */
export async function withdrawReport(wallet: Wallet, playerId: string, paymentId: string): Promise<Payment> {
  return wallet.db.tx(async (tx) => {
    const { code, payment } = await store.withdrawReport(tx, wallet.clock.now(), paymentId, playerId, withdrawnText);
    if (!payment) throw new Refusal(paymentRefusals.paymentNotFound);
    if (code === 'already_decided')
      throw new Refusal(paymentRefusals.alreadyDecided, { status: decidedTexts[payment.status] });
    if (code === 'withdrawn')
      await publish(tx, paymentEvents.depositWithdrawn, payment.id, payment.version, eventDataOf(payment));
    return toPayment(payment);
  });
}

/** A proof for the player who sent it. */
export async function ownProof(
  wallet: Wallet,
  playerId: string,
  paymentId: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  const { proofId, proofType: type } = await ownPaymentRow(wallet, playerId, paymentId);
  if (!proofId || !type) throw new Refusal(common.notFound);
  return readProof(wallet, proofId, type);
}

/** Shows a proof to an operator. The view is recorded in the audit log before the bytes are sent. */
export async function viewProof(
  wallet: Wallet,
  paymentId: string,
  by: Actor,
): Promise<{ bytes: Uint8Array; type: string }> {
  const payment = await store.requirePayment(wallet.db, paymentId);
  if (!payment.proofId || !payment.proofType) throw new Refusal(common.notFound);
  await wallet.db.tx((tx) => recordPaymentAction(tx, by, payment, 'payment.view_proof'));
  return readProof(wallet, payment.proofId, payment.proofType);
}

/** Earlier releases stored proofs as they were sent, so a stored PDF is rebuilt when it is read. */
async function readProof(wallet: Wallet, id: string, type: string): Promise<{ bytes: Uint8Array; type: string }> {
  const bytes = await wallet.blobs.get(id);
  if (type !== 'application/pdf') return { bytes, type };
  const rebuilt = await rebuildUpload(bytes, 'operators');
  if (typeof rebuilt === 'string') throw new Refusal(paymentRefusals.proofUnreadable);
  return rebuilt;
}
