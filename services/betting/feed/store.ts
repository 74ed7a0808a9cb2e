/** Queries by which the feed reader writes the offer and the results. Every write is keyed by the fixture's sequence, so repeating it changes nothing. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type FixtureChange, type FixtureReason, fixtureReasons, fixtureStatuses } from '@fairline/proto/feed';
import { firstIdAt } from '@fairline/proto/periods';
import { feedStatus, idRow } from '../columns.ts';
import { isOver } from '../offer/market.ts';
import { closeWithin, type Suspended, suspendedRow } from '../offer/store.ts';
import type { CancellationUpdate, MarketShape, MarketUpdate, ResultUpdate } from './changes.ts';
import { FeedModel, newMarketModel, type UnreadableUpdate } from './read-model.ts';

const knownFixtureRow = {
  id: uuid,
  sequence: integer,
  status: oneOf(fixtureStatuses),
  paceMilli: integer,
  endedAt: nullable(instant),
};
const knownMarketRow = { id: uuid, fixtureId: uuid, sequence: integer, status: feedStatus };
const unreadRow = { deadLetterId: text, fixtureId: uuid, sequence: integer };
const epochRow = { epoch: nullable(text) };

/** The read model from the database, without fixtures that ended before `endedAfter`. */
export async function readModel(db: Queries, endedAfter: Date): Promise<FeedModel> {
  const model = new FeedModel();
  const fixtures = await db.rows(
    knownFixtureRow,
    `select id, sequence, status, pace_milli as "paceMilli", ended_at as "endedAt" from fixtures where ended_at is null or ended_at > $1 order by ended_at`,
    [endedAfter],
  );
  for (const { id, endedAt, ...fixture } of fixtures) {
    model.fixtures.set(id, fixture);
    if (endedAt) model.forget(id, endedAt.getTime());
  }
  const markets = await db.rows(
    knownMarketRow,
    `select m.id, m.fixture_id as "fixtureId", m.sequence, m.status from markets m
     where not exists (select from fixtures f where f.id = m.fixture_id and f.ended_at is not null)`,
  );
  for (const { id, fixtureId, sequence, status } of markets)
    model.addMarket(id, newMarketModel(fixtureId, sequence, status));
  const unread = await db.rows(
    unreadRow,
    'select letter as "deadLetterId", fixture_id as "fixtureId", sequence from unread',
  );
  for (const row of unread) model.addUnreadable(row);
  return model;
}

/** Locks the markets that a batch will change, so that a running decision either ends before the change or sees it. */
export async function lockForFeed(tx: Tx, marketIds: readonly string[], fixtureIds: readonly string[]): Promise<void> {
  await tx.run('select from markets where id = any ($1) or fixture_id = any ($2) order by id for no key update', [
    marketIds,
    fixtureIds,
  ]);
}

export async function writeFixtures(tx: Tx, at: Date, fixtures: readonly FixtureChange[]): Promise<void> {
  if (fixtures.length === 0) return;
  const given = JSON.stringify(fixtures.map((fixture) => ({ ...fixture, over: isOver(fixture.status) })));
  await tx.run(
    `insert into sports (id, name) select distinct on (1) i.sport ->> 'id', i.sport ->> 'name' from jsonb_to_recordset($1) as i (sport jsonb) order by 1
     on conflict (id) do update set name = excluded.name where sports.name <> excluded.name`,
    [given],
  );
  await tx.run(
    `insert into competitions (id, sport_id, name, country)
     select distinct on (1) i.competition ->> 'id', i.sport ->> 'id', i.competition ->> 'name', i.competition ->> 'country'
     from jsonb_to_recordset($1) as i (sport jsonb, competition jsonb) order by 1
     on conflict (id) do update set name = excluded.name, country = excluded.country
     where (competitions.name, competitions.country) <> (excluded.name, excluded.country)`,
    [given],
  );
  await tx.run(
    `insert into fixtures as f (id, sport_id, competition_id, home_team, away_team, starts_at, status, score, pace_milli, sequence, ended_at, epoch, season,
       original_starts_at, reason, reported_at)
     select i."fixtureId", i.sport ->> 'id', i.competition ->> 'id', i."homeTeam", i."awayTeam", i."startsAt", i.status, nullif(i.score, 'null'), i."paceMilli",
       i.sequence, case when i.over then $2::timestamptz end, i.epoch, i.competition ->> 'season',
       i."startsAt", i.reason, $2
     from jsonb_to_recordset($1) as i ("fixtureId" uuid, sport jsonb, competition jsonb, "homeTeam" text, "awayTeam" text, "startsAt" timestamptz,
       status text, score jsonb, "paceMilli" int, sequence bigint, over boolean, epoch text, reason text) order by 1
     on conflict (id) do update set sport_id = excluded.sport_id, competition_id = excluded.competition_id, home_team = excluded.home_team,
       away_team = excluded.away_team, starts_at = excluded.starts_at, status = excluded.status, score = excluded.score, pace_milli = excluded.pace_milli,
       sequence = excluded.sequence, ended_at = case when excluded.ended_at is not null then coalesce(f.ended_at, excluded.ended_at) end,
       epoch = excluded.epoch, season = excluded.season, original_starts_at = coalesce(f.original_starts_at, f.starts_at), reason = excluded.reason,
       reported_at = excluded.reported_at, changed_xid = pg_current_xact_id()
     where f.sequence < excluded.sequence`,
    [given, at],
  );
}

/** Writes the score history of fixtures: a row per message that changes score, period or status. A change of the clock alone adds none. */
export async function writeMoments(tx: Tx, changes: readonly FixtureChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(
    `with received as (
       select i."fixtureId", i.sequence, i.at, i.status, nullif(i.score, 'null') as score, jsonb_build_array(i.status, i.score -> 'home', i.score -> 'away', i.score -> 'period') as stand
       from jsonb_to_recordset($1) as i ("fixtureId" uuid, sequence bigint, at timestamptz, status text, score jsonb)
     ),
     in_turn as (select received.*, lag(stand) over (partition by "fixtureId" order by sequence) as stood from received)
     insert into fixture_moments (fixture_id, sequence, at, status, score)
     select t."fixtureId", t.sequence, t.at, t.status, t.score from in_turn t
     where t.stand is distinct from coalesce(t.stood, (
       select jsonb_build_array(o.status, o.score -> 'home', o.score -> 'away', o.score -> 'period')
       from fixture_moments o where o.fixture_id = t."fixtureId" and o.sequence < t.sequence order by o.sequence desc limit 1))
     on conflict do nothing`,
    [JSON.stringify(changes)],
  );
}

export async function writeShapes(tx: Tx, shapes: readonly MarketShape[]): Promise<void> {
  if (shapes.length === 0) return;
  const given = JSON.stringify(shapes);
  await tx.run(
    `insert into markets as m (id, fixture_id, type, name, line_quarters, margin_bp, sort_order, status, sequence)
     select i.id, i."fixtureId", i.type, i.name, i."lineQuarters", i."marginBp", i."sortOrder", i.status, i.sequence
     from jsonb_to_recordset($1) as i (id uuid, "fixtureId" uuid, type text, name text, "lineQuarters" int, "marginBp" int, "sortOrder" int, status text,
       sequence bigint) order by 1
     on conflict (id) do update set name = excluded.name, line_quarters = excluded.line_quarters, margin_bp = excluded.margin_bp,
       sort_order = excluded.sort_order
     where (m.name, m.line_quarters, m.margin_bp, m.sort_order)
       is distinct from (excluded.name, excluded.line_quarters, excluded.margin_bp, excluded.sort_order)`,
    [given],
  );
  await tx.run(
    `insert into selections as s (id, market_id, name, outcome, place)
     select n.id, i.id, n.name, n.outcome, n.place
     from jsonb_to_recordset($1) as i (id uuid, selections jsonb)
     cross join jsonb_to_recordset(i.selections) as n (id uuid, name text, outcome text, place int) order by 1
     on conflict (id) do update set name = excluded.name, outcome = excluded.outcome, place = excluded.place
     where (s.name, s.outcome, s.place) <> (excluded.name, excluded.outcome, excluded.place)`,
    [given],
  );
}

/** Writes the latest status of markets in the feed; returns those that went off offer by it. */
export function writeMarkets(tx: Tx, markets: readonly MarketUpdate[]): Promise<Suspended[]> {
  if (markets.length === 0) return Promise.resolve([]);
  return tx.rows(
    suspendedRow,
    `with moved as (
       update markets m set status = i.status, sequence = i.sequence, breaks = m.breaks + i.breaks, version = m.version + i.suspended::int
       from jsonb_to_recordset($1) as i (id uuid, status text, sequence bigint, breaks int, suspended boolean)
       where m.id = i.id and m.sequence <= i.sequence
       returning m.id, m.fixture_id, m.version, i.suspended
     )
     select d.id as "marketId", d.fixture_id as "fixtureId", d.version from moved d left join market_states s on s.id = d.id
     where d.suspended and not coalesce(s.held, false)`,
    [
      JSON.stringify(
        markets.map((market) => ({ ...market, suspended: market.wasActive && market.status !== 'active' })),
      ),
    ],
  );
}

/** Counts an interruption of every market before a replay, because changes may have been missed. */
export async function countBreaks(db: Queries): Promise<void> {
  await db.run(
    `with seen as (
       select m.id from markets m join fixtures f on f.id = m.fixture_id where f.ended_at is null order by m.id for no key update of m
     )
     update markets m set breaks = m.breaks + 1 from seen where m.id = seen.id`,
  );
}

/** Suspends everything on offer, and returns it; nothing if the feed was already down. */
export async function markFeedDown(tx: Tx, at: Date): Promise<Suspended[]> {
  if (!(await tx.exists('select from feed_state where not silent for update'))) return [];
  await tx.run(
    'select from markets where id in (select id from market_states where open) order by id for no key update',
  );
  const suspended = await tx.rows(
    suspendedRow,
    `update markets m set breaks = m.breaks + 1, version = m.version + 1 from market_states s
     where s.id = m.id and s.open returning m.id as "marketId", m.fixture_id as "fixtureId", m.version`,
  );
  await tx.run('update feed_state set silent = true, since = $1', [at]);
  return suspended;
}

export async function markFeedUp(tx: Tx, at: Date, epoch: string): Promise<void> {
  await adoptEpoch(tx, epoch);
  await tx.run('update feed_state set silent = false, since = case when silent then $1 else since end', [at]);
}

/** The epoch last received; null before the first. */
export async function readEpoch(db: Queries): Promise<string | null> {
  return (await db.row(epochRow, 'select epoch from feed_state'))?.epoch ?? null;
}

/** Sets the current epoch. Fixtures without an epoch get the previous one, so fixtures of all other epochs are now off offer. */
export async function adoptEpoch(tx: Tx, epoch: string): Promise<void> {
  const before = await tx.row(epochRow, 'select epoch from feed_state for update');
  if (before?.epoch === epoch) return;
  await tx.run(
    'update fixtures set epoch = coalesce(epoch, $1), changed_xid = pg_current_xact_id() where ended_at is null',
    [before?.epoch ?? null],
  );
  await tx.run('update feed_state set epoch = $1', [epoch]);
}

/** Stores the latest result of each market by sequence, and makes markets due for settlement if their outcomes changed. Only for locked markets. */
export async function writeResults(tx: Tx, at: Date, results: readonly ResultUpdate[]): Promise<void> {
  if (results.length === 0) return;
  await tx.run(
    `with changed as (
       insert into results as r (market_id, fixture_id, sequence, certainty, outcomes, heard_at)
       select i."marketId", i."fixtureId", i.sequence, i.certainty, nullif(i.outcomes, 'null'), $2
       from jsonb_to_recordset($1) as i ("marketId" uuid, "fixtureId" uuid, sequence bigint, certainty text, outcomes jsonb) order by 1
       on conflict (market_id) do update set sequence = excluded.sequence, certainty = excluded.certainty, outcomes = excluded.outcomes,
         heard_at = excluded.heard_at
       where r.sequence < excluded.sequence
       returning r.market_id, r.sequence, r.certainty, r.outcomes, old.outcomes as was
     ),
     kept as (
       insert into market_words (market_id, sequence, source, kind, certainty, outcomes, heard_at)
       select market_id, sequence, 'feed', case when outcomes is null then 'rollback' else 'result' end, certainty, outcomes, $2 from changed
     )
     insert into due_markets (market_id, due_at)
     select market_id, $2::timestamptz from changed where outcomes is distinct from was`,
    [JSON.stringify(results), at],
  );
}

export async function writeCancels(tx: Tx, at: Date, cancels: readonly CancellationUpdate[]): Promise<void> {
  if (cancels.length === 0) return;
  await tx.run(
    `with changed as (
       insert into cancellations (market_id, sequence, from_at, until_at, reason)
       select i."marketId", i.sequence, i."fromAt", i."untilAt", i.reason
       from jsonb_to_recordset($1) as i ("marketId" uuid, sequence bigint, "fromAt" timestamptz, "untilAt" timestamptz, reason text)
       on conflict do nothing returning market_id, sequence, from_at, until_at
     ),
     kept as (
       insert into market_words (market_id, sequence, source, kind, from_at, until_at, heard_at)
       select market_id, sequence, 'feed', 'cancel', from_at, until_at, $2 from changed
     )
     insert into due_markets (market_id, due_at) select distinct market_id, $2::timestamptz from changed`,
    [JSON.stringify(cancels), at],
  );
  await closeWithin(
    tx,
    at,
    cancels.map(({ marketId }) => marketId),
  );
}

/** Returns those of these fixtures whose status is cancelled. */
export async function cancelledOf(tx: Tx, fixtureIds: readonly string[]): Promise<string[]> {
  if (fixtureIds.length === 0) return [];
  const rows = await tx.rows(idRow, `select id from fixtures where status = 'cancelled' and id = any ($1)`, [
    fixtureIds,
  ]);
  return rows.map(({ id }) => id);
}

/** Makes the markets of fixtures due for settlement that were cancelled, or that are played after all. */
export async function dueByFixture(tx: Tx, at: Date, fixtureIds: readonly string[]): Promise<void> {
  if (fixtureIds.length === 0) return;
  await tx.run(
    `with recorded as (
       insert into market_words (market_id, sequence, source, kind, heard_at)
       select m.id, f.sequence, 'feed', case when f.status = 'cancelled' then 'fixture_cancelled' else 'fixture_revived' end, $2
       from markets m join fixtures f on f.id = m.fixture_id where m.fixture_id = any ($1)
     )
     insert into due_markets (market_id, due_at) select id, $2 from markets where fixture_id = any ($1)`,
    [fixtureIds, at],
  );
}

const overdueRow = {
  id: uuid,
  sportId: text,
  status: oneOf(fixtureStatuses),
  startsAt: instant,
  originalStartsAt: instant,
  reportedAt: instant,
  endedAt: nullable(instant),
  reason: nullable(oneOf(fixtureReasons)),
  sequence: integer,
};
const overdueColumns = `f.id, f.sport_id as "sportId", f.status, f.starts_at as "startsAt", coalesce(f.original_starts_at, f.starts_at) as "originalStartsAt",
  greatest(f.reported_at, f.starts_at) as "reportedAt", f.ended_at as "endedAt", f.reason, f.sequence`;

/** Fixtures that are not over and past their start, or with another start than at first. Nothing is locked. */
export function unfinishedFixtures(db: Queries, at: Date): Promise<OverdueRow[]> {
  const condition = 'f.ended_at is null and (f.starts_at < $1 or f.starts_at <> f.original_starts_at)';
  return db.rows(overdueRow, `select ${overdueColumns} from fixtures f where ${condition}`, [at]);
}

/** Fixtures that ended before then and have open bets. It reads the open bets placed before then, by their ids, which are in the order of time. Nothing is locked. */
export function unsettledFixtures(db: Queries, endedBefore: Date): Promise<OverdueRow[]> {
  return db.rows(
    overdueRow,
    `select ${overdueColumns} from fixtures f
     where f.ended_at < $1 and f.id in (
       select l.fixture_id from bets b join bet_legs l on l.player_id = b.player_id and l.bet_id = b.id
       where b.status = 'accepted' and b.id < $2 and l.status = 'open')`,
    [endedBefore, firstIdAt(endedBefore)],
  );
}

export type OverdueRow = Row<typeof overdueRow>;

/** Locks the markets of fixtures, then the fixtures, in the order of all locks, and reads the fixtures again. */
export async function lockOverdue(tx: Tx, fixtureIds: readonly string[]): Promise<OverdueRow[]> {
  await lockForFeed(tx, [], fixtureIds);
  return tx.rows(
    overdueRow,
    `select ${overdueColumns} from fixtures f where f.id = any ($1) order by f.id for no key update`,
    [fixtureIds],
  );
}

/** Cancels fixtures without a message of the feed. A later message on one replaces this like any earlier one. */
export async function cancelFixtures(
  tx: Tx,
  at: Date,
  fixtures: readonly { id: string; reason: FixtureReason }[],
): Promise<void> {
  await tx.run(
    `update fixtures f set status = 'cancelled', reason = i.reason, ended_at = coalesce(f.ended_at, $1), changed_xid = pg_current_xact_id()
     from jsonb_to_recordset($2) as i (id uuid, reason text) where f.id = i.id`,
    [at, JSON.stringify(fixtures)],
  );
}

/** From now on the current start of these fixtures is their original one. */
export async function rebaseStarts(tx: Tx, fixtureIds: readonly string[]): Promise<void> {
  await tx.run(
    'update fixtures set original_starts_at = starts_at, changed_xid = pg_current_xact_id() where id = any ($1)',
    [fixtureIds],
  );
}

const marketRow = { id: uuid, fixtureId: uuid };

/** Counts an interruption of every market of these fixtures, so that no pending bet is accepted across it; returns those without a result. */
export function interruptMarkets(tx: Tx, fixtureIds: readonly string[]): Promise<Row<typeof marketRow>[]> {
  return tx.rows(
    marketRow,
    `with interrupted as (update markets set breaks = breaks + 1 where fixture_id = any ($1) returning id, fixture_id)
     select i.id, i.fixture_id as "fixtureId" from interrupted i
     where not exists (select from results r where r.market_id = i.id and r.outcomes is not null)
       and not exists (select from operator_results o where o.market_id = i.id)`,
    [fixtureIds],
  );
}

const upRow = { isUp: bool };

/** Whether the feed is received, and has been since `since`. */
export async function isFeedUpSince(db: Queries, since: Date): Promise<boolean> {
  return (await db.row(upRow, 'select not silent and since <= $1 as "isUp" from feed_state', [since]))?.isUp ?? false;
}

export async function writeSamples(
  db: Queries,
  at: Date,
  samples: readonly (readonly [selectionId: string, oddsMilli: number])[],
): Promise<void> {
  if (samples.length === 0) return;
  await db.run(
    `insert into price_samples (selection_id, at, odds_milli) select s.id, date_trunc('second', $1::timestamptz), s.odds
     from unnest($2::uuid[], $3::int[]) as s (id, odds) on conflict do nothing`,
    [at, samples.map(([id]) => id), samples.map(([, odds]) => odds)],
  );
}

/** Stores an unreadable message as a dead letter, once however often the feed is replayed. */
export async function insertDeadLetter(
  db: Queries,
  ...values: [id: string, subject: string, payload: string, error: string]
): Promise<void> {
  await db.run(
    `insert into dead_letters (consumer, event_id, subject, payload, error) values ('betting_feed', $1, $2, $3, $4) on conflict do nothing`,
    values,
  );
}

export async function pruneUnread(db: Queries, before: Date): Promise<void> {
  await db.run('delete from unread where at < $1', [before]);
}

/** Stores which markets an unreadable message stopped, so that the desk can show the reason. */
export async function writeUnread(tx: Tx, at: Date, updates: readonly UnreadableUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  await tx.run(
    `insert into unread (letter, fixture_id, market_id, sequence, at)
     select distinct on (1) i."deadLetterId", i."fixtureId", i."marketId", i.sequence, $2
     from jsonb_to_recordset($1) as i ("deadLetterId" text, "fixtureId" uuid, "marketId" uuid, sequence bigint) order by 1
     on conflict (letter) do nothing`,
    [JSON.stringify(updates), at],
  );
}
