/** Queries of the comparison with wallet: how far it got, and the mismatches it found. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { instant, integer, oneOf, type Row } from '@fairline/chassis/storage/rows';
import { betStatuses } from '@fairline/proto/betting/bets';
import { betKeyRow, idRow, stakeStates } from '../columns.ts';

const recordRow = {
  ...betKeyRow,
  status: oneOf(betStatuses),
  stake: oneOf(stakeStates),
  stakeMinor: integer,
  dueMinor: integer,
  changedAt: instant,
};
export type BetRecord = Row<typeof recordRow>;

const recordColumns = `b.player_id as "playerId", b.id, b.status, b.stake, b.stake_minor as "stakeMinor", b.due_minor as "dueMinor", b.changed_at as "changedAt"`;

/** Bets that changed since the last comparison, but not after `until`. By sub-selects, so that the place bounds the index; a join would filter a walk over all bets. */
export function recordsToCompare(db: Queries, until: Date, limit: number): Promise<BetRecord[]> {
  return db.rows(
    recordRow,
    `select ${recordColumns} from bets b
     where (b.changed_at, b.id) > ((select c.changed_at from compared c), (select c.bet_id from compared c)) and b.changed_at <= $1
     order by b.changed_at, b.id limit $2`,
    [until, limit],
  );
}

export async function markCompared(db: Queries, { changedAt, id }: BetRecord): Promise<void> {
  await db.run('update compared set changed_at = $1, bet_id = $2', [changedAt, id]);
}

export interface Mismatch {
  record: BetRecord;
  theirs: unknown;
}

/** Stores mismatches of bets that have not changed since they were compared; returns the ids of those bets. */
export async function keepMismatches(db: Queries, at: Date, mismatches: readonly Mismatch[]): Promise<string[]> {
  const rows = await db.rows(
    idRow,
    `insert into mismatches (bet_id, player_id, found_at, ours, theirs)
     select b.id, b.player_id, $1, t.ours, t.theirs
     from jsonb_to_recordset($2) as t (id uuid, "playerId" uuid, "changedAt" timestamptz, ours jsonb, theirs jsonb)
     join bets b on b.player_id = t."playerId" and b.id = t.id and b.changed_at = t."changedAt"
     on conflict (bet_id) do update set ours = excluded.ours, theirs = excluded.theirs returning bet_id as id`,
    [
      at,
      JSON.stringify(
        mismatches.map(({ record, theirs }) => ({
          id: record.id,
          playerId: record.playerId,
          changedAt: record.changedAt,
          ours: record,
          theirs,
        })),
      ),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Bets with a mismatch at their last comparison. */
export function listMismatched(db: Queries, until: Date, limit: number): Promise<BetRecord[]> {
  return db.rows(
    recordRow,
    `select ${recordColumns} from mismatches m join bets b on b.player_id = m.player_id and b.id = m.bet_id where b.changed_at <= $1 limit $2`,
    [until, limit],
  );
}

export async function dropMismatches(db: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.run('delete from mismatches where bet_id = any ($1)', [ids]);
}
