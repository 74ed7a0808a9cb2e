/** Compares bets at rest with what wallet knows of their stakes. What does not agree is kept, counted and called out until it does. */
import type { Log } from '@fairline/chassis/log';
import type { Betting } from './config.ts';
import { stakesOf } from './peers.ts';
import { agrees } from './settlement.ts';
import * as store from './store-bets.ts';

const pageBets = 500;
/** Facts that take longer than this to reach wallet are worth an alarm. */
const restMs = 60_000;

/** Goes on from where the last comparison stopped, then looks again at what did not agree. `tell` learns how many do not. */
export async function compareBets(room: Betting, tell: (mismatches: number) => void): Promise<void> {
  const until = new Date(room.clock.now().getTime() - restMs);
  for (;;) {
    const records = await store.recordsToCompare(room.db, until, pageBets);
    await compare(room, records);
    const last = records.at(-1);
    if (last) await store.markCompared(room.db, last);
    if (records.length < pageBets) break;
  }
  const before = await store.mismatched(room.db, until, pageBets);
  tell(await compare(room, before));
}

/** Answers how many did not agree. */
async function compare(room: Betting, records: readonly store.BetRecord[]): Promise<number> {
  if (records.length === 0) return 0;
  const known = await stakesOf(
    room.bus,
    records.map(({ id }) => id),
  );
  const wrong = records.filter((record) => !agrees(record, known.get(record.id)));
  const kept = await store.keepMismatches(
    room.db,
    room.clock.now(),
    wrong.map((record) => ({ record, theirs: known.get(record.id) ?? null })),
  );
  await store.dropMismatches(
    room.db,
    records.map(({ id }) => id).filter((id) => !kept.includes(id)),
  );
  callOut(room.log, kept);
  return kept.length;
}

function callOut(log: Log, ids: readonly string[]): void {
  if (ids.length > 0) log.fatal({ bets: ids.slice(0, 20), count: ids.length }, 'bets do not agree with what wallet knows of their stakes');
}
