/** Queries of limits. Writers hold the lock of their player. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, nullable, only, type Row, uuid } from '@fairline/chassis/storage/rows';
import type { LimitType } from '@fairline/proto/risk/limits';
import { limitType } from '../columns.ts';
import type { LimitState } from './limit.ts';

const limitRow = {
  id: uuid,
  playerId: uuid,
  limitType,
  value: nullable(integer),
  effectiveFrom: instant,
  createdAt: instant,
  pendingValue: nullable(integer),
  pendingAt: nullable(instant),
  version: integer,
  permitVersion: integer,
};
export type LimitRow = Row<typeof limitRow>;

const columns = `id, player_id as "playerId", limit_type as "limitType", value, effective_from as "effectiveFrom", created_at as "createdAt",
  pending_value as "pendingValue", pending_at as "pendingAt", version, permit_version as "permitVersion"`;

export const stateOf = ({ value, pendingValue, pendingAt }: LimitRow): LimitState => ({
  value,
  pending: pendingAt && { value: pendingValue, requestedAt: pendingAt },
});

export function limitOfType(db: Queries, playerId: string, type: LimitType): Promise<LimitRow | undefined> {
  return db.row(limitRow, `select ${columns} from limits where player_id = $1 and limit_type = $2`, [playerId, type]);
}

export function limitById(db: Queries, playerId: string, id: string): Promise<LimitRow | undefined> {
  return db.row(limitRow, `select ${columns} from limits where player_id = $1 and id = $2`, [playerId, id]);
}

/** A player's limits in force, in the order in which they were first set. */
export function activeLimits(db: Queries, playerId: string): Promise<LimitRow[]> {
  return db.rows(
    limitRow,
    `select ${columns} from limits where player_id = $1 and value is not null order by created_at, id`,
    [playerId],
  );
}

const answeredRow = { answered: bool };

/** Whether the player has ever set a limit of deposits, also one that was removed, or declined one. */
export async function hasAnsweredDepositLimit(db: Queries, playerId: string): Promise<boolean> {
  const sql = `select exists (select from players where player_id = $1 and deposit_limit_declined_at is not null)
    or exists (select from limits where player_id = $1 and limit_type in ('deposit_daily', 'deposit_weekly', 'deposit_monthly')) as answered`;
  return only(await db.row(answeredRow, sql, [playerId])).answered;
}

export async function setDepositLimitDeclined(tx: Tx, playerId: string, at: Date): Promise<void> {
  await tx.run(
    'update players set deposit_limit_declined_at = coalesce(deposit_limit_declined_at, $2) where player_id = $1',
    [playerId, at],
  );
}

const dailyRow = { playerId: uuid, limitType, value: integer };
export type DailyLimit = Row<typeof dailyRow>;

/** The daily limits on deposits and losses in force, of some players. */
export function dailyLimitsOf(db: Queries, playerIds: readonly string[]): Promise<DailyLimit[]> {
  return db.rows(
    dailyRow,
    `select player_id as "playerId", limit_type as "limitType", value from limits
     where player_id = any ($1) and limit_type in ('deposit_daily', 'loss_daily') and value is not null`,
    [playerIds],
  );
}

export interface Writing {
  playerId: string;
  limitType: LimitType;
  state: LimitState;
  /** The version of the permit that carries the new value in force; undefined if the value in force stays. */
  permitVersion: number | undefined;
  at: Date;
}

/** Writes the limit of a type. A removed limit that is set again keeps its id and gets a new creation time. */
export async function saveLimit(
  tx: Tx,
  { playerId, limitType: type, state: { value, pending }, permitVersion, at }: Writing,
): Promise<LimitRow> {
  return only(
    await tx.row(
      limitRow,
      `insert into limits as l (id, player_id, limit_type, value, effective_from, created_at, pending_value, pending_at, version, permit_version)
       values (uuidv7(), $1, $2, $3, $4, $4, $5, $6, 1, coalesce($7::bigint, 0))
       on conflict (player_id, limit_type) do update set value = $3, pending_value = $5, pending_at = $6, version = l.version + 1,
         effective_from = case when $7::bigint is null then l.effective_from else $4 end, created_at = case when l.value is null then $4 else l.created_at end,
         permit_version = coalesce($7::bigint, l.permit_version)
       returning ${columns}`,
      [playerId, type, value, at, pending?.value ?? null, pending?.requestedAt ?? null, permitVersion ?? null],
    ),
  );
}

/** Drops pending changes requested before `since`, a few at a time, and skips rows that other instances have locked. */
export function dropLapsed(tx: Tx, since: Date, limit: number): Promise<LimitRow[]> {
  return tx.rows(
    limitRow,
    `update limits l set pending_value = null, pending_at = null, version = version + 1
     from (select id as due from limits where pending_at <= $1 order by pending_at limit $2 for update skip locked) d
     where l.id = d.due returning ${columns}`,
    [since, limit],
  );
}
