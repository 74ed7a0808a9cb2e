/** Use cases of the rule engine: collect signals from events, measure marked signals by the rules, and raise each case as an alert once. */

import type { AnyEvent } from '@fairline/chassis/messaging/inbox';
import { isInfrastructure, type Tx } from '@fairline/chassis/storage/postgres';
import { ruleLimits } from '@fairline/proto/risk/rules';
import { dayMs, hourMs } from '@fairline/proto/time';
import { countRaisedByRule, newestOfCases, raiseBeforeLevels } from '../alerts/commands.ts';
import type { Draft } from '../alerts/intake.ts';
import type { Risk } from '../config.ts';
import { computeLevels } from '../levels/commands.ts';
import { draftOf, isMoreThan, throttledDraft } from './case.ts';
import { collectionOf } from './collection.ts';
import { concerns, readEvidence, spansOf } from './evidence.ts';
import { type Case, type Evidence, mergeCases, type Tuning } from './measures.ts';
import { defaultsOf, neverThrottled, type Rule, rules } from './rules.ts';
import { type Mark, settleMs, signalKinds } from './signal.ts';
import { keptDaysOf, sumsKeptDays } from './signals.ts';
import * as store from './store.ts';
import * as settings from './store-settings.ts';

/** Marks wait this long, so that related events, which arrive separately, are measured together. */
const graceMs = 250;
const marksAtOnce = 2_000;
/** After this many failures of a rule its marks stay stored and are not measured again. */
const failuresMost = 12;

/** Stores the signals, sums and marks of events. Each event must be passed once, because the sums would count it again. */
export async function collectSignals(tx: Tx, events: readonly AnyEvent[]): Promise<void> {
  const { signals, days, plays, marks } = collectionOf(events);
  if (signals.length > 0) await store.insertSignals(tx, signals);
  if (days.length > 0) await store.addToDays(tx, days);
  if (plays.length > 0) await store.addToMinutes(tx, plays);
  if (marks.length > 0) await store.addMarks(tx, marks);
}

/** Measures marks until none is left. A batch that fails as a whole is retried in smaller parts, for example after a timeout. */
export async function evaluateMarks(risk: Risk): Promise<void> {
  for (let [most, taken] = [marksAtOnce, marksAtOnce]; taken === most; ) {
    try {
      taken = await risk.db.tx((tx) => evaluateSome(risk, tx, most));
    } catch (error) {
      if (most === 1) throw error;
      most = Math.ceil(most / 4);
      taken = most;
    }
  }
}

interface Evaluation {
  readonly rule: Rule;
  readonly tuning: Tuning;
  readonly changedBy: string | undefined;
  /** The marks that concern the rule. */
  readonly marks: readonly Mark[];
}

/** Measures some marks by all rules. Returns the number of marks taken. Levels are computed last, because alerts must be locked before levels. */
async function evaluateSome(risk: Risk, tx: Tx, most: number): Promise<number> {
  const marks = await store.takeMarks(tx, graceMs, most);
  if (marks.length === 0) return 0;
  const [known, at] = [await settings.settings(tx), risk.clock.now()];
  const playerIds: string[] = [];
  for (const rule of rules) {
    const setting = known.get(rule.id);
    const own = marks.filter((mark) => concerns(rule, mark));
    const tuning = tuningOf(rule, setting);
    if (!tuning.enabled || own.length === 0) continue;
    const evaluation = {
      rule,
      tuning,
      changedBy: setting?.changedBy,
      marks: rule.waits ? await letSettle(tx, rule, tuning, own) : own,
    };
    if (evaluation.marks.length === 0) continue;
    try {
      playerIds.push(...(await tx.savepoint(() => evaluate(tx, evaluation, at))));
    } catch (error) {
      // If the database is unreachable, the whole batch is retried. A rule that fails on its own stops no other, and its marks are retried later.
      if (isInfrastructure(error)) throw error;
      await retryLater(risk, tx, evaluation, error as Error);
    }
  }
  await computeLevels(tx, playerIds, at);
  return marks.length;
}

/**
 * For a rule that waits: stores new marks again for later, so that delayed events can arrive first, and returns the marks that have waited long enough.
 * Marks of keys without the signal that the rule needs are dropped, because that signal makes its own mark.
 */
async function letSettle(tx: Tx, rule: Rule, tuning: Tuning, marks: readonly Mark[]): Promise<Mark[]> {
  const [due, fresh] = [marks.filter(({ ruleId }) => ruleId), marks.filter(({ ruleId }) => !ruleId)];
  if (fresh.length === 0) return due;
  const needed = rule.needs && new Set((await spansOf(tx, rule, tuning, fresh)).map(({ key }) => key));
  const left = fresh
    .filter(({ trait }) => !needed || needed.has(trait))
    .map((mark) => ({ ...mark, failures: 0, afterMs: settleMs }));
  if (left.length > 0) await store.leaveMarks(tx, rule.id, left);
  return due;
}

async function retryLater(
  { log }: Risk,
  tx: Tx,
  { rule, marks }: Evaluation,
  { message, stack }: Error,
): Promise<void> {
  log.error({ rule: rule.id, marks: marks.length, error: message, stack }, 'rule failed');
  const left = marks.map(({ failures = 0, ...mark }) => {
    const count = failures + 1;
    return { ...mark, failures: count, afterMs: count < failuresMost ? Math.min(1_000 * 2 ** count, hourMs) : null };
  });
  await store.leaveMarks(tx, rule.id, left);
}

/** Measures marks by one rule and raises its alerts. Returns the players whose levels must be computed. */
async function evaluate(tx: Tx, evaluation: Evaluation, at: Date): Promise<string[]> {
  const { rule, tuning, marks } = evaluation;
  const spans = await spansOf(tx, rule, tuning, marks);
  if (spans.length === 0) return [];
  const evidence = await readEvidence(tx, rule, tuning, spans);
  const drafts = casesIn(evidence, rule, tuning).map((found) => draftOf(rule, tuning, found));
  return drafts.length === 0 ? [] : raiseOfRule(tx, evaluation, drafts, at);
}

/** The cases in the evidence, merged by key and period, because one period may contain several spans of a key. */
function casesIn(evidence: readonly Evidence[], rule: Rule, tuning: Tuning): Case[] {
  const cases = new Map<string, Case>();
  for (const found of evidence.flatMap((known) => rule.find(known, tuning))) {
    const name = `${found.key} ${found.period}`;
    const known = cases.get(name);
    cases.set(name, known ? mergeCases(known, found) : found);
  }
  return [...cases.values()];
}

/** Raises new cases up to the rule's limit per hour and keeps the marks of the rest for later. Open alerts of known cases get the new events. */
async function raiseOfRule(tx: Tx, evaluation: Evaluation, drafts: readonly Draft[], at: Date): Promise<string[]> {
  const { rule, tuning, changedBy, marks } = evaluation;
  const newest = await newestOfCases(
    tx,
    drafts.map(({ cause }) => cause),
  );
  const known: Draft[] = [];
  const fresh: Draft[] = [];
  for (const draft of drafts) {
    const last = newest.get(draft.cause);
    if (!last) fresh.push(draft);
    else if (!last.isClosed) known.push({ ...draft, cause: last.cause });
    else if (isMoreThan(rule, last, draft)) fresh.push({ ...draft, cause: `${draft.cause} +${last.alerts}` });
  }
  const left = fresh.length === 0 ? 0 : await alertsLeft(tx, rule, at);
  const players = await raiseBeforeLevels(tx, [...known, ...fresh.slice(0, left)], at);
  if (fresh.length <= left) return players;
  const until = await settings.throttle(tx, rule.id, at, new Date(at.getTime() + hourMs));
  const afterMs = until.getTime() - at.getTime();
  await store.leaveMarks(
    tx,
    rule.id,
    marks.map((mark) => ({ ...mark, failures: mark.failures ?? 0, afterMs })),
  );
  return [...players, ...(await raiseBeforeLevels(tx, [throttledDraft(rule, tuning, until, changedBy)], at))];
}

async function alertsLeft(tx: Tx, { id }: Rule, at: Date): Promise<number> {
  if (neverThrottled.has(id)) return Number.POSITIVE_INFINITY;
  if ((await settings.throttles(tx, at)).has(id)) return 0;
  const raised = (await countRaisedByRule(tx, new Date(at.getTime() - hourMs))).get(id) ?? 0;
  return Math.max(0, ruleLimits.maxAlertsPerHour - raised);
}

export function tuningOf(rule: Rule, setting: settings.SettingRow | undefined): Tuning {
  if (!setting) return defaultsOf(rule);
  const { enabled, severity, threshold, windowMinutes } = setting;
  return { enabled, severity, threshold, ...(windowMinutes !== null && { windowMinutes }) };
}

/** Deletes signals and sums that are older than any window. */
export async function deleteOldSignals({ db, clock }: Pick<Risk, 'db' | 'clock'>): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  for (const kind of signalKinds) await store.deleteOld(db, kind, daysAgo(keptDaysOf(kind)));
  await store.deleteOldMinutes(db, daysAgo(keptDaysOf('withdrawal')));
  await store.deleteOldDays(db, daysAgo(sumsKeptDays));
}

/** Deletes the signals of erased players. Their alerts stay, because they contain ids and no names. */
export async function eraseSignals(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await store.erase(tx, playerIds);
}
