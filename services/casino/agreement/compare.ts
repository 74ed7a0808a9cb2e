/** Compares rounds with wallet. A mismatch is stored, counted and logged until both sides agree, and an alert is raised if that takes too long. */
import type { Log } from '@fairline/chassis/process/log';
import type { RoundContext } from '../rounds/context.ts';
import { type KnownRound, roundsOf } from '../rounds/peers.ts';
import * as store from './store.ts';

const pageRounds = 500;
/** Rounds are compared once they are this old. A newer step may still be on its way to wallet. */
const restMs = 60_000;

/** Continues where the last comparison stopped, then compares open rounds and mismatches again. Returns the number of mismatches, which `report` receives too. */
export async function compareRounds(context: RoundContext, report: (mismatches: number) => void): Promise<number> {
  const until = new Date(context.clock.now().getTime() - restMs);
  for (;;) {
    const records = await store.recordsToCompare(context.db, until, pageRounds);
    await compare(context, records);
    const last = records.at(-1);
    if (last) await store.markCompared(context.db, last.id);
    if (records.length < pageRounds) break;
  }
  let after = store.firstId;
  for (;;) {
    const records = await store.recordsToCompareAgain(context.db, until, after, pageRounds);
    await compare(context, records);
    after = records.at(-1)?.id ?? after;
    if (records.length < pageRounds) break;
  }
  const mismatches = await store.countMismatches(context.db);
  report(mismatches);
  return mismatches;
}

async function compare(context: RoundContext, records: readonly store.RoundRecord[]): Promise<void> {
  if (records.length === 0) return;
  const known = await roundsOf(
    context.bus,
    records.map(({ id }) => id),
  );
  const wrong = records.filter((record) => !agrees(record, known.get(record.id)));
  const isOver = ({ status, askedStep, voidTaken }: store.RoundRecord) =>
    status !== 'open' && askedStep === null && voidTaken !== false;
  const again = records.filter((record) => wrong.includes(record) || !isOver(record));
  await store.keepForAgain(
    context.db,
    context.clock.now(),
    again.map((record) => ({ record, theirs: wrong.includes(record) ? (known.get(record.id) ?? null) : undefined })),
  );
  await store.dropCompared(
    context.db,
    records.filter((record) => !again.includes(record)).map(({ id }) => id),
  );
  callOut(
    context.log,
    wrong.map(({ id }) => id),
  );
}

/** Whether wallet agrees on a round. While a step or a void is pending, wallet may be ahead. */
export function agrees(record: store.RoundRecord, known: KnownRound | undefined): boolean {
  const { status, askedStep, voidTaken, stakeMinor, payoutMinor, jackpotMinor } = record;
  if (askedStep !== null || voidTaken === false) return true;
  if (status === 'refused') return known === undefined || known.status === 'refused';
  if (!known || known.stakedMinor !== stakeMinor) return false;
  if (status === 'void') return known.status === 'void';
  if (status === 'open') return known.status === 'open';
  return (
    known.status === 'closed' && known.paidMinor === payoutMinor - jackpotMinor && known.jackpotMinor === jackpotMinor
  );
}

function callOut(log: Log, ids: readonly string[]): void {
  if (ids.length > 0)
    log.fatal({ rounds: ids.slice(0, 20), count: ids.length }, 'rounds do not agree with what wallet knows of them');
}
