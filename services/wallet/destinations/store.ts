/** Queries of saved destinations, and of earlier withdrawals to a destination. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bytes, instant, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { typedMethodIds } from '@fairline/proto/wallet/methods';

const savedRow = {
  id: uuid,
  method: oneOf(typedMethodIds),
  /** Encrypted under the row's id. */
  destination: bytes,
  /** Empty if there is none. */
  label: text,
  savedAt: instant,
  lastUsedAt: nullable(instant),
};
export type SavedDestinationRow = Row<typeof savedRow>;

const savedColumns = 'id, method, destination, label, saved_at as "savedAt", last_used_at as "lastUsedAt"';

/** A player's saved destinations, the last used first. */
export function savedDestinations(db: Queries, playerId: string): Promise<SavedDestinationRow[]> {
  return db.rows(
    savedRow,
    `select ${savedColumns} from saved_destinations where player_id = $1 order by coalesce(last_used_at, saved_at) desc, id desc`,
    [playerId],
  );
}

export interface Saving {
  id: string;
  playerId: string;
  method: SavedDestinationRow['method'];
  destination: Uint8Array;
  key: Buffer;
  /** Undefined keeps the present label. */
  label: string | undefined;
}

/** Creates the player's row if needed (this may be the first call about them) and locks it, so that one player's saves run one after the other. */
export async function lockSaver(tx: Tx, playerId: string): Promise<void> {
  await tx.run('select from lock_or_make_player($1)', [playerId]);
}

/** Sets the label of a saved destination and returns its row; undefined if it is not saved. */
export function relabelDestination(
  tx: Tx,
  { playerId, method, key, label }: Saving,
): Promise<SavedDestinationRow | undefined> {
  return tx.row(
    savedRow,
    `update saved_destinations set label = coalesce($4, label) where player_id = $1 and method = $2 and destination_key = $3 returning ${savedColumns}`,
    [playerId, method, key, label ?? null],
  );
}

/** Saves a new destination; undefined if the player has the maximum. The caller has locked the player. */
export function insertDestination(
  tx: Tx,
  at: Date,
  { id, playerId, method, destination, key, label }: Saving,
  most: number,
): Promise<SavedDestinationRow | undefined> {
  return tx.row(
    savedRow,
    `insert into saved_destinations (id, player_id, method, destination, destination_key, label, saved_at)
     select $1, $2, $3, $4, $5, $6, $7 where (select count(*) from saved_destinations where player_id = $2) < $8 returning ${savedColumns}`,
    [id, playerId, method, destination, key, label ?? '', at, most],
  );
}

/** Records that a withdrawal went to a destination; no effect if it is not saved. */
export async function markUsed(tx: Tx, at: Date, playerId: string, method: string, key: Buffer): Promise<void> {
  await tx.run(
    'update saved_destinations set last_used_at = $4 where player_id = $1 and method = $2 and destination_key = $3',
    [playerId, method, key, at],
  );
}

/** Deletes a destination; false if the player has none with this id. */
export async function forgetDestination(db: Queries, playerId: string, id: string): Promise<boolean> {
  return (await db.run('delete from saved_destinations where player_id = $1 and id = $2', [playerId, id])) === 1;
}

/** Whether the player has requested a withdrawal to a destination before. */
export function isDestinationKnown(db: Queries, playerId: string, key: Buffer): Promise<boolean> {
  return db.exists('select from payments where player_id = $1 and destination_key = $2 limit 1', [playerId, key]);
}
