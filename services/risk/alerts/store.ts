/** Queries of alerts. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import {
  bool,
  float,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  only,
  type Row,
  text,
  uuid,
} from '@fairline/chassis/storage/rows';
import { Message } from '@fairline/proto/contract';
import {
  AlertNote,
  alertRules,
  alertStatuses,
  alertTypes,
  type Severity,
  severities,
} from '@fairline/proto/risk/alerts';
import { z } from 'zod';
import type { AlertState } from './alert.ts';
import type { Draft } from './intake.ts';
import { actedWithinMs, type PlayerAct } from './matters.ts';

const alertRow = {
  id: uuid,
  /** Later releases, which may run beside this one, raise types that this one does not know. */
  type: text,
  severity: oneOf(severities),
  status: oneOf(alertStatuses),
  description: text,
  /** Absent from alerts of earlier releases. */
  message: nullable(json(Message)),
  playerId: nullable(uuid),
  operatorId: nullable(uuid),
  amountMinor: nullable(integer),
  currency: nullable(text),
  assigneeId: nullable(uuid),
  aboutType: nullable(text),
  aboutId: nullable(text),
  version: integer,
  createdAt: instant,
  updatedAt: instant,
  ruleId: nullable(text),
  ruleFrom: nullable(instant),
  ruleUntil: nullable(instant),
  notes: json(z.array(AlertNote)),
};
export type AlertRow = Row<typeof alertRow>;

const raisedRow = { id: uuid, cause: text };
const causeRow = { cause: text };
const actRow = { alertId: uuid, operatorId: uuid, action: text, isLater: bool };
const countsRow = {
  open: integer,
  investigating: integer,
  resolved: integer,
  falsePositive: integer,
  critical: integer,
  high: integer,
};
const loosenedRow = { count: integer };
const countRow = { playerId: uuid, count: integer };
const raisedCountRow = { ruleId: text, count: integer };
const caseRow = { case: text, cause: text, isClosed: bool, until: instant, measured: float, alerts: integer };
const sourceRow = {
  id: uuid,
  service: text,
  name: text,
  at: instant,
  playerId: nullable(uuid),
  aggregate: uuid,
  value: nullable(float),
};

const columns = `a.id, a.type, a.severity, a.status, a.description, a.message, a.player_id as "playerId", a.operator_id as "operatorId", a.amount_minor as "amountMinor",
  a.currency, a.assignee_id as "assigneeId", a.about_type as "aboutType", a.about_id as "aboutId", a.version, a.created_at as "createdAt", a.updated_at as "updatedAt",
  a.rule_id as "ruleId", a.rule_from as "ruleFrom", a.rule_until as "ruleUntil",
  coalesce((select json_agg(json_build_object('id', n.id, 'operatorId', n.operator_id, 'text', n.text,
    'createdAt', to_char(n.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by n.id) from alert_notes n where n.alert_id = a.id), '[]') as notes`;

/** Inserts alerts whose cause has raised none before, and returns them. */
export async function insertNew(tx: Tx, drafts: readonly Draft[], at: Date): Promise<{ id: string; draft: Draft }[]> {
  const byCause = new Map(drafts.map((draft) => [draft.cause, draft]));
  // Sorted by cause, so that all instances lock in the same order.
  const fresh = [...byCause.values()].sort((one, other) => (one.cause < other.cause ? -1 : 1));
  const all = <T>(of: (draft: Draft) => T) => fresh.map(of);
  const rows = await tx.rows(
    raisedRow,
    `insert into alerts (cause, type, severity, description, message, player_id, operator_id, amount_minor, currency, about_type, about_id, rule_id, rule_from, rule_until, rule_case, rule_measured, created_at, updated_at)
     select d.*, $17, $17 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::uuid[], $7::uuid[], $8::bigint[], $9::text[], $10::text[],
       $11::text[], $12::text[], $13::timestamptz[], $14::timestamptz[], $15::text[], $16::double precision[]) d
     on conflict (cause) do nothing returning id, cause`,
    [
      all(({ cause }) => cause),
      all(({ type }) => type),
      all(({ type, severity }) => severity ?? alertTypes[type]),
      all(({ description }) => description),
      all(({ message }) => JSON.stringify(message)),
      all(({ playerId }) => playerId ?? null),
      all(({ operatorId }) => operatorId ?? null),
      all(({ amountMinor }) => amountMinor ?? null),
      all(({ currency }) => currency ?? null),
      all(({ about }) => about?.type ?? null),
      all(({ about }) => about?.id ?? null),
      all(({ rule }) => rule?.id ?? null),
      all(({ rule }) => rule?.from ?? null),
      all(({ rule }) => rule?.until ?? null),
      all(({ rule }) => rule?.case ?? null),
      all(({ rule }) => rule?.measured ?? null),
      at,
    ],
  );
  return rows.flatMap(({ id, cause }) => {
    const draft = byCause.get(cause);
    return draft ? [{ id, draft }] : [];
  });
}

/** The most events that an alert stores. */
const sourcesMost = 100;

/** Adds later events to the open alerts of these causes, and widens their times and values. */
export async function addSources(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const known = drafts
    .flatMap(({ cause, rule }) => (rule ? [{ cause, ...rule }] : []))
    .sort((one, other) => (one.cause < other.cause ? -1 : 1));
  if (known.length === 0) return;
  await tx.run(
    `update alerts a set rule_from = least(a.rule_from, d.from_at), rule_until = greatest(a.rule_until, d.until_at), rule_measured = greatest(a.rule_measured, d.measured)
     from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::double precision[]) d (cause, from_at, until_at, measured)
     where a.cause = d.cause and a.status in ('open', 'investigating') and (a.rule_from > d.from_at or a.rule_until < d.until_at or a.rule_measured < d.measured)`,
    [
      known.map(({ cause }) => cause),
      known.map(({ from }) => from),
      known.map(({ until }) => until),
      known.map(({ measured }) => measured),
    ],
  );
  // Alerts that already store as many events as they may take no more: those events are not sent.
  const open = await tx.rows(
    causeRow,
    `select a.cause from alerts a where a.cause = any ($1) and a.status in ('open', 'investigating')
       and (select count(*) from (select from alert_events x where x.alert_id = a.id limit ${sourcesMost}) known) < ${sourcesMost}`,
    [known.map(({ cause }) => cause)],
  );
  const causes = new Set(open.map(({ cause }) => cause));
  const sources = known
    .filter(({ cause }) => causes.has(cause))
    .flatMap(({ cause, events }) => events.map((event) => ({ cause, ...event })));
  if (sources.length === 0) return;
  const all = <T>(of: (source: (typeof sources)[number]) => T) => sources.map(of);
  await tx.run(
    `insert into alert_events (alert_id, event_id, service, name, at, player_id, aggregate, value)
     select a.id, d.event_id, d.service, d.name, d.at, d.player_id, d.aggregate, d.value
     from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::uuid[], $7::uuid[], $8::double precision[])
       d (cause, event_id, service, name, at, player_id, aggregate, value)
     join alerts a on a.cause = d.cause and a.status in ('open', 'investigating')
     order by a.id, d.event_id on conflict do nothing`,
    [
      all(({ cause }) => cause),
      all(({ eventId }) => eventId),
      all(({ service }) => service),
      all(({ name }) => name),
      all(({ at }) => at),
      all(({ playerId }) => playerId),
      all(({ aggregate }) => aggregate),
      all(({ value }) => value),
    ],
  );
}

export function sourcesOf(db: Queries, alertId: string, most: number): Promise<Row<typeof sourceRow>[]> {
  return db.rows(
    sourceRow,
    `select event_id as id, service, name, at, player_id as "playerId", aggregate, value from alert_events where alert_id = $1 order by at desc, event_id desc limit $2`,
    [alertId, most],
  );
}

/** The newest alert of each case, and the number of its alerts. */
export async function newestOfCases(
  db: Queries,
  cases: readonly string[],
): Promise<ReadonlyMap<string, Row<typeof caseRow>>> {
  const rows = await db.rows(
    caseRow,
    `select distinct on (rule_case) rule_case as "case", cause, status in ('resolved', 'false_positive') as "isClosed", rule_until as until, rule_measured as measured,
       count(*) over (partition by rule_case) as alerts
     from alerts where rule_case = any ($1) order by rule_case, id desc`,
    [cases],
  );
  return new Map(rows.map((row) => [row.case, row]));
}

/** The number of alerts that each rule has raised since a time. Rules without any are left out. */
export async function countRaisedByRule(db: Queries, since: Date): Promise<ReadonlyMap<string, number>> {
  const statement = `select rule_id as "ruleId", count(*) as count from alerts where rule_id is not null and created_at > $1 group by 1`;
  const rows = await db.rows(raisedCountRow, statement, [since]);
  return new Map(rows.map(({ ruleId, count }) => [ruleId, count]));
}

/** The number of rules that an operator has loosened since a time, by the alerts about it. */
export async function countLoosened(tx: Tx, operatorId: string, since: Date): Promise<number> {
  const statement = `select count(distinct about_id) as count from alerts
    where type = 'risk_rule_loosened' and about_type = 'rule' and operator_id = $1 and created_at > $2`;
  return only(await tx.row(loosenedRow, statement, [operatorId, since])).count;
}

export interface AlertFilter {
  readonly id?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly status?: AlertState['status'] | undefined;
  readonly type?: string | undefined;
  readonly rule?: string | undefined;
  readonly about?: string | undefined;
  readonly userId?: string | undefined;
}

/** The ids are read into an array first; otherwise the planner walks through all alerts for a player with few. */
const ofPlayer = `a.id = any (array(
  select o.id from alerts o where o.player_id = $4 union select e.alert_id from alert_events e where e.player_id = $4
))`;

/** A page of alerts, newest first, because ids are UUIDv7. A player's alerts include those that have an event of theirs. */
export function alertsBefore(
  db: Queries,
  before: string | undefined,
  filter: AlertFilter,
  most: number,
): Promise<AlertRow[]> {
  const { id, severity, status, type, rule, about, userId } = filter;
  return db.rows(
    alertRow,
    `select ${columns} from alerts a where ($1::uuid is null or a.id < $1) and ($2::text is null or a.severity = $2) and ($3::text is null or a.status = $3)
       and ${userId ? ofPlayer : '$4::uuid is null'}
       and ($6::uuid is null or a.id = $6) and ($7::text is null or a.type = $7) and ($8::text is null or a.rule_id = $8)
       and ($9::text is null or a.about_id = $9) order by a.id desc limit $5`,
    [
      before ?? null,
      severity ?? null,
      status ?? null,
      userId ?? null,
      most,
      id ?? null,
      type ?? null,
      rule ?? null,
      about ?? null,
    ],
  );
}

/** Counts all alerts, without a filter. `critical` and `high` count alerts that are not closed. Closed alerts are counted up to a bound. */
export async function countAlerts(db: Queries): Promise<Row<typeof countsRow>> {
  const countOf = (status: string) =>
    `(select count(*) from (select from alerts where status = '${status}' limit $1) c)`;
  const statement = `select count(*) filter (where status = 'open') as open, count(*) filter (where status = 'investigating') as investigating,
    ${countOf('resolved')} as resolved, ${countOf('false_positive')} as "falsePositive",
    count(*) filter (where severity = 'critical') as critical, count(*) filter (where severity = 'high') as high
    from alerts where status in ('open', 'investigating')`;
  return only(await db.row(countsRow, statement, [alertRules.closedCounted]));
}

export function findAlert(db: Queries, id: string): Promise<AlertRow | undefined> {
  return db.row(alertRow, `select ${columns} from alerts a where a.id = $1`, [id]);
}

export async function lockAlert(tx: Tx, id: string): Promise<AlertRow | undefined> {
  await tx.exists('select from alerts where id = $1 for update', [id]);
  return findAlert(tx, id);
}

export async function changeAlert(
  tx: Tx,
  id: string,
  { status, assigneeId, version }: AlertState,
  at: Date,
): Promise<void> {
  await tx.run(
    `update alerts set status = $2, assignee_id = $3, version = $4, updated_at = $5,
       closed_at = case when $2 in ('resolved', 'false_positive') then coalesce(closed_at, $5) end where id = $1`,
    [id, status, assigneeId, version, at],
  );
}

export async function addNote(tx: Tx, alertId: string, operatorId: string, note: string, at: Date): Promise<void> {
  await tx.run('insert into alert_notes (alert_id, operator_id, text, created_at) values ($1, $2, $3, $4)', [
    alertId,
    operatorId,
    note,
    at,
  ]);
}

/** Stores actions on players, each once. */
export async function addPlayerActs(tx: Tx, acts: readonly PlayerAct[]): Promise<void> {
  if (acts.length === 0) return;
  const all = <T>(of: (act: PlayerAct) => T) => acts.map(of);
  await tx.run(
    `insert into player_acts (event_id, player_id, operator_id, action, at) select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
     on conflict do nothing`,
    [
      all(({ eventId }) => eventId),
      all(({ playerId }) => playerId),
      all(({ operatorId }) => operatorId),
      all(({ action }) => action),
      all(({ at }) => at),
    ],
  );
}

/** Actions on the players of these alerts, from shortly before an alert was raised until it was closed. */
export function actsAround(db: Queries, alertIds: readonly string[]): Promise<Row<typeof actRow>[]> {
  return db.rows(
    actRow,
    `select distinct a.id as "alertId", p.operator_id as "operatorId", p.action, p.at > a.created_at as "isLater" from alerts a
     join player_acts p on p.player_id = a.player_id and p.at > a.created_at - make_interval(secs => $2)
       and (a.closed_at is null or p.at <= a.closed_at) where a.id = any ($1)`,
    [alertIds, actedWithinMs / 1_000],
  );
}

/** Blanks the notes on alerts about these players; the rows stay. */
export async function eraseNotes(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(`update alert_notes n set text = '' from alerts a where a.id = n.alert_id and a.player_id = any ($1)`, [
    playerIds,
  ]);
}

/** The number of open or investigated alerts of each player. Players without any are left out. */
export async function countOpenOf(db: Queries, playerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const statement = `select player_id as "playerId", count(*) as count from alerts where player_id = any ($1) and status in ('open', 'investigating') group by 1`;
  const rows = await db.rows(countRow, statement, [playerIds]);
  return new Map(rows.map(({ playerId, count }) => [playerId, count]));
}
