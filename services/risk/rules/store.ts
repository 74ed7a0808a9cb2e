/** Queries of signals: written in batches, marked for the rules that they may concern, read by key. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, day, instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type DayChange, type Mark, playKinds, type Signal, type SignalKind, settleMs, signalKinds } from './signal.ts';

const signalRow = {
  eventId: uuid,
  kind: oneOf(signalKinds),
  subject: nullable(uuid),
  trait: text,
  detail: text,
  at: instant,
  value: integer,
  service: text,
  name: text,
  aggregate: uuid,
  isNew: bool,
};
/** Queries by trait repeat the condition `trait <> ''`, because the index of traits is partial. */
const columns = `s.event_id as "eventId", s.kind, s.subject, s.trait, s.detail, s.at, s.value, s.service, s.name, s.aggregate,
  s.arrived_at > now() - ${settleMs} * interval '1 ms' as "isNew"`;
const spanRow = { span: integer, ...signalRow };
const stakedRow = { eventId: uuid, staked: integer };
const markRow = {
  ...{ kind: oneOf(signalKinds), subject: nullable(uuid), trait: text, from: instant, until: instant, value: integer },
  ...{ ruleId: nullable(text), failures: integer },
};
const dayRow = { key: text, kind: oneOf(signalKinds), day, count: integer, sum: integer };
const linkRow = { subject: uuid, trait: text };
const subjectRow = { key: uuid, from: instant, until: instant };
const keyRow = { key: text };
const sampleRow = { key: text, total: integer };
const startRow = { at: nullable(instant) };

/** The most signals of a kind and key that are read, newest first. */
export const perKeyMost = 2_000;
/** The most subjects of a trait that are compared, the most recent ones. A trait with more subjects is shared by strangers. */
const linkedMost = 50;

export async function insertSignals(tx: Tx, signals: readonly Signal[]): Promise<void> {
  const all = <T>(of: (signal: Signal) => T) => signals.map(of);
  await tx.run(
    `insert into signals (event_id, kind, subject, trait, detail, at, value, service, name, aggregate)
     select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::bigint[], $8::text[], $9::text[], $10::uuid[])
     on conflict do nothing`,
    [
      all(({ eventId }) => eventId),
      all(({ kind }) => kind),
      all(({ subject }) => subject),
      all(({ trait }) => trait),
      all(({ detail }) => detail),
      all(({ at }) => at),
      all(({ value }) => value),
      all(({ service }) => service),
      all(({ name }) => name),
      all(({ aggregate }) => aggregate),
    ],
  );
}

/** Adds to the sums per day. Rows are written in one order, because every writer locks them. */
export async function addToDays(tx: Tx, changes: readonly DayChange[]): Promise<void> {
  const all = <T>(of: (change: DayChange) => T) => changes.map(of);
  await tx.run(
    `insert into signal_days as d (kind, subject, day, count, sum)
     select * from unnest($1::text[], $2::uuid[], $3::date[], $4::int[], $5::bigint[]) c (kind, subject, day, count, sum) order by subject, kind, day
     on conflict (subject, kind, day) do update set count = d.count + excluded.count, sum = d.sum + excluded.sum`,
    [
      all(({ kind }) => kind),
      all(({ subject }) => subject),
      all((change) => change.day),
      all(({ count }) => count),
      all(({ sum }) => sum),
    ],
  );
}

/** Adds stakes with their times, in one order, like the sums per day. */
export async function addToMinutes(tx: Tx, plays: readonly Pick<Signal, 'subject' | 'at' | 'value'>[]): Promise<void> {
  await tx.run(
    `insert into play_minutes as m (subject, minute, offsets, stakes)
     select p.subject, date_trunc('minute', p.at, 'utc'), array_agg((extract(milliseconds from p.at))::int), array_agg(p.stake)
     from unnest($1::uuid[], $2::timestamptz[], $3::bigint[]) p (subject, at, stake) group by 1, 2 order by 1, 2
     on conflict (subject, minute) do update set offsets = m.offsets || excluded.offsets, stakes = m.stakes || excluded.stakes`,
    [plays.map(({ subject }) => subject), plays.map(({ at }) => at), plays.map(({ value }) => value)],
  );
}

export async function addMarks(tx: Tx, marks: readonly Mark[]): Promise<void> {
  const all = <T>(of: (mark: Mark) => T) => marks.map(of);
  await tx.run(
    `insert into signal_marks (kind, subject, trait, from_at, until_at, value)
     select * from unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[])`,
    [
      all(({ kind }) => kind),
      all(({ subject }) => subject),
      all(({ trait }) => trait),
      all(({ from }) => from),
      all(({ until }) => until),
      all(({ value }) => value),
    ],
  );
}

/** Stores marks again for one rule, due after `afterMs`. With null they are never due and stay as evidence that the rule cannot measure them. */
export async function leaveMarks(
  tx: Tx,
  ruleId: string,
  marks: readonly (Mark & { readonly afterMs: number | null; readonly failures: number })[],
): Promise<void> {
  await tx.run(
    `insert into signal_marks (kind, subject, trait, from_at, until_at, value, rule_id, failures, marked_at)
     select m.kind, m.subject, m.trait, m."from", m.until, m.value, $2, m.failures, coalesce(now() + m."afterMs" * interval '1 ms', 'infinity')
     from jsonb_to_recordset($1) m (kind text, subject uuid, trait text, "from" timestamptz, until timestamptz, value bigint, failures int, "afterMs" double precision)`,
    [JSON.stringify(marks), ruleId],
  );
}

/** Takes up to `most` marks of a minimum age; they are deleted with the commit. Other instances take other marks meanwhile. Kinds of later releases are left to those. */
export function takeMarks(tx: Tx, olderThanMs: number, most: number): Promise<Mark[]> {
  return tx.rows(
    markRow,
    `delete from signal_marks where id = any (array(
       select id from signal_marks where marked_at <= now() - $1 * interval '1 ms' and kind = any ($3) order by marked_at limit $2 for update skip locked
     )) returning kind, subject, trait, from_at as "from", until_at as "until", value, rule_id as "ruleId", failures`,
    [olderThanMs, most, signalKinds],
  );
}

/** A span of time of one key. */
export interface Span {
  readonly key: string;
  readonly from: Date;
  readonly until: Date;
}

/** Signals of these kinds by subject or trait, each with the index of its span. */
export function signalsUnder(
  db: Queries,
  column: 'subject' | 'trait',
  kinds: readonly SignalKind[],
  spans: readonly Span[],
): Promise<Row<typeof spanRow>[]> {
  const match = column === 'subject' ? 's.subject = k.key::uuid' : `s.trait = k.key and s.trait <> ''`;
  // Each kind is read by itself along the index.
  return db.rows(
    spanRow,
    `select k.place - 1 as span, ${columns} from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) with ordinality k (key, from_at, until_at, place)
     cross join unnest($4::text[]) as kinds (kind)
     cross join lateral (
       select * from signals s where ${match} and s.kind = kinds.kind and s.at between k.from_at and k.until_at order by s.at desc limit ${perKeyMost}
     ) s`,
    [spans.map(({ key }) => key), spans.map(({ from }) => from), spans.map(({ until }) => until), kinds],
  );
}

export function signalsOfKind(
  db: Queries,
  kind: SignalKind,
  from: Date,
  until: Date,
): Promise<Row<typeof signalRow>[]> {
  const most = 10 * perKeyMost;
  return db.rows(
    signalRow,
    `select ${columns} from signals s where s.kind || '' = $1 and s.at between $2 and $3 order by s.at desc limit ${most}`,
    [kind, from, until],
  );
}

/** Those of the traits that have a signal of the kind. */
export async function traitsWith(db: Queries, kind: SignalKind, traits: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows(
    keyRow,
    `select t.key from unnest($2::text[]) t (key) where t.key <> '' and exists (select from signals s where s.trait = t.key and s.trait <> '' and s.kind = $1)`,
    [kind, traits],
  );
  return new Set(rows.map(({ key }) => key));
}

/** The subjects with signals of these kinds on the traits of the spans, each with the times of the span. */
export function subjectsOn(db: Queries, kinds: readonly SignalKind[], spans: readonly Span[]): Promise<Span[]> {
  return db.rows(
    subjectRow,
    `select distinct s.subject as key, k.from_at as "from", k.until_at as "until" from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) k (key, from_at, until_at)
     join signals s on s.trait = k.key and s.trait <> '' and s.kind = any ($4) and s.at between k.from_at and k.until_at where s.subject is not null`,
    [spans.map(({ key }) => key), spans.map(({ from }) => from), spans.map(({ until }) => until), kinds],
  );
}

/** The traits of these kinds that the subjects share with others. Each trait is looked up by itself, because a plain join would compare every device with every other. */
export async function sharedTraits(
  db: Queries,
  kinds: readonly SignalKind[],
  subjects: readonly string[],
): Promise<{ subject: string; trait: string }[]> {
  return db.rows(
    linkRow,
    `select l.subject, l.trait from unnest($2::uuid[]) u (subject)
     cross join lateral (select distinct s.subject, s.trait from signals s where s.subject = u.subject and s.kind = any ($1) and s.trait <> '') l
     cross join lateral (select from signals o where o.trait = l.trait and o.trait <> '' and o.kind = any ($1) and o.subject <> l.subject limit 1) other`,
    [kinds, subjects],
  );
}

/** The subjects of each trait, up to `linkedMost`. */
export async function linkedBy(
  db: Queries,
  kinds: readonly SignalKind[],
  traits: readonly string[],
): Promise<{ subject: string; trait: string }[]> {
  return db.rows(
    linkRow,
    `select l.subject, t.trait from unnest($2::text[]) t (trait)
     cross join lateral (
       select s.subject from signals s where s.trait = t.trait and s.trait <> '' and s.kind = any ($1) and s.subject is not null
       group by s.subject order by max(s.at) desc limit ${linkedMost}
     ) l`,
    [kinds, traits],
  );
}

export function daysOf(db: Queries, subjects: readonly string[], since: Date): Promise<Row<typeof dayRow>[]> {
  return db.rows(
    dayRow,
    `select subject::text as key, kind, day, count, sum from signal_days
     where subject = any ($1) and day >= ($2::timestamptz at time zone 'utc')::date and kind = any ($3)`,
    [subjects, since, signalKinds],
  );
}

/**
 * The sum that each withdrawal's player had staked since the first day of its window, by event id: sums per day less the stakes after the withdrawal, which have their times.
 * One statement reads both, so that they belong to one snapshot. Stakes of releases without stored times stay in the sums.
 */
export async function stakedBefore(
  db: Queries,
  withdrawals: readonly Pick<Signal, 'eventId' | 'subject' | 'at'>[],
  windowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows(
    stakedRow,
    `select w.event_id as "eventId", coalesce(d.sum, 0) - coalesce(m.sum, 0) as staked
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) w (event_id, subject, at)
     cross join lateral (
       select sum(d.sum)::bigint from signal_days d where d.subject = w.subject and d.kind = any ($5)
         and d.day between ((w.at - $4 * interval '1 ms') at time zone 'utc')::date and (w.at at time zone 'utc')::date
     ) d
     cross join lateral (
       select sum(p.stake)::bigint from play_minutes m cross join lateral unnest(m.offsets, m.stakes) p (offset_ms, stake)
       where m.subject = w.subject and m.minute >= date_trunc('minute', w.at, 'utc') and m.minute < date_trunc('day', w.at, 'utc') + interval '1 day'
         and m.minute + p.offset_ms * interval '1 ms' > w.at
     ) m`,
    [
      withdrawals.map(({ eventId }) => eventId),
      withdrawals.map(({ subject }) => subject),
      withdrawals.map(({ at }) => at),
      windowMs,
      playKinds,
    ],
  );
  return new Map(rows.map(({ eventId, staked }) => [eventId, staked]));
}

/** Keys of the newest signals of these kinds since a time, ordered by a hash, so that the first keys are a fair and repeatable sample. `total` counts all keys. */
export async function sampleKeys(
  db: Queries,
  column: 'subject' | 'trait',
  {
    kinds,
    since,
    leastMinor,
    signalsMost,
    most,
  }: { kinds: readonly SignalKind[]; since: Date; leastMinor: number; signalsMost: number; most: number },
): Promise<{ keys: string[]; total: number }> {
  const isKnown = column === 'subject' ? 's.subject is not null' : `s.trait <> ''`;
  const rows = await db.rows(
    sampleRow,
    `select f.key, count(*) over () as total from (
       select distinct s.key from unnest($1::text[]) k (kind) cross join lateral (
         select s.${column}::text as key from signals s
         where s.kind || '' = k.kind and s.at >= $2 and s.value >= $3 and ${isKnown} order by s.at desc limit $4
       ) s
     ) f order by hashtextextended(f.key, 0), f.key limit $5`,
    [kinds, since, leastMinor, signalsMost, most],
  );
  return { keys: rows.map(({ key }) => key), total: rows[0]?.total ?? 0 };
}

/** The time from which on there are at most `most` signals of the kinds; null if there are no more in total. Each kind is read by its own index scan. */
export async function startOfNewest(db: Queries, kinds: readonly SignalKind[], most: number): Promise<Date | null> {
  const row = await db.row(
    startRow,
    `select max(f.at) as at from (
       select o.at from unnest($1::text[]) k (kind)
       cross join lateral (select s.at from signals s where s.kind || '' = k.kind order by s.at desc limit $2::int + 1) o
       order by o.at desc offset $2::int limit 1
     ) f`,
    [kinds, most],
  );
  return row?.at ?? null;
}

export async function oldestOf(db: Queries, kinds: readonly SignalKind[]): Promise<Date | null> {
  const row = await db.row(
    startRow,
    `select min(o.at) as at from unnest($1::text[]) k (kind) cross join lateral (select min(s.at) as at from signals s where s.kind || '' = k.kind) o`,
    [kinds],
  );
  return row?.at ?? null;
}

const someAtOnce = 5_000;

export async function deleteOld(db: Queries, kind: SignalKind, before: Date): Promise<void> {
  const some = `delete from signals where ctid = any (array(select ctid from signals where kind || '' = $1 and at < $2 limit ${someAtOnce}))`;
  while ((await db.run(some, [kind, before])) > 0);
}

export async function deleteOldDays(db: Queries, before: Date): Promise<void> {
  const old = `kind = any ($1) and day < ($2::timestamptz at time zone 'utc')::date`;
  const some = `delete from signal_days where ctid = any (array(select ctid from signal_days where ${old} limit ${someAtOnce}))`;
  while ((await db.run(some, [signalKinds, before])) > 0);
}

export async function deleteOldMinutes(db: Queries, before: Date): Promise<void> {
  const some = `delete from play_minutes where ctid = any (array(select ctid from play_minutes where minute < $1 limit ${someAtOnce}))`;
  while ((await db.run(some, [before])) > 0);
}

/** Deletes the signals, sums and stakes by minute of erased players. */
export async function erase(tx: Tx, playerIds: readonly string[]): Promise<void> {
  for (const table of ['signals', 'signal_days', 'play_minutes'])
    await tx.run(`delete from ${table} where subject = any ($1)`, [playerIds]);
}
