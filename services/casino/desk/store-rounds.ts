/** Queries of rounds for operators: of all players, newest first. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { pageSize } from '@fairline/proto/contract';
import { type GameId, gameIds } from '@fairline/proto/games/catalogue';
import { type StoredRound, storedColumns, storedRow } from '../rounds/store.ts';

/** A search: the id of a round or a player, or the end of a round's id as it is printed. */
export type Wanted = { kind: 'id' | 'reference'; text: string };

/** A page and one more row. The statement has only the conditions of this search, so that PostgreSQL uses the matching index. */
export function searchRounds(
  db: Queries,
  {
    wanted,
    game,
    playerId,
    waits,
  }: { wanted: Wanted | undefined; game: GameId | undefined; playerId: string | undefined; waits: boolean },
  before: string | undefined,
): Promise<StoredRound[]> {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [`x.status <> 'refused' and x.currency is not null`];
  if (game) conditions.push(`x.game_id = ${value(game)}`);
  if (playerId) conditions.push(`x.player_id = ${value(playerId)}`);
  if (waits) conditions.push('x.id in (select round_id from void_requests)');
  if (before) conditions.push(`x.id < ${value(before)}::uuid`);
  const roundsIn = (from: string, condition: string) =>
    `(select x.* from ${from} x where ${[...conditions, condition].join(' and ')} order by x.id desc limit ${pageSize + 1})`;
  const rounds = (condition: string) => roundsIn('rounds', condition);
  // The index of a player's rounds is ordered by id within each game.
  const roundsOfPlayer = (id: string) =>
    `(select y.* from unnest(${value(game ? [game] : gameIds)}::text[]) g (id) cross join lateral ${rounds(`x.player_id = ${id} and x.game_id = g.id`)} y)`;
  const found = () => {
    if (wanted?.kind === 'id') {
      const id = `${value(wanted.text)}::uuid`;
      return `(${rounds(`x.id = ${id}`)} union all ${roundsOfPlayer(id)})`;
    }
    if (wanted?.kind === 'reference') {
      const end = value(wanted.text);
      // Matches are found before they are sorted. Without statistics of the ends, PostgreSQL would read all rounds by id to find a few.
      const ended = `select * from rounds where right(id::text, 8) = right(${end}, 8) and right(id::text, length(${end})) = ${end}`;
      return `(with ended as materialized (${ended}) ${roundsIn('ended', 'true')})`;
    }
    return playerId ? roundsOfPlayer(`${value(playerId)}::uuid`) : rounds('true');
  };
  const text = `select ${storedColumns} from ${found()} r join seeds s on s.id = r.seed_id order by r.id desc limit ${pageSize + 1}`;
  return db.rows(storedRow, text, values);
}
