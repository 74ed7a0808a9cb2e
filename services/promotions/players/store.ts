/** Queries of players: their data from auth, their deposits and harm scores, and the keys of the person behind each account. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, oneOf, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { PersonKey } from '@fairline/proto/auth/users';
import { userStatuses, VerificationLevel } from '@fairline/proto/auth/users';
import { jurisdiction, playCurrency } from '../columns.ts';

const playerRow = {
  playerId: uuid,
  country: text,
  jurisdiction,
  currency: playCurrency,
  level: oneOf(VerificationLevel.options),
  status: oneOf(userStatuses),
  demo: bool,
  registeredAt: instant,
  deposits: integer,
};
export type PlayerRow = Row<typeof playerRow>;

const playerColumns = `player_id as "playerId", country, jurisdiction, currency, level, status, demo, registered_at as "registeredAt", deposits`;

export function findPlayer(db: Queries, playerId: string): Promise<PlayerRow | undefined> {
  return db.row(playerRow, `select ${playerColumns} from players where player_id = $1`, [playerId]);
}

/** Locks players in the order of their ids, so that claims and deposits of one player run one after the other. */
export async function lockPlayers(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run('select from players where player_id = any ($1) order by player_id for update', [playerIds]);
}

export interface PlayerState
  extends Pick<
    PlayerRow,
    'playerId' | 'country' | 'jurisdiction' | 'currency' | 'level' | 'status' | 'demo' | 'registeredAt'
  > {
  version: number;
}

/** Adds players who have no row yet. */
export async function insertPlayers(tx: Tx, players: readonly PlayerState[], at: Date): Promise<void> {
  await tx.run(
    `insert into players (player_id, country, jurisdiction, currency, level, status, demo, registered_at, version, keys_due_at)
     select p."playerId", p.country, p.jurisdiction, p.currency, p.level, p.status, p.demo, p."registeredAt", p.version, $2
     from jsonb_to_recordset($1) as p ("playerId" uuid, country text, jurisdiction text, currency text, level text, status text, demo boolean,
       "registeredAt" timestamptz, version int)
     order by 1 on conflict do nothing`,
    [JSON.stringify(players), at],
  );
}

/** Stores a player as auth has just described them. Auth's reply has no version, so the row keeps version 0 or its own, and the next event still applies. */
export async function savePerson(tx: Tx, player: Omit<PlayerState, 'version'>, at: Date): Promise<void> {
  await tx.run(
    `insert into players (player_id, country, jurisdiction, currency, level, status, demo, registered_at, version, keys_due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9)
     on conflict (player_id) do update set country = excluded.country, jurisdiction = excluded.jurisdiction, currency = excluded.currency, level = excluded.level,
       status = excluded.status`,
    [
      player.playerId,
      player.country,
      player.jurisdiction,
      player.currency,
      player.level,
      player.status,
      player.demo,
      player.registeredAt,
      at,
    ],
  );
}

export interface StateChange extends Pick<PlayerState, 'playerId' | 'jurisdiction' | 'level' | 'status' | 'version'> {}

/** Sets status, level and jurisdiction, unless a newer version is stored. */
export async function changeStates(tx: Tx, changes: readonly StateChange[]): Promise<void> {
  await tx.run(
    `update players p set status = c.status, level = c.level, jurisdiction = c.jurisdiction, version = c.version
     from (select distinct on (x."playerId") x.* from jsonb_to_recordset($1) as x ("playerId" uuid, status text, level text, jurisdiction text, version int)
       order by x."playerId", x.version desc) c
     where p.player_id = c."playerId" and p.version < c.version`,
    [JSON.stringify(changes)],
  );
}

/** Adds keys of the persons behind accounts; a key that is stored already stays. */
export async function addKeys(tx: Tx, keys: readonly (PersonKey & { playerId: string })[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(
    `insert into player_keys (player_id, kind, key) select k."playerId", k.kind, k.key from jsonb_to_recordset($1) as k ("playerId" uuid, kind text, key text)
     order by 1, 2, 3 on conflict do nothing`,
    [JSON.stringify(keys)],
  );
}

export async function setKeysRead(tx: Tx, playerIds: readonly string[], at: Date): Promise<void> {
  await tx.run('update players set keys_at = $2 where player_id = any ($1)', [playerIds, at]);
}

const idRow = { playerId: uuid };

/** Picks players whose keys were never read, and puts each off by `againMs`, so that no other instance picks them meanwhile. */
export async function claimKeysDue(db: Queries, at: Date, againMs: number, limit: number): Promise<string[]> {
  const rows = await db.rows(
    idRow,
    `update players p set keys_due_at = $1::timestamptz + $2 * interval '1 millisecond'
     from (select player_id from players where keys_at is null and keys_due_at <= $1 order by keys_due_at limit $3 for update skip locked) due
     where p.player_id = due.player_id returning p.player_id as "playerId"`,
    [at, againMs, limit],
  );
  return rows.map(({ playerId }) => playerId);
}

/** Adds one approved deposit per entry of `playerIds`; a player who appears twice made two. */
export async function countDeposits(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(
    `update players p set deposits = p.deposits + d.count from (select x.id, count(*)::int as count from unnest($1::uuid[]) as x (id) group by x.id) d
     where p.player_id = d.id`,
    [playerIds],
  );
}

const withdrewRow = { playerId: uuid, withdrewAt: instant };

/** The time of each player's last withdrawal request or conversion out of the play currency; players without one are left out. */
export async function lastWithdrawals(tx: Tx, playerIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx.rows(
    withdrewRow,
    'select player_id as "playerId", withdrew_at as "withdrewAt" from players where player_id = any ($1) and withdrew_at is not null',
    [playerIds],
  );
  return new Map(rows.map(({ playerId, withdrewAt }) => [playerId, withdrewAt]));
}

/** A withdrawal request, or a conversion out of `currency`. */
export interface Withdrawal {
  playerId: string;
  at: Date;
  /** If present, it counts only for players with an open claim in this currency. */
  currency?: string;
}

/** Stores the newest time per player. */
export async function recordWithdrawals(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<void> {
  await tx.run(
    `update players p set withdrew_at = greatest(p.withdrew_at, w.at)
     from (select x."playerId", max(x.at) as at from jsonb_to_recordset($1) as x ("playerId" uuid, at timestamptz, currency text)
       where x.currency is null or exists (select from claims c where c.player_id = x."playerId" and c.ended_at is null and c.currency = x.currency)
       group by 1) w where p.player_id = w."playerId"`,
    [JSON.stringify(withdrawals)],
  );
}

const depositsRow = { deposits: integer };

/** Approved deposits of other accounts with the same mailbox, or the same name and date of birth. */
export async function depositsOfPerson(db: Queries, playerId: string): Promise<number> {
  const row = await db.row(
    depositsRow,
    `select coalesce(sum(p.deposits), 0)::int as deposits from players p
     where p.player_id <> $1 and p.player_id in (
       select o.player_id from player_keys k join player_keys o on o.kind = k.kind and o.key = k.key where k.player_id = $1 and k.kind in ('mailbox', 'person'))`,
    [playerId],
  );
  return row?.deposits ?? 0;
}

const linkRow = { playerId: uuid, otherId: uuid };

/** Accounts that share any key with these players. */
export function linkedTo(db: Queries, playerIds: readonly string[]): Promise<Row<typeof linkRow>[]> {
  return db.rows(
    linkRow,
    `select distinct k.player_id as "playerId", o.player_id as "otherId" from player_keys k
     join player_keys o on o.kind = k.kind and o.key = k.key and o.player_id <> k.player_id where k.player_id = any ($1) order by 1, 2`,
    [playerIds],
  );
}

const excludedRow = { excluded: bool };

/** Whether the player is excluded, by the exclusions that have arrived. It locks them: an exclusion that arrives meanwhile waits, and then finds what the transaction wrote. */
export async function lockExclusion(tx: Tx, playerId: string, at: Date): Promise<boolean> {
  const row = await tx.row(
    excludedRow,
    'insert into exclusions as e (player_id) values ($1) on conflict (player_id) do update set until = e.until returning until > $2 as excluded',
    [playerId, at],
  );
  return only(row).excluded;
}

/** Stores until when players are excluded; null is for good. An earlier end changes nothing, because nobody can shorten an exclusion. */
export async function keepExclusions(
  tx: Tx,
  exclusions: readonly { playerId: string; until: Date | null }[],
): Promise<void> {
  await tx.run(
    `insert into exclusions as e (player_id, until)
     select x.player_id, max(coalesce(x.until, 'infinity')) from unnest($1::uuid[], $2::timestamptz[]) as x (player_id, until) group by 1 order by 1
     on conflict (player_id) do update set until = greatest(e.until, excluded.until)`,
    [exclusions.map(({ playerId }) => playerId), exclusions.map(({ until }) => until)],
  );
}

/** Keeps the newest harm score of each player. */
export async function saveHarm(
  tx: Tx,
  scores: readonly { playerId: string; version: number; isAtRisk: boolean }[],
): Promise<void> {
  await tx.run(
    `insert into harm_scores as h (player_id, version, is_at_risk)
     select distinct on (s."playerId") s."playerId", s.version, s."isAtRisk" from jsonb_to_recordset($1) as s ("playerId" uuid, version int, "isAtRisk" boolean)
     order by s."playerId", s.version desc
     on conflict (player_id) do update set version = excluded.version, is_at_risk = excluded.is_at_risk where h.version < excluded.version`,
    [JSON.stringify(scores)],
  );
}

export function isAtRisk(db: Queries, playerId: string): Promise<boolean> {
  return db.exists('select from harm_scores where player_id = $1 and is_at_risk', [playerId]);
}

/** The players among these who are at risk. */
export async function atRiskAmong(db: Queries, playerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.rows(
    idRow,
    'select player_id as "playerId" from harm_scores where player_id = any ($1) and is_at_risk',
    [playerIds],
  );
  return new Set(rows.map(({ playerId }) => playerId));
}

export async function eraseHarm(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run('delete from harm_scores where player_id = any ($1)', [playerIds]);
}

/** Erases the keys of accounts, so that they are no longer linked to others. */
export async function eraseKeys(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run('delete from player_keys where player_id = any ($1)', [playerIds]);
}
