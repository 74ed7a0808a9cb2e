/** Queries of the lobby: player counts, jackpot wins, favourites, recent games, and figures of a player's own play. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { float, instant, integer, nullable, oneOf, only, type Row, uuid } from '@fairline/chassis/storage/rows';
import { pageSize } from '@fairline/proto/contract';
import { type GameId, gameIds } from '@fairline/proto/games/catalogue';
import { playCurrencies } from '@fairline/proto/money';

const gameId = oneOf(gameIds);
const gameRow = { gameId };

const playersRow = { gameId, players: integer };

/** The number of players with a round from this id on, by game. */
export function playersSince(db: Queries, firstId: string): Promise<Row<typeof playersRow>[]> {
  return db.rows(
    playersRow,
    `select game_id as "gameId", count(distinct player_id) as players from rounds
     where id >= $1 and currency is not null and status <> 'refused' and game_id = any ($2) group by game_id`,
    [firstId, [...gameIds]],
  );
}

const winRow = {
  id: uuid,
  roundId: uuid,
  playerId: uuid,
  currency: oneOf(playCurrencies),
  amountMinor: integer,
  gameId,
  wonAt: instant,
};
export type WinRow = Row<typeof winRow>;

/** Jackpot wins of real money, newest first: a page and one more row. */
export function jackpotWins(db: Queries, before: string | undefined): Promise<WinRow[]> {
  return db.rows(
    winRow,
    `select id, id as "roundId", player_id as "playerId", currency, jackpot_minor as "amountMinor", game_id as "gameId", settled_at as "wonAt"
     from rounds where jackpot_minor > 0 and status = 'settled' and book = 'real' and ($1::uuid is null or id < $1)
     order by id desc limit ${pageSize + 1}`,
    [before ?? null],
  );
}

const paidRow = { currency: oneOf(playCurrencies), wins: integer, paidMinor: integer };

/** The total of jackpot wins of real money, by currency. */
export function jackpotsPaid(db: Queries): Promise<Row<typeof paidRow>[]> {
  return db.rows(
    paidRow,
    `select currency, count(*) as wins, sum(jackpot_minor)::bigint as "paidMinor" from rounds
     where jackpot_minor > 0 and status = 'settled' and book = 'real' group by currency`,
  );
}

/** The favourite games of a player, latest first. */
export async function favouritesOf(db: Queries, playerId: string): Promise<GameId[]> {
  const rows = await db.rows(
    gameRow,
    'select game_id as "gameId" from favourite_games where player_id = $1 and game_id = any ($2) order by at desc',
    [playerId, [...gameIds]],
  );
  return rows.map((row) => row.gameId);
}

export async function addFavourite(db: Queries, playerId: string, id: GameId, at: Date): Promise<void> {
  await db.run('insert into favourite_games (player_id, game_id, at) values ($1, $2, $3) on conflict do nothing', [
    playerId,
    id,
    at,
  ]);
}

export async function dropFavourite(db: Queries, playerId: string, id: GameId): Promise<void> {
  await db.run('delete from favourite_games where player_id = $1 and game_id = $2', [playerId, id]);
}

/** The games that a player has played, by their last round, latest first. */
export async function recentGames(db: Queries, playerId: string): Promise<GameId[]> {
  const rows = await db.rows(
    gameRow,
    `select g.id as "gameId" from unnest($2::text[]) g (id) cross join lateral (
       select r.id from rounds r where r.player_id = $1 and r.game_id = g.id and r.currency is not null and r.status <> 'refused' order by r.id desc limit 1
     ) latest order by latest.id desc`,
    [playerId, [...gameIds]],
  );
  return rows.map((row) => row.gameId);
}

const statsRow = {
  rounds: integer,
  wins: integer,
  bigWins: integer,
  bestMultiplier: nullable(float),
  favouriteGame: nullable(gameId),
  sessions: integer,
  averageSessionMinutes: nullable(float),
};

/** Figures of settled rounds from `firstId` on and of sessions from `since` on; null includes all. */
export async function statsOf(
  db: Queries,
  playerId: string,
  since: Date | null,
  firstId: string | null,
): Promise<Row<typeof statsRow>> {
  const row = await db.row(
    statsRow,
    `with own as (
       select game_id, stake_minor, payout_minor from rounds
       where player_id = $1 and status = 'settled' and ($3::uuid is null or id >= $3)
     )
     select (select count(*) from own) as rounds, (select count(*) from own where payout_minor > stake_minor) as wins,
       (select count(*) from own where payout_minor > 5 * stake_minor) as "bigWins",
       (select max(payout_minor::double precision / stake_minor) from own where payout_minor > 0) as "bestMultiplier",
       (select game_id from own where game_id = any ($4) group by game_id order by count(*) desc, game_id limit 1) as "favouriteGame",
       s.sessions, s.minutes as "averageSessionMinutes"
     from (
       select count(*) as sessions, avg(extract(epoch from coalesce(ended_at, last_round_at) - started_at) / 60)::double precision as minutes
       from sessions where player_id = $1 and ($2::timestamptz is null or started_at >= $2) and rounds > 0
     ) s`,
    [playerId, since, firstId, [...gameIds]],
  );
  return only(row);
}
