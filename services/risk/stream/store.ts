/** Queries of the event stream. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { z } from 'zod';
import type { KeptEvent, StoryKey } from './event.ts';

const eventRow = {
  id: uuid,
  service: text,
  name: text,
  aggregate: uuid,
  version: integer,
  at: instant,
  traceId: nullable(text),
  playerId: nullable(uuid),
  data: json(z.custom<Record<string, unknown>>()),
};
export type EventRow = Row<typeof eventRow>;
const traceRow = { traceId: text };

const columns = 'id, service, name, aggregate, version, at, trace_id as "traceId", player_id as "playerId", data';

export async function insertEvents(tx: Tx, events: readonly KeptEvent[]): Promise<void> {
  const all = <T>(of: (event: KeptEvent) => T) => events.map(of);
  await tx.run(
    `insert into stream_events (id, service, name, aggregate, version, at, trace_id, player_id, refs, data)
     select e.id, e.service, e.name, e.aggregate, e.version, e.at, e.trace_id, e.player_id, e.refs::uuid[], e.data::json
     from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::timestamptz[], $7::text[], $8::uuid[], $9::text[], $10::text[])
       as e (id, service, name, aggregate, version, at, trace_id, player_id, refs, data)
     on conflict do nothing`,
    [
      all(({ id }) => id),
      all(({ service }) => service),
      all(({ name }) => name),
      all(({ aggregate }) => aggregate),
      all(({ version }) => version),
      all(({ at }) => at),
      all(({ traceId }) => traceId),
      all(({ playerId }) => playerId),
      all(({ refs }) => `{${refs.join()}}`),
      all(({ data }) => JSON.stringify(data)),
    ],
  );
}

export interface Place {
  readonly at: string;
  readonly id: string;
}

export interface EventFilter {
  readonly service?: string | undefined;
  readonly name?: string | undefined;
  readonly playerId?: string | undefined;
  readonly aggregate?: string | undefined;
}

/** Events before a place, newest first. Absent filters are left out of the query, so that each filter uses its own index. */
export function eventsBefore(
  db: Queries,
  before: Place | undefined,
  { service, name, playerId, aggregate }: EventFilter,
  most: number,
): Promise<EventRow[]> {
  const values: unknown[] = [most];
  const where: string[] = [];
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value !== undefined) where.push(condition(`$${values.push(value)}`));
  };
  add((place) => `service = ${place}`, service);
  add((place) => `name = ${place}`, name);
  add((place) => `player_id = ${place}`, playerId);
  add((place) => `aggregate = ${place}`, aggregate);
  if (before) where.push(`(at, id) < ($${values.push(before.at)}, $${values.push(before.id)})`);
  const filter = where.length > 0 ? `where ${where.join(' and ')}` : '';
  return db.rows(eventRow, `select ${columns} from stream_events ${filter} order by at desc, id desc limit $1`, values);
}

/** The most events that a story reads for one id, because some ids, such as a fixture's, are named by more. */
const lookedAtMost = 20_000;

/** The newest events that name an id or belong to a trace, oldest first. For a player the newest are exact, however many events they have. */
export function coreEvents(db: Queries, key: StoryKey, most: number): Promise<EventRow[]> {
  if ('traceId' in key)
    return eventsAmong(
      db,
      `select id, at from stream_events where trace_id = $1 limit ${lookedAtMost}`,
      [key.traceId, most],
      'desc',
    );
  const found = `(select id, at from stream_events where refs @> array[$1::uuid] limit ${lookedAtMost})
    union (select id, at from stream_events where player_id = $1::uuid order by at desc, id desc limit $2)`;
  return eventsAmong(db, found, [key.id, most], 'desc');
}

/** Sorts only ids and times first. Otherwise the planner would walk through all events by time, or sort the data as well. */
function eventsAmong(
  db: Queries,
  found: string,
  values: [condition: unknown, most: number],
  order: 'asc' | 'desc',
): Promise<EventRow[]> {
  return db.rows(
    eventRow,
    `with found as materialized (${found}), picked as materialized (select id from found order by at ${order}, id ${order} limit $2)
     select ${columns} from picked join stream_events using (id) order by at, id`,
    values,
  );
}

/** The traces with at most this many events. A batch, such as a settlement, has more. */
export async function smallTraces(db: Queries, traceIds: readonly string[], eventsMost: number): Promise<string[]> {
  const rows = await db.rows(
    traceRow,
    `select t.trace_id as "traceId" from unnest($1::text[]) t (trace_id)
     where (select count(*) from (select from stream_events e where e.trace_id = t.trace_id limit $2 + 1) c) <= $2`,
    [traceIds, eventsMost],
  );
  return rows.map(({ traceId }) => traceId);
}

/** The oldest events of the traces. */
export function eventsOfTraces(db: Queries, traceIds: readonly string[], most: number): Promise<EventRow[]> {
  return eventsAmong(
    db,
    `select id, at from stream_events where trace_id = any ($1) limit ${lookedAtMost}`,
    [traceIds, most],
    'asc',
  );
}

export async function deleteOld(db: Queries, before: Date): Promise<void> {
  const some =
    'delete from stream_events where id = any (array(select id from stream_events where at < $1 order by at limit 5000))';
  while ((await db.run(some, [before])) > 0);
}
