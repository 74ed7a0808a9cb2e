/** The total that one operator decided alone on a UTC day, over everything in betting. Adding to it takes a lock, so of two concurrent calls the later counts the earlier. */
import { holdOperator as hold, holdKey } from '@fairline/chassis/storage/hold';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, integer, text } from '@fairline/chassis/storage/rows';

const amountRow = { minor: integer };
const heldRow = { id: text, held: bool };

/** Until the end of the transaction the operator decides nothing else alone, nor is a bet accepted at their prices. Before any bet or market is locked. */
export function holdOperator(tx: Tx, operatorId: string): Promise<void> {
  return hold(tx, 'hand', operatorId);
}

/** Holds those of these operators whom nobody else holds, and answers them. It waits for nobody, so it may come after bets and markets are locked. */
export async function holdFreeOperators(tx: Tx, operatorIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows(heldRow, `select id, pg_try_advisory_xact_lock(${holdKey('hand', 'id')}) as held from unnest($1::text[]) as t (id)`, [
    operatorIds,
  ]);
  return new Set(rows.filter(({ held }) => held).map(({ id }) => id));
}

/** The sum that the operator alone has moved on that day. A bet that is named is left out, so that it counts once if it is settled another way. */
export async function movedByOperator(db: Queries, operatorId: string, at: Date, exceptBetId: string | null = null): Promise<number> {
  const row = await db.row(amountRow, 'select operator_moved($1, $2, $3) as minor', [operatorId, at, exceptBetId]);
  return row?.minor ?? 0;
}
