/** Queries of games and their versions. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, float, instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { GameRules } from '@fairline/proto/casino/games';
import { gameIds } from '@fairline/proto/games/catalogue';

const gameId = oneOf(gameIds);

const gameRow = {
  id: gameId,
  version: integer,
  active: bool,
  pausedBy: nullable(oneOf(['operator', 'monitor'])),
  pausedReason: nullable(text),
  pausedAt: nullable(instant),
};
export type GameRow = Row<typeof gameRow>;

export function gamesOf(db: Queries): Promise<GameRow[]> {
  return db.rows(
    gameRow,
    `select id, version, active, paused_by as "pausedBy", paused_reason as "pausedReason", paused_at as "pausedAt" from games where id = any ($1)`,
    [[...gameIds]],
  );
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
export type VersionRow = Row<typeof versionRow>;

/** Oldest first. */
export function versionsOf(db: Queries): Promise<VersionRow[]> {
  return db.rows(
    versionRow,
    `select game_id as "gameId", version, rules, rtp, par_sheet as "parSheet", published_at as "publishedAt", published_by as "publishedBy"
    from versions where game_id = any ($1) order by game_id, version`,
    [[...gameIds]],
  );
}

/** Publishes the first version of a game; one that was published before stays. */
export async function publishFirst(tx: Tx, version: Omit<VersionRow, 'version' | 'publishedBy'>): Promise<void> {
  await tx.run('insert into games (id, version) values ($1, 1) on conflict do nothing', [version.gameId]);
  await tx.run(`insert into versions (game_id, version, rules, rtp, par_sheet, published_at) values ($1, 1, $2, $3, $4, $5) on conflict do nothing`, [
    version.gameId,
    JSON.stringify(version.rules),
    version.rtp,
    version.parSheet,
    version.publishedAt,
  ]);
}
