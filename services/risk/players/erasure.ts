/** Erased players: what still arrives of them, from a backlog or a retried dead letter, is not measured any more. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import * as store from './store-erasure.ts';

/** Notes the players before their rows are deleted. Waits for those who measure at this moment. */
export async function noteErased(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await store.lockErasure(tx, 'exclusive');
  await store.insertErased(tx, playerIds);
  await store.deleteMarks(tx, playerIds);
}

/** The events without those about erased players. Until the end of the transaction no other player is erased. */
export async function withoutErased<E>(tx: Tx, events: readonly E[], subjectsOf: (event: E) => readonly string[]): Promise<E[]> {
  const subjects = new Map(events.map((event) => [event, subjectsOf(event)]));
  const all = [...new Set([...subjects.values()].flat())];
  if (all.length === 0) return [...events];
  await store.lockErasure(tx, 'shared');
  const erased = await store.findErased(tx, all);
  return erased.size === 0 ? [...events] : events.filter((event) => !subjects.get(event)?.some((id) => erased.has(id)));
}
