/** Queries of reality checks, and of sessions as risk counts them. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, only, type Row, uuid } from '@fairline/chassis/storage/rows';
import type { PlaySpan } from './session.ts';

const checkRow = {
  id: uuid,
  dueAt: instant,
  minutes: integer,
  acknowledgedAt: nullable(instant),
  permitVersion: nullable(integer),
};
export type CheckRow = Row<typeof checkRow>;

const columns = `id, due_at as "dueAt", minutes, acknowledged_at as "acknowledgedAt", permit_version as "permitVersion"`;

/** Stores a check once. Returns its row to the first caller, undefined to all others. */
export function insertCheck(tx: Tx, playerId: string, dueAt: Date, minutes: number): Promise<CheckRow | undefined> {
  return tx.row(
    checkRow,
    `insert into reality_checks (id, player_id, due_at, minutes) values (uuidv7(), $1, $2, $3) on conflict (player_id, due_at) do nothing returning ${columns}`,
    [playerId, dueAt, minutes],
  );
}

export function checkAt(db: Queries, playerId: string, dueAt: Date): Promise<CheckRow | undefined> {
  return db.row(checkRow, `select ${columns} from reality_checks where player_id = $1 and due_at = $2`, [
    playerId,
    dueAt,
  ]);
}

export function checkById(db: Queries, playerId: string, id: string): Promise<CheckRow | undefined> {
  return db.row(checkRow, `select ${columns} from reality_checks where player_id = $1 and id = $2`, [playerId, id]);
}

/** Stores the acknowledgement of a check, once. `permitVersion` is that of the permit with the acknowledgement; null if the check was out of date. */
export async function setAcknowledged(tx: Tx, id: string, at: Date, permitVersion: number | null): Promise<void> {
  await tx.run(
    'update reality_checks set acknowledged_at = $2, permit_version = $3 where id = $1 and acknowledged_at is null',
    [id, at, permitVersion],
  );
}

const spanRow = { playerId: uuid, startedAt: instant, lastStakeAt: instant };
export type SpanRow = Row<typeof spanRow>;

export interface Reach {
  playerId: string;
  from: Date;
  until: Date;
}

/** Sessions of locked players that stakes in a span of time could extend. */
export function spansNear(tx: Tx, reaches: readonly Reach[]): Promise<SpanRow[]> {
  return tx.rows(
    spanRow,
    `select s.player_id as "playerId", s.started_at as "startedAt", s.last_stake_at as "lastStakeAt"
     from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as r (player_id, since, until)
     join play_sessions s on s.player_id = r.player_id and s.last_stake_at > r.since and s.started_at < r.until`,
    [reaches.map(({ playerId }) => playerId), reaches.map(({ from }) => from), reaches.map(({ until }) => until)],
  );
}

export async function dropSpans(tx: Tx, spans: readonly SpanRow[]): Promise<void> {
  if (spans.length === 0) return;
  await tx.run(
    `delete from play_sessions s using unnest($1::uuid[], $2::timestamptz[]) as d (player_id, started_at) where s.player_id = d.player_id and s.started_at = d.started_at`,
    [spans.map(({ playerId }) => playerId), spans.map(({ startedAt }) => startedAt)],
  );
}

export async function saveSpans(tx: Tx, spans: readonly (PlaySpan & { playerId: string })[]): Promise<void> {
  await tx.run(
    `insert into play_sessions (player_id, started_at, last_stake_at) select * from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[])
     on conflict (player_id, started_at) do update set last_stake_at = excluded.last_stake_at`,
    [
      spans.map(({ playerId }) => playerId),
      spans.map(({ startedAt }) => startedAt),
      spans.map(({ lastStakeAt }) => lastStakeAt),
    ],
  );
}

const playedRow = { sessions: integer, playMinutes: integer };

/** Number and length of the sessions that began in a period; without one, of all sessions. */
export async function playedBetween(
  db: Queries,
  playerId: string,
  from: Date | null,
  until: Date | null,
): Promise<Row<typeof playedRow>> {
  return only(
    await db.row(
      playedRow,
      `select count(*)::int as sessions, coalesce(round(sum(extract(epoch from last_stake_at - started_at)) / 60), 0)::int as "playMinutes"
       from play_sessions where player_id = $1 and ($2::timestamptz is null or started_at >= $2) and ($3::timestamptz is null or started_at < $3)`,
      [playerId, from, until],
    ),
  );
}

/** Plans an immediate look at these players' sessions, unless one is planned already. */
export async function lookSoon(tx: Tx, playerIds: readonly string[], at: Date): Promise<void> {
  await tx.run('update players set look_at = $2 where player_id = any ($1) and look_at is null', [playerIds, at]);
}

const lookRow = { playerId: uuid, lookAt: instant, nextMinutes: nullable(integer) };
export type LookRow = Row<typeof lookRow>;

/** Claims players whose sessions are due for a look, each for `againMs`, in which wallet replies. */
export function claimLooks(
  db: Queries,
  at: Date,
  { limit, againMs }: { limit: number; againMs: number },
): Promise<LookRow[]> {
  return db.rows(
    lookRow,
    `update players p set look_at = $1::timestamptz + $3 * interval '1 millisecond'
     from (select player_id from players where look_at <= $1 order by look_at limit $2 for update skip locked) due
     where p.player_id = due.player_id returning p.player_id as "playerId", p.look_at as "lookAt", p.next_minutes as "nextMinutes"`,
    [at, limit, againMs],
  );
}

/** Sets the next look, unless another one was set meanwhile. */
export async function setLook(db: Queries, { playerId, lookAt }: LookRow, next: Date | null): Promise<void> {
  await db.run('update players set look_at = $3 where player_id = $1 and look_at = $2', [playerId, lookAt, next]);
}
