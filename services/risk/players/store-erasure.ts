/** Every query of erased players. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import { uuid } from '@fairline/chassis/storage/rows';

const playerRow = { playerId: uuid };

export async function lockErasure(tx: Tx, how: 'shared' | 'exclusive'): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await tx.run(`select ${lock}(hashtextextended('fairline.risk.erasure', 0))`);
}

export async function insertErased(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(
    'insert into erased_players (player_id) select distinct id from unnest($1::uuid[]) id order by id on conflict do nothing',
    [playerIds],
  );
}

/** Deletes the marks of erased players. Locked marks are being measured right now and will be deleted by that transaction. */
export async function deleteMarks(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(
    'delete from signal_marks where id = any (array(select id from signal_marks where subject = any ($1) for update skip locked))',
    [playerIds],
  );
}

export async function findErased(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    playerRow,
    'select player_id as "playerId" from erased_players where player_id = any ($1)',
    [ids],
  );
  return new Set(rows.map(({ playerId }) => playerId));
}
