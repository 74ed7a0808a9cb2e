/** What a batch of events adds: its signals, sums per day, and marks for the rules that they may concern. Pure. */
import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import { rules } from './rules.ts';
import type { DayChange, Mark, Signal, SignalKind } from './signal.ts';
import { isStored, isSummed, signalsOf } from './signals.ts';

export interface Collected {
  readonly signals: readonly Signal[];
  readonly days: readonly DayChange[];
  readonly marks: readonly Mark[];
}

export function collected(events: readonly AnyEvent[]): Collected {
  const signals = events.flatMap(signalsOf);
  return { signals: signals.filter(isStored), days: daysIn(signals), marks: marksOf(signals) };
}

/** The lowest value at which a signal of a kind concerns any rule; absent where it never does. */
const triggersFrom = new Map<SignalKind, number>();
for (const { triggers, leastMinor = 0 } of rules) {
  for (const kind of triggers) triggersFrom.set(kind, Math.min(triggersFrom.get(kind) ?? leastMinor, leastMinor));
}

function marksOf(signals: readonly Signal[]): Mark[] {
  const marking = signals.filter(({ kind, value }) => value >= (triggersFrom.get(kind) ?? Number.POSITIVE_INFINITY));
  return [...Map.groupBy(marking, ({ kind, subject, trait }) => `${kind} ${subject} ${trait}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const times = same.map(({ at }) => at.getTime());
    return [
      {
        kind: first.kind,
        subject: first.subject,
        trait: first.trait,
        from: new Date(Math.min(...times)),
        until: new Date(Math.max(...times)),
        value: Math.max(...same.map(({ value }) => value)),
      },
    ];
  });
}

function daysIn(signals: readonly Signal[]): DayChange[] {
  const days = new Map<string, DayChange>();
  for (const { kind, subject, at, value } of signals.filter(isSummed)) {
    if (!subject) continue;
    const day = at.toISOString().slice(0, 10);
    const known = days.get(`${subject} ${kind} ${day}`);
    days.set(`${subject} ${kind} ${day}`, { subject, kind, day, count: (known?.count ?? 0) + 1, sum: (known?.sum ?? 0) + value });
  }
  return [...days.values()];
}
