/** Queries of rounds for operators: of all players, newest first. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { pageSize } from '@fairline/proto/contract';
import type { GameId } from '@fairline/proto/games/catalogue';
import { type StoredRound, storedColumns, storedRow } from '../rounds/store.ts';

/** What is searched for: an id of a round or a player, or the end of a round's id as it is printed. */
export type Wanted = { kind: 'id' | 'reference'; text: string };

/** One row more than a page. Each condition is in the statement only where it is asked for, so that its index is used. */
export function searchRounds(
  db: Queries,
  { wanted, game, playerId, waits }: { wanted: Wanted | undefined; game: GameId | undefined; playerId: string | undefined; waits: boolean },
  before: string | undefined,
): Promise<StoredRound[]> {
  const values: unknown[] = [];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [`r.status <> 'refused' and r.currency is not null`];
  if (wanted?.kind === 'id') {
    const id = value(wanted.text);
    conditions.push(`(r.id = ${id}::uuid or r.player_id = ${id}::uuid)`);
  }
  if (wanted?.kind === 'reference') {
    const end = value(wanted.text);
    conditions.push(`right(r.id::text, 8) = right(${end}, 8) and right(r.id::text, length(${end})) = ${end}`);
  }
  if (playerId) conditions.push(`r.player_id = ${value(playerId)}`);
  if (game) conditions.push(`r.game_id = ${value(game)}`);
  if (waits) conditions.push('r.id in (select round_id from void_requests)');
  if (before) conditions.push(`r.id < ${value(before)}::uuid`);
  return db.rows(
    storedRow,
    `select ${storedColumns} from rounds r join seeds s on s.id = r.seed_id where ${conditions.join(' and ')} order by r.id desc limit ${pageSize + 1}`,
    values,
  );
}
