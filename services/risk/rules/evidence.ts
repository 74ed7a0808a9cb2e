/** Reads the evidence for a rule: the keys and times that its marks concern, and the signals and sums of each key. */

import type { Queries } from '@fairline/chassis/storage/postgres';
import { dayMs } from '@fairline/proto/time';
import { type Evidence, type Tuning, windowMsOf } from './measures.ts';
import type { Rule } from './rules.ts';
import { inOrder, type Mark, ofKinds, type Signal } from './signal.ts';
import { keptDaysOf, sumsKeptDays } from './signals.ts';
import * as store from './store.ts';

/** The most by which a signal joined by its trait may be later. */
const joinedWithinMs = 10_000;

/** Whether the marked signals may complete a case of the rule. */
export const concerns = ({ id, triggers, leastMinor = 0 }: Rule, { kind, value, ruleId }: Mark): boolean =>
  (!ruleId || ruleId === id) && triggers.includes(kind) && value >= leastMinor;

/** The keys of a rule's marks with the spans of time to measure. Marks of a key whose windows overlap share a span. */
export async function spansOf(db: Queries, rule: Rule, tuning: Tuning, own: readonly Mark[]): Promise<store.Span[]> {
  // One span for all: these rules also need requests and invitations of long ago, so each span would read nearly all stored signals.
  if (rule.scope === 'all') return mergeSpans(own.map(({ from, until }) => ({ key: '', from, until })));
  const apartMs = 2 * windowMsOf(tuning);
  if (rule.scope === 'linked') return mergeSpans(await linkedSpans(db, rule, own), apartMs);
  if (rule.scope === 'trait') {
    const ofTraits = own.map(({ trait, from, until }) => ({ key: trait, from, until })).filter(({ key }) => key !== '');
    const spans = mergeSpans(ofTraits, apartMs);
    return rule.needs ? onlyWith(db, rule.needs, spans) : spans;
  }
  const bySubject = own.flatMap(({ subject, from, until }) => (subject ? [{ key: subject, from, until }] : []));
  const byTrait = own
    .filter(({ subject }) => subject === null)
    .map(({ trait, from, until }) => ({ key: trait, from: addMs(from, -joinedWithinMs), until }));
  const joined = byTrait.length === 0 ? [] : await store.subjectsOn(db, rule.reads, mergeSpans(byTrait, 0));
  return mergeSpans([...bySubject, ...joined], apartMs);
}

/** Spans of a rule on linked players. A new link may complete a case with any earlier signals, so its span covers all stored ones. */
async function linkedSpans(db: Queries, { reads, links = [] }: Rule, marks: readonly Mark[]): Promise<store.Span[]> {
  const keptMs = Math.min(...reads.map(keptDaysOf)) * dayMs;
  const acts = marks.filter(({ kind, subject }) => reads.includes(kind) && subject !== null);
  const byLink = marks.filter(({ kind, trait }) => links.includes(kind) && trait !== '');
  const shared = await store.sharedTraits(db, links, [
    ...new Set([...acts, ...byLink].flatMap(({ subject }) => subject ?? [])),
  ]);
  const traitsOf = Map.groupBy(shared, ({ subject }) => subject);
  const known = new Set(shared.map(({ trait }) => trait));
  return [
    ...acts.flatMap(({ subject, from, until }) =>
      (traitsOf.get(subject ?? '') ?? []).map(({ trait }) => ({ key: trait, from, until })),
    ),
    ...byLink
      .filter(({ trait }) => known.has(trait))
      .map(({ trait, from, until }) => ({ key: trait, from: addMs(from, -keptMs), until: addMs(until, keptMs) })),
  ];
}

async function onlyWith(
  db: Queries,
  kind: NonNullable<Rule['needs']>,
  spans: readonly store.Span[],
): Promise<store.Span[]> {
  const having = await store.traitsWith(
    db,
    kind,
    spans.map(({ key }) => key),
  );
  return spans.filter(({ key }) => having.has(key));
}

/** Merges spans of a key that are at most `apartMs` apart. */
export function mergeSpans(spans: readonly store.Span[], apartMs = Number.POSITIVE_INFINITY): store.Span[] {
  return [...Map.groupBy(spans, ({ key }) => key).values()].flatMap((same) => {
    const [first, ...others] = same.toSorted((one, other) => one.from.getTime() - other.from.getTime());
    const merged = first ? [first] : [];
    for (const span of others) {
      const last = merged.at(-1);
      if (!last || span.from.getTime() - last.until.getTime() > apartMs) merged.push(span);
      else if (span.until > last.until) merged[merged.length - 1] = { ...last, until: span.until };
    }
    return merged;
  });
}

const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** The signals of each span, from one window before it to one after it: a late signal may complete cases that end later. */
export async function readEvidence(
  db: Queries,
  rule: Rule,
  tuning: Tuning,
  spans: readonly store.Span[],
): Promise<Evidence[]> {
  const windowMs = windowMsOf(tuning);
  const wide = spans.map(({ key, from, until }) => ({
    key,
    from: addMs(from, -windowMs),
    until: addMs(until, windowMs),
  }));
  const [first] = wide;
  if (!first) return [];
  if (rule.scope === 'all') {
    const signals: Signal[] = [];
    // Each kind is read by itself, so that a frequent kind does not displace a rare one.
    for (const kind of rule.reads)
      signals.push(...(await store.signalsOfKind(db, kind, addMs(first.from, -keptDaysOf(kind) * dayMs), first.until)));
    return [{ key: '', signals: signals.sort(inOrder), days: [] }];
  }
  if (rule.scope === 'linked') return linkedEvidence(db, rule, wide);
  const signals = await store.signalsUnder(db, rule.scope, rule.reads, wide);
  const joined = rule.joins ? await joinedTo(db, rule.joins, signals) : new Map<string, Signal[]>();
  const days = rule.readsDays ? await daysUnder(db, rule, tuning, wide) : undefined;
  const staked = rule.readsStaked && {
    staked: await store.stakedBefore(db, ofKinds(signals, ['withdrawal']), windowMs),
  };
  return [...Map.groupBy(signals, ({ span }) => span)].map(([span, own]) => {
    const { key } = wide[span] as store.Span;
    const others = [...new Set(own.map(({ trait }) => trait))].flatMap((trait) => joined.get(trait) ?? []);
    return { key, signals: [...own, ...others].sort(inOrder), days: days?.get(key) ?? [], ...staked };
  });
}

async function joinedTo(
  db: Queries,
  kinds: NonNullable<Rule['joins']>,
  signals: readonly Signal[],
): Promise<Map<string, Signal[]>> {
  const spans = mergeSpans(
    signals.map(({ trait, at }) => ({ key: trait, from: at, until: addMs(at, joinedWithinMs) })),
    0,
  );
  return spans.length === 0
    ? new Map()
    : Map.groupBy(await store.signalsUnder(db, 'trait', kinds, spans), ({ trait }) => trait);
}

/** Sums per day for the spans. Rules about the time since the last activity also get the days before the window. */
async function daysUnder(db: Queries, rule: Rule, tuning: Tuning, wide: readonly store.Span[]) {
  const firstMs = Math.min(...wide.map(({ from }) => from.getTime()));
  const since = new Date(
    rule.measure === 'gap' ? firstMs - sumsKeptDays * dayMs : firstMs - windowMsOf(tuning) - dayMs,
  );
  const days = await store.daysOf(db, [...new Set(wide.map(({ key }) => key))], since);
  return Map.groupBy(days, ({ key }) => key);
}

async function linkedEvidence(
  db: Queries,
  { reads, links = [] }: Rule,
  wide: readonly store.Span[],
): Promise<Evidence[]> {
  const spansOfTrait = Map.groupBy(wide, ({ key }) => key);
  const linked = await store.linkedBy(db, links, [...spansOfTrait.keys()]);
  const spans = linked.flatMap(({ subject, trait }) =>
    (spansOfTrait.get(trait) ?? []).map((span) => ({ ...span, key: subject })),
  );
  const signals = Map.groupBy(
    await store.signalsUnder(db, 'subject', reads, mergeSpans(spans, 0)),
    ({ subject }) => subject,
  );
  const subjectsOf = Map.groupBy(linked, ({ trait }) => trait);
  return wide.map(({ key, from, until }) => {
    const group = subjectsOf.get(key) ?? [];
    const own = group
      .flatMap(({ subject }) => signals.get(subject) ?? [])
      .filter(({ at }) => at >= from && at <= until);
    return { key, signals: own.sort(inOrder), days: [] };
  });
}
