/**
 * The use cases of payments: a deposit reported, a withdrawal asked for, and what operators decide.
 * Each is one transaction with its facts; a decision is made once and its repeat answers the first.
 */
import { createHmac, randomUUID, randomUUIDv7 } from 'node:crypto';
import { seal, typeOf, unseal } from '@fairline/chassis/blob';
import { isKnown, type Keyed } from '@fairline/chassis/keyed';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { common, Id, Refusal } from '@fairline/proto/contract';
import { type Payment, type PaymentForOperator, walletEvents, walletRefusals } from '@fairline/proto/wallet';
import type { ManualDeposit, Withdrawal } from '@fairline/proto/wallet/forms';
import { decidedWords } from '@fairline/proto/wallet/words';
import type { Wallet } from '../config.ts';
import { destinationOf, paymentById } from '../history/store.ts';
import * as store from '../ledger/store.ts';
import { refusalOf } from '../refusals.ts';
import * as rules from './payment.ts';
import { type SavedRow, savedMethod } from './store-provider.ts';

export interface Upload {
  bytes: Uint8Array;
}

/** A proof whose file lies in its place; without a type it is none that we take, and was not written. */
export interface KeptProof {
  id: string;
  type: string | undefined;
}

/** So many files of a player may wait for their payments; more at once is nobody who reports deposits. */
const looseAtMost = 5;

/**
 * Writes the file before the transaction that names it begins, so that no money waits for a disk. What is refused whoever asks, and what has its outcome
 * under this key already, is not written; what is not named is swept.
 */
export async function keepProof(
  wallet: Wallet,
  playerId: string,
  deposit: ManualDeposit,
  proof: Upload | undefined,
  keyed: Keyed,
): Promise<KeptProof | undefined> {
  if (!proof) return undefined;
  const kept = { id: randomUUID(), type: await typeOf(proof.bytes, rules.proofTypes) };
  if (!kept.type || !rules.isDeposit(deposit) || (await isKnown(wallet.db, keyed))) return kept;
  const isAdmitted = await wallet.db.tx((tx) => store.keepLoose(tx, kept.id, playerId, wallet.clock.now(), looseAtMost));
  if (!isAdmitted) throw new Refusal(common.rateLimited);
  await wallet.blobs.put(kept.id, proof.bytes);
  return kept;
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
  rules.checkDeposit(deposit);
  if (proof && !proof.type) throw new Refusal(walletRefusals.proofInvalid);
  const id = randomUUIDv7();
  const outcome = await store.requestDeposit(tx, wallet.clock.now(), {
    id,
    player_id: playerId,
    amount_minor: deposit.amountMinor,
    currency: deposit.currency,
    method: deposit.method,
    reference: rules.referenceOf('deposit', id),
    approvals_needed: rules.approvalsNeeded(deposit.amountMinor, wallet.twoOperatorsMinor),
    customer_name: deposit.customerName,
    email: deposit.email,
    bank_transaction_id: deposit.bankTransactionId,
    upi_id: deposit.upiId,
    proof_id: proof?.id,
    proof_type: proof?.type,
  });
  const payment = requested(wallet, outcome, deposit);
  if (proof) await store.nameProof(tx, proof.id);
  await say(tx, walletEvents.depositRequested, payment.id, payment.version, factOf(payment));
  return rules.toPayment(payment);
}

/** Asks for money out; its amount is held from this moment. */
export async function requestWithdrawal(wallet: Wallet, tx: Tx, playerId: string, withdrawal: Withdrawal): Promise<Payment> {
  rules.checkWithdrawal(withdrawal);
  const card = await cardOf(wallet, tx, playerId, withdrawal);
  const id = randomUUIDv7();
  const key = keyOf(wallet, `${playerId} ${withdrawal.method} ${withdrawal.destination.replaceAll(/\s/g, '').toLowerCase()}`);
  const isKnown = await store.knowsDestination(tx, playerId, key);
  const sealed = seal(wallet.sealKey, id, new TextEncoder().encode(withdrawal.destination));
  const asked = {
    id,
    player_id: playerId,
    amount_minor: withdrawal.amountMinor,
    currency: withdrawal.currency,
    method: withdrawal.method,
    reference: rules.referenceOf('withdrawal', id),
    destination: `\\x${Buffer.from(sealed).toString('hex')}`,
    destination_end: rules.destinationEnd(card?.label ?? withdrawal.destination),
    destination_key: `\\x${key.toString('hex')}`,
    saved_method: card?.id,
  };
  const { twoOperatorsMinor } = wallet;
  const outcome = await store.askWithdrawal(tx, wallet.clock.now(), asked, { twoOperatorsMinor, hasProvider: wallet.provider !== undefined });
  const payment = requested(wallet, outcome, withdrawal);
  await say(tx, walletEvents.withdrawalRequested, payment.id, payment.version, factOf(payment));
  if (!isKnown) {
    const told = { playerId, paymentId: payment.id, method: payment.method, destinationEnd: payment.destinationEnd ?? '' };
    await say(tx, walletEvents.destinationAdded, payment.id, payment.version, told);
  }
  return rules.toPayment(payment);
}

/** A card is one of the player's saved ones, and shown by its label. */
async function cardOf(wallet: Wallet, tx: Tx, playerId: string, { method, destination }: Withdrawal): Promise<SavedRow | undefined> {
  if (method !== 'credit_card') return undefined;
  if (!wallet.provider) throw new Refusal(walletRefusals.methodUnavailable);
  const saved = Id.safeParse(destination).success ? await savedMethod(tx, playerId, destination) : undefined;
  if (saved?.method !== method) throw new Refusal(walletRefusals.destinationUnknown);
  return saved;
}

/** By which something sealed is found again. */
export function keyOf({ sealKey }: Wallet, text: string): Buffer {
  return createHmac('sha256', sealKey).update(text).digest();
}

export function requested(
  wallet: Wallet,
  { code, params, payment }: store.PaymentOutcome,
  { currency }: { currency: rules.PaymentRow['currency'] },
): rules.PaymentRow {
  if (payment) return payment;
  throw refusalOf(code, params, { currency, at: wallet.clock.now() });
}

export function factOf({ id, playerId, type, amountMinor, currency, method, book }: rules.PaymentRow) {
  return { paymentId: id, playerId, type, amountMinor, currency, method, book };
}

// ---- Decisions ---------------------------------------------------------------------------------

export interface By {
  operatorId: string;
  address: string;
  agent: string;
}

/** Approves a payment. `complete` is false while another operator has to approve it too. */
export function approve(wallet: Wallet, paymentId: string, by: By): Promise<{ payment: PaymentForOperator; complete: boolean }> {
  return wallet.db.tx((tx) => approveIn(wallet, tx, paymentId, by));
}

export async function approveIn(wallet: Wallet, tx: Tx, paymentId: string, by: By): Promise<{ payment: PaymentForOperator; complete: boolean }> {
  const { code, payment } = await store.approvePayment(tx, wallet.clock.now(), paymentId, by.operatorId);
  const decided = decision(code, payment, wallet.clock.now());
  if (code === 'approved') {
    const event = decided.type === 'deposit' ? walletEvents.depositApproved : walletEvents.withdrawalApproved;
    await say(tx, event, decided.id, decided.version, factOf(decided));
  }
  if (code !== 'known') await act(tx, by, decided, 'payment.approve');
  return { payment: rules.toPaymentForOperator(decided), complete: decided.status === 'approved' };
}

/** Rejects a payment with a reason that the player reads; a withdrawal's hold is released. */
export function reject(wallet: Wallet, paymentId: string, reason: string, by: By): Promise<PaymentForOperator> {
  rules.refuseCardNumber(reason);
  return wallet.db.tx(async (tx) => {
    const { code, payment } = await store.rejectPayment(tx, wallet.clock.now(), paymentId, reason, by.operatorId);
    const decided = decision(code, payment, wallet.clock.now());
    if (code === 'rejected') {
      const event = decided.type === 'deposit' ? walletEvents.depositRejected : walletEvents.withdrawalRejected;
      await say(tx, event, decided.id, decided.version, { ...factOf(decided), reason });
      await act(tx, by, decided, 'payment.reject', reason);
    }
    return rules.toPaymentForOperator(decided);
  });
}

const decisions: readonly string[] = ['approved', 'rejected', 'counted', 'known'];

function decision(code: string, payment: rules.PaymentRow | null, at: Date): rules.PaymentRow {
  if (!payment) throw new Refusal(walletRefusals.paymentNotFound);
  if (decisions.includes(code)) return payment;
  if (code === 'already_decided') throw new Refusal(walletRefusals.alreadyDecided, { status: decidedWords[payment.status] });
  throw refusalOf(code, null, { currency: payment.currency, at });
}

/** Shows an operator where a withdrawal goes to; the view is on the record before it is answered. */
export async function viewDestination(wallet: Wallet, paymentId: string, by: By): Promise<{ destination: string }> {
  const payment = await paymentById(wallet.db, paymentId);
  if (!payment) throw new Refusal(walletRefusals.paymentNotFound);
  const sealed = await destinationOf(wallet.db, paymentId);
  if (!sealed) throw new Refusal(common.notFound);
  await wallet.db.tx((tx) => act(tx, by, payment, 'payment.view_destination'));
  return { destination: new TextDecoder().decode(unseal(wallet.sealKey, paymentId, sealed)) };
}

/** One payment of the player who asks. */
export async function ownPayment(wallet: Wallet, playerId: string, paymentId: string): Promise<Payment> {
  return rules.toPayment(await ownRow(wallet, playerId, paymentId));
}

/** The proof that the player sent himself. */
export async function ownProof(wallet: Wallet, playerId: string, paymentId: string): Promise<{ bytes: Uint8Array; type: string }> {
  const { proofId, proofType: type } = await ownRow(wallet, playerId, paymentId);
  if (!proofId || !type) throw new Refusal(common.notFound);
  return { bytes: await wallet.blobs.get(proofId), type };
}

async function ownRow(wallet: Wallet, playerId: string, paymentId: string): Promise<rules.PaymentRow> {
  const payment = await paymentById(wallet.db, paymentId);
  if (payment?.playerId !== playerId) throw new Refusal(walletRefusals.paymentNotFound);
  return payment;
}

/** Shows a proof to an operator; the view is on the record before the bytes leave. */
export async function viewProof(wallet: Wallet, paymentId: string, by: By): Promise<{ bytes: Uint8Array; type: string }> {
  const payment = await paymentById(wallet.db, paymentId);
  if (!payment) throw new Refusal(walletRefusals.paymentNotFound);
  if (!payment.proofId || !payment.proofType) throw new Refusal(common.notFound);
  await wallet.db.tx((tx) => act(tx, by, payment, 'payment.view_proof'));
  return { bytes: await wallet.blobs.get(payment.proofId), type: payment.proofType };
}

async function act(tx: Tx, { operatorId, address, agent }: By, payment: rules.PaymentRow, action: string, reason?: string): Promise<void> {
  await say(tx, walletEvents.operatorActed, payment.id, payment.version, {
    operatorId,
    action,
    resourceType: 'payment',
    resourceId: payment.id,
    ...(reason !== undefined && { reason }),
    after: { type: payment.type, status: payment.status, amountMinor: payment.amountMinor, currency: payment.currency, approvals: payment.approvals },
    address,
    agent,
  });
}
