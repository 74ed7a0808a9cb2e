/** Queries that void a round and take it out of the sums of its session and its game. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import type { Moments } from '@fairline/games/game';
import { askAgainMs, returnOf } from './round.ts';
import { claimRounds, type StoredRound } from './store.ts';

/** Voids a round. The void and the record of the operator count as two events. The round is compared with wallet again. */
export async function voidRound(
  tx: Tx,
  { id }: StoredRound,
  { at, outcome, by, reason }: { at: Date; outcome: unknown; by: string; reason: string },
): Promise<void> {
  await tx.run(
    `update rounds set status = 'void', outcome = $2, events = events + 2, act_at = $4, voided_at = $3, voided_by = $5, voided_reason = $6, void_taken = false
     where id = $1`,
    [id, JSON.stringify(outcome), at, new Date(at.getTime() + askAgainMs), by, reason],
  );
  await tx.run('insert into compare_again (round_id, found_at) values ($1, $2) on conflict do nothing', [id, at]);
}

/** Subtracts a settled round from its session and from the results of its game. */
export async function countOut(
  tx: Tx,
  row: StoredRound & { currency: string },
  { mean, variance }: Moments,
  at: Date,
): Promise<void> {
  const payoutMinor = row.payoutMinor - row.jackpotMinor;
  const step = {
    id: row.id,
    session_id: row.sessionId,
    game_id: row.gameId,
    version: row.version,
    book: row.book,
    currency: row.currency,
    first_stake_minor: row.firstStakeMinor,
    stake_minor: row.stakeMinor,
    payout_minor: payoutMinor,
    jackpot_minor: row.jackpotMinor,
    returned: returnOf(row, { stakeMinor: row.stakeMinor, payoutMinor }),
    expected: mean,
    variance,
  };
  await tx.run('select count_rounds($1, array(select i from jsonb_populate_recordset(null::taken_step, $2) i), -1)', [
    at,
    JSON.stringify([step]),
  ]);
}

/** Stores that wallet has voided the round. */
export async function markTaken(db: Queries, id: string): Promise<void> {
  await db.run(`update rounds set void_taken = true, act_at = null where id = $1 and status = 'void'`, [id]);
}

/** Claims voided rounds whose void wallet has not answered. */
export function claimVoids(db: Queries, at: Date, limit: number): Promise<StoredRound[]> {
  return claimRounds(db, at, limit, `status = 'void'`);
}
