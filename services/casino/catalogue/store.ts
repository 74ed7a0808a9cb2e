/** Queries of games and their versions. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, float, instant, integer, json, nullable, oneOf, text, uuid } from '@fairline/chassis/storage/rows';
import { GameRules } from '@fairline/proto/casino/games';
import { type GameId, gameIds } from '@fairline/proto/games/catalogue';
import type { GameState, Published } from './catalogue.ts';

const gameId = oneOf(gameIds);

const gameRow = {
  id: gameId,
  version: integer,
  active: bool,
  pausedBy: nullable(oneOf(['operator', 'monitor'])),
  pausedReason: nullable(text),
  pausedAt: nullable(instant),
};
const gameColumns =
  'id, version, active, paused_by as "pausedBy", paused_reason as "pausedReason", paused_at as "pausedAt"';

export function gamesOf(db: Queries): Promise<GameState[]> {
  return db.rows(gameRow, `select ${gameColumns} from games where id = any ($1)`, [[...gameIds]]);
}

export function lockGame(tx: Tx, id: GameId): Promise<GameState | undefined> {
  return tx.row(gameRow, `select ${gameColumns} from games where id = $1 for update`, [id]);
}

const versionRow = {
  gameId,
  version: integer,
  rules: json(GameRules),
  rtp: float,
  parSheet: text,
  publishedAt: instant,
  publishedBy: nullable(uuid),
};

/** All versions, oldest first. */
export function versionsOf(db: Queries): Promise<Published[]> {
  return db.rows(
    versionRow,
    `select game_id as "gameId", version, rules, rtp, par_sheet as "parSheet", published_at as "publishedAt", published_by as "publishedBy"
    from versions where game_id = any ($1) order by game_id, version`,
    [[...gameIds]],
  );
}

/** Publishes the first version of a game, unless it was published before. */
export async function publishFirst(tx: Tx, version: Omit<Published, 'version' | 'publishedBy'>): Promise<void> {
  await tx.run('insert into games (id, version) values ($1, 1) on conflict do nothing', [version.gameId]);
  await insertVersion(tx, { ...version, version: 1, publishedBy: null });
}

/** Publishes the next version and makes it the current one. The caller must have locked the game. */
export async function publishNext(tx: Tx, version: Published): Promise<void> {
  await insertVersion(tx, version);
  await tx.run('update games set version = $2 where id = $1', [version.gameId, version.version]);
}

async function insertVersion(
  tx: Tx,
  { gameId, version, rules, rtp, parSheet, publishedAt, publishedBy }: Published,
): Promise<void> {
  await tx.run(
    `insert into versions (game_id, version, rules, rtp, par_sheet, published_at, published_by) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (game_id, version) do nothing`,
    [gameId, version, JSON.stringify(rules), rtp, parSheet, publishedAt, publishedBy],
  );
}

export async function activateGame(tx: Tx, id: GameId): Promise<void> {
  await tx.run(
    'update games set active = true, paused_by = null, paused_reason = null, paused_at = null where id = $1',
    [id],
  );
}

export async function pauseGame(
  tx: Tx,
  id: GameId,
  by: 'operator' | 'monitor',
  reason: string,
  at: Date,
): Promise<void> {
  await tx.run('update games set active = false, paused_by = $2, paused_reason = $3, paused_at = $4 where id = $1', [
    id,
    by,
    reason,
    at,
  ]);
}
