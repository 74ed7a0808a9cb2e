/** Queries that read a round, the list of a player, and the first outcome of a call. */
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { json, type Row, text } from '@fairline/chassis/storage/rows';
import type { Round } from '@fairline/proto/casino/rounds';
import { common, Refusal } from '@fairline/proto/contract';
import { type GameId, gameIds } from '@fairline/proto/games/catalogue';
import type { z } from 'zod';
import { CallOutcome } from './round.ts';
import { type StoredRound, storedColumns, storedRow } from './store.ts';

const outcomeRow = { fingerprint: text, outcome: json(CallOutcome) };

/** The outcome that is stored under an idempotency key. */
export function outcomeUnder(
  db: Queries,
  { scope, key }: { scope: string; key: string },
): Promise<Row<typeof outcomeRow> | undefined> {
  return db.row(outcomeRow, 'select fingerprint, outcome from idempotency where scope = $1 and key = $2', [scope, key]);
}

export async function keepOutcome(
  tx: Tx,
  { scope, key, fingerprint }: IdempotencyKey,
  outcome: z.infer<typeof CallOutcome>,
): Promise<void> {
  const text =
    'insert into idempotency (scope, key, fingerprint, outcome) values ($1, $2, $3, $4) on conflict do nothing';
  // Calls of one round wait for each other, so it was a call of another round that took the key.
  if ((await tx.run(text, [scope, key, fingerprint, JSON.stringify(outcome)])) === 0)
    throw new Refusal(common.keyReused);
}

export function roundById(db: Queries, id: string): Promise<StoredRound | undefined> {
  return db.row(storedRow, `select ${storedColumns} from rounds r join seeds s on s.id = r.seed_id where r.id = $1`, [
    id,
  ]);
}

export interface RoundFilter {
  game?: GameId | undefined;
  status?: Round['status'] | undefined;
  /** A round's id, or its printed reference. */
  q?: string | undefined;
}

/** Newest first. A round that wallet has not taken yet is not listed. Each game's rounds are read in the order of the index. */
export function roundsOf(
  db: Queries,
  playerId: string,
  filter: RoundFilter,
  before: string | undefined,
  limit: number,
): Promise<StoredRound[]> {
  if (filter.q !== undefined) return roundsByReference(db, playerId, filter, before, limit);
  return db.rows(
    storedRow,
    `select ${storedColumns} from unnest($2::text[]) as g (id)
     cross join lateral (
       select x.* from rounds x
       where x.player_id = $1 and x.game_id = g.id and x.status <> 'refused' and x.currency is not null and ($3::text is null or x.status = $3)
         and ($4::uuid is null or x.id < $4)
       order by x.id desc limit $5
     ) r
     join seeds s on s.id = r.seed_id order by r.id desc limit $5`,
    [playerId, filter.game ? [filter.game] : gameIds, filter.status ?? null, before ?? null, limit],
  );
}

function roundsByReference(
  db: Queries,
  playerId: string,
  { game, status, q = '' }: RoundFilter,
  before: string | undefined,
  limit: number,
): Promise<StoredRound[]> {
  const wanted = q.trim().replace(/^#/, '').toLowerCase();
  return db.rows(
    storedRow,
    `select ${storedColumns} from rounds r join seeds s on s.id = r.seed_id
     where right(r.id::text, 8) = right($2, 8) and right(r.id::text, length($2)) = $2 and r.player_id = $1 and r.status <> 'refused' and r.currency is not null
       and ($3::text is null or r.game_id = $3) and ($4::text is null or r.status = $4) and ($5::uuid is null or r.id < $5)
     order by r.id desc limit $6`,
    [playerId, wanted, game ?? null, status ?? null, before ?? null, limit],
  );
}
