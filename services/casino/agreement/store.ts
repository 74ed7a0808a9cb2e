/** Queries that compare rounds with wallet: how far the comparison got, and the rounds to look at again. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { bool, integer, nullable, oneOf, type Row } from '@fairline/chassis/storage/rows';
import { idRow } from '../columns.ts';
import { storedStatuses } from '../rounds/round.ts';

/** Sorts before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

const recordRow = {
  ...idRow,
  status: oneOf(storedStatuses),
  askedStep: nullable(integer),
  voidTaken: nullable(bool),
  stakeMinor: integer,
  payoutMinor: integer,
  jackpotMinor: integer,
};
export type RoundRecord = Row<typeof recordRow>;

const recordColumns = `r.id, r.status, r.asked_step as "askedStep", r.void_taken as "voidTaken", r.stake_minor as "stakeMinor", r.payout_minor as "payoutMinor",
  r.jackpot_minor as "jackpotMinor"`;

/** The next rounds to compare. Ids grow with time, and a round is stored moments after its id is made, so none is skipped. */
export function recordsToCompare(db: Queries, until: Date, limit: number): Promise<RoundRecord[]> {
  return db.rows(
    recordRow,
    `select ${recordColumns} from rounds r where r.id > (select round_id from compared) and r.created_at <= $1 order by r.id limit $2`,
    [until, limit],
  );
}

/** All rounds in the order of their ids, compared or not. */
export function recordsAfter(db: Queries, after: string, limit: number): Promise<RoundRecord[]> {
  return db.rows(recordRow, `select ${recordColumns} from rounds r where r.id > $1 order by r.id limit $2`, [
    after,
    limit,
  ]);
}

export function recordsOf(db: Queries, ids: readonly string[]): Promise<RoundRecord[]> {
  return db.rows(recordRow, `select ${recordColumns} from rounds r where r.id = any ($1) order by r.id`, [ids]);
}

export async function markCompared(db: Queries, id: string): Promise<void> {
  await db.run('update compared set round_id = $1', [id]);
}

/** Rounds that were open or disagreed at the last comparison, in the order of their ids. */
export function recordsToCompareAgain(db: Queries, until: Date, after: string, limit: number): Promise<RoundRecord[]> {
  return db.rows(
    recordRow,
    `select ${recordColumns} from compare_again c join rounds r on r.id = c.round_id
     where c.round_id > $2 and greatest(r.created_at, r.settled_at, r.voided_at) <= $1 order by r.id limit $3`,
    [until, after, limit],
  );
}

/** Stores rounds that must be compared again. `theirs` is undefined for a round that agrees so far. */
export async function keepForAgain(
  db: Queries,
  at: Date,
  items: readonly { record: RoundRecord; theirs: unknown }[],
): Promise<void> {
  if (items.length === 0) return;
  await db.run(
    `insert into compare_again (round_id, found_at, ours, theirs)
     select t.id, $1, t.ours, t.theirs from jsonb_to_recordset($2) as t (id uuid, ours jsonb, theirs jsonb) order by t.id
     on conflict (round_id) do update set ours = excluded.ours, theirs = excluded.theirs`,
    [
      at,
      JSON.stringify(
        items.map(({ record, theirs }) => ({ id: record.id, ...(theirs !== undefined && { ours: record, theirs }) })),
      ),
    ],
  );
}

export async function dropCompared(db: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.run('delete from compare_again where round_id = any ($1)', [ids]);
}

const countRow = { count: integer };

export async function countMismatches(db: Queries): Promise<number> {
  return (await db.row(countRow, 'select count(*) as count from compare_again where ours is not null'))?.count ?? 0;
}
