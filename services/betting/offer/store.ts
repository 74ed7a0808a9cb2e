/** Queries of the offer: catalogue rows, markets under a lock, exposure, and deleting what is over. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import type { FixtureMoment, Market } from '@fairline/proto/betting/offer';
import { pageSize } from '@fairline/proto/contract';
import {
  FixtureReason,
  FixtureStatus,
  fixtureReasons,
  fixtureStatuses,
  MarketType,
  marketTypes,
  Score,
} from '@fairline/proto/feed';
import { z } from 'zod';
import { feedStatus, idRow, marketFeedStatuses, NamedJson } from '../columns.ts';
import { type MarketStand, statusOf } from './market.ts';
import type { FixtureRow } from './views.ts';

const tamperedRow = { marketId: uuid, version: integer };

const MarketJson = z.object({
  id: z.string(),
  type: MarketType,
  name: z.string(),
  lineQuarters: z.number().nullable(),
  status: z.enum(marketFeedStatuses),
  held: z.boolean(),
  settled: z.boolean(),
  cancelled: z.boolean(),
  selections: z.array(NamedJson),
});
const FixtureJson = z.object({
  id: z.string(),
  sportId: z.string(),
  sport: z.string(),
  competitionId: z.string(),
  competition: z.string(),
  country: z.string(),
  season: z.string().nullable(),
  homeTeam: z.string(),
  awayTeam: z.string(),
  startsAt: z.string(),
  originalStartsAt: z.string().nullable(),
  status: FixtureStatus,
  reason: FixtureReason.nullable(),
  score: Score.nullable(),
  sequence: z.number(),
  position: z.string(),
  endedAt: z.string().nullable(),
  gone: z.boolean(),
  markets: z.array(MarketJson),
});
const catalogueRow = { position: text, feedDown: bool, fixtures: json(z.array(FixtureJson)) };
const popularityRow = { id: uuid, bets: integer };
const standRow = {
  id: uuid,
  open: bool,
  live: bool,
  paceMilli: integer,
  breaks: integer,
  sequence: integer,
  ownVersion: nullable(integer),
};
const momentRow = { at: instant, status: oneOf(fixtureStatuses), score: nullable(json(Score)) };
const endedRow = {
  id: uuid,
  sport: text,
  sportName: text,
  competitionId: text,
  competition: text,
  country: text,
  season: nullable(text),
  homeTeam: text,
  awayTeam: text,
  startsAt: text,
  originalStartsAt: nullable(text),
  status: oneOf(fixtureStatuses),
  reason: nullable(oneOf(fixtureReasons)),
  score: nullable(json(Score)),
};
export type EndedFixture = Row<typeof endedRow>;
const lockedRow = {
  id: uuid,
  fixtureId: uuid,
  status: feedStatus,
  held: bool,
  /** `heldHere`: an operator suspended this market. `heldElsewhere`: a wider suspension, its volatility, its own odds, a waiting decision or an earlier epoch of the feed. */
  heldHere: bool,
  heldElsewhere: bool,
  settled: bool,
  cancelled: bool,
  open: bool,
  version: integer,
};
export type LockedMarket = Row<typeof lockedRow>;
const unpricedRow = {
  id: uuid,
  type: oneOf(marketTypes),
  name: text,
  lineQuarters: nullable(integer),
  status: feedStatus,
  held: bool,
  settled: bool,
  cancelled: bool,
};
export const suspendedRow = { marketId: uuid, fixtureId: uuid, version: integer };
export type Suspended = Row<typeof suspendedRow>;
const fixtureRow = { fixtureId: uuid };
export const versionRow = { version: integer };

/** An instant as pages read it. */
export const isoText = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Rows changed by transactions from `since` on, and the position to continue from: no late commit is missed. */
export async function readNewRows(
  db: Queries,
  since: string,
  endedAfter: Date,
): Promise<{ position: string; feedDown: boolean; fixtures: FixtureRow[] }> {
  const row = await db.row(
    catalogueRow,
    `select pg_snapshot_xmin(pg_current_snapshot())::text as position, (select silent from feed_state) as "feedDown", coalesce((
       select json_agg(json_build_object(
         'id', f.id, 'sportId', f.sport_id, 'sport', s.name, 'competitionId', c.id, 'competition', c.name, 'country', c.country, 'season', f.season,
         'homeTeam', f.home_team, 'awayTeam', f.away_team, 'startsAt', ${isoText('f.starts_at')}, 'originalStartsAt', ${isoText('f.original_starts_at')},
         'status', f.status, 'reason', f.reason, 'score', f.score,
         'sequence', f.sequence, 'position', f.changed_xid::text, 'endedAt', f.ended_at,
         'gone', f.epoch is not null and f.epoch is distinct from (select epoch from feed_state),
         'markets', coalesce((
           select json_agg(json_build_object('id', m.id, 'type', m.type, 'name', m.name, 'lineQuarters', m.line_quarters, 'status', m.status,
             'held', x.held, 'settled', x.settled, 'cancelled', x.cancelled,
             'selections', (select json_agg(json_build_object('id', n.id, 'name', n.name) order by n.place) from selections n where n.market_id = m.id)
           ) order by m.sort_order, m.id)
           from markets m join market_states x on x.id = m.id where m.fixture_id = f.id), '[]'::json)))
       from fixtures f join sports s on s.id = f.sport_id join competitions c on c.id = f.competition_id
       where f.changed_xid >= $1::text::xid8 and (f.ended_at is null or f.ended_at > $2)), '[]'::json) as fixtures`,
    [since, endedAfter],
  );
  if (!row) throw new Error('the catalogue is always one row');
  return row;
}

/** Open bets of real money by fixture. */
export async function popularity(db: Queries, fixtureIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows(
    popularityRow,
    'select fixture_id as id, sum(bets)::int as bets from exposure where fixture_id = any ($1) group by fixture_id',
    [fixtureIds],
  );
  return new Map(rows.map(({ id, bets }) => [id, bets]));
}

/** Returns those of these selections that were ever on offer. */
export async function everOffered(db: Queries, selectionIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows(idRow, 'select id from selections where id = any ($1)', [selectionIds]);
  return new Set(rows.map(({ id }) => id));
}

/** Locks markets and reads their state. So a suspension either waits for this transaction or is seen by it. */
export async function lockMarkets(tx: Tx, at: Date, marketIds: readonly string[]): Promise<Map<string, MarketStand>> {
  await tx.run('select from markets where id = any ($1) order by id for share', [marketIds]);
  return readMarketsNow(tx, at, marketIds);
}

/** The state at that instant: a match after its start is neither upcoming nor live until the feed reports that it has begun. */
export async function readMarketsNow(
  db: Queries,
  at: Date,
  marketIds: readonly string[],
): Promise<Map<string, MarketStand>> {
  const rows = await db.rows(
    standRow,
    `select s.id, s.open and (s.fixture_status = 'live' or f.starts_at > $1) as open, s.fixture_status = 'live' as live, f.pace_milli as "paceMilli", s.breaks, s.sequence, p.version as "ownVersion"
     from market_states s join fixtures f on f.id = s.fixture_id left join own_prices p on p.market_id = s.id where s.id = any ($2)`,
    [at, marketIds],
  );
  return new Map(rows.map(({ id, ...market }) => [id, market]));
}

export async function momentsOfFixture(db: Queries, fixtureId: string): Promise<FixtureMoment[]> {
  const rows = await db.rows(
    momentRow,
    'select at, status, score from fixture_moments where fixture_id = $1 order by sequence',
    [fixtureId],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export type EndedBefore = [startsAt: string, id: string];

/** Fixtures that are over, those that began last first. */
export function endedFixtures(
  db: Queries,
  sport: string | undefined,
  after: EndedBefore | undefined,
  limit: number,
): Promise<EndedFixture[]> {
  return db.rows(
    endedRow,
    `select f.id, f.sport_id as sport, s.name as "sportName", c.id as "competitionId", c.name as competition, c.country, f.season, f.home_team as "homeTeam",
       f.away_team as "awayTeam", ${isoText('f.starts_at')} as "startsAt", ${isoText('f.original_starts_at')} as "originalStartsAt",
       f.status, f.reason, f.score
     from fixtures f join sports s on s.id = f.sport_id join competitions c on c.id = f.competition_id
     where f.ended_at is not null and ($1::text is null or f.sport_id = $1)
       and ($2::timestamptz is null or f.starts_at < $2 or (f.starts_at = $2 and f.id > $3::uuid))
     order by f.starts_at desc, f.id limit $4`,
    [sport ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  );
}

/** Marks these fixtures as changed for every reader of the catalogue. */
export async function touchFixtures(tx: Tx, fixtureIds: readonly string[]): Promise<void> {
  if (fixtureIds.length > 0)
    await tx.run('update fixtures set changed_xid = pg_current_xact_id() where id = any ($1)', [fixtureIds]);
}

/** Takes markets off offer until the last current window ends; the job that resumes volatile markets resumes these. Only for locked markets. */
export async function closeWithin(tx: Tx, at: Date, marketIds: readonly string[]): Promise<void> {
  await tx.run(
    `update markets m set volatile_until = greatest(m.volatile_until, w.until_at)
     from (
       select market_id, max(until_at) as until_at from cancellations
       where market_id = any ($1) and until_at > $2 and (from_at is null or from_at <= $2) group by market_id
     ) w
     where m.id = w.market_id`,
    [marketIds, at],
  );
}

/**
 * Deletes fixtures that ended before that instant and have no open or unprocessed bets; returns their number. Bets keep the names of their legs.
 * It checks the few bets that have been open since before then, not every bet that was ever placed on these fixtures.
 */
export async function pruneFixtures(db: Queries, endedBefore: Date, limit: number): Promise<number> {
  return db.run(
    `with needed as materialized (
       select l.fixture_id as id from bets b join bet_legs l on l.player_id = b.player_id and l.bet_id = b.id
       where b.status in ('pending', 'accepted') and b.placed_at < $1
       union select m.fixture_id from due_markets d join markets m on m.id = d.market_id
     ),
     old as (
       select f.id from fixtures f where f.ended_at < $1 and not exists (select from needed n where n.id = f.id) limit $2
     ),
     old_markets as (delete from markets m using old where m.fixture_id = old.id returning m.id),
     old_selections as (delete from selections s using old_markets m where s.market_id = m.id),
     old_moments as (delete from fixture_moments o using old where o.fixture_id = old.id),
     old_results as (delete from results r using old_markets m where r.market_id = m.id),
     old_own as (delete from own_prices p using old_markets m where p.market_id = m.id),
     old_limits as (delete from limits l using old_markets m where l.scope = 'market' and l.id = m.id::text),
     old_stops as (delete from stops s using old where s.scope = 'fixture' and s.id = old.id::text),
     old_decided as (delete from operator_results o using old_markets m where o.market_id = m.id),
     old_cancellations as (delete from cancellations c using old_markets m where c.market_id = m.id),
     old_favourites as (delete from favourites v using old where v.kind = 'fixture' and v.id = old.id::text),
     old_unread as (delete from unread u using old where u.fixture_id = old.id),
     old_exposure as (delete from exposure e using old where e.fixture_id = old.id and e.bets = 0)
     delete from fixtures f using old where f.id = old.id`,
    [endedBefore, limit],
  );
}

/** Runs under a lock: if two instances created the same partition at once, one would fail. */
export async function keepPriceHours(db: Queries, at: Date, hours: number): Promise<void> {
  await db.run("select keep_price_hours($1, $2) from pg_advisory_xact_lock(hashtextextended('price hours', 0))", [
    at,
    hours,
  ]);
}

export async function lockMarket(tx: Tx, id: string): Promise<LockedMarket | undefined> {
  await tx.run('select from markets where id = $1 for no key update', [id]);
  return tx.row(
    lockedRow,
    `select m.id, m.fixture_id as "fixtureId", m.status, s.held, m.held_at is not null as "heldHere", s.held_elsewhere as "heldElsewhere",
       s.settled, s.cancelled, s.open, m.version
     from markets m join market_states s on s.id = m.id where m.id = $1`,
    [id],
  );
}

/** A market without its prices, for markets that were never priced. */
export async function unpricedMarket(db: Queries, id: string): Promise<Omit<Market, 'selections'> | undefined> {
  const row = await db.row(
    unpricedRow,
    `select m.id, m.type, m.name, m.line_quarters as "lineQuarters", m.status, s.held, s.settled, s.cancelled
     from markets m join market_states s on s.id = m.id where m.id = $1`,
    [id],
  );
  if (!row) return undefined;
  const { type, name, lineQuarters } = row;
  return {
    id,
    type,
    name,
    ...(lineQuarters !== null && { line: lineQuarters / 4 }),
    status: statusOf(row, { feedUp: true, priced: false }),
  };
}

/** Suspends volatile markets, each until its instant, or extends their suspension; returns those that were on offer before. */
export function closeVolatile(tx: Tx, until: ReadonlyMap<string, Date>): Promise<Suspended[]> {
  return tx.rows(
    suspendedRow,
    `with known as (
       select m.id, s.open from markets m join market_states s on s.id = m.id
       where m.id = any ($1) and (s.open or m.volatile_until is not null) order by m.id for no key update of m
     ),
     moved as (
       update markets m set volatile_until = greatest(m.volatile_until, g.until_at), breaks = m.breaks + k.open::int, version = m.version + k.open::int
       from known k join unnest($1::uuid[], $2::timestamptz[]) as g (id, until_at) on g.id = k.id
       where m.id = k.id returning m.id, m.fixture_id, m.version, k.open
     )
     select id as "marketId", fixture_id as "fixtureId", version from moved where open`,
    [[...until.keys()], [...until.values()]],
  );
}

/** Resumes markets whose suspension is over; returns their fixtures. */
export async function reopenVolatile(tx: Tx, at: Date): Promise<string[]> {
  const rows = await tx.rows(
    fixtureRow,
    `with due as (select id from markets where volatile_until <= $1 order by id for no key update skip locked)
     update markets m set volatile_until = null from due where m.id = due.id returning m.fixture_id as "fixtureId"`,
    [at],
  );
  return [...new Set(rows.map(({ fixtureId }) => fixtureId))].sort();
}

/** Raises the version of the market, for its next event. */
export async function nextVersion(tx: Tx, marketId: string): Promise<number> {
  const row = await tx.row(versionRow, 'update markets set version = version + 1 where id = $1 returning version', [
    marketId,
  ]);
  if (!row) throw new Error(`there is no market ${marketId}`);
  return row.version;
}

const exposureRow = {
  selectionId: uuid,
  fixture: text,
  market: text,
  selection: text,
  bets: integer,
  stakeMinor: integer,
  liabilityMinor: integer,
};
export type ExposureRow = Row<typeof exposureRow>;

/** The exposure by selection, for operators: one row more than a page, the highest first. */
export function exposureOf(
  db: Queries,
  after: { liabilityMinor: number; selectionId: string } | undefined,
): Promise<ExposureRow[]> {
  return db.rows(
    exposureRow,
    `select e.selection_id as "selectionId", f.home_team || ' vs ' || f.away_team as fixture, m.name as market, s.name as selection,
       e.bets, e.stake_minor as "stakeMinor", e.liability_minor as "liabilityMinor"
     from exposure e join selections s on s.id = e.selection_id join markets m on m.id = e.market_id join fixtures f on f.id = e.fixture_id
     where e.bets > 0 and ($1::bigint is null or (e.liability_minor, e.selection_id) < ($1, $2::uuid))
     order by e.liability_minor desc, e.selection_id desc limit ${pageSize + 1}`,
    [after?.liabilityMinor ?? null, after?.selectionId ?? null],
  );
}

/** Records tampered markets; returns those that were not recorded within the last minute. The version counts the recordings. */
export function noteTampered(tx: Tx, marketIds: readonly string[], at: Date): Promise<Row<typeof tamperedRow>[]> {
  return tx.rows(
    tamperedRow,
    `insert into tampered_markets as t (market_id, noted_at) select id, $2 from unnest($1::uuid[]) as id order by id
     on conflict (market_id) do update set noted_at = excluded.noted_at, version = t.version + 1 where t.noted_at <= excluded.noted_at - interval '1 minute'
     returning market_id as "marketId", version`,
    [marketIds, at],
  );
}

/** Deletes markets that were recorded before then. */
export async function pruneTampered(db: Queries, before: Date): Promise<void> {
  await db.run('delete from tampered_markets where noted_at < $1', [before]);
}
