/** Reads what a rule is measured on: the keys and times that marks concern, and the signals and sums of each key. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { type Evidence, type Tuning, windowMsOf } from './measures.ts';
import type { Rule } from './rules.ts';
import { inOrder, type Mark, type Signal } from './signal.ts';
import { keptDaysOf, sumsKeptDays } from './signals.ts';
import * as store from './store.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** A signal joined by its trait may be this much later. */
const joinedWithinMs = 10_000;

/** Whether what was marked may complete a case of the rule. */
export const concerns = ({ id, triggers, leastMinor = 0 }: Rule, { kind, value, ruleId }: Mark): boolean =>
  (!ruleId || ruleId === id) && triggers.includes(kind) && value >= leastMinor;

/** The keys of marks that concern the rule, each with the times of its marks. */
export async function spansOf(db: Queries, rule: Rule, own: readonly Mark[]): Promise<store.Span[]> {
  if (rule.scope === 'all') return merged(own.map(({ from, until }) => ({ key: '', from, until })));
  if (rule.scope === 'linked') return linkedSpans(db, rule, own);
  if (rule.scope === 'trait') {
    const spans = merged(own.map(({ trait, from, until }) => ({ key: trait, from, until })).filter(({ key }) => key !== ''));
    return rule.needs ? onlyWith(db, rule.needs, spans) : spans;
  }
  const bySubject = own.flatMap(({ subject, from, until }) => (subject ? [{ key: subject, from, until }] : []));
  const joined = own.filter(({ subject }) => subject === null).map(({ trait, from, until }) => ({ key: trait, from: earlier(from, joinedWithinMs), until }));
  if (joined.length === 0) return merged(bySubject);
  const times = new Map(joined.map((span) => [span.key, span]));
  const others = await store.subjectsOn(db, rule.reads, joined);
  return merged([...bySubject, ...others.flatMap(({ key, trait }) => ({ ...(times.get(trait) as store.Span), key }))]);
}

/** A new link may complete a case of any earlier signals, so it concerns all that are kept. */
async function linkedSpans(db: Queries, { reads, links = [] }: Rule, marks: readonly Mark[]): Promise<store.Span[]> {
  const kept = Math.min(...reads.map(keptDaysOf)) * dayMs;
  const acts = marks.filter(({ kind, subject }) => reads.includes(kind) && subject !== null);
  const byLink = marks.filter(({ kind, trait }) => links.includes(kind) && trait !== '');
  const shared = await store.sharedTraits(db, links, [...new Set([...acts, ...byLink].flatMap(({ subject }) => subject ?? []))]);
  const traitsOf = Map.groupBy(shared, ({ subject }) => subject);
  const known = new Set(shared.map(({ trait }) => trait));
  return merged([
    ...acts.flatMap(({ subject, from, until }) => (traitsOf.get(subject ?? '') ?? []).map(({ trait }) => ({ key: trait, from, until }))),
    ...byLink.filter(({ trait }) => known.has(trait)).map(({ trait, from, until }) => ({ key: trait, from: earlier(from, kept), until: later(until, kept) })),
  ]);
}

async function onlyWith(db: Queries, kind: NonNullable<Rule['needs']>, spans: readonly store.Span[]): Promise<store.Span[]> {
  const having = await store.traitsWith(
    db,
    kind,
    spans.map(({ key }) => key),
  );
  return spans.filter(({ key }) => having.has(key));
}

/** One span per key, from the earliest to the latest. */
function merged(spans: readonly store.Span[]): store.Span[] {
  const byKey = new Map<string, store.Span>();
  for (const span of spans) {
    const known = byKey.get(span.key);
    const from = known && known.from < span.from ? known.from : span.from;
    const until = known && known.until > span.until ? known.until : span.until;
    byKey.set(span.key, { key: span.key, from, until });
  }
  return [...byKey.values()];
}

const earlier = (at: Date, ms: number) => new Date(at.getTime() - ms);
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** The signals of each key, from one window before its span to one after it: a late signal may complete cases that end later. */
export async function readEvidence(db: Queries, rule: Rule, tuning: Tuning, spans: readonly store.Span[]): Promise<Evidence[]> {
  const windowMs = windowMsOf(tuning);
  const wide = spans.map(({ key, from, until }) => ({ key, from: earlier(from, windowMs), until: later(until, windowMs) }));
  const [first] = wide;
  if (!first) return [];
  if (rule.scope === 'all') {
    // What was asked or who was invited long ago counts, and a busy kind does not push out another.
    const ofKind = (kind: Rule['reads'][number]) => store.signalsOfKind(db, kind, earlier(first.from, keptDaysOf(kind) * dayMs), first.until);
    const signals = await Promise.all(rule.reads.map(ofKind));
    return [{ key: '', signals: signals.flat().sort(inOrder), days: [] }];
  }
  if (rule.scope === 'linked') return linkedEvidence(db, rule, wide);
  const signals = Map.groupBy(await store.signalsUnder(db, rule.scope, rule.reads, wide), ({ key }) => key);
  const joined = rule.joins ? await joinedTo(db, rule.joins, [...signals.values()].flat()) : new Map<string, Signal[]>();
  const days = rule.readsDays ? await daysUnder(db, rule, tuning, wide) : undefined;
  return [...signals].map(([key, own]) => {
    const others = [...new Set(own.map(({ trait }) => trait))].flatMap((trait) => joined.get(trait) ?? []);
    return { key, signals: [...own, ...others].sort(inOrder), days: days?.get(key) ?? [] };
  });
}

async function joinedTo(db: Queries, kinds: NonNullable<Rule['joins']>, signals: readonly Signal[]): Promise<Map<string, Signal[]>> {
  const spans = merged(signals.map(({ trait, at }) => ({ key: trait, from: at, until: later(at, joinedWithinMs) })));
  return spans.length === 0 ? new Map() : Map.groupBy(await store.signalsUnder(db, 'trait', kinds, spans), ({ trait }) => trait);
}

/** For rules about the time since the last activity, days before the window as well. */
async function daysUnder(db: Queries, rule: Rule, tuning: Tuning, wide: readonly store.Span[]) {
  const firstMs = Math.min(...wide.map(({ from }) => from.getTime()));
  const since = new Date(rule.measure === 'gap' ? firstMs - sumsKeptDays * dayMs : firstMs - windowMsOf(tuning) - dayMs);
  const days = await store.daysOf(
    db,
    wide.map(({ key }) => key),
    since,
  );
  return Map.groupBy(days, ({ key }) => key);
}

async function linkedEvidence(db: Queries, { reads, links = [] }: Rule, wide: readonly store.Span[]): Promise<Evidence[]> {
  const spanOf = new Map(wide.map((span) => [span.key, span]));
  const linked = await store.linkedBy(db, links, [...spanOf.keys()]);
  const spans = linked.map(({ subject, trait }) => ({ ...(spanOf.get(trait) as store.Span), key: subject }));
  const signals = Map.groupBy(await store.signalsUnder(db, 'subject', reads, merged(spans)), ({ key }) => key);
  return [...Map.groupBy(linked, ({ trait }) => trait)].map(([key, group]) => {
    const { from, until } = spanOf.get(key) as store.Span;
    const own = group.flatMap(({ subject }) => signals.get(subject) ?? []).filter(({ at }) => at >= from && at <= until);
    return { key, signals: own.sort(inOrder), days: [] };
  });
}
