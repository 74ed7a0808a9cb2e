/** Queries by which operators find and read players, and keep notes about them. */
import { likePatterns } from '@fairline/chassis/http/search';
import type { Counted } from '@fairline/chassis/process/past-counts';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import {
  bool,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  only,
  type Row,
  text,
  uuid,
} from '@fairline/chassis/storage/rows';
import { type RiskLevelName, riskLevels } from '@fairline/proto/auth/fields';
import { timelineKinds } from '@fairline/proto/auth/staff';
import { userStatuses } from '@fairline/proto/auth/users';
import { Id } from '@fairline/proto/contract';
import type { CountryCode } from '@fairline/proto/countries';
import { playerEndIn } from '@fairline/proto/wallet/rules';
import { z } from 'zod';
import { playerColumns, playerRow } from '../users/store.ts';
import type { Player } from '../users/user.ts';

const foundRow = { ...playerRow, duplicates: integer, riskLevel: oneOf(riskLevels) };
export type FoundPlayer = Row<typeof foundRow>;

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
const newRow = { newUsers: integer };
const visitorsRow = { visitors: integer };

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
  status?: Player['status'] | undefined;
  risk?: RiskLevelName | undefined;
  level?: Player['level'] | undefined;
  country?: CountryCode | undefined;
  /** The time of registration: from `from`, and before `until`. */
  from?: Date | undefined;
  until?: Date | undefined;
  beforeId: string | undefined;
}

/** Columns: the number of other accounts with the same name and date of birth, and the risk level. */
const beside =
  '(select count(*) from users o where o.person_key = users.person_key and o.id <> users.id) as duplicates, risk_level as "riskLevel"';

export function readPlayerRow(on: Queries, id: string): Promise<FoundPlayer | undefined> {
  return on.row(foundRow, `select ${playerColumns}, ${beside} from users where id = $1`, [id]);
}

/** Searches players by a part of address or name (one or two letters: the beginning of a word), by the whole id or its last eight characters, or by the reference that the player quotes in transfers. Newest first. */
export async function searchPlayers(
  on: Queries,
  { q, beforeId, ...filter }: PlayerSearch,
  count: number,
): Promise<FoundPlayer[]> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const filters = [beforeId && `id < ${given(beforeId)}`, ...filterConditions(filter, given)];
  const within = ['true', ...filters.filter(Boolean)].join(' and ');
  const page = `order by id desc limit ${given(count)}`;
  const shown = `select ${playerColumns}, ${beside} from`;
  const sought = q?.trim();
  if (!sought) return on.rows(foundRow, `${shown} users where ${within} ${page}`, values);
  const patterns = likePatterns(sought);
  if (!patterns) return [];
  const matches = searchConditions(sought, patterns, given);
  // The newest players are searched first: a common term fills the page there, while the index would return all players with it.
  const newest = await on.rows(
    foundRow,
    `${shown} (select * from users where ${within} order by id desc limit ${newestSearched}) users where ${matches} ${page}`,
    values,
  );
  if (newest.length === count) return newest;
  // Then the index is searched, and its matches are sorted. A plan that follows the ids until the page is full would read every player for a term without a match.
  const found = `with found as materialized (select id from users where ${matches})`;
  return on.rows(foundRow, `${found} ${shown} users where id in (select id from found) and ${within} ${page}`, values);
}

/** Risk, level and country stand in the text, not in parameters: a plan for any value would follow the ids, and read all players for a rare one. Their values are those of the contract. */
function filterConditions(
  { status, risk, level, country, from, until }: Omit<PlayerSearch, 'q' | 'beforeId'>,
  given: (value: unknown) => string,
) {
  return [
    status && `status = ${given(status)}`,
    risk && `risk_level = '${risk}'`,
    level && `level = '${level}'`,
    country && `country = '${country}'`,
    from && `created_at >= ${given(from)}`,
    until && `created_at < ${given(until)}`,
  ];
}

const newestSearched = 2_000;

function searchConditions(sought: string, patterns: readonly string[], given: (value: unknown) => string): string {
  const conditions = patterns.map((pattern) => `found_by like lower(${given(pattern)})`);
  const id = Id.safeParse(sought.toLowerCase()).data;
  if (id) conditions.push(`id = ${given(id)}`);
  const end = playerEndIn(sought) ?? /^[0-9a-f]{8}$/i.exec(sought)?.[0].toLowerCase();
  // The index covers the last eight characters of the id.
  if (end) conditions.push(`right(id::text, 8) = ${given(end.slice(-8))} and id::text like ${given(`%${end}`)}`);
  return `(${conditions.join(' or ')})`;
}

/** Stores the newest risk level of each player; a late older event changes nothing. */
export async function keepRiskLevels(
  tx: Tx,
  levels: readonly { playerId: string; level: RiskLevelName; version: number }[],
): Promise<void> {
  await tx.run(
    `update users u set risk_level = n.level, risk_version = n.version
     from (select distinct on (id) id, level, version from unnest($1::uuid[], $2::text[], $3::int[]) as l (id, level, version) order by id, version desc) n
     where u.id = n.id and u.risk_version < n.version`,
    [levels.map(({ playerId }) => playerId), levels.map(({ level }) => level), levels.map(({ version }) => version)],
  );
}

export function readSummaries(on: Queries, playerIds: readonly string[]): Promise<PlayerSummary[]> {
  return on.rows(
    summaryRow,
    'select id, email, first_name as "firstName", last_name as "lastName", country, level, status, demo from users where id = any($1::uuid[])',
    [playerIds],
  );
}

/** Counts real players: all, verified, suspended, and new today. */
export async function countUsers(on: Queries, today: Date): Promise<UserCounts> {
  return only(
    await on.row(
      countsRow,
      `select count(*)::int as "totalUsers", count(*) filter (where level = 'verified')::int as "verifiedUsers",
       count(*) filter (where status = 'suspended')::int as "suspendedUsers", (select count(*)::int from users where not demo and created_at >= $1) as "newToday"
     from users where not demo`,
      [today],
    ),
  );
}

/** The number of real players who registered from one instant until before another. */
export async function countNew(on: Queries, from: Date, until: Date): Promise<{ newUsers: number }> {
  return only(
    await on.row(
      newRow,
      'select count(*)::int as "newUsers" from users where not demo and created_at >= $1 and created_at < $2',
      [from, until],
    ),
  );
}

const visits = `from user_history h where h.kind in ('registered', 'signed_in') and h.player_id <> all (array(select id from users where demo))`;

/** The real players who signed in or registered. */
export const visitors = (on: Queries): Counted => ({
  within: async (since, until) => {
    const counted = `select count(distinct h.player_id)::int as visitors ${visits} and h.at >= $1 and h.at < $2`;
    return only(await on.row(visitorsRow, counted, [since, until])).visitors;
  },
  added: async (from, since, until) => {
    const counted = `select count(*)::int as visitors from (select distinct h.player_id ${visits} and h.at >= $2 and h.at < $3) recent
      where not exists (select from user_history e where e.player_id = recent.player_id and e.kind in ('registered', 'signed_in') and e.at >= $1 and e.at < $2)`;
    return only(await on.row(visitorsRow, counted, [from, since, until])).visitors;
  },
});

export async function insertNote(
  tx: Tx,
  note: { playerId: string; operatorId: string; text: string },
  now: Date,
): Promise<Note> {
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

/** The notes on a player, newest first. */
export function readNotes(on: Queries, playerId: string, beforeId: string | undefined, count: number): Promise<Note[]> {
  return on.rows(
    noteRow,
    `select n.id, n.text, n.operator_id as "operatorId", o.first_name || ' ' || o.last_name as "operatorName", n.created_at as "createdAt"
     from user_notes n join operators o on o.id = n.operator_id
     where n.player_id = $1 and ($2::uuid is null or n.id < $2) order by n.id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}

/** The timeline of a player, newest first. It leaves out the addresses of sign-ins, which only the player sees. */
export function readTimeline(
  on: Queries,
  playerId: string,
  beforeId: string | undefined,
  count: number,
): Promise<TimelineRow[]> {
  return on.rows(
    timelineRow,
    `select h.id, h.kind, h.at, h.operator_id as "operatorId", o.first_name || ' ' || o.last_name as "operatorName", h.params - 'address' as params
     from user_history h left join operators o on o.id = h.operator_id
     where h.player_id = $1 and ($2::uuid is null or h.id < $2) order by h.id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}
