/** Every query of the audit log. */
import { likeLiteral } from '@fairline/chassis/http/search';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { Id } from '@fairline/proto/contract';
import { z } from 'zod';
import type { Chained, Head } from './chain.ts';

const values = nullable(json(z.custom<Record<string, unknown>>()));

const recordRow = {
  sequence: integer,
  id: uuid,
  service: text,
  at: instant,
  operatorId: uuid,
  action: text,
  resourceType: text,
  resourceId: text,
  reason: nullable(text),
  before: values,
  after: values,
  address: nullable(text),
  agent: nullable(text),
  hash: text,
};
export type RecordRow = Row<typeof recordRow>;

const headRow = { sequence: integer, hash: text };
const headAtRow = { ...headRow, at: nullable(instant) };
const idRow = { id: uuid };

const columns = `sequence, id, service, at, operator_id as "operatorId", action, resource_type as "resourceType", resource_id as "resourceId",
  reason, before, after, address, agent, hash`;

/** Locks the head file for the transaction. */
export async function lockHeadFile(tx: Tx): Promise<void> {
  await tx.run(
    `select pg_advisory_xact_lock(hashtextextended('fairline.risk.audit_heads', 0)), set_config('synchronous_commit', 'off', true)`,
  );
}

export async function noteWritten(tx: Tx, sequence: number): Promise<void> {
  await tx.run('update audit_written set sequence = greatest(sequence, $1)', [sequence]);
}

/** The newest head that this release has written to the file; 0 before the first. */
export async function readWritten(db: Queries): Promise<number> {
  return only(await db.row({ sequence: integer }, 'select sequence from audit_written')).sequence;
}

/** Locks the head, so that nobody else appends until the end of the transaction. */
export async function lockHead(tx: Tx): Promise<Head> {
  return only(await tx.row(headRow, 'select sequence, hash from audit_head for update'));
}

export async function readHead(db: Queries): Promise<Row<typeof headAtRow>> {
  return only(await db.row(headAtRow, 'select sequence, hash, at from audit_head'));
}

export async function recordedAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(idRow, 'select id from audit_log where id = any ($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Whether the log has an action of an operator on a resource with a UUID. Actions on its alerts do not count. */
export async function hasActedOn(on: Queries, operatorId: string, resourceId: string): Promise<boolean> {
  const row = await on.row(
    { sequence: integer },
    `select sequence from audit_log where resource_id = $1 and length(resource_id) = 36 and operator_id = $2 and service <> 'risk' limit 1`,
    [resourceId, operatorId],
  );
  return row !== undefined;
}

/** Whether an operator made or requested one of the actions behind an alert. */
export async function hasCaused(on: Queries, operatorId: string, alertId: string): Promise<boolean> {
  const row = await on.row(
    { sequence: integer },
    `select l.sequence from alert_events e join audit_log l on l.id = e.event_id
     where e.alert_id = $1 and (l.operator_id = $2 or l.after ->> 'requestedBy' = $2::text) limit 1`,
    [alertId, operatorId],
  );
  return row !== undefined;
}

/** Appends links to the log and moves the head to the last one. */
export async function append(tx: Tx, chained: readonly Chained[]): Promise<void> {
  const all = <T>(of: (one: Chained) => T) => chained.map(of);
  const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await tx.run(
    `insert into audit_log (sequence, id, service, at, operator_id, action, resource_type, resource_id, reason, before, after, address, agent, hash)
     select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::timestamptz[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::json[], $11::json[], $12::text[], $13::text[], $14::text[])`,
    [
      all(({ sequence }) => sequence),
      all(({ id }) => id),
      all(({ service }) => service),
      all(({ at }) => at),
      all(({ operatorId }) => operatorId),
      all(({ action }) => action),
      all(({ resourceType }) => resourceType),
      all(({ resourceId }) => resourceId),
      all(({ reason }) => reason ?? null),
      all(({ before }) => asJson(before)),
      all(({ after }) => asJson(after)),
      all(({ address }) => address ?? null),
      all(({ agent }) => agent ?? null),
      all(({ hash }) => hash),
    ],
  );
  const last = chained.at(-1);
  await tx.run('update audit_head set sequence = $1, hash = $2, at = now()', [last?.sequence, last?.hash]);
}

/** The records of a resource with a UUID, oldest first. */
export function recordsOf(db: Queries, resourceId: string, most: number): Promise<RecordRow[]> {
  return db.rows(
    recordRow,
    `select ${columns} from audit_log where resource_id = $1 and length(resource_id) = 36 order by sequence limit $2`,
    [resourceId, most],
  );
}

/** A page of the stored chain, in order. */
export function chainAfter(db: Queries, sequence: number, most: number): Promise<RecordRow[]> {
  return db.rows(recordRow, `select ${columns} from audit_log where sequence > $1 order by sequence limit $2`, [
    sequence,
    most,
  ]);
}

/** The link of a row; undefined if there is none. */
export function chainAt(db: Queries, sequence: number): Promise<Head | undefined> {
  return db.row(headRow, 'select sequence, hash from audit_log where sequence = $1', [sequence]);
}

export interface LogFilter {
  readonly q?: string | undefined;
  readonly operator?: string | undefined;
  readonly service?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** The most records that a page reads if no index serves the filter. The next page continues after them. */
const searchedAtOnce = { text: 50_000, times: 500_000 } as const;

const isId = (q: string | undefined) => Id.safeParse(q).success;

/** The most records that a page of this filter reads; undefined if indexes serve it. */
export function reachOf({ q, from, until }: LogFilter): number | undefined {
  if (isId(q)) return undefined;
  return q ? searchedAtOnce.text : from || until ? searchedAtOnce.times : undefined;
}

/** Records before a sequence number, newest first. */
export function newest(db: Queries, before: number, filter: LogFilter, most: number): Promise<RecordRow[]> {
  const floor = before - (reachOf(filter) ?? before);
  return read(db, filter, {
    within: 'sequence < $1 and sequence >= $2',
    order: 'order by sequence desc limit $3',
    values: [before, floor, most],
  });
}

/** Records after a sequence number, oldest first. */
export function oldest(db: Queries, after: number, filter: LogFilter, most: number): Promise<RecordRow[]> {
  const ceiling = after + (reachOf(filter) ?? Number.MAX_SAFE_INTEGER - after);
  return read(db, filter, {
    within: 'sequence > $1 and sequence <= $2',
    order: 'order by sequence limit $3',
    values: [after, ceiling, most],
  });
}

interface Stretch {
  within: string;
  order: string;
  values: [place: number, bound: number, most: number];
}

const matches = `($4::uuid is null or operator_id = $4) and ($5::text is null or service = $5)
  and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)`;

/** Reads a range of records. An id is looked up by the index of each column that may contain it; any other text is compared record by record. */
function read(
  db: Queries,
  { q, operator, service, from, until }: LogFilter,
  { within, order, values: stretch }: Stretch,
): Promise<RecordRow[]> {
  const common = [...stretch, operator ?? null, service ?? null, from ?? null, until ?? null];
  if (isId(q)) {
    const holders = [
      'id = $8::uuid',
      'operator_id = $8::uuid',
      'length(resource_id) = 36 and resource_id = $8::uuid::text',
    ];
    const places = holders
      .map((holds) => `(select sequence from audit_log where ${holds} and ${within} and ${matches} ${order})`)
      .join(' union ');
    return db.rows(recordRow, `select ${columns} from audit_log where sequence in (${places}) ${order}`, [
      ...common,
      q,
    ]);
  }
  const holds = `($8::text is null or action ilike $9 or resource_type ilike $9 or reason ilike $9 or resource_id = $8)`;
  const like = q ? `%${likeLiteral(q)}%` : null;
  return db.rows(recordRow, `select ${columns} from audit_log where ${within} and ${matches} and ${holds} ${order}`, [
    ...common,
    q || null,
    like,
  ]);
}

const dayRow = { day: text, count: integer, hash: text };

/**
 * The recorded actions of a service by UTC day, as the service counts them. Actions that wait as dead letters, where operators see them, count too.
 */
export function actionDays(
  db: Queries,
  service: string,
  durable: string,
  from: Date,
  until: Date,
): Promise<Row<typeof dayRow>[]> {
  return db.rows(
    dayRow,
    `with dead as materialized (
       select payload::json as event from dead_letters where consumer = $2 and payload is json object
     ), timed as materialized (
       select event, event -> 'data' as data from dead
       where pg_input_is_valid(event ->> 'time', 'timestamptz') and pg_input_is_valid(event ->> 'id', 'uuid')
     ), actions as (
       select at, operator_action_digest(id, operator_id::text, action, resource_type, resource_id) as digest
       from audit_log where service = $1 and at >= $3 and at <= $4
       union
       select (event ->> 'time')::timestamptz,
         operator_action_digest((event ->> 'id')::uuid, data ->> 'operatorId', data ->> 'action', data ->> 'resourceType', data ->> 'resourceId')
       from timed where (event ->> 'time')::timestamptz between $3 and $4
     )
     select to_char(at at time zone 'utc', 'YYYY-MM-DD') as day, count(*) as count, encode(sha256(string_agg(digest, '' order by digest)), 'hex') as hash
     from actions group by 1 order by 1`,
    [service, durable, from, until],
  );
}
