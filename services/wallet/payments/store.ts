/** Queries of payments: requests, decisions, and the search of operators. */
import { likeLiteral } from '@fairline/chassis/http/search';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bytes, integer, nullable, oneOf, text, uuid } from '@fairline/chassis/storage/rows';
import { Id, pageSize, Refusal } from '@fairline/proto/contract';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { paymentRefusals, paymentStatuses } from '@fairline/proto/wallet/payments';
import { limitsByLevel, minWithdrawMinor, playerEndIn } from '@fairline/proto/wallet/rules';
import { isPresent, oneRow, optional, refusalParams } from '../columns.ts';
import { identityFirst, refusedDeposits } from '../limits.ts';
import { type PaymentOutcome, type PaymentRow, paymentRow } from './payment.ts';

/** A requested payment; the field names are the column names. */
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
  type = 'withdrawal' and exists (select from players l where l.player_id = payments.player_id and l.level = 'verified') as priority,
  case when type = 'deposit' and status = 'pending' and provider_state is null
    then (select l.excluded_until from players l where l.player_id = payments.player_id) end as "playerExcludedUntil", fee_minor as "feeMinor",
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
  return paymentOutcome(db, 'request_deposit($1, $2, $3, $4, $5)', [
    at,
    JSON.stringify(asked),
    JSON.stringify(limitsByLevel),
    identityFirst,
    refusedDeposits,
  ]);
}

/** Requests a withdrawal. Its worth in the play currency decides how many operators must approve it. */
export function askWithdrawal(
  db: Queries,
  at: Date,
  asked: Omit<AskedPayment, 'approvals_needed'>,
  { twoOperatorsMinor, hasProvider }: { twoOperatorsMinor: number; hasProvider: boolean },
): Promise<PaymentOutcome> {
  const values = [
    at,
    JSON.stringify(asked),
    minWithdrawMinor,
    JSON.stringify(limitsByLevel),
    twoOperatorsMinor,
    hasProvider,
  ];
  return paymentOutcome(db, 'ask_withdrawal($1, $2, $3, $4, $5, $6)', values);
}

export interface Approval {
  /** The approver as JSON, stored if a second one is needed. */
  requester: string;
  control: string;
  /** Whether the approver is a rule of automatic approval. */
  byRule: boolean;
  /** Whether compliance approves the deposit of an excluded player. */
  overExclusion?: boolean;
}

export function approvePayment(
  db: Queries,
  at: Date,
  paymentId: string,
  { requester, control, byRule, overExclusion = false }: Approval,
): Promise<PaymentOutcome> {
  const from = '(select code, null::jsonb as params, payment from approve_payment($1, $2, $3, $4, $5, $6))';
  return paymentOutcome(db, from, [at, paymentId, requester, control, byRule, overExclusion]);
}

export function rejectPayment(
  db: Queries,
  at: Date,
  paymentId: string,
  reason: string,
  operatorId: string,
): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from reject_payment_by($1, $2, $3, $4))', [
    at,
    paymentId,
    reason,
    operatorId,
  ]);
}

/** Code `withdrawn`, or `known` if the player had taken it back before. */
export function withdrawReport(
  db: Queries,
  at: Date,
  paymentId: string,
  playerId: string,
  why: string,
): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from withdraw_report($1, $2, $3, $4))', [
    at,
    paymentId,
    playerId,
    why,
  ]);
}

/** Code `paid`, or `known` if it was marked with the same reference before. */
export function markPaid(
  db: Queries,
  at: Date,
  paymentId: string,
  operatorId: string,
  bankReference: string,
): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from mark_paid($1, $2, $3, $4))', [
    at,
    paymentId,
    operatorId,
    bankReference,
  ]);
}

/** Registers a file that no payment names yet, before it is written; false if the player has `most` of them. Reports of one player run one after the other, without locking money. */
export async function keepLoose(tx: Tx, proofId: string, playerId: string, at: Date, most: number): Promise<boolean> {
  await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`loose ${playerId}`]);
  const kept = `insert into loose_files (id, player_id, kept_at) select $1, $2, $3 where (select count(*) from loose_files where player_id = $2) < $4`;
  return (await tx.run(kept, [proofId, playerId, at, most])) === 1;
}

/** Unregisters a file that was not written after all. */
export async function releaseLoose(db: Queries, proofId: string): Promise<void> {
  await db.run('delete from loose_files where id = $1', [proofId]);
}

/** Unregisters a file, because the payment of this transaction names it. If it was swept meanwhile, this is a fault, and the call may be repeated. */
export async function nameProof(tx: Tx, proofId: string): Promise<void> {
  if ((await tx.run('delete from loose_files where id = $1', [proofId])) !== 1)
    throw new Error('this proof was swept before its payment was kept');
}

const idRow = { id: uuid };

/** Takes old files that no payment names, to delete them. A transaction that is about to name one waits, then finds it gone. */
export async function takeLoose(tx: Tx, before: Date, most: number): Promise<string[]> {
  const oldest = 'select id from loose_files where kept_at < $1 order by kept_at limit $2 for update skip locked';
  return (await tx.rows(idRow, `delete from loose_files where id in (${oldest}) returning id`, [before, most])).map(
    ({ id }) => id,
  );
}

export function paymentById(db: Queries, id: string): Promise<PaymentRow | undefined> {
  return db.row(paymentRow, `select ${paymentColumns} from payments where id = $1`, [id]);
}

/** Like `paymentById`, but refuses an unknown id. */
export async function requirePayment(db: Queries, id: string): Promise<PaymentRow> {
  const payment = await paymentById(db, id);
  if (!payment) throw new Refusal(paymentRefusals.paymentNotFound);
  return payment;
}

const destinationRow = { destination: nullable(bytes) };

/** The encrypted destination of a withdrawal. */
export async function destinationOf(db: Queries, id: string): Promise<Buffer | null> {
  const row = await db.row(destinationRow, 'select destination from payments where id = $1', [id]);
  return row?.destination ?? null;
}

export function paymentsOf(
  db: Queries,
  playerId: string,
  status: string | undefined,
  before: string | undefined,
): Promise<PaymentRow[]> {
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
  /**
   * Matches parts of id, reference, user id, customer, e-mail, bank transaction, UPI id, end of a destination, and the reference that players quote in transfers.
   * One or two characters match the beginning of a term. Punctuation alone is searched among the newest payments only.
   */
  q?: string | undefined;
  /** Players whose name or address matches `q`; their payments are found too. */
  players?: readonly string[] | undefined;
  waitsFor?: 'payer' | 'provider' | 'review' | undefined;
  /** Approved bank transfers that nobody has marked as paid. */
  toTransfer?: boolean | undefined;
  /** `queue`: payments under review, first the withdrawals of verified players, then by waiting time. */
  order: 'newest' | 'queue';
  /** The sort key of `newest`: `place` is the time money moved, as in histories. */
  by?: 'id' | 'place';
  /** The last payment of the previous page. */
  cursor: string | undefined;
}

const queuePlace = `not (type = 'withdrawal' and exists (select from players l where l.player_id = payments.player_id and l.level = 'verified')), id`;

/** Conditions by the party that a pending payment waits for. */
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
  const bind = (value: unknown) => `$${values.push(value)}`;
  // Only pending payments wait for somebody, and an index covers the status.
  const filters = Object.entries({ type, status: status ?? (waitsFor && 'pending') })
    .filter(([, value]) => value)
    .map(([column, value]) => ({ column, value: bind(value) }));
  const conditions = filters.map(({ column, value }) => `${column} = ${value}`);
  if (waitsFor) conditions.push(waits[waitsFor]);
  if (toTransfer) conditions.push(`by_hand and paid_at is null`);
  if (userId) conditions.push(`player_id = ${bind(userId)}`);
  if (order === 'queue') conditions.push(waits.review);
  if (order === 'queue' && cursor)
    conditions.push(`(${queuePlace}) > (select ${queuePlace} from payments where id = ${bind(cursor)})`);
  const before = order === 'newest' ? `${bind(cursor ?? lastId)}::uuid` : '';
  if (order === 'newest') conditions.push(`${by} < ${before}`);
  const within = conditions.join(' and ') || 'true';
  const limit = `limit ${bind(most)}`;
  const page = `order by ${order === 'newest' ? `${by} desc` : queuePlace} ${limit}`;
  const newestFirst =
    filters.length > 0 && !userId && !toTransfer
      ? `${waitsFor ? `${waits[waitsFor]} and ` : ''}${alongIndex(filters, before, by)}`
      : `${within} order by ${by} desc`;
  const select = `select ${paymentColumns} from`;
  const term = q && (playerEndIn(q) ?? q).trim().toLowerCase();
  if (!term)
    return db.rows(
      paymentRow,
      `${select} payments where ${order === 'newest' ? `${newestFirst} ${limit}` : `${within} ${page}`}`,
      values,
    );
  if (order === 'queue' && !isIndexed(term)) return [];
  const matches = searchConditions(term, players, bind);
  // Few payments are pending, so they are read first and the term is searched among them.
  const waiting = `with waiting as materialized (select * from payments where ${within})`;
  if (order === 'queue')
    return db.rows(paymentRow, `${waiting} ${select} waiting payments where ${matches} ${page}`, values);
  // The newest payments are searched first: a common term fills the page there, while the index would return nearly all payments.
  const newest = `(select * from payments where ${newestFirst} limit ${newestSearched}) payments`;
  const rows = await db.rows(paymentRow, `${select} ${newest} where ${matches} ${page}`, values);
  if (rows.length === most || !isIndexed(term)) return rows;
  // Then the index is searched. Matches are materialized before sorting, because a plan along the ids would read every payment for a term without matches.
  const found = `with found as materialized (select id from payments where ${matches})`;
  return db.rows(
    paymentRow,
    `${found} ${select} payments where id = any (array(select id from found)) and ${within} ${page}`,
    values,
  );
}

export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Condition and order of the newest rows with these column values, written so that only an index over exactly these columns and the id can serve it.
 * Otherwise the planner could walk along all ids and read every payment for a rare value. `from` is the first wanted id.
 */
export function alongIndex(
  filters: readonly { column: string; value: string }[],
  before: string,
  id = 'id',
  from?: string,
): string {
  const [columns, values] = [
    filters.map(({ column }) => column).join(', '),
    filters.map(({ value }) => value).join(', '),
  ];
  const first = from === undefined ? `(${columns}) >= (${values})` : `(${columns}, ${id}) >= (${values}, ${from})`;
  return `${first} and (${columns}, ${id}) < (${values}, ${before}) order by ${[...filters.map(({ column }) => column), id].map((one) => `${one} desc`).join(', ')}`;
}

const newestSearched = 2_000;

/** Whether the index can find a term: it contains letters and digits only, so a term of punctuation is searched among the newest payments. */
const isIndexed = (term: string) =>
  ([...term].length > 2 ? /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u : /^[\p{L}\p{N}]/u).test(term);

/** A whole id is looked up directly. The trigram index matches parts of three characters, and the beginnings of terms. */
function searchConditions(term: string, players: readonly string[], bind: (value: unknown) => string): string {
  const id = Id.safeParse(term).data;
  if (id) return `(id = ${bind(id)} or player_id = ${bind(id)} or transaction_key = transaction_key_of(${bind(id)}))`;
  const text = likeLiteral(term);
  const patterns = [...term].length > 2 ? [`%${text}%`] : [`${text}%`, `% ${text}%`];
  const conditions = patterns.map((pattern) => `search like ${bind(pattern)}`);
  if (players.length > 0) conditions.push(`player_id = any (${bind(players)})`);
  return `(${conditions.join(' or ')})`;
}

const sharedRow = {
  id: uuid,
  others: integer,
  otherId: uuid,
  reference: text,
  userId: uuid,
  status: oneOf(paymentStatuses),
};
const sharedShown = 5;

export interface SharedTransaction {
  count: number;
  /** The newest ones. */
  shown: NonNullable<PaymentForOperator['sameTransactions']>;
}

/** Other deposits with the same bank transaction id, by payment. Payments without such deposits are left out. */
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
      {
        count: others[0]?.others ?? 0,
        shown: others.map(({ otherId, reference, userId, status }) => ({ id: otherId, reference, userId, status })),
      },
    ]),
  );
}

/** Locks the player of a payment, then reads the payment, so that the last decision on it is seen. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  await tx.run('select lock_payment($1)', [id]);
  return paymentById(tx, id);
}
