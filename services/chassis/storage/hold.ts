/** Holds an operator for a transaction: what they decide alone adds up, so of two concurrent calls the later counts the earlier. */
import type { Tx } from './postgres.ts';

/** The key of the advisory lock; `subject` names what is added up, `id` is SQL. */
export const holdKey = (subject: string, id: string) => `hashtextextended('${subject} ' || ${id}, 0)`;

/** Until the end of the transaction the operator decides nothing else about the subject. Before any row is locked. */
export async function holdOperator(tx: Tx, subject: string, operatorId: string): Promise<void> {
  // Their calls queue, so one waits for all before it; a row that is locked is waited for as long as anywhere.
  await tx.run("set local lock_timeout = '4s'");
  await tx.run(`select pg_advisory_xact_lock(${holdKey(subject, '$1')})`, [operatorId]);
  await tx.run('set local lock_timeout to default');
}
