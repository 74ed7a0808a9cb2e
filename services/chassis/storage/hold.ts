/** Locks an operator for a transaction. The amounts that they decide alone add up, so of two concurrent calls the later one must count the earlier one. */
import type { Tx } from './postgres.ts';

/** The key of the advisory lock. `subject` names the kind of amounts that add up; `id` is SQL. */
export const holdKey = (subject: string, id: string) => `hashtextextended('${subject} ' || ${id}, 0)`;

/** Until the transaction ends, the operator decides nothing else on the subject. Call it before any row is locked. */
export async function holdOperator(tx: Tx, subject: string, operatorId: string): Promise<void> {
  // A longer lock timeout, because calls of an operator queue and each waits for all before it. For row locks the usual timeout applies.
  await tx.run("set local lock_timeout = '4s'");
  await tx.run(`select pg_advisory_xact_lock(${holdKey(subject, '$1')})`, [operatorId]);
  await tx.run('set local lock_timeout to default');
}
