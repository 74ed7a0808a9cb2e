/** The total that one operator decided alone on a UTC day, over everything in betting. Adding to it takes a lock, so of two concurrent calls the later counts the earlier. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { integer } from '@fairline/chassis/storage/rows';

const amountRow = { minor: integer };

/** Locks the operator's day until the end of the transaction. Take it before any bet or market lock. */
export async function holdOperator(tx: Tx, operatorId: string): Promise<void> {
  // Their calls queue, so one waits for all before it; a row that is locked is waited for as long as anywhere.
  await tx.run("set local lock_timeout = '4s'");
  await tx.run("select pg_advisory_xact_lock(hashtextextended('hand ' || $1, 0))", [operatorId]);
  await tx.run('set local lock_timeout to default');
}

/** What the operator alone has moved on that day, apart from one bet where one is named: settled another way again, it counts once. */
export async function movedByOperator(db: Queries, operatorId: string, at: Date, exceptBetId: string | null = null): Promise<number> {
  const row = await db.row(amountRow, 'select operator_moved($1, $2, $3) as minor', [operatorId, at, exceptBetId]);
  return row?.minor ?? 0;
}
