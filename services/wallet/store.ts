/**
 * Every query of the ledger: posting functions, permits, proofs. Payments and what players read stand in store-reads.ts.
 * Hot functions take whole batches as array literals, one round trip each; a row comes back per item.
 */
import type { Queries } from '@fairline/chassis/postgres';
import type { Infer } from '@fairline/proto/contract';
import type { CurrencyCode } from '@fairline/proto/money';
import { type Invariant, limitsByLevel, minWithdrawMinor, type walletRequests } from '@fairline/proto/wallet';
import type { PlayLimits } from '@fairline/proto/wallet/limits';
import type { PaymentRow } from './payment.ts';

// ---- Stakes and payouts ------------------------------------------------------------------------

export type StakeAsk = Infer<typeof walletRequests.stake.input>;

export interface StakeAnswer {
  betId: string;
  playerId: string;
  code: string;
  bonusMinor: number;
  params: Record<string, unknown> | null;
}

/** Ids, currencies and whole numbers need no quotes inside an array literal; the contract has checked that they are such. */
function literal<T>(items: readonly T[], of: (item: T) => string | number | undefined): string {
  return `{${items.map((item) => of(item) ?? 'null').join()}}`;
}

/** The trace goes with the facts of the batch. */
export function takeStakes(db: Queries, at: Date, asks: readonly StakeAsk[], trace?: string): Promise<StakeAnswer[]> {
  return db.rows<StakeAnswer>(
    `select bet_id as "betId", player_id as "playerId", code, bonus_minor as "bonusMinor", params from take_stakes($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      at,
      literal(asks, ({ betId }) => betId),
      literal(asks, ({ playerId }) => playerId),
      literal(asks, ({ currency }) => currency),
      literal(asks, ({ amountMinor }) => amountMinor),
      literal(asks, ({ maxPayoutMinor }) => maxPayoutMinor),
      literal(asks, ({ freeBetClaimId }) => freeBetClaimId),
      limitsByLevel.unverified.maxBetMinor,
      limitsByLevel.verified.maxBetMinor,
      trace ?? null,
    ],
  );
}

export interface Due {
  betId: string;
  playerId: string;
  currency: string;
  version: number;
  dueMinor: number;
  /** `open` where a result was taken back. */
  outcome: 'returned' | 'settled' | 'open';
}

/** `place` counts from 1 in the order of the items. */
export function postPayouts(db: Queries, at: Date, dues: readonly Due[]): Promise<{ place: number; code: string }[]> {
  return db.rows('select place, code from post_payouts($1, $2, $3, $4, $5, $6, $7)', [
    at,
    literal(dues, ({ betId }) => betId),
    literal(dues, ({ playerId }) => playerId),
    literal(dues, ({ currency }) => currency),
    literal(dues, ({ version }) => version),
    literal(dues, ({ dueMinor }) => dueMinor),
    literal(dues, ({ outcome }) => outcome),
  ]);
}

export function stakesOf(db: Queries, ids: readonly string[]): Promise<Infer<typeof walletRequests.stakesOf.output>['stakes']> {
  return db.rows(`select bet_id as "betId", status, amount_minor as "amountMinor", paid_minor as "paidMinor", version from stakes where bet_id = any ($1)`, [
    ids,
  ]);
}

// ---- Players and permits -----------------------------------------------------------------------

export type Opening = Infer<typeof walletRequests.open.input>;
export type Gift = { amountMinor: number; kind: 'welcome' | 'opening'; account: 'bonus_expense' | 'play_money' };

export async function openPlayer(db: Queries, at: Date, opening: Opening, gift: Gift): Promise<{ currency: CurrencyCode; opened: boolean }> {
  const { playerId, book, currency, version, status, level, jurisdiction } = opening;
  const row = await db.row<{ currency: CurrencyCode; opened: boolean }>(
    'select currency, opened from open_player($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    [at, playerId, book, currency, version, status, level, jurisdiction, gift.amountMinor, gift.kind, gift.account],
  );
  return row as { currency: CurrencyCode; opened: boolean };
}

/** Both answer the version in force. */
export async function restrictAccount(
  db: Queries,
  { playerId, version, status, level, jurisdiction }: { playerId: string; version: number; status: string; level: string; jurisdiction: string },
): Promise<number> {
  const row = await db.row<{ version: number }>('select restrict_account($1, $2, $3, $4, $5) as version', [playerId, version, status, level, jurisdiction]);
  return (row as { version: number }).version;
}

export async function restrictPlay(
  db: Queries,
  { playerId, version, excludedUntil, limits }: { playerId: string; version: number; excludedUntil: string | null; limits?: PlayLimits | undefined },
): Promise<number> {
  const row = await db.row<{ version: number }>('select bind_play($1, $2, $3, $4) as version', [
    playerId,
    version,
    excludedUntil,
    limits ? JSON.stringify(limits) : null,
  ]);
  return (row as { version: number }).version;
}

// ---- Payments ----------------------------------------------------------------------------------

/** A payment as it is asked for; the names are the columns'. */
export interface AskedPayment {
  id: string;
  player_id: string;
  amount_minor: number;
  currency: string;
  method: string;
  reference: string;
  approvals_needed: number;
  customer_name?: string;
  email?: string;
  bank_transaction_id?: string;
  upi_id?: string | undefined;
  destination?: string;
  destination_end?: string;
  destination_key?: string;
  proof_id?: string | undefined;
  proof_type?: string | undefined;
}

export interface PaymentOutcome {
  code: string;
  params: Record<string, unknown> | null;
  payment: PaymentRow | null;
}

export const paymentColumns = `id, player_id as "playerId", type, status, amount_minor as "amountMinor", currency, book, method, reference,
  customer_name as "customerName", email, bank_transaction_id as "bankTransactionId", upi_id as "upiId", destination_end as "destinationEnd",
  proof_id as "proofId", proof_type as "proofType", approvals_needed as "approvalsNeeded", cardinality(approved_by) as approvals, approved_by as "approvedBy",
  type = 'withdrawal' and exists (select from players l where l.player_id = payments.player_id and l.level = 'verified') as priority, fee_minor as "feeMinor",
  provider_state as "providerState", redirect_url as "redirectUrl", failure, saved_method as "savedMethod",
  rejection_reason as "rejectionReason", version, submitted_at as "submittedAt", decided_at as "decidedAt"`;

export async function paymentOutcome(db: Queries, from: string, values: readonly unknown[]): Promise<PaymentOutcome> {
  const row = await db.row<PaymentRow & { code: string; params: PaymentOutcome['params'] }>(
    `select o.code, o.params, p.* from ${from} o cross join lateral (select ${paymentColumns} from (select (o.payment).*) payments) p`,
    values,
  );
  const { code, params, ...payment } = row as PaymentRow & { code: string; params: PaymentOutcome['params'] };
  return { code, params, payment: payment.id ? payment : null };
}

export function requestDeposit(db: Queries, at: Date, asked: AskedPayment): Promise<PaymentOutcome> {
  return paymentOutcome(db, 'request_deposit($1, $2, $3)', [at, JSON.stringify(asked), JSON.stringify(limitsByLevel)]);
}

export function requestWithdrawal(db: Queries, at: Date, asked: AskedPayment): Promise<PaymentOutcome> {
  return paymentOutcome(db, 'request_withdrawal($1, $2, $3, $4)', [at, JSON.stringify(asked), minWithdrawMinor, JSON.stringify(limitsByLevel)]);
}

export function approvePayment(db: Queries, at: Date, paymentId: string, operatorId: string): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from approve_payment($1, $2, $3))', [at, paymentId, operatorId]);
}

export function rejectPayment(db: Queries, at: Date, paymentId: string, reason: string): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from reject_payment($1, $2, $3))', [at, paymentId, reason]);
}

/** Whether the player has asked for money to this destination before. */
export async function knowsDestination(db: Queries, playerId: string, key: Buffer): Promise<boolean> {
  return (await db.row('select 1 as one from payments where player_id = $1 and destination_key = $2 limit 1', [playerId, key])) !== undefined;
}

// ---- Proofs of conservation --------------------------------------------------------------------

export type InvariantRow = Infer<typeof Invariant>;

/** Run it in a repeatable-read transaction: the proof is of one snapshot. */
export function prove(db: Queries, { whole }: { whole: boolean }): Promise<InvariantRow[]> {
  return db.rows('select name, holds, checked, offenders from prove($1)', [whole]);
}

/** Keeps what the proof found, and stops money where it must. */
export function proveAndKeep(db: Queries, at: Date): Promise<number> {
  return db.run('select prove_and_keep($1)', [at]);
}

export function acceptBooks(db: Queries): Promise<number> {
  return db.run('select accept_books()');
}

export async function lastProof(db: Queries): Promise<{ id: string; ranAt: Date; holds: boolean; invariants: InvariantRow[] } | undefined> {
  return db.row('select id, ran_at as "ranAt", holds, invariants from proofs order by id desc limit 1');
}

/** Adds the house's legs since the last fold to its balances; answers how many. */
export async function foldHouse(db: Queries): Promise<number> {
  const row = await db.row<{ legs: number }>('select fold_house() as legs');
  return row?.legs ?? 0;
}

/** A proof reads more than a person waits for; it writes nothing that others wait on. */
export function allowTime(db: Queries): Promise<number> {
  return db.run(`select set_config('transaction_timeout', '0', true), set_config('statement_timeout', '600s', true)`);
}

export async function stopReason(db: Queries): Promise<string | null> {
  const row = await db.row<{ reason: string | null }>('select reason from stop');
  return row?.reason ?? null;
}

export function liftStop(db: Queries): Promise<number> {
  return db.run('update stop set reason = null, since = null');
}

export async function pruneProofs(db: Queries, before: Date): Promise<void> {
  await db.run('delete from proofs where ran_at < $1 and holds', [before]);
}
