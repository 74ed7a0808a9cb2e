/** Queries for operators on promotions: the list, changes that wait for a second operator, and the cost that each operator allowed alone. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import { brokenConstraint, type Queries, type Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, only, text, uuid } from '@fairline/chassis/storage/rows';
import { pageSize, Refusal } from '@fairline/proto/contract';
import { deskRefusals, PromotionChange } from '@fairline/proto/promotions/desk';
import type { PromotionStatus } from '@fairline/proto/promotions/offers';
import { type PromotionRow, promotionColumns, promotionRow } from '../offers/store.ts';
import type { Change } from './change.ts';

const amountRow = { minor: integer };

/** The worst cost that the operator allowed alone on the UTC day of that instant. */
export async function movedByOperator(db: Queries, operatorId: string, at: Date): Promise<number> {
  const query = `select coalesce(sum(moved_minor), 0)::bigint as minor from promotion_moves where operator_id = $1 and day = ($2::timestamptz at time zone 'utc')::date`;
  return only(await db.row(amountRow, query, [operatorId, at])).minor;
}

interface Move {
  id: string;
  promotionId: string;
  operatorId: string;
  at: Date;
  movedMinor: number;
  flagged: boolean;
}

export async function keepMove(tx: Tx, { id, promotionId, operatorId, at, movedMinor, flagged }: Move): Promise<void> {
  await tx.run(
    `insert into promotion_moves (id, promotion_id, operator_id, day, moved_minor, flagged) values ($1, $2, $3, ($4::timestamptz at time zone 'utc')::date, $5, $6)`,
    [id, promotionId, operatorId, at, movedMinor, flagged],
  );
}

const changeRow = {
  id: uuid,
  promotionId: nullable(uuid),
  isNew: bool,
  name: text,
  change: json(PromotionChange.shape.promotion),
  worstCostMinor: nullable(integer),
  status: oneOf(PromotionChange.shape.status.options),
  requester: json(Requester),
  requestedAt: instant,
  decidedBy: nullable(uuid),
  decidedAt: nullable(instant),
  rejectionReason: nullable(text),
};
const changeColumns = `id, promotion_id as "promotionId", is_new as "isNew", name, change, worst_cost_minor as "worstCostMinor", status, requester,
  requested_at as "requestedAt", decided_by as "decidedBy", decided_at as "decidedAt", rejection_reason as "rejectionReason"`;

/** Refuses `change_waits` if another change to the promotion is pending. */
export async function insertChange(
  tx: Tx,
  change: Omit<Change, 'status' | 'decidedBy' | 'decidedAt' | 'rejectionReason'>,
): Promise<void> {
  const { id, promotionId, isNew, name, worstCostMinor, requester, requestedAt } = change;
  try {
    await tx.run(
      `insert into promotion_changes (id, promotion_id, is_new, name, change, worst_cost_minor, status, requester, requested_at)
       values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8)`,
      [
        id,
        promotionId,
        isNew,
        name,
        JSON.stringify(change.change),
        worstCostMinor,
        JSON.stringify(requester),
        requestedAt,
      ],
    );
  } catch (error) {
    if (brokenConstraint(error) === 'promotion_changes_pending') throw new Refusal(deskRefusals.changeWaits);
    throw error;
  }
}

const idRow = { id: uuid };
const ofChangeRow = { promotionId: nullable(uuid) };

/** The promotion that a change is about; undefined if the change does not exist. */
export function promotionOfChange(tx: Queries, id: string): Promise<{ promotionId: string | null } | undefined> {
  return tx.row(ofChangeRow, 'select promotion_id as "promotionId" from promotion_changes where id = $1', [id]);
}

export function lockChange(tx: Tx, id: string): Promise<Change | undefined> {
  return tx.row(changeRow, `select ${changeColumns} from promotion_changes where id = $1 for update`, [id]);
}

export async function pendingChangeOf(db: Queries, promotionId: string): Promise<string | undefined> {
  const query = `select id from promotion_changes where promotion_id = $1 and status = 'pending' and not is_new`;
  return (await db.row(idRow, query, [promotionId]))?.id;
}

const pendingRow = { id: uuid, promotionId: uuid };

export async function pendingChangesOf(db: Queries, promotionIds: readonly string[]): Promise<Map<string, string>> {
  const query = `select id, promotion_id as "promotionId" from promotion_changes where promotion_id = any ($1) and status = 'pending' and not is_new`;
  return new Map((await db.rows(pendingRow, query, [promotionIds])).map(({ id, promotionId }) => [promotionId, id]));
}

type Decided = { operatorId: string; at: Date } & (
  | { status: 'approved'; promotionId: string }
  | { status: 'rejected'; rejectionReason: string }
);

export async function decideChange(tx: Tx, change: Change, decided: Decided): Promise<Change> {
  const { status, operatorId, at } = decided;
  const promotionId = decided.status === 'approved' ? decided.promotionId : change.promotionId;
  const rejectionReason = decided.status === 'rejected' ? decided.rejectionReason : null;
  await tx.run(
    'update promotion_changes set status = $2, promotion_id = $3, decided_by = $4, decided_at = $5, rejection_reason = $6 where id = $1',
    [change.id, status, promotionId, operatorId, at, rejectionReason],
  );
  return { ...change, status, promotionId, decidedBy: operatorId, decidedAt: at, rejectionReason };
}

/** Changes, newest first: one row more than a page. */
export function changes(
  db: Queries,
  status: Change['status'] | undefined,
  before: string | undefined,
): Promise<Change[]> {
  return db.rows(
    changeRow,
    `select ${changeColumns} from promotion_changes where ($1::text is null or status = $1) and ($2::uuid is null or id < $2) order by id desc limit ${pageSize + 1}`,
    [status ?? null, before ?? null],
  );
}

export interface PromotionFilter {
  status: PromotionStatus | undefined;
  q: string | undefined;
  /** The last promotion of the previous page. */
  after: { at: string; id: string } | undefined;
}

/** Promotions, newest first: one row more than a page. A promotion past its end counts as expired even before the job marks it. */
export function promotions(db: Queries, { status, q, after }: PromotionFilter, now: Date): Promise<PromotionRow[]> {
  return db.rows(
    promotionRow,
    `select ${promotionColumns} from promotions p
     where ($1::text is null or case when p.ends_at <= $2 then 'expired' else p.status end = $1)
       and ($3::text is null or position(lower($3) in lower(p.name || ' ' || p.description || ' ' || p.id)) > 0)
       and ($4::timestamptz is null or (p.created_at, p.id) < ($4, $5))
     order by p.created_at desc, p.id desc limit ${pageSize + 1}`,
    [status ?? null, now, q?.trim() || null, after?.at ?? null, after?.id ?? null],
  );
}

const countsRow = { active: integer, drafts: integer, waitingChanges: integer };

export async function counts(db: Queries, now: Date) {
  return only(
    await db.row(
      countsRow,
      `select count(*) filter (where status = 'active' and starts_at <= $1 and ends_at > $1) as active, count(*) filter (where status = 'draft' and ends_at > $1) as drafts,
         (select count(*) from promotion_changes where status = 'pending') as "waitingChanges" from promotions`,
      [now],
    ),
  );
}

const everyIdRow = { id: uuid, claimed: integer };

export function everyPromotion(db: Queries) {
  return db.rows(everyIdRow, 'select id, claimed from promotions');
}
