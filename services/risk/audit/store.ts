/** Every query of the audit log. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
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

/** Until the end of the transaction nobody else appends. */
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

/** Adds links to the log and moves the head to the last of them. */
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

/** A page of the chain in its order, as it stands. */
export function chainAfter(db: Queries, sequence: number, most: number): Promise<RecordRow[]> {
  return db.rows(recordRow, `select ${columns} from audit_log where sequence > $1 order by sequence limit $2`, [sequence, most]);
}

export interface LogFilter {
  readonly q?: string | undefined;
  readonly operator?: string | undefined;
  readonly service?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** A search for a text reads so many records per page at most; the next page goes on after them. */
export const searchedAtOnce = 50_000;

const matches = `($2::text is null or action ilike $3 or resource_type ilike $3 or reason ilike $3 or resource_id = $2 or id::text = lower($2) or operator_id::text = lower($2))
  and ($4::uuid is null or operator_id = $4) and ($5::text is null or service = $5)
  and ($6::timestamptz is null or at >= $6) and ($7::timestamptz is null or at < $7)`;

const argumentsOf = ({ q, operator, service, from, until }: LogFilter) => [
  q || null,
  q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
  operator ?? null,
  service ?? null,
  from ?? null,
  until ?? null,
];

/** Records before a place, newest first. */
export function newest(db: Queries, before: number, filter: LogFilter, most: number): Promise<RecordRow[]> {
  const floor = filter.q ? before - searchedAtOnce : 0;
  const statement = `select ${columns} from audit_log where sequence < $1 and sequence >= $8 and ${matches} order by sequence desc limit $9`;
  return db.rows(recordRow, statement, [before, ...argumentsOf(filter), floor, most]);
}

/** Records after a place, oldest first, among the next `searchedAtOnce` of the log. */
export function oldest(db: Queries, after: number, filter: LogFilter, most: number): Promise<RecordRow[]> {
  const statement = `select ${columns} from audit_log where sequence > $1 and sequence <= $8 and ${matches} order by sequence limit $9`;
  return db.rows(recordRow, statement, [after, ...argumentsOf(filter), after + searchedAtOnce, most]);
}
