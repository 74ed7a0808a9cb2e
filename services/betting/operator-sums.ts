/** The total that one operator moved alone on a UTC day, over everything in betting. Adding to it takes a lock, so of two concurrent calls the second includes the first. */
import { holdOperator as hold, holdKey } from '@fairline/chassis/storage/hold';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, integer, text } from '@fairline/chassis/storage/rows';

const amountRow = { minor: integer };
const heldRow = { id: text, held: bool };

/** Locks the operator until the end of the transaction: they decide nothing else alone, and no bet is accepted at their prices. Call it before any bet or market is locked. */
export function holdOperator(tx: Tx, operatorId: string): Promise<void> {
  return hold(tx, 'hand', operatorId);
}

/** Locks those of these operators that are free, and returns them. It never waits, so it may be called after bets and markets are locked. */
export async function holdFreeOperators(tx: Tx, operatorIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(
    heldRow,
    `select id, pg_try_advisory_xact_lock(${holdKey('hand', 'id')}) as held from unnest($1::text[]) as t (id)`,
    [operatorIds],
  );
  return new Set(rows.filter(({ held }) => held).map(({ id }) => id));
}

/** The sum that the operator alone moved on that day. `exceptBetId` is left out, so that a bet that is settled differently again counts once. */
export async function movedByOperator(
  db: Queries,
  operatorId: string,
  at: Date,
  exceptBetId: string | null = null,
): Promise<number> {
  const row = await db.row(amountRow, 'select operator_moved($1, $2, $3) as minor', [operatorId, at, exceptBetId]);
  return row?.minor ?? 0;
}
