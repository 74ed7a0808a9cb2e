/** Back-tests: counts the alerts that a rule would have raised on the stored signals. Measures each key as live rules do; changes nothing. */

import { setImmediate } from 'node:timers/promises';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { common, Refusal } from '@fairline/proto/contract';
import { type BackTest, meanAlertsPerDay, ruleLimits } from '@fairline/proto/risk/rules';
import { dayMs } from '@fairline/proto/time';
import { readEvidence } from './evidence.ts';
import type { Case, Tuning } from './measures.ts';
import type { Rule } from './rules.ts';
import { keptDaysOf } from './signals.ts';
import * as store from './store.ts';

/** A batch of keys reads about this many signals. The number of keys is estimated from the last batch, within bounds. */
const batchSignals = 20_000;
const batchKeys = { first: 10, most: 50 };
const keysMost = 50_000;
const examplesShown = 10;
/** The time limit of a back-test; shorter than the browser's request timeout. */
const withinMs = 8_000;

interface Found {
  signals: number;
  isPartial: boolean;
  /** The share of the keys that were measured. */
  share: number;
  cases: Map<string, Pick<Case, 'key' | 'until' | 'measured'>>;
}

/** A trial only shows a back-test; a change of a rule back-tests its new values before it applies. */
export type Purpose = 'trial' | 'change';

/**
 * Databases with a back-test under way. An instance runs one back-test of each purpose at a time, because it also confirms permits and evaluates rules.
 * The purposes are counted apart, so that trials, which every reader of rules may repeat, cannot keep a rule from being changed.
 */
const busy: Readonly<Record<Purpose, WeakSet<Queries>>> = { trial: new WeakSet(), change: new WeakSet() };

export async function backTest(
  db: Queries,
  rule: Rule,
  tuning: Tuning,
  now: Date,
  purpose: Purpose,
): Promise<BackTest> {
  const ofPurpose = busy[purpose];
  if (ofPurpose.has(db)) throw new Refusal(common.busy, { retryAfterSeconds: withinMs / 1_000 });
  ofPurpose.add(db);
  try {
    return await measureRule(db, rule, tuning, now);
  } finally {
    ofPurpose.delete(db);
  }
}

async function measureRule(db: Queries, rule: Rule, tuning: Tuning, now: Date): Promise<BackTest> {
  const deadline = performance.now() + withinMs;
  const keptFrom = new Date(now.getTime() - Math.max(...rule.reads.map(keptDaysOf)) * dayMs);
  const newest = await store.startOfNewest(db, rule.reads, ruleLimits.maxBackTestSignals);
  const oldest = (await store.oldestOf(db, rule.reads)) ?? now;
  const from = [keptFrom, newest, oldest].reduce<Date>(
    (latest, time) => (time && time > latest ? time : latest),
    keptFrom,
  );
  const found: Found = { signals: 0, isPartial: newest !== null, share: 1, cases: new Map() };
  await measureAll(db, { rule, tuning, from, until: now, deadline }, found);
  const cases = [...found.cases.values()].sort((one, other) => other.until.getTime() - one.until.getTime());
  const days = Map.groupBy(cases, ({ until }) => until.toISOString().slice(0, 10));
  return {
    ruleId: rule.id,
    from: from.toISOString(),
    until: now.toISOString(),
    signals: found.signals,
    isPartial: found.isPartial || found.share < 1,
    ...(found.share < 1 && { share: found.share }),
    alerts: cases.length,
    subjects: new Set(cases.map(({ key }) => key)).size,
    days: [...days]
      .map(([day, ofDay]) => ({ day, alerts: ofDay.length }))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
    examples: cases
      .slice(0, examplesShown)
      .map(({ key, until, measured }) => ({ subject: key, at: until.toISOString(), measured })),
  };
}

/** The mean number of alerts per day, rounded up, as refusals show it. */
export const alertsPerDay = (found: Parameters<typeof meanAlertsPerDay>[0]): number =>
  Math.ceil(meanAlertsPerDay(found));

interface Trial {
  readonly rule: Rule;
  readonly tuning: Tuning;
  readonly from: Date;
  readonly until: Date;
  readonly deadline: number;
}

async function measureAll(db: Queries, trial: Trial, found: Found): Promise<void> {
  const { keys, total } = await keysOf(db, trial);
  let [done, size] = [0, batchKeys.first];
  while (done < keys.length) {
    const batch = keys.slice(done, done + size);
    const readBefore = found.signals;
    await measureKeys(db, trial, batch, found);
    done += batch.length;
    const perKey = Math.max(1, (found.signals - readBefore) / batch.length);
    size = Math.max(1, Math.min(batchKeys.most, Math.floor(batchSignals / perKey)));
    if (performance.now() > trial.deadline || found.signals > ruleLimits.maxBackTestSignals) break;
  }
  if (done < total) found.share = done / total;
}

async function keysOf(db: Queries, { rule, from }: Trial): Promise<{ keys: string[]; total: number }> {
  if (rule.scope === 'all') return { keys: [''], total: 1 };
  const column = rule.scope === 'subject' ? 'subject' : 'trait';
  const kinds = rule.scope === 'linked' ? (rule.links ?? []) : rule.needs ? [rule.needs] : rule.triggers;
  const since = rule.scope === 'linked' ? new Date(0) : from;
  return store.sampleKeys(db, column, {
    kinds,
    since,
    leastMinor: rule.leastMinor ?? 0,
    signalsMost: ruleLimits.maxBackTestSignals,
    most: keysMost,
  });
}

async function measureKeys(
  db: Queries,
  { rule, tuning, from, until }: Trial,
  keys: readonly string[],
  found: Found,
): Promise<void> {
  const evidence = await readEvidence(
    db,
    rule,
    tuning,
    keys.map((key) => ({ key, from, until })),
  );
  for (const known of evidence) {
    found.signals += known.signals.length;
    // A key at the limit of one read may have more signals.
    if (known.signals.length >= store.perKeyMost) found.isPartial = true;
    for (const { key, period, until: at, measured } of rule.find(known, tuning))
      found.cases.set(`${key} ${period}`, { key, until: at, measured });
    // Yields between keys, so that other requests of this process are not delayed.
    await setImmediate();
  }
}
