/** Queries of payments: requested, decided and found by operators. */
import { likeLiteral } from '@fairline/chassis/http/search';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bytes, integer, nullable, oneOf, text, uuid } from '@fairline/chassis/storage/rows';
import { Id, pageSize, Refusal } from '@fairline/proto/contract';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { paymentRefusals, paymentStatuses } from '@fairline/proto/wallet/payments';
import { limitsByLevel, minWithdrawMinor, playerEndIn } from '@fairline/proto/wallet/rules';
import { isPresent, oneRow, optional, refusalParams } from '../columns.ts';
import { type PaymentOutcome, type PaymentRow, paymentRow } from './payment.ts';

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
  saved_method?: string | undefined;
  proof_id?: string | undefined;
  proof_type?: string | undefined;
}

export const paymentColumns = `id, player_id as "playerId", type, status, amount_minor as "amountMinor", counts_minor as "countsMinor", currency, book, method, reference,
  customer_name as "customerName", email, bank_transaction_id as "bankTransactionId", upi_id as "upiId", destination_end as "destinationEnd",
  proof_id as "proofId", proof_type as "proofType", approvals_needed as "approvalsNeeded", cardinality(approved_by) as approvals, approved_by as "approvedBy", requester, counted_at as "countedAt", flagged,
  type = 'withdrawal' and exists (select from players l where l.player_id = payments.player_id and l.level = 'verified') as priority, fee_minor as "feeMinor",
  provider_state as "providerState", redirect_url as "redirectUrl", failure, saved_method as "savedMethod",
  rejection_reason as "rejectionReason", rejected_by as "rejectedBy", version, submitted_at as "submittedAt", decided_at as "decidedAt",
  withdrawn_at as "withdrawnAt", moved_at as "movedAt", sent_at as "sentAt", paid_at as "paidAt", paid_reference as "paidReference", paid_by as "paidBy", by_hand as "byHand"`;

const outcomeRow = { code: text, params: refusalParams, ...optional(paymentRow) };

export async function paymentOutcome(db: Queries, from: string, values: readonly unknown[]): Promise<PaymentOutcome> {
  const statement = `select o.code, o.params, p.* from ${from} o cross join lateral (select ${paymentColumns} from (select (o.payment).*) payments) p`;
  const { code, params, ...payment } = await oneRow(db, outcomeRow, statement, values);
  return { code, params, payment: isPresent(paymentRow, 'id', payment) ? payment : null };
}

export function requestDeposit(db: Queries, at: Date, asked: AskedPayment): Promise<PaymentOutcome> {
  return paymentOutcome(db, 'request_deposit($1, $2, $3)', [at, JSON.stringify(asked), JSON.stringify(limitsByLevel)]);
}

/** How many operators must approve it is decided by what it counts in the play currency. */
export function askWithdrawal(
  db: Queries,
  at: Date,
  asked: Omit<AskedPayment, 'approvals_needed'>,
  { twoOperatorsMinor, hasProvider }: { twoOperatorsMinor: number; hasProvider: boolean },
): Promise<PaymentOutcome> {
  const values = [at, JSON.stringify(asked), minWithdrawMinor, JSON.stringify(limitsByLevel), twoOperatorsMinor, hasProvider];
  return paymentOutcome(db, 'ask_withdrawal($1, $2, $3, $4, $5, $6)', values);
}

export interface Approval {
  /** The approver as JSON, kept where another one must approve it too. */
  requester: string;
  control: string;
  /** A rule of automatic approval is the approver. */
  byRule: boolean;
}

export function approvePayment(db: Queries, at: Date, paymentId: string, { requester, control, byRule }: Approval): Promise<PaymentOutcome> {
  const from = '(select code, null::jsonb as params, payment from approve_payment($1, $2, $3, $4, $5))';
  return paymentOutcome(db, from, [at, paymentId, requester, control, byRule]);
}

export function rejectPayment(db: Queries, at: Date, paymentId: string, reason: string, operatorId: string): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from reject_payment_by($1, $2, $3, $4))', [at, paymentId, reason, operatorId]);
}

/** `withdrawn` or, where the player had taken it back before, `known`. */
export function withdrawReport(db: Queries, at: Date, paymentId: string, playerId: string, why: string): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from withdraw_report($1, $2, $3, $4))', [at, paymentId, playerId, why]);
}

/** `paid` or, where it was marked with this very reference before, `known`. */
export function markPaid(db: Queries, at: Date, paymentId: string, operatorId: string, bankReference: string): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from mark_paid($1, $2, $3, $4))', [at, paymentId, operatorId, bankReference]);
}

/** A file that is about to be written, and that no payment names yet; false where so many of the player's wait already. Reports of one player come one by one, and no money is locked. */
export async function keepLoose(tx: Tx, proofId: string, playerId: string, at: Date, most: number): Promise<boolean> {
  await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`loose ${playerId}`]);
  const kept = `insert into loose_files (id, player_id, kept_at) select $1, $2, $3 where (select count(*) from loose_files where player_id = $2) < $4`;
  return (await tx.run(kept, [proofId, playerId, at, most])) === 1;
}

/** No file was written, so it counts no longer. */
export async function releaseLoose(db: Queries, proofId: string): Promise<void> {
  await db.run('delete from loose_files where id = $1', [proofId]);
}

/** The payment of this transaction names it from now on; a file that was swept is a fault, and the call may be repeated. */
export async function nameProof(tx: Tx, proofId: string): Promise<void> {
  if ((await tx.run('delete from loose_files where id = $1', [proofId])) !== 1) throw new Error('this proof was swept before its payment was kept');
}

const idRow = { id: uuid };

/** Deletes files that no payment names; a transaction that would name one now waits, and finds it gone. */
export async function takeLoose(tx: Tx, before: Date, most: number): Promise<string[]> {
  const oldest = 'select id from loose_files where kept_at < $1 order by kept_at limit $2 for update skip locked';
  return (await tx.rows(idRow, `delete from loose_files where id in (${oldest}) returning id`, [before, most])).map(({ id }) => id);
}

export function paymentById(db: Queries, id: string): Promise<PaymentRow | undefined> {
  return db.row(paymentRow, `select ${paymentColumns} from payments where id = $1`, [id]);
}

/** As `paymentById`; refuses where there is none. */
export async function requirePayment(db: Queries, id: string): Promise<PaymentRow> {
  const payment = await paymentById(db, id);
  if (!payment) throw new Refusal(paymentRefusals.paymentNotFound);
  return payment;
}

const destinationRow = { destination: nullable(bytes) };

/** The sealed destination of a withdrawal, as it lies in its row. */
export async function destinationOf(db: Queries, id: string): Promise<Buffer | null> {
  const row = await db.row(destinationRow, 'select destination from payments where id = $1', [id]);
  return row?.destination ?? null;
}

export function paymentsOf(db: Queries, playerId: string, status: string | undefined, before: string | undefined): Promise<PaymentRow[]> {
  return db.rows(
    paymentRow,
    `select ${paymentColumns} from payments
     where player_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [playerId, status ?? null, before ?? null, pageSize + 1],
  );
}

export interface PaymentFilter {
  status?: string | undefined;
  type?: string | undefined;
  userId?: string | undefined;
  /** Searched in id, reference, user id, customer, e-mail, bank transaction, UPI id, the end of a destination and the reference that players quote in transfers; of one or two letters: from the beginning of a word. Signs alone: among the newest. */
  q?: string | undefined;
  /** Whose payments are found beside: players whose name or address is like `q`. */
  players?: readonly string[] | undefined;
  waitsFor?: 'payer' | 'provider' | 'review' | undefined;
  /** Approved bank transfers that nobody has marked as paid. */
  toTransfer?: boolean | undefined;
  /** `queue`: of what is pending, verified players' withdrawals first, then longest waiting. */
  order: 'newest' | 'queue';
  /** What newest means: `place` is when money moved, as histories have it. */
  by?: 'id' | 'place';
  /** The last payment of the page before. */
  cursor: string | undefined;
}

const queuePlace = `not (type = 'withdrawal' and exists (select from players l where l.player_id = payments.player_id and l.level = 'verified')), id`;

/** Whose turn it is while a payment is pending. */
const waits = {
  payer: `status = 'pending' and provider_state is not null and redirect_url is not null`,
  provider: `status = 'pending' and provider_state is not null and redirect_url is null`,
  review: `status = 'pending' and provider_state is null`,
};

export async function paymentsForOperators(
  db: Queries,
  { status, type, userId, q, players = [], waitsFor, toTransfer = false, order, by = 'id', cursor }: PaymentFilter,
  most: number,
): Promise<PaymentRow[]> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  // What waits is pending, which an index knows; no other status waits for anybody.
  const chosen = Object.entries({ type, status: status ?? (waitsFor && 'pending') })
    .filter(([, value]) => value)
    .map(([column, value]) => ({ column, value: given(value) }));
  const conditions = chosen.map(({ column, value }) => `${column} = ${value}`);
  if (waitsFor) conditions.push(waits[waitsFor]);
  if (toTransfer) conditions.push(`by_hand and paid_at is null`);
  if (userId) conditions.push(`player_id = ${given(userId)}`);
  if (order === 'queue') conditions.push(waits.review);
  if (order === 'queue' && cursor) conditions.push(`(${queuePlace}) > (select ${queuePlace} from payments where id = ${given(cursor)})`);
  const before = order === 'newest' ? `${given(cursor ?? lastId)}::uuid` : '';
  if (order === 'newest') conditions.push(`${by} < ${before}`);
  const within = conditions.join(' and ') || 'true';
  const limit = `limit ${given(most)}`;
  const page = `order by ${order === 'newest' ? `${by} desc` : queuePlace} ${limit}`;
  const newestFirst =
    chosen.length > 0 && !userId && !toTransfer
      ? `${waitsFor ? `${waits[waitsFor]} and ` : ''}${alongIndex(chosen, before, by)}`
      : `${within} order by ${by} desc`;
  const shown = `select ${paymentColumns} from`;
  const sought = q && (playerEndIn(q) ?? q).trim().toLowerCase();
  if (!sought) return db.rows(paymentRow, `${shown} payments where ${order === 'newest' ? `${newestFirst} ${limit}` : `${within} ${page}`}`, values);
  if (order === 'queue' && !isIndexed(sought)) return [];
  const matches = searchConditions(sought, players, given);
  // Few payments wait, compared with those decided: a common term is searched in them alone.
  const waiting = `with waiting as materialized (select * from payments where ${within})`;
  if (order === 'queue') return db.rows(paymentRow, `${waiting} ${shown} waiting payments where ${matches} ${page}`, values);
  // The newest payments first: a common term fills the page there, while the index would return all payments.
  const newest = `(select * from payments where ${newestFirst} limit ${newestSearched}) payments`;
  const rows = await db.rows(paymentRow, `${shown} ${newest} where ${matches} ${page}`, values);
  if (rows.length === most || !isIndexed(sought)) return rows;
  // Then by the index, found before it is sorted: a plan that follows the ids until the page is full reads every payment for a term without a match.
  const found = `with found as materialized (select id from payments where ${matches})`;
  return db.rows(paymentRow, `${found} ${shown} payments where id = any (array(select id from found)) and ${within} ${page}`, values);
}

export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Newest first among those whose columns have these values, phrased so that only an index over just these columns and the id can answer:
 * a plan that looks through all ids, and reads every payment for a value that none has, does not fit them. `from` is the first id that is meant.
 */
export function alongIndex(chosen: readonly { column: string; value: string }[], before: string, id = 'id', from?: string): string {
  const [columns, values] = [chosen.map(({ column }) => column).join(', '), chosen.map(({ value }) => value).join(', ')];
  const first = from === undefined ? `(${columns}) >= (${values})` : `(${columns}, ${id}) >= (${values}, ${from})`;
  return `${first} and (${columns}, ${id}) < (${values}, ${before}) order by ${[...chosen.map(({ column }) => column), id].map((one) => `${one} desc`).join(', ')}`;
}

const newestSearched = 2_000;

/** Signs alone are sought among the newest only: the index knows letters and digits. */
const isIndexed = (sought: string) => ([...sought].length > 2 ? /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u : /^[\p{L}\p{N}]/u).test(sought);

/** A whole id is looked up as such; the index of words knows parts of three letters and beginnings. */
function searchConditions(sought: string, players: readonly string[], given: (value: unknown) => string): string {
  const id = Id.safeParse(sought).data;
  if (id) return `(id = ${given(id)} or player_id = ${given(id)} or transaction_key = transaction_key_of(${given(id)}))`;
  const text = likeLiteral(sought);
  const patterns = [...sought].length > 2 ? [`%${text}%`] : [`${text}%`, `% ${text}%`];
  const conditions = patterns.map((pattern) => `search like ${given(pattern)}`);
  if (players.length > 0) conditions.push(`player_id = any (${given(players)})`);
  return `(${conditions.join(' or ')})`;
}

const sharedRow = { id: uuid, others: integer, otherId: uuid, reference: text, userId: uuid, status: oneOf(paymentStatuses) };
const sharedShown = 5;

export interface SharedTransaction {
  count: number;
  /** The newest of them. */
  shown: NonNullable<PaymentForOperator['sameTransactions']>;
}

/** Other deposits with the same bank transaction id, by payment; payments without any are left out. */
export async function sharedTransactions(db: Queries, ids: readonly string[]): Promise<Map<string, SharedTransaction>> {
  const rows = await db.rows(
    sharedRow,
    `select p.id, o.others::int, o.id as "otherId", o.reference, o.player_id as "userId", o.status from payments p
     cross join lateral (select s.id, s.reference, s.player_id, s.status, count(*) over () as others from same_transfer(p) s order by s.id desc limit $2) o
     where p.id = any ($1) and p.bank_transaction_id is not null order by p.id, o.id desc`,
    [ids, sharedShown],
  );
  const groups = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...groups].map(([id, others]) => [
      id,
      { count: others[0]?.others ?? 0, shown: others.map(({ otherId, reference, userId, status }) => ({ id: otherId, reference, userId, status })) },
    ]),
  );
}

/** Locks its player, then reads it as the last decision left it. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  await tx.run('select lock_payment($1)', [id]);
  return paymentById(tx, id);
}
