/** Queries of players and their permits. A change of a permit's contents must hold the player's lock and raise the version in the same transaction. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, json, nullable, only, type Row, uuid } from '@fairline/chassis/storage/rows';
import { LimitType } from '@fairline/proto/risk/limits';
import type { PlaySettings } from '@fairline/proto/risk/sessions';
import { z } from 'zod';
import { playSettings } from '../columns.ts';
import { deadlineMs, initialSettings, type PermitParts, retryDelayMs } from './permit.ts';

const playerRow = {
  playerId: uuid,
  permitVersion: integer,
  confirmedVersion: integer,
  excludedUntil: nullable(instant),
  checkMinutes: integer,
  nextMinutes: nullable(integer),
  acknowledgedAt: nullable(instant),
  settings: playSettings,
};
export type PlayerRow = Row<typeof playerRow>;

const columns = `player_id as "playerId", permit_version as "permitVersion", confirmed_version as "confirmedVersion", excluded_until as "excludedUntil",
  check_minutes as "checkMinutes", next_minutes as "nextMinutes", acknowledged_at as "acknowledgedAt", settings`;

/** Creates missing players' rows. A job then sends their first permit to wallet, with the initial interval of reality checks. */
export async function makePlayers(db: Queries, playerIds: readonly string[], at: Date): Promise<void> {
  await db.run(
    `insert into players (player_id, check_minutes, settings, retry_at) select distinct id, $2::int, $3::jsonb, $4::timestamptz from unnest($1::uuid[]) id order by 1
     on conflict do nothing`,
    [playerIds, initialSettings.realityCheckMinutes, JSON.stringify(initialSettings), at],
  );
}

/** Creates a player's row if needed and locks it, so that changes of one player run one after the other. */
export async function lockPlayer(tx: Tx, playerId: string, at: Date): Promise<PlayerRow> {
  await makePlayers(tx, [playerId], at);
  return only(await tx.row(playerRow, `select ${columns} from players where player_id = $1 for update`, [playerId]));
}

export async function lockPlayers(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run('select from players where player_id = any ($1) order by player_id for update', [playerIds]);
}

/** Undefined for a player who never changed anything and never staked. */
export function findPlayer(db: Queries, playerId: string): Promise<PlayerRow | undefined> {
  return db.row(playerRow, `select ${columns} from players where player_id = $1`, [playerId]);
}

const versionRow = { version: integer };

/** Raises the version of a changed permit and returns it. The call itself sends the permit; if wallet has not replied after `delayMs`, the job does. */
export async function raiseVersion(tx: Tx, playerId: string, at: Date, delayMs = deadlineMs): Promise<number> {
  const row = await tx.row(
    versionRow,
    'update players set permit_version = permit_version + 1, retry_at = $2, retries = 0 where player_id = $1 returning permit_version as version',
    [playerId, new Date(at.getTime() + delayMs)],
  );
  return only(row).version;
}

/** An exclusion never shortens another. */
export async function extendExclusion(tx: Tx, playerId: string, until: Date): Promise<void> {
  await tx.run('update players set excluded_until = greatest(excluded_until, $2) where player_id = $1', [
    playerId,
    until,
  ]);
}

/** Ends the exclusion of a player who asked to return. */
export async function endExclusionAt(tx: Tx, playerId: string, returnsAt: Date): Promise<void> {
  await tx.run('update players set excluded_until = $2 where player_id = $1', [playerId, returnsAt]);
}

/** Sets the interval of reality checks. At `lookAt` the job asks wallet when the next check is due. */
export async function setChecks(
  tx: Tx,
  playerId: string,
  { checkMinutes, nextMinutes, acknowledgedAt }: Pick<PlayerRow, 'checkMinutes' | 'nextMinutes' | 'acknowledgedAt'>,
  lookAt: Date,
): Promise<void> {
  await tx.run(
    'update players set check_minutes = $2, next_minutes = $3, acknowledged_at = $4, look_at = $5 where player_id = $1',
    [playerId, checkMinutes, nextMinutes, acknowledgedAt, lookAt],
  );
}

export async function setSettings(tx: Tx, playerId: string, settings: PlaySettings): Promise<void> {
  await tx.run('update players set settings = $2 where player_id = $1', [playerId, JSON.stringify(settings)]);
}

const permitRow = {
  version: integer,
  confirmedVersion: integer,
  excludedUntil: nullable(instant),
  returnsAt: nullable(instant),
  checkMinutes: integer,
  acknowledgedAt: nullable(instant),
  limits: json(z.array(z.object({ limitType: LimitType, value: z.int() }))),
};

/**
 * Reads the present permit in one statement, so that version and contents belong together. The end of an exclusion that the player asked to return from
 * is sent until wallet has confirmed it, also after later exclusions and its own end.
 */
export function readPermit(
  db: Queries,
  playerId: string,
): Promise<(PermitParts & { confirmedVersion: number }) | undefined> {
  return db.row(
    permitRow,
    `select p.permit_version as version, p.confirmed_version as "confirmedVersion", p.excluded_until as "excludedUntil", p.check_minutes as "checkMinutes",
       p.acknowledged_at as "acknowledgedAt",
       (select max(e.returns_at) from exclusions e where e.player_id = p.player_id
         and (e.returns_at = p.excluded_until or e.permit_version > p.confirmed_version)) as "returnsAt",
       coalesce((select jsonb_agg(jsonb_build_object('limitType', l.limit_type, 'value', l.value)) from limits l where l.player_id = p.player_id and l.value is not null), '[]') as limits
     from players p where p.player_id = $1`,
    [playerId],
  );
}

export async function setConfirmed(db: Queries, playerId: string, version: number): Promise<void> {
  await db.run(
    `update players set confirmed_version = greatest(confirmed_version, $2), retries = 0, retry_at = case when permit_version > $2 then retry_at end
     where player_id = $1 and permit_version >= $2`,
    [playerId, version],
  );
}

/** Raises our version above wallet's if wallet is ahead, as after a restore of this database. Returns whether it was raised. */
export async function liftVersion(db: Queries, playerId: string, above: number): Promise<boolean> {
  return (
    (await db.run('update players set permit_version = $2::bigint + 1 where player_id = $1 and permit_version < $2', [
      playerId,
      above,
    ])) > 0
  );
}

const dueRow = { playerId: uuid, version: integer };

/**
 * Claims unconfirmed permits that are due, and sets the next retry of each after a longer delay. Excluded players come first, then changes by players,
 * then first permits, because a new release may create many of these at once.
 */
export function claimUnconfirmed(db: Queries, at: Date, limit: number): Promise<Row<typeof dueRow>[]> {
  const delays = Array.from({ length: 6 }, (_, retries) => retryDelayMs(retries + 1));
  return db.rows(
    dueRow,
    `update players p set retries = p.retries + 1, retry_at = $1::timestamptz + ($3::int[])[least(p.retries + 1, cardinality($3::int[]))] * interval '1 millisecond'
     from (
       select player_id from players where confirmed_version < permit_version and retry_at <= $1
       order by excluded_until is null, permit_version = 1, retry_at limit $2 for update skip locked
     ) due
     where p.player_id = due.player_id returning p.player_id as "playerId", p.permit_version as version`,
    [at, limit, delays],
  );
}

const excludedRow = { playerId: uuid, until: instant };

/** The excluded players among these, with the end of the exclusion. */
export async function findExcluded(
  db: Queries,
  playerIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.rows(
    excludedRow,
    'select player_id as "playerId", excluded_until as until from players where player_id = any ($1) and excluded_until > $2',
    [playerIds, now],
  );
  return new Map(rows.map(({ playerId, until }) => [playerId, until]));
}
