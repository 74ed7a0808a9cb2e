/** Collects the signals of a batch of events, their sums per day, the plays, and the marks that tell rules what to measure. Pure. */
import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import { rules } from './rules.ts';
import { type DayChange, inOrder, type Mark, ofKinds, playKinds, type Signal, type SignalKind } from './signal.ts';
import { isStored, isSummed, signalsOf } from './signals.ts';

export interface Collection {
  readonly signals: readonly Signal[];
  readonly days: readonly DayChange[];
  readonly plays: readonly Signal[];
  readonly marks: readonly Mark[];
}

export function collectionOf(events: readonly AnyEvent[]): Collection {
  const signals = events.flatMap(signalsOf);
  const plays = ofKinds(signals, playKinds).filter(({ subject }) => subject !== null);
  return { signals: signals.filter(isStored), days: daysIn(signals), plays, marks: marksOf(signals) };
}

/** The lowest value at which a signal of a kind concerns any rule; absent if no rule is triggered by the kind. */
const triggersFrom = new Map<SignalKind, number>();
for (const { triggers, leastMinor = 0 } of rules) {
  for (const kind of triggers) triggersFrom.set(kind, Math.min(triggersFrom.get(kind) ?? leastMinor, leastMinor));
}

/** Signals of one kind, subject and trait share a mark unless more than an hour lies between them, because everything between a mark's times is measured. */
const markGapMs = 60 * 60 * 1_000;

function marksOf(signals: readonly Signal[]): Mark[] {
  const marking = signals
    .filter(({ kind, value }) => value >= (triggersFrom.get(kind) ?? Number.POSITIVE_INFINITY))
    .sort(inOrder);
  return [...Map.groupBy(marking, ({ kind, subject, trait }) => `${kind} ${subject} ${trait}`).values()].flatMap(
    (same) => {
      const marks: Mark[] = [];
      for (const { kind, subject, trait, at, value } of same) {
        const last = marks.at(-1);
        if (last && at.getTime() - last.until.getTime() <= markGapMs)
          marks[marks.length - 1] = { ...last, until: at, value: Math.max(last.value, value) };
        else marks.push({ kind, subject, trait, from: at, until: at, value });
      }
      return marks;
    },
  );
}

function daysIn(signals: readonly Signal[]): DayChange[] {
  const days = new Map<string, DayChange>();
  for (const { kind, subject, at, value } of signals.filter(isSummed)) {
    if (!subject) continue;
    const day = at.toISOString().slice(0, 10);
    const known = days.get(`${subject} ${kind} ${day}`);
    days.set(`${subject} ${kind} ${day}`, {
      subject,
      kind,
      day,
      count: (known?.count ?? 0) + 1,
      sum: (known?.sum ?? 0) + value,
    });
  }
  return [...days.values()];
}
