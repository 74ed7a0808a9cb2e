/** Use cases of the event stream: storing events, and the story of one bet, payment, round or claim across all services. */

import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import { storyMost, streamKeptDays } from '@fairline/proto/risk/stream';
import { dayMs } from '@fairline/proto/time';
import { type RecordRow, recordsOf } from '../audit/store.ts';
import type { Risk } from '../config.ts';
import { keptEvent, storyKeyOf } from './event.ts';
import * as store from './store.ts';

/** A trace with more events is a batch; of its events, a story shows only those that name the id. */
const traceMost = 200;

/** Stores each event once, however often it arrives. */
export function keepEvents(tx: Tx, events: readonly AnyEvent[]): Promise<void> {
  return store.insertEvents(tx, events.map(keptEvent));
}

export interface StoryRows {
  readonly events: store.EventRow[];
  readonly records: RecordRow[];
  readonly isPartial: boolean;
}

/**
 * The story of an id: the newest events that name it, then other events of the same traces while there is room, and operators' actions on it.
 * `withRecords` must be true only for operators who may read the audit log.
 */
export async function readStory({ db }: Pick<Risk, 'db'>, id: string, withRecords: boolean): Promise<StoryRows> {
  const key = storyKeyOf(id);
  if (!key) throw new Refusal(common.notFound);
  const readsRecords = withRecords && 'id' in key;
  const [named, records] = await Promise.all([
    store.coreEvents(db, key, storyMost + 1),
    readsRecords ? recordsOf(db, key.id, storyMost) : [],
  ]);
  if (named.length + records.length === 0) throw new Refusal(common.notFound);
  const core = named.slice(-storyMost);
  const traceIds = [...new Set(core.flatMap(({ traceId }) => traceId ?? []))];
  const small = traceIds.length > 0 ? await store.smallTraces(db, traceIds, traceMost) : [];
  const ofTraces = small.length > 0 ? await store.eventsOfTraces(db, small, 2 * storyMost + 1) : [];
  const known = new Set(named.map((event) => event.id));
  const caused = ofTraces.filter((event) => !known.has(event.id));
  const events = [...core, ...caused.slice(0, storyMost - core.length)].sort(byTime);
  return { events, records, isPartial: named.length + caused.length > storyMost };
}

function byTime(one: store.EventRow, other: store.EventRow): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);
}

export async function deleteOldEvents({ db, clock }: Pick<Risk, 'db' | 'clock'>): Promise<void> {
  await store.deleteOld(db, new Date(clock.now().getTime() - streamKeptDays * dayMs));
}
