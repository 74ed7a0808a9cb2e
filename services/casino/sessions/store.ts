/** Queries of game sessions. Beginning or ending a session locks its player, as beginning a round does. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { instant, integer, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import type { GameId } from '@fairline/proto/games/catalogue';
import { playCurrencies } from '@fairline/proto/money';
import { gameId } from '../columns.ts';

const sessionRow = {
  id: uuid,
  gameId,
  startedAt: instant,
  endedAt: nullable(instant),
  rounds: integer,
  wageredMinor: integer,
  wonMinor: integer,
  currency: nullable(oneOf(playCurrencies)),
};
export type SessionRow = Row<typeof sessionRow>;

const columns = `id, game_id as "gameId", started_at as "startedAt", ended_at as "endedAt", rounds, wagered_minor as "wageredMinor", won_minor as "wonMinor", currency`;

/** The session of a game that had a round, or began, since `idleSince`. */
export function openSession(
  db: Queries,
  playerId: string,
  game: GameId,
  idleSince: Date,
): Promise<SessionRow | undefined> {
  return db.row(
    sessionRow,
    `select ${columns} from sessions where player_id = $1 and game_id = $2 and ended_at is null and last_round_at >= $3`,
    [playerId, game, idleSince],
  );
}

export async function lockPlayer(tx: Tx, playerId: string): Promise<void> {
  await tx.run('select from players where player_id = $1 for no key update', [playerId]);
}

export async function lockPlayers(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run('select from players where player_id = any ($1) order by player_id for no key update', [playerIds]);
}

/** Ends sessions of locked players that began before an instant. A session that was idle by then ended with its last round. */
export async function endSessionsBefore(
  tx: Tx,
  ends: readonly { playerId: string; at: Date }[],
  idleMs: number,
): Promise<void> {
  await tx.run(
    `update sessions s set ended_at = case when s.last_round_at < e.at - $3 * interval '1 millisecond' then s.last_round_at else greatest(s.last_round_at, e.at) end
     from (select player_id, max(at) as at from unnest($1::uuid[], $2::timestamptz[]) as e (player_id, at) group by player_id) e
     where s.player_id = e.player_id and s.ended_at is null and s.started_at <= e.at`,
    [ends.map(({ playerId }) => playerId), ends.map(({ at }) => at), idleMs],
  );
}

/** Ends the open session of a game. An idle one ended with its last round. */
export async function endSession(tx: Tx, playerId: string, game: GameId, at: Date, idleSince: Date): Promise<void> {
  await tx.run(
    `update sessions set ended_at = case when last_round_at < $4 then last_round_at else $3 end where player_id = $1 and game_id = $2 and ended_at is null`,
    [playerId, game, at, idleSince],
  );
}

export async function insertSession(tx: Tx, playerId: string, game: GameId, at: Date): Promise<SessionRow> {
  const text = `insert into sessions (player_id, game_id, started_at, last_round_at) values ($1, $2, $3, $3) returning ${columns}`;
  const row = await tx.row(sessionRow, text, [playerId, game, at]);
  if (!row) throw new Error('a session was not inserted');
  return row;
}

export async function endIdleSessions(db: Queries, idleSince: Date, limit: number): Promise<number> {
  return db.run(
    `update sessions s set ended_at = s.last_round_at
     from (select id from sessions where ended_at is null and last_round_at < $1 order by id limit $2 for no key update skip locked) idle where s.id = idle.id`,
    [idleSince, limit],
  );
}
