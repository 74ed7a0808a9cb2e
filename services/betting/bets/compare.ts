/** Compares bets that have not changed for a while with wallet's stakes. A mismatch is stored, counted and logged until it is gone, and an alert is raised if that takes too long. */
import type { Log } from '@fairline/chassis/process/log';
import { isConsistent } from '../outcome.ts';
import type { BetContext } from './context.ts';
import { stakesOf } from './peers.ts';
import {
  type BetRecord,
  dropMismatches,
  keepMismatches,
  listMismatched,
  markCompared,
  recordsToCompare,
} from './store-compare.ts';

const pageBets = 500;
/** Bets that changed less than this long ago are not compared: their events may not have reached wallet yet. */
const restMs = 60_000;

/** Continues where the last comparison stopped, then compares earlier mismatches again. Returns their number, which `report` gets too. */
export async function compareBets(context: BetContext, report: (mismatches: number) => void): Promise<number> {
  const until = new Date(context.clock.now().getTime() - restMs);
  for (;;) {
    const records = await recordsToCompare(context.db, until, pageBets);
    await compare(context, records);
    const last = records.at(-1);
    if (last) await markCompared(context.db, last);
    if (records.length < pageBets) break;
  }
  const before = await listMismatched(context.db, until, pageBets);
  const mismatches = await compare(context, before);
  report(mismatches);
  return mismatches;
}

/** Returns the number of mismatches. */
async function compare(context: BetContext, records: readonly BetRecord[]): Promise<number> {
  if (records.length === 0) return 0;
  const known = await stakesOf(
    context.bus,
    records.map(({ id }) => id),
  );
  const wrong = records.filter((record) => !isConsistent(record, known.get(record.id)));
  const kept = await keepMismatches(
    context.db,
    context.clock.now(),
    wrong.map((record) => ({ record, theirs: known.get(record.id) ?? null })),
  );
  await dropMismatches(
    context.db,
    records.map(({ id }) => id).filter((id) => !kept.includes(id)),
  );
  logMismatches(context.log, kept);
  return kept.length;
}

function logMismatches(log: Log, ids: readonly string[]): void {
  if (ids.length > 0)
    log.fatal(
      { bets: ids.slice(0, 20), count: ids.length },
      'bets do not agree with what wallet knows of their stakes',
    );
}
