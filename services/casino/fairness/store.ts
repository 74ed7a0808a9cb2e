/** Queries of players' seeds: the current one, its reveal, and those revealed before. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { idRow } from '../columns.ts';

const currentRow = { seedId: uuid, nextId: nullable(uuid), hash: text, clientSeed: text, nextNonce: integer };
export type CurrentSeed = Row<typeof currentRow>;

const current = `select p.seed_id as "seedId", s.next_id as "nextId", s.hash, p.client_seed as "clientSeed", p.next_nonce as "nextNonce"
  from players p join seeds s on s.id = p.seed_id where p.player_id = $1`;

export function currentSeed(db: Queries, playerId: string): Promise<CurrentSeed | undefined> {
  return db.row(currentRow, current, [playerId]);
}

/** Locks the player's seed against new rounds and other rotations. The seed is read after the lock, because a rotation may have replaced it during the wait. */
export async function lockCurrentSeed(tx: Tx, playerId: string): Promise<CurrentSeed | undefined> {
  await tx.run('select from players where player_id = $1 for no key update', [playerId]);
  return currentSeed(tx, playerId);
}

export interface NewSeed {
  id: string;
  /** The id of the seed that follows. */
  nextId: string;
  hash: string;
  clientSeed: string;
}

/** Stores the first seed of a player, unless they have one. */
export async function insertFirstSeed(tx: Tx, playerId: string, seed: NewSeed, at: Date): Promise<void> {
  const text = 'insert into players (player_id, seed_id, client_seed) values ($1, $2, $3) on conflict do nothing';
  if ((await tx.run(text, [playerId, seed.id, seed.clientSeed])) > 0) await insertSeed(tx, playerId, seed, at);
}

async function insertSeed(
  tx: Tx,
  playerId: string,
  { id, nextId, hash, clientSeed }: NewSeed,
  at: Date,
): Promise<void> {
  const text =
    'insert into seeds (id, next_id, player_id, hash, client_seed, created_at) values ($1, $2, $3, $4, $5, $6)';
  await tx.run(text, [id, nextId, playerId, hash, clientSeed, at]);
}

/** Sets the client seed of the locked seed, which no round has used. */
export async function setClientSeed(tx: Tx, playerId: string, seedId: string, clientSeed: string): Promise<void> {
  await tx.run('update seeds set client_seed = $2 where id = $1', [seedId, clientSeed]);
  await tx.run('update players set client_seed = $2 where player_id = $1', [playerId, clientSeed]);
}

/** Reveals the locked seed and makes another the current one. */
export async function replaceSeed(
  tx: Tx,
  playerId: string,
  old: { id: string; serverSeed: string; lastNonce: number },
  next: NewSeed,
  at: Date,
): Promise<void> {
  await tx.run('update seeds set server_seed = $2, last_nonce = $3, revealed_at = $4 where id = $1', [
    old.id,
    old.serverSeed,
    old.lastNonce,
    at,
  ]);
  await insertSeed(tx, playerId, next, at);
  await tx.run('update players set seed_id = $2, client_seed = $3, next_nonce = 1 where player_id = $1', [
    playerId,
    next.id,
    next.clientSeed,
  ]);
}

/** The id of an open round of the player, including one whose step wallet has not answered. */
export async function openRoundOf(tx: Tx, playerId: string): Promise<string | undefined> {
  return (
    await tx.row(idRow, `select id from rounds where player_id = $1 and status = 'open' order by id limit 1`, [
      playerId,
    ])
  )?.id;
}

const pastRow = {
  id: uuid,
  serverSeed: text,
  serverSeedHash: text,
  clientSeed: text,
  lastNonce: integer,
  revealedAt: instant,
};

/** Revealed seeds, newest first. The caller asks for one more than a page, to see if there is a next page. */
export function pastSeeds(
  db: Queries,
  playerId: string,
  before: string | undefined,
  limit: number,
): Promise<Row<typeof pastRow>[]> {
  return db.rows(
    pastRow,
    `select id, server_seed as "serverSeed", hash as "serverSeedHash", client_seed as "clientSeed", last_nonce as "lastNonce", revealed_at as "revealedAt"
     from seeds where player_id = $1 and revealed_at is not null and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [playerId, before ?? null, limit],
  );
}

const checkedRow = { id: uuid, hash: text };

export function newestSeed(db: Queries): Promise<Row<typeof checkedRow> | undefined> {
  return db.row(checkedRow, 'select id, hash from seeds order by id desc limit 1');
}
