/** Queries of adjustments: money and free bets that operators give, and money they take. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
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
import { pageSize } from '@fairline/proto/contract';
import { adjustmentStatuses } from '@fairline/proto/wallet/adjustments';
import { book, currency, isPresent, oneRow, optional, refusalParams } from '../columns.ts';
import type { StakeLimits } from '../grants/store.ts';

const adjustmentRow = {
  id: uuid,
  playerId: uuid,
  currency,
  book,
  amountMinor: integer,
  /** The expiry of the free bet that it grants; null if it moves money. */
  freeBetUntil: nullable(instant),
  reason: text,
  status: oneOf(adjustmentStatuses),
  requestedBy: uuid,
  approvalsNeeded: integer,
  approvals: integer,
  approvedBy: uuids,
  /** Null for older rows, which did not store it. */
  requester: nullable(json(Requester)),
  /** Decided by one operator alone, near the two-operator threshold. */
  flagged: bool,
  rejectionReason: nullable(text),
  rejectedBy: nullable(uuid),
  version: integer,
  createdAt: instant,
  decidedAt: nullable(instant),
};
export type AdjustmentRow = Row<typeof adjustmentRow>;
const outcomeRow = { code: text, params: refusalParams, ...optional(adjustmentRow) };

export interface AdjustmentOutcome {
  code: string;
  params: Record<string, unknown> | null;
  adjustment: AdjustmentRow | null;
}

const columns = `id, player_id as "playerId", currency, book, amount_minor as "amountMinor", free_bet_until as "freeBetUntil", reason, status, requested_by as "requestedBy",
  approvals_needed as "approvalsNeeded", cardinality(approved_by) as approvals, approved_by as "approvedBy", rejection_reason as "rejectionReason", version,
  rejected_by as "rejectedBy", requester, flagged, created_at as "createdAt", decided_at as "decidedAt"`;

async function readOutcome(db: Queries, from: string, values: readonly unknown[]): Promise<AdjustmentOutcome> {
  const statement = `select o.code, o.params, a.* from ${from} o cross join lateral (select ${columns} from (select (o.adjustment).*) x) a`;
  const { code, params, ...adjustment } = await oneRow(db, outcomeRow, statement, values);
  return { code, params, adjustment: isPresent(adjustmentRow, 'id', adjustment) ? adjustment : null };
}

/** A requested adjustment; the field names are the column names. */
export interface AskedAdjustment {
  id: string;
  player_id: string;
  amount_minor: number;
  currency: string;
  free_bet_until?: string;
  reason: string;
  /** Bounds of a free bet's amount; absent for an adjustment of money. */
  limits?: StakeLimits;
}

export function requestAdjustment(
  db: Queries,
  at: Date,
  asked: AskedAdjustment,
  requester: string,
  control: string,
): Promise<AdjustmentOutcome> {
  return readOutcome(db, 'request_adjustment($1, $2, $3, $4)', [at, JSON.stringify(asked), requester, control]);
}

export function approveAdjustment(
  db: Queries,
  at: Date,
  id: string,
  operatorId: string,
  control: string,
): Promise<AdjustmentOutcome> {
  return readOutcome(db, 'approve_adjustment($1, $2, $3, $4)', [at, id, operatorId, control]);
}

export function rejectAdjustment(
  db: Queries,
  at: Date,
  id: string,
  reason: string,
  operatorId: string,
): Promise<AdjustmentOutcome> {
  return readOutcome(db, 'reject_adjustment_by($1, $2, $3, $4)', [at, id, reason, operatorId]);
}

/** Locks the player of an adjustment, then reads the adjustment, so that the last decision on it is seen. */
export async function lockAdjustment(tx: Tx, id: string): Promise<AdjustmentRow | undefined> {
  await tx.run('select lock_adjustment($1)', [id]);
  return tx.row(adjustmentRow, `select ${columns} from adjustments where id = $1`, [id]);
}

/** Newest first, one more than a page. */
export function adjustments(
  db: Queries,
  { status, userId, before }: { status: string | undefined; userId: string | undefined; before: string | undefined },
): Promise<AdjustmentRow[]> {
  return db.rows(
    adjustmentRow,
    `select ${columns} from adjustments
     where ($1::text is null or status = $1) and ($2::uuid is null or player_id = $2) and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [status ?? null, userId ?? null, before ?? null, pageSize + 1],
  );
}
