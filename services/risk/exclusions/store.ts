/** Queries of exclusions. The times of a row never change, except that a player asks to return: a longer exclusion is another row. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, nullable, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';

const exclusionRow = {
  id: uuid,
  playerId: uuid,
  days: nullable(integer),
  reason: text,
  startsAt: instant,
  endsAt: nullable(instant),
  returnsOnRequest: bool,
  returnsAt: nullable(instant),
  permitVersion: integer,
};
export type ExclusionRow = Row<typeof exclusionRow>;

const columns = `e.id, e.player_id as "playerId", e.days, e.reason, e.starts_at as "startsAt", e.ends_at as "endsAt", e.returns_on_request as "returnsOnRequest", e.returns_at as "returnsAt",
  e.permit_version as "permitVersion"`;

/** The instant from which an exclusion is over; null: never, or not before the player asks to return. */
const overAt = 'case when e.returns_on_request then e.returns_at else e.ends_at end';

/** All exclusions of a player, newest first. */
export function exclusionsOf(db: Queries, playerId: string): Promise<ExclusionRow[]> {
  return db.rows(
    exclusionRow,
    `select ${columns} from exclusions e where e.player_id = $1 order by e.starts_at desc, e.id desc`,
    [playerId],
  );
}

export function exclusionById(db: Queries, id: string): Promise<ExclusionRow | undefined> {
  return db.row(exclusionRow, `select ${columns} from exclusions e where e.id = $1`, [id]);
}

/** The exclusion that is in force at an instant; of several, the one that ends last. */
export function currentExclusion(db: Queries, playerId: string, at: Date): Promise<ExclusionRow | undefined> {
  return db.row(
    exclusionRow,
    `select ${columns} from exclusions e where e.player_id = $1 and (${overAt} is null or ${overAt} > $2) order by e.ends_at desc nulls first limit 1`,
    [playerId, at],
  );
}

/** The players among these who are excluded at an instant. */
export async function findExcluded(on: Queries, playerIds: readonly string[], at: Date): Promise<Set<string>> {
  const rows = await on.rows(
    { playerId: uuid },
    `select distinct e.player_id as "playerId" from exclusions e where e.player_id = any ($1) and e.starts_at <= $2 and (${overAt} is null or ${overAt} > $2)`,
    [playerIds, at],
  );
  return new Set(rows.map(({ playerId }) => playerId));
}

/** The indexes of those pairs of player and instant where the player was excluded at the instant. */
export async function findExcludedThen(
  on: Queries,
  moments: readonly { playerId: string; at: Date }[],
): Promise<ReadonlySet<number>> {
  const rows = await on.rows(
    { place: integer },
    `select t.place from unnest($1::uuid[], $2::timestamptz[]) with ordinality as t (player_id, at, place)
     where exists (select from exclusions e where e.player_id = t.player_id and e.starts_at <= t.at and (${overAt} is null or ${overAt} > t.at))`,
    [moments.map(({ playerId }) => playerId), moments.map(({ at }) => at)],
  );
  return new Set(rows.map(({ place }) => place - 1));
}

export async function insertExclusion(
  tx: Tx,
  { playerId, days, reason, startsAt, endsAt, returnsOnRequest, permitVersion }: Omit<ExclusionRow, 'id' | 'returnsAt'>,
): Promise<ExclusionRow> {
  return only(
    await tx.row(
      exclusionRow,
      `insert into exclusions as e (id, player_id, days, reason, starts_at, ends_at, permit_version, returns_on_request) values (uuidv7(), $1, $2, $3, $4, $5, $6, $7)
       returning ${columns}`,
      [playerId, days, reason, startsAt, endsAt, permitVersion, returnsOnRequest],
    ),
  );
}

/** Stores that the player returns at an instant from every exclusion that waits for their request, by this version of the permit. */
export async function setReturn(tx: Tx, playerId: string, returnsAt: Date, permitVersion: number): Promise<void> {
  await tx.run(
    'update exclusions set returns_at = $2, permit_version = $3 where player_id = $1 and returns_on_request and returns_at is null',
    [playerId, returnsAt, permitVersion],
  );
}

/** Takes players whose last exclusion has ended, each once, and returns that exclusion. */
export function takeEnded(tx: Tx, at: Date, limit: number): Promise<ExclusionRow[]> {
  return tx.rows(
    exclusionRow,
    `with due as (
       update players p set excluded_until = null
       from (select player_id from players where excluded_until <= $1 order by excluded_until limit $2 for update skip locked) d
       where p.player_id = d.player_id returning p.player_id
     )
     select ${columns} from due cross join lateral (
       select x.* from exclusions x where x.player_id = due.player_id order by x.ends_at desc nulls first limit 1
     ) e`,
    [at, limit],
  );
}

export async function eraseReasons(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(`update exclusions set reason = '' where player_id = any ($1)`, [playerIds]);
}
