/** Queries of a player's own settings: conversion on arrival, the welcome notice, the withdrawal PIN. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, nullable, type Row, text } from '@fairline/chassis/storage/rows';

const settingsRow = { autoConvert: bool, hasPin: bool };

export function settingsOf(db: Queries, playerId: string): Promise<Row<typeof settingsRow> | undefined> {
  return db.row(
    settingsRow,
    `select p.auto_convert as "autoConvert", exists (select from pins n where n.player_id = p.player_id and n.hash is not null) as "hasPin"
     from players p where p.player_id = $1 and p.opened_at is not null`,
    [playerId],
  );
}

export function setAutoConvert(db: Queries, playerId: string, on: boolean): Promise<number> {
  return db.run('update players set auto_convert = $2 where player_id = $1 and opened_at is not null', [playerId, on]);
}

/** Stores the first time only. The player's row may be created before their accounts are open. */
export async function setWelcomeSeen(tx: Tx, at: Date, playerId: string): Promise<void> {
  await tx.run('select from lock_or_make_player($1)', [playerId]);
  await tx.run('update players set welcome_seen_at = $2 where player_id = $1 and welcome_seen_at is null', [
    playerId,
    at,
  ]);
}

const pinRow = { hash: nullable(text), wrong: integer, lockedUntil: nullable(instant), version: integer };
export type PinRow = Row<typeof pinRow>;

const pinColumns = `hash, wrong, locked_until as "lockedUntil", version`;

export function pinOf(db: Queries, playerId: string): Promise<PinRow | undefined> {
  return db.row(pinRow, `select ${pinColumns} from pins where player_id = $1`, [playerId]);
}

/** Counts an attempt before it is compared, so that concurrent calls get no more attempts than are left. Returns the updated row; undefined if the PIN is locked or not set. */
export function countTry(
  db: Queries,
  at: Date,
  playerId: string,
  { tries, lockedUntil }: { tries: number; lockedUntil: Date },
): Promise<PinRow | undefined> {
  return db.row(
    pinRow,
    `update pins set
       wrong = case when locked_until <= $2 then 1 else wrong + 1 end,
       locked_until = case when (case when locked_until <= $2 then 1 else wrong + 1 end) >= $3 then $4::timestamptz end
     where player_id = $1 and hash is not null and (locked_until is null or locked_until <= $2)
     returning ${pinColumns}`,
    [playerId, at, tries, lockedUntil],
  );
}

/** Resets the attempts after a right PIN, unless the PIN has changed meanwhile. */
export async function forgetTries(db: Queries, playerId: string, version: number): Promise<void> {
  await db.run('update pins set wrong = 0, locked_until = null where player_id = $1 and version = $2', [
    playerId,
    version,
  ]);
}

const versionRow = { version: integer };

/** Writes or removes a PIN and returns its new version; undefined if it has changed since `version`. */
export async function setPin(
  tx: Tx,
  playerId: string,
  hash: string | null,
  version: number,
): Promise<number | undefined> {
  await tx.run('insert into pins (player_id) values ($1) on conflict do nothing', [playerId]);
  const row = await tx.row(
    versionRow,
    'update pins set hash = $2, wrong = 0, locked_until = null, version = version + 1 where player_id = $1 and version = $3 returning version',
    [playerId, hash, version],
  );
  return row?.version;
}
