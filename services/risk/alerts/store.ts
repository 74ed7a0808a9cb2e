/** Every query of alerts. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, oneOf, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { AlertNote, type AlertType, alertStatuses, alertTypes, type Severity, severities } from '@fairline/proto/risk/alerts';
import { z } from 'zod';
import type { AlertState } from './alert.ts';
import type { Draft } from './intake.ts';

const alertRow = {
  id: uuid,
  type: oneOf(Object.keys(alertTypes) as AlertType[]),
  severity: oneOf(severities),
  status: oneOf(alertStatuses),
  description: text,
  playerId: nullable(uuid),
  operatorId: nullable(uuid),
  amountMinor: nullable(integer),
  currency: nullable(text),
  assigneeId: nullable(uuid),
  aboutType: nullable(text),
  aboutId: nullable(text),
  version: integer,
  createdAt: instant,
  updatedAt: instant,
  notes: json(z.array(AlertNote)),
};
export type AlertRow = Row<typeof alertRow>;

const raisedRow = { id: uuid, cause: text };
const countsRow = { open: integer, investigating: integer, resolved: integer, falsePositive: integer, critical: integer, high: integer };
const countRow = { playerId: uuid, count: integer };

const columns = `a.id, a.type, a.severity, a.status, a.description, a.player_id as "playerId", a.operator_id as "operatorId", a.amount_minor as "amountMinor",
  a.currency, a.assignee_id as "assigneeId", a.about_type as "aboutType", a.about_id as "aboutId", a.version, a.created_at as "createdAt", a.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('id', n.id, 'operatorId', n.operator_id, 'text', n.text,
    'createdAt', to_char(n.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.id) from alert_notes n where n.alert_id = a.id), '[]') as notes`;

/** Stores those whose cause raised nothing before. */
export async function insertNew(tx: Tx, drafts: readonly Draft[], at: Date): Promise<{ id: string; draft: Draft }[]> {
  const byCause = new Map(drafts.map((draft) => [draft.cause, draft]));
  const fresh = [...byCause.values()];
  const all = <T>(of: (draft: Draft) => T) => fresh.map(of);
  const rows = await tx.rows(
    raisedRow,
    `insert into alerts (cause, type, severity, description, player_id, operator_id, amount_minor, currency, about_type, about_id, created_at, updated_at)
     select d.*, $11, $11 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::bigint[], $8::text[], $9::text[], $10::text[]) d
     on conflict (cause) do nothing returning id, cause`,
    [
      all(({ cause }) => cause),
      all(({ type }) => type),
      all(({ type }) => alertTypes[type]),
      all(({ description }) => description),
      all(({ playerId }) => playerId ?? null),
      all(({ operatorId }) => operatorId ?? null),
      all(({ amountMinor }) => amountMinor ?? null),
      all(({ currency }) => currency ?? null),
      all(({ about }) => about?.type ?? null),
      all(({ about }) => about?.id ?? null),
      at,
    ],
  );
  return rows.flatMap(({ id, cause }) => {
    const draft = byCause.get(cause);
    return draft ? [{ id, draft }] : [];
  });
}

export interface AlertFilter {
  readonly severity?: Severity | undefined;
  readonly status?: AlertState['status'] | undefined;
  readonly userId?: string | undefined;
}

/** Newest first: ids are UUIDv7. */
export function alertsBefore(db: Queries, before: string | undefined, { severity, status, userId }: AlertFilter, most: number): Promise<AlertRow[]> {
  return db.rows(
    alertRow,
    `select ${columns} from alerts a where ($1::uuid is null or a.id < $1) and ($2::text is null or a.severity = $2) and ($3::text is null or a.status = $3)
       and ($4::uuid is null or a.player_id = $4) order by a.id desc limit $5`,
    [before ?? null, severity ?? null, status ?? null, userId ?? null, most],
  );
}

/** Over all alerts, whatever the filter. `critical` and `high` are of those that are not closed. */
export async function countAlerts(db: Queries): Promise<Row<typeof countsRow>> {
  const isOpen = `status in ('open', 'investigating')`;
  const statement = `select count(*) filter (where status = 'open') as open, count(*) filter (where status = 'investigating') as investigating,
    count(*) filter (where status = 'resolved') as resolved, count(*) filter (where status = 'false_positive') as "falsePositive",
    count(*) filter (where severity = 'critical' and ${isOpen}) as critical, count(*) filter (where severity = 'high' and ${isOpen}) as high from alerts`;
  return only(await db.row(countsRow, statement));
}

export function findAlert(db: Queries, id: string): Promise<AlertRow | undefined> {
  return db.row(alertRow, `select ${columns} from alerts a where a.id = $1`, [id]);
}

export async function lockAlert(tx: Tx, id: string): Promise<AlertRow | undefined> {
  await tx.exists('select from alerts where id = $1 for update', [id]);
  return findAlert(tx, id);
}

export async function changeAlert(tx: Tx, id: string, { status, assigneeId, version }: AlertState, at: Date): Promise<void> {
  await tx.run('update alerts set status = $2, assignee_id = $3, version = $4, updated_at = $5 where id = $1', [id, status, assigneeId, version, at]);
}

export async function addNote(tx: Tx, alertId: string, operatorId: string, note: string, at: Date): Promise<void> {
  await tx.run('insert into alert_notes (alert_id, operator_id, text, created_at) values ($1, $2, $3, $4)', [alertId, operatorId, note, at]);
}

/** Open or investigated alerts of each of these players; those without any are left out. */
export async function countOpenOf(db: Queries, playerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const statement = `select player_id as "playerId", count(*) as count from alerts where player_id = any ($1) and status in ('open', 'investigating') group by 1`;
  const rows = await db.rows(countRow, statement, [playerIds]);
  return new Map(rows.map(({ playerId, count }) => [playerId, count]));
}
