/** What operators find, read and note of players. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { timelineKinds } from '@fairline/proto/auth/staff';
import { userStatuses } from '@fairline/proto/auth/users';
import { Id } from '@fairline/proto/contract';
import { z } from 'zod';
import { playerColumns, playerRow } from '../users/store.ts';
import type { Player } from '../users/user.ts';

const foundRow = { ...playerRow, duplicates: integer };

const summaryRow = {
  id: uuid,
  email: text,
  firstName: text,
  lastName: text,
  country: text,
  level: oneOf(['unverified', 'verified']),
  status: oneOf(userStatuses),
  demo: bool,
};
export type PlayerSummary = Row<typeof summaryRow>;

const countsRow = { totalUsers: integer, verifiedUsers: integer, suspendedUsers: integer, newToday: integer };
export type UserCounts = Row<typeof countsRow>;
const movementRow = { newUsers: integer, activeUsers: integer };

const noteRow = { id: uuid, text, operatorId: uuid, operatorName: text, createdAt: instant };
export type Note = Row<typeof noteRow>;

const timelineRow = {
  id: uuid,
  kind: oneOf(timelineKinds),
  at: instant,
  operatorId: nullable(uuid),
  operatorName: nullable(text),
  params: json(z.record(z.string(), z.unknown())),
};
export type TimelineRow = Row<typeof timelineRow>;

export interface PlayerSearch {
  q: string | undefined;
  status: Player['status'] | undefined;
  beforeId: string | undefined;
}

/** How many other accounts have the same name and date of birth. */
const duplicates = '(select count(*) from users o where o.person_key = users.person_key and o.id <> users.id) as duplicates';

export function readPlayerRow(on: Queries, id: string): Promise<(Player & { duplicates: number }) | undefined> {
  return on.row(foundRow, `select ${playerColumns}, ${duplicates} from users where id = $1`, [id]);
}

/** Newest first, one more than a page; found by a part of address or name (of one or two letters: by the beginning of a word), by the whole id or by its last eight characters. */
export async function searchPlayers(on: Queries, { q, status, beforeId }: PlayerSearch, count: number): Promise<(Player & { duplicates: number })[]> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const within = ['true', ...(beforeId ? [`id < ${given(beforeId)}`] : []), ...(status ? [`status = ${given(status)}`] : [])].join(' and ');
  const page = `order by id desc limit ${given(count)}`;
  const shown = `select ${playerColumns}, ${duplicates} from`;
  const sought = q?.trim();
  if (!sought) return on.rows(foundRow, `${shown} users where ${within} ${page}`, values);
  // Signs alone are in no index, and distinguish nobody.
  if (!/[\p{L}\p{N}]/u.test(sought)) return [];
  const matches = matching(sought, given);
  // The newest players first: a common term fills the page there, and by the index it would bring all players.
  const newest = await on.rows(
    foundRow,
    `${shown} (select * from users where ${within} order by id desc limit ${newestSearched}) users where ${matches} ${page}`,
    values,
  );
  if (newest.length === count) return newest;
  // Then by the index, found before it is sorted: a plan that follows the ids until the page is full reads every player for a term that nobody has.
  const found = `with found as materialized (select id from users where ${matches})`;
  return on.rows(foundRow, `${found} ${shown} users where id in (select id from found) and ${within} ${page}`, values);
}

const newestSearched = 2_000;

/** The index knows parts of three letters and beginnings of words. */
function matching(sought: string, given: (value: unknown) => string): string {
  const text = sought.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  const patterns = [...sought].length > 2 ? [`%${text}%`] : [`${text}%`, `% ${text}%`];
  const conditions = patterns.map((pattern) => `found_by like lower(${given(pattern)})`);
  const id = Id.safeParse(sought.toLowerCase()).data;
  if (id) conditions.push(`id = ${given(id)}`);
  if (/^[0-9a-f]{8}$/i.test(sought)) conditions.push(`right(id::text, 8) = ${given(sought.toLowerCase())}`);
  return `(${conditions.join(' or ')})`;
}

export function readSummaries(on: Queries, playerIds: readonly string[]): Promise<PlayerSummary[]> {
  return on.rows(
    summaryRow,
    'select id, email, first_name as "firstName", last_name as "lastName", country, level, status, demo from users where id = any($1::uuid[])',
    [playerIds],
  );
}

/** Real players only. */
export async function countUsers(on: Queries, today: Date): Promise<UserCounts> {
  return only(
    await on.row(
      countsRow,
      `select count(*)::int as "totalUsers", count(*) filter (where level = 'verified')::int as "verifiedUsers",
       count(*) filter (where status = 'suspended')::int as "suspendedUsers", count(*) filter (where created_at >= $1)::int as "newToday"
     from users where not demo`,
      [today],
    ),
  );
}

/** Who came and who signed in from one instant until before another; real players only. */
export async function countMovement(on: Queries, from: Date, until: Date): Promise<{ newUsers: number; activeUsers: number }> {
  return only(
    await on.row(
      movementRow,
      `select (select count(*)::int from users where not demo and created_at >= $1 and created_at < $2) as "newUsers",
       (select count(distinct h.player_id)::int from user_history h join users u on u.id = h.player_id and not u.demo
        where h.kind in ('registered', 'signed_in') and h.at >= $1 and h.at < $2) as "activeUsers"`,
      [from, until],
    ),
  );
}

export async function insertNote(tx: Tx, note: { playerId: string; operatorId: string; text: string }, now: Date): Promise<Note> {
  return only(
    await tx.row(
      noteRow,
      `with added as (
       insert into user_notes (player_id, operator_id, text, created_at) values ($1, $2, $3, $4) returning id, text, operator_id, created_at)
     select a.id, a.text, a.operator_id as "operatorId", o.first_name || ' ' || o.last_name as "operatorName", a.created_at as "createdAt"
     from added a join operators o on o.id = a.operator_id`,
      [note.playerId, note.operatorId, note.text, now],
    ),
  );
}

/** Newest first. */
export function readNotes(on: Queries, playerId: string, beforeId: string | undefined, count: number): Promise<Note[]> {
  return on.rows(
    noteRow,
    `select n.id, n.text, n.operator_id as "operatorId", o.first_name || ' ' || o.last_name as "operatorName", n.created_at as "createdAt"
     from user_notes n join operators o on o.id = n.operator_id
     where n.player_id = $1 and ($2::uuid is null or n.id < $2) order by n.id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}

/** Newest first. */
export function readTimeline(on: Queries, playerId: string, beforeId: string | undefined, count: number): Promise<TimelineRow[]> {
  return on.rows(
    timelineRow,
    `select h.id, h.kind, h.at, h.operator_id as "operatorId", o.first_name || ' ' || o.last_name as "operatorName", h.params
     from user_history h left join operators o on o.id = h.operator_id
     where h.player_id = $1 and ($2::uuid is null or h.id < $2) order by h.id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}
