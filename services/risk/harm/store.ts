/** Queries of harm activity and scores: activity is added in batches, and read by the job that computes scores. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, day, instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { dailyLimitsOf } from '../limits/store.ts';
import { type ScoreRow, scoreColumns, scoreRow } from '../store-interventions.ts';
import { type EventKind, eventKinds } from './markers.ts';
import type { DayChange, LastPlay } from './play.ts';

const stateRow = {
  playerId: uuid,
  lastLossAt: nullable(instant),
  lastLossMinor: nullable(integer),
  sessionStartedAt: nullable(instant),
  lastPlayAt: nullable(instant),
};

const activityRow = { playerId: uuid, currency: nullable(text) };

const dayRow = {
  playerId: uuid,
  day,
  stakedMinor: integer,
  returnedMinor: integer,
  raises: integer,
  isNight: bool,
  longestMinutes: integer,
  firstPlayAt: nullable(instant),
  lastPlayAt: nullable(instant),
};

const eventRow = {
  playerId: uuid,
  kind: oneOf(eventKinds),
  at: instant,
  amountMinor: nullable(integer),
  currency: nullable(text),
};
const idRow = { id: uuid };

/** Creates missing players' rows and locks all, in the order of their ids, as every writer does. */
export async function lockPlayers(tx: Tx, playerIds: readonly string[]): Promise<Row<typeof stateRow>[]> {
  await tx.run(
    'insert into harm_players (player_id) select id from unnest($1::uuid[]) id order by id on conflict do nothing',
    [playerIds],
  );
  return tx.rows(
    stateRow,
    `select player_id as "playerId", last_loss_at as "lastLossAt", last_loss_minor as "lastLossMinor", session_started_at as "sessionStartedAt",
       last_play_at as "lastPlayAt" from harm_players where player_id = any ($1) order by player_id for update`,
    [playerIds],
  );
}

export interface PlayerChange extends LastPlay {
  readonly playerId: string;
  readonly currency: string;
}

export async function saveStates(tx: Tx, changes: readonly PlayerChange[]): Promise<void> {
  const all = <T>(of: (change: PlayerChange) => T) => changes.map(of);
  await tx.run(
    `update harm_players p set currency = c.currency, last_loss_at = c.lost_at, last_loss_minor = c.lost_minor, session_started_at = c.started_at,
       last_play_at = c.played_at, dirty = true
     from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
       as c (player_id, currency, lost_at, lost_minor, started_at, played_at)
     where p.player_id = c.player_id`,
    [
      all(({ playerId }) => playerId),
      all(({ currency }) => currency),
      all(({ lastLossAt }) => lastLossAt),
      all(({ lastLossMinor }) => lastLossMinor),
      all(({ sessionStartedAt }) => sessionStartedAt),
      all(({ lastPlayAt }) => lastPlayAt),
    ],
  );
}

export type OwnDayChange = DayChange & { readonly playerId: string };

export async function addToDays(tx: Tx, changes: readonly OwnDayChange[]): Promise<void> {
  const all = <T>(of: (change: OwnDayChange) => T) => changes.map(of);
  await tx.run(
    `insert into harm_days as d (player_id, day, staked_minor, returned_minor, raises, is_night, longest_minutes, first_play_at, last_play_at)
     select * from unnest($1::uuid[], $2::date[], $3::bigint[], $4::bigint[], $5::int[], $6::boolean[], $7::int[], $8::timestamptz[], $9::timestamptz[])
     on conflict (player_id, day) do update set staked_minor = d.staked_minor + excluded.staked_minor, returned_minor = d.returned_minor + excluded.returned_minor,
       raises = d.raises + excluded.raises, is_night = d.is_night or excluded.is_night, longest_minutes = greatest(d.longest_minutes, excluded.longest_minutes),
       first_play_at = least(d.first_play_at, excluded.first_play_at), last_play_at = greatest(d.last_play_at, excluded.last_play_at)`,
    [
      all(({ playerId }) => playerId),
      all((change) => change.day),
      all(({ stakedMinor }) => stakedMinor),
      all(({ returnedMinor }) => returnedMinor),
      all(({ raises }) => raises),
      all(({ isNight }) => isNight),
      all(({ longestMinutes }) => longestMinutes),
      all(({ firstPlayAt }) => firstPlayAt),
      all(({ lastPlayAt }) => lastPlayAt),
    ],
  );
}

export interface NewEvent {
  readonly id: string;
  readonly playerId: string;
  readonly kind: EventKind;
  readonly at: Date;
  readonly amountMinor?: number;
  readonly currency?: string;
}

export async function addEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const all = <T>(of: (event: NewEvent) => T) => events.map(of);
  await tx.run(
    `insert into harm_events (id, player_id, kind, at, amount_minor, currency)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::bigint[], $6::text[]) on conflict (id) do nothing`,
    [
      all(({ id }) => id),
      all(({ playerId }) => playerId),
      all(({ kind }) => kind),
      all(({ at }) => at),
      all(({ amountMinor }) => amountMinor ?? null),
      all(({ currency }) => currency ?? null),
    ],
  );
  await markDirty(
    tx,
    all(({ playerId }) => playerId),
  );
}

/** Marks players whose scores must be recomputed. */
export async function markDirty(tx: Tx, playerIds: readonly string[]): Promise<void> {
  const ids = [...new Set(playerIds)].sort();
  await lockPlayers(tx, ids);
  await tx.run('update harm_players set dirty = true where player_id = any ($1) and not dirty', [ids]);
}

export interface BetResult {
  readonly betId: string;
  readonly playerId: string;
  readonly version: number;
  readonly dueMinor: number;
  readonly at: Date;
}

const addedRow = { betId: uuid, version: integer, addedMinor: integer };

/** Stores results that are newer than the known ones, and returns the change of each bet's payout. Must run before the players are locked. */
export function takeResults(tx: Tx, results: readonly BetResult[]): Promise<Row<typeof addedRow>[]> {
  return tx.rows(
    addedRow,
    `insert into harm_bets as b (bet_id, player_id, version, due_minor, at)
     select distinct on (x."betId") x."betId", x."playerId", x.version, x."dueMinor", x.at
     from jsonb_to_recordset($1) as x ("betId" uuid, "playerId" uuid, version int, "dueMinor" bigint, at timestamptz) order by x."betId", x.version desc
     on conflict (bet_id) do update set version = excluded.version, due_minor = excluded.due_minor, at = excluded.at where b.version < excluded.version
     returning new.bet_id as "betId", new.version as version, new.due_minor - coalesce(old.due_minor, 0) as "addedMinor"`,
    [JSON.stringify(results)],
  );
}

/** Claims up to `most` players whose score must be recomputed. Other instances claim other players meanwhile. */
export async function claimDirty(tx: Tx, most: number): Promise<string[]> {
  const rows = await tx.rows(
    idRow,
    `update harm_players set dirty = false where player_id in (select player_id from harm_players where dirty order by player_id limit $1 for update skip locked)
     returning player_id as id`,
    [most],
  );
  return rows.map(({ id }) => id);
}

export async function activityOf(tx: Tx, playerIds: readonly string[], since: Date) {
  const players = await tx.rows(
    activityRow,
    'select player_id as "playerId", currency from harm_players where player_id = any ($1)',
    [playerIds],
  );
  const days = await tx.rows(
    dayRow,
    `select player_id as "playerId", day, staked_minor as "stakedMinor", returned_minor as "returnedMinor", raises, is_night as "isNight",
       longest_minutes as "longestMinutes", first_play_at as "firstPlayAt", last_play_at as "lastPlayAt"
     from harm_days where player_id = any ($1) and day >= ($2::timestamptz at time zone 'utc')::date`,
    [playerIds, since],
  );
  const events = await tx.rows(
    eventRow,
    'select player_id as "playerId", kind, at, amount_minor as "amountMinor", currency from harm_events where player_id = any ($1) and at >= $2',
    [playerIds, since],
  );
  const limits = await dailyLimitsOf(tx, playerIds);
  const scores = await scoresOf(tx, playerIds);
  return { players, days, events, limits, scores };
}

export function scoresOf(db: Queries, playerIds: readonly string[]): Promise<ScoreRow[]> {
  return db.rows(scoreRow, `select ${scoreColumns} from harm_scores where player_id = any ($1)`, [playerIds]);
}

export async function saveScore(
  tx: Tx,
  { playerId, score, markers, version, atRiskSince, computedAt }: ScoreRow,
): Promise<void> {
  await tx.run(
    `insert into harm_scores (player_id, score, markers, version, at_risk_since, computed_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (player_id) do update set score = $2, markers = $3, version = $4, at_risk_since = $5, computed_at = $6`,
    [playerId, score, JSON.stringify(markers), version, atRiskSince, computedAt],
  );
}

/** Marks and returns players after `after`, in the order of their ids, whose score was computed before a time, because their markers may have ended. */
export async function markOld(
  db: Queries,
  before: Date,
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const rows = await db.rows(
    idRow,
    `with old as materialized (
       select p.player_id from harm_players p join harm_scores s on s.player_id = p.player_id
       where p.player_id > $2 and s.score > 0 and s.computed_at < $1 order by p.player_id limit $3 for update of p
     ), changed as (update harm_players p set dirty = true from old where p.player_id = old.player_id)
     select player_id as id from old order by id`,
    [before, after, most],
  );
  return rows.map(({ id }) => id);
}

/** Deletes activity that no marker reads any more, in batches. */
export async function deleteOld(db: Queries, before: Date): Promise<void> {
  const some = (table: string, condition: string) =>
    `delete from ${table} where ctid = any (array(select ctid from ${table} where ${condition} limit 5000))`;
  while ((await db.run(some('harm_days', `day < ($1::timestamptz at time zone 'utc')::date`), [before])) > 0);
  for (const table of ['harm_events', 'harm_bets']) while ((await db.run(some(table, 'at < $1'), [before])) > 0);
}

/** Deletes all rows of erased players. Bets come before players, because `takeResults` locks them in this order. */
export async function erasePlayers(tx: Tx, playerIds: readonly string[]): Promise<void> {
  for (const table of ['harm_bets', 'harm_players', 'harm_days', 'harm_events', 'harm_scores', 'interventions'])
    await tx.run(`delete from ${table} where player_id = any ($1)`, [playerIds]);
}
