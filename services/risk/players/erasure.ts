/** Erased players: events about them that still arrive, from a backlog or a retried dead letter, are no longer measured. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import * as store from './store-erasure.ts';

/** Stores the ids of erased players before their rows are deleted. Waits for transactions that are measuring now. */
export async function noteErased(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await store.lockErasure(tx, 'exclusive');
  await store.insertErased(tx, playerIds);
  await store.deleteMarks(tx, playerIds);
}

/** Filters out events about erased players. Takes a lock, so that no player is erased until the end of the transaction. */
export async function withoutErased<E>(
  tx: Tx,
  events: readonly E[],
  subjectsOf: (event: E) => readonly string[],
): Promise<E[]> {
  const subjects = new Map(events.map((event) => [event, subjectsOf(event)]));
  const all = [...new Set([...subjects.values()].flat())];
  if (all.length === 0) return [...events];
  await store.lockErasure(tx, 'shared');
  const erased = await store.findErased(tx, all);
  return erased.size === 0 ? [...events] : events.filter((event) => !subjects.get(event)?.some((id) => erased.has(id)));
}
