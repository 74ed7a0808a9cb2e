/** Queries of the traders' desk: stops, limits, prices of our own, decisions, and what they read of fixtures. */
import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { Decision, Limit, Stop } from '@fairline/proto/betting/trading';
import { pageSize } from '@fairline/proto/contract';
import type { FixtureChange } from '@fairline/proto/feed';
import type { DecisionRow, DeskMarket, RankedFixture, Said, WeighedBet } from './desk.ts';
import type { OwnPrices } from './market.ts';
import type { OwnWord } from './prices.ts';
import { resultsOf } from './settlement.ts';
import type { BetKey } from './store.ts';
import { closeWithin, type Suspended } from './store-catalogue.ts';
import { lowestId, openColumns } from './store-settlement.ts';

// ---- Stops -------------------------------------------------------------------------------------

export type Scope = 'fixture' | 'sport' | 'all';

/** What a scope is called; nothing where there is no such thing. */
export async function nameOfScope(db: Queries, scope: Scope, id: string): Promise<string | undefined> {
  if (scope === 'all') return 'Everything';
  const text =
    scope === 'sport' ? 'select name from sports where id = $1' : `select home_team || ' vs ' || away_team as name from fixtures where id = $1::uuid`;
  return (await db.row<{ name: string }>(text, [id]))?.name;
}

/** What stands still by an operator's word; of what is over nobody asks any more. */
export async function stops(db: Queries): Promise<Stop[]> {
  const rows = await db.rows<Omit<Stop, 'at'> & { at: Date }>(
    `select s.scope, s.id, coalesce(p.name, f.home_team || ' vs ' || f.away_team, 'Everything') as name, s.reason, s.by, s.at
     from stops s left join sports p on s.scope = 'sport' and p.id = s.id left join fixtures f on s.scope = 'fixture' and f.id::text = s.id
     where f.ended_at is null
     union all
     select 'market', m.id::text, coalesce(f.home_team || ' vs ' || f.away_team || ', ', '') || m.name, coalesce(m.held_reason, ''), m.held_by, m.held_at
     from markets m left join fixtures f on f.id = m.fixture_id
     where m.held_at is not null and m.status <> 'deactivated' and f.ended_at is null
       and not exists (select from market_states x where x.id = m.id and (x.settled or x.cancelled))
     order by at desc`,
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The fixtures of a scope that are not over. */
export async function fixturesIn(db: Queries, scope: Scope, id: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from fixtures where ended_at is null and ($1 = 'all' or ($1 = 'sport' and sport_id = $2) or ($1 = 'fixture' and id::text = $2)) order by id`,
    [scope, id],
  );
  return rows.map((row) => row.id);
}

const inScope = `m.fixture_id in (
  select f.id from fixtures f where f.ended_at is null and ($1 = 'all' or ($1 = 'sport' and f.sport_id = $2) or ($1 = 'fixture' and f.id::text = $2)))`;

/** Takes a scope off offer; answers the markets that went off by it, or nothing where it was off already. A bet on any market of it is not taken across the stop. */
export async function insertStop(tx: Tx, scope: Scope, id: string, by: { operatorId: string; reason: string; at: Date }): Promise<Suspended[] | null> {
  await tx.run(`select from markets m where ${inScope} order by m.id for no key update`, [scope, id]);
  const open = await tx.rows<{ id: string }>(`select s.id from market_states s where s.open and s.id in (select m.id from markets m where ${inScope})`, [
    scope,
    id,
  ]);
  const text = 'insert into stops (scope, id, reason, by, at) values ($1, $2, $3, $4, $5) on conflict do nothing';
  if ((await tx.run(text, [scope, id, by.reason, by.operatorId, by.at])) === 0) return null;
  return tx.rows<Suspended>(
    `with broken as (
       update markets m set breaks = m.breaks + 1, version = m.version + (m.id = any ($3))::int where ${inScope} returning m.id, m.fixture_id, m.version
     )
     select id as "marketId", fixture_id as "fixtureId", version from broken where id = any ($3::uuid[])`,
    [scope, id, open.map((row) => row.id)],
  );
}

export async function deleteStop(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  return (await tx.run('delete from stops where scope = $1 and id = $2', [scope, id])) === 1;
}

// ---- Volatility --------------------------------------------------------------------------------

/** Takes markets that move too fast off offer until then, or leaves them off; answers those that went off by it. */
export function calm(tx: Tx, marketIds: readonly string[], until: Date): Promise<Suspended[]> {
  return tx.rows<Suspended>(
    `with known as (
       select m.id, s.open from markets m join market_states s on s.id = m.id
       where m.id = any ($1) and (s.open or m.volatile_until is not null) order by m.id for no key update of m
     ),
     moved as (
       update markets m set volatile_until = greatest(m.volatile_until, $2), breaks = m.breaks + k.open::int, version = m.version + k.open::int from known k
       where m.id = k.id returning m.id, m.fixture_id, m.version, k.open
     )
     select id as "marketId", fixture_id as "fixtureId", version from moved where open`,
    [marketIds, until],
  );
}

/** Gives markets back whose time is over; answers their fixtures. */
export async function calmed(tx: Tx, at: Date): Promise<string[]> {
  const rows = await tx.rows<{ fixtureId: string }>(
    `with due as (select id from markets where volatile_until <= $1 order by id for no key update skip locked)
     update markets m set volatile_until = null from due where m.id = due.id returning m.fixture_id as "fixtureId"`,
    [at],
  );
  return [...new Set(rows.map(({ fixtureId }) => fixtureId))].sort();
}

// ---- Prices of our own -------------------------------------------------------------------------

export async function ownPrices(db: Queries, marketId: string): Promise<OwnPrices | undefined> {
  return db.row<OwnPrices>('select margin_bp as "marginBp", odds from own_prices where market_id = $1', [marketId]);
}

/** What there is for these markets, or also all there is, of fixtures that are not over. */
export function ownWords(db: Queries, marketIds: readonly string[], { all }: { all: boolean }): Promise<OwnWord[]> {
  return db.rows<OwnWord>(
    `select m.id as "marketId", m.fixture_id as "fixtureId",
       case when p.market_id is not null then json_build_object('marginBp', p.margin_bp, 'odds', p.odds, 'version', p.version) end as own
     from markets m left join own_prices p on p.market_id = m.id join fixtures f on f.id = m.fixture_id
     where m.id in (select market_id from own_prices where $2 union all select unnest($1::uuid[])) and f.ended_at is null order by m.id`,
    [marketIds, all],
  );
}

/** Another version of the market, for what is said of it. */
export async function nextVersion(tx: Tx, marketId: string): Promise<number> {
  const row = await tx.row<{ version: number }>('update markets set version = version + 1 where id = $1 returning version', [marketId]);
  return (row as { version: number }).version;
}

/** Null takes them back; the version is that of the market by it. */
export async function setOwnPrices(
  tx: Tx,
  marketId: string,
  own: OwnPrices | null,
  { version, operatorId, at }: { version: number; operatorId: string; at: Date },
): Promise<void> {
  await tx.run('delete from own_prices where market_id = $1', [marketId]);
  if (!own) return;
  await tx.run('insert into own_prices (market_id, margin_bp, odds, version, by, at) values ($1, $2, $3, $4, $5, $6)', [
    marketId,
    own.marginBp,
    own.odds && JSON.stringify(own.odds),
    version,
    operatorId,
    at,
  ]);
}

/**
 * Ends the odds of our own on these markets and on all of these fixtures, all of them locked; answers the markets where there were any.
 * Each is in another version by it, so that no price from before can be taken any more, also where the feed goes on at once.
 */
export async function endOwnOdds(tx: Tx, marketIds: readonly string[], fixtureIds: readonly string[]): Promise<string[]> {
  if (marketIds.length + fixtureIds.length === 0) return [];
  const rows = await tx.rows<{ id: string }>(
    `with moved as (
       update markets m set version = m.version + 1 from own_prices p
       where p.market_id = m.id and p.odds is not null and (m.id = any ($1) or m.fixture_id = any ($2)) returning m.id, m.version, p.margin_bp
     ),
     gone as (delete from own_prices p using moved m where p.market_id = m.id and m.margin_bp is null),
     kept as (update own_prices p set odds = null, version = m.version from moved m where p.market_id = m.id and m.margin_bp is not null)
     select id from moved`,
    [marketIds, fixtureIds],
  );
  return rows.map(({ id }) => id);
}

// ---- Limits ------------------------------------------------------------------------------------

export async function limits(db: Queries): Promise<Limit[]> {
  const rows = await db.rows<Omit<Limit, 'at'> & { at: Date }>(
    `select l.scope, l.id, coalesce(s.name, c.name, f.home_team || ' vs ' || f.away_team || ', ' || m.name, l.id) as name,
       l.max_liability_minor as "maxLiabilityMinor", l.by, l.at
     from limits l
     left join sports s on l.scope = 'sport' and s.id = l.id
     left join competitions c on l.scope = 'competition' and c.id = l.id
     left join markets m on m.id = case when l.scope = 'market' then l.id::uuid end left join fixtures f on f.id = m.fixture_id
     order by array_position(array['default', 'sport', 'competition', 'type', 'market'], l.scope), name`,
  );
  return rows.map((row) => ({ ...row, at: row.at?.toISOString() ?? null }));
}

/** Whether there is such a thing to be limited; types and the default are the contract's. */
export async function isScope(db: Queries, scope: 'market' | 'competition' | 'sport', id: string): Promise<boolean> {
  const texts = {
    sport: 'select from sports where id = $1',
    competition: 'select from competitions where id = $1',
    market: 'select from markets where id = $1::uuid',
  };
  return (await db.row(texts[scope], [id])) !== undefined;
}

/** Answers what it was; null falls back to the wider scope. */
export async function setLimit(
  tx: Tx,
  scope: Limit['scope'],
  id: string,
  maxLiabilityMinor: number | null,
  by: { operatorId: string; at: Date },
): Promise<number | null> {
  const before = await tx.row<{ was: number }>('delete from limits where scope = $1 and id = $2 returning max_liability_minor as was', [scope, id]);
  if (maxLiabilityMinor !== null) {
    await tx.run('insert into limits (scope, id, max_liability_minor, by, at) values ($1, $2, $3, $4, $5)', [
      scope,
      id,
      maxLiabilityMinor,
      by.operatorId,
      by.at,
    ]);
  }
  return before?.was ?? null;
}

// ---- Fixtures ----------------------------------------------------------------------------------

export interface FixtureFilter {
  sport?: string | undefined;
  status?: FixtureChange['status'] | undefined;
  q?: string | undefined;
  sort?: 'time' | 'liability' | undefined;
  id?: string | undefined;
}

export type Rank = [over: number, weight: number, id: string];

/** One row more than a page: those not over first, soonest first, then those over, latest first; or by what one outcome could cost. */
export function tradingFixtures(db: Queries, at: Date, { sport, status, q, sort, id }: FixtureFilter, after: Rank | undefined): Promise<RankedFixture[]> {
  const weight = sort === 'liability' ? '-coalesce(e.liability, 0)' : 'case when f.ended_at is null then 1 else -1 end * extract(epoch from f.starts_at)';
  return db.rows<RankedFixture>(
    `with ranked as (
       select f.*, (f.ended_at is not null)::int as over, (${weight})::float8 as weight, coalesce(e.bets, 0) as bets, coalesce(e.stake, 0) as stake,
         coalesce(e.liability, 0) as liability
       from fixtures f
       left join (
         select fixture_id, sum(bets)::int as bets, sum(stake_minor)::bigint as stake, max(liability_minor) as liability from exposure where bets > 0 group by fixture_id
       ) e on e.fixture_id = f.id
       where ($1::text is null or f.sport_id = $1) and ($2::text is null or f.status = $2)
         and ($3::text is null or position($3 in lower(f.home_team || ' vs ' || f.away_team || ' ' || f.id)) > 0)
         and ($7::uuid is null or f.id = $7)
     )
     select r.id, r.sport_id as sport, c.id as "competitionId", c.name as competition, r.home_team as "homeTeam", r.away_team as "awayTeam",
       to_char(r.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", r.status, r.score, r.over, r.weight, r.bets, r.stake as "stakeMinor",
       r.liability as "liabilityMinor",
       (select count(*)::int from markets m where m.fixture_id = r.id) as markets,
       -- What should have begun stands still until the feed says that it has.
       (select count(*)::int from market_states s where s.fixture_id = r.id and s.open and (r.status <> 'upcoming' or r.starts_at > $8)) as "activeMarkets",
       r.over = 0 and exists (select from stops x where (x.scope, x.id) in (('all', 'all'), ('sport', r.sport_id), ('fixture', r.id::text))) as stopped
     from ranked r join competitions c on c.id = r.competition_id
     where $4::int is null or (r.over, r.weight, r.id) > ($4, $5::float8, $6::uuid)
     order by r.over, r.weight, r.id limit ${pageSize + 1}`,
    [sport ?? null, status ?? null, q?.trim().toLowerCase() || null, after?.[0] ?? null, after?.[1] ?? null, after?.[2] ?? null, id ?? null, at],
  );
}

/** Every market of a fixture, or one of them, with all that operators and the feed said of it and what is at stake. */
export function deskMarkets(db: Queries, of: { fixtureId: string } | { marketId: string }, defaultMinor: number): Promise<DeskMarket[]> {
  return db.rows<DeskMarket>(
    `select m.id, m.fixture_id as "fixtureId", m.type, m.name, m.line_quarters as "lineQuarters", m.status, s.held, s.settled, s.cancelled,
       case when m.held_at is not null then 'market' when x.scope is not null then x.scope when w.reason is not null then 'window'
         when m.volatile_until is not null then 'volatility' when s.gone then 'feed_gone' end as "stoppedBy",
       case when m.held_at is not null then m.held_reason when x.scope is not null then x.reason else w.reason end as "stopReason",
       exists (select from unread u where u.fixture_id = m.fixture_id and coalesce(u.market_id, m.id) = m.id and u.sequence >= m.sequence) as unread,
       f.status as "fixtureStatus", f.starts_at as "startsAt", m.volatile_until as "volatileUntil", m.margin_bp as "marginBp",
       case when p.market_id is not null then json_build_object('marginBp', p.margin_bp, 'odds', p.odds) end as own,
       coalesce(l.scope, 'default') as "limitScope", coalesce(l.max_liability_minor, $2) as "maxLiabilityMinor",
       case when o.outcomes is not null then 'operator' when r.outcomes is not null then 'feed_' || r.certainty end as "resultBy",
       coalesce(o.outcomes, r.outcomes) as outcomes,
       (select json_agg(json_build_object('id', n.id, 'name', n.name, 'bets', coalesce(e.bets, 0), 'stakeMinor', coalesce(e.stake_minor, 0),
          'liabilityMinor', coalesce(e.liability_minor, 0)) order by n.place)
        from selections n left join exposure e on e.selection_id = n.id where n.market_id = m.id) as selections
     from markets m
     join market_states s on s.id = m.id
     join fixtures f on f.id = m.fixture_id
     left join own_prices p on p.market_id = m.id
     left join results r on r.market_id = m.id
     left join operator_results o on o.market_id = m.id
     left join lateral (
       select x.scope, x.reason from stops x where (x.scope, x.id) in (('all', 'all'), ('sport', f.sport_id), ('fixture', f.id::text))
       order by array_position(array['fixture', 'sport', 'all'], x.scope) limit 1
     ) x on true
     left join lateral (
       select c.reason from cancellations c where c.market_id = m.id and c.until_at = m.volatile_until limit 1
     ) w on true
     left join lateral (
       select l.scope, l.max_liability_minor from limits l
       where (l.scope, l.id) in (('market', m.id::text), ('type', m.type), ('competition', f.competition_id), ('sport', f.sport_id), ('default', 'default'))
       order by array_position(array['market', 'type', 'competition', 'sport', 'default'], l.scope) limit 1
     ) l on true
     where ${'fixtureId' in of ? 'm.fixture_id' : 'm.id'} = $1
     order by m.sort_order, m.id`,
    ['fixtureId' in of ? of.fixtureId : of.marketId, defaultMinor],
  );
}

/** One fixture as the list has it, over or not. */
export async function tradingFixture(db: Queries, at: Date, id: string): Promise<RankedFixture | undefined> {
  return (await tradingFixtures(db, at, { id }, undefined))[0];
}

// ---- Decisions ---------------------------------------------------------------------------------

/** What a market is called, and its selections. */
export function nameOfMarket(
  db: Queries,
  marketId: string,
): Promise<{ fixtureId: string; fixture: string; market: string; selections: { id: string; name: string }[] } | undefined> {
  return db.row(
    `select f.id as "fixtureId", f.home_team || ' vs ' || f.away_team as fixture, m.name as market,
       (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.place) from selections s where s.market_id = m.id) as selections
     from markets m join fixtures f on f.id = m.fixture_id where m.id = $1`,
    [marketId],
  );
}

interface Windows {
  windows: { from: string | null; until: string | null; own: boolean }[];
}

/** Operators' cancellations count down from zero, so that they never meet the feed's sequences. */
export async function saidOf(db: Queries, marketId: string): Promise<Said> {
  const row = (await db.row<Windows & { feed: Said['feed']['outcomes']; own: Said['own']['outcomes']; fixtureCancelled: boolean }>(
    `select r.outcomes as feed, o.outcomes as own, coalesce(f.status = 'cancelled', false) as "fixtureCancelled", coalesce((
       select json_agg(json_build_object('from', c.from_at, 'until', c.until_at, 'own', c.sequence < 0) order by c.sequence)
       from cancellations c where c.market_id = $1), '[]'::json) as windows
     from (select $1::uuid as id) w left join markets m on m.id = w.id left join fixtures f on f.id = m.fixture_id
     left join results r on r.market_id = w.id left join operator_results o on o.market_id = w.id`,
    [marketId],
  )) as Windows & { feed: Said['feed']['outcomes']; own: Said['own']['outcomes']; fixtureCancelled: boolean };
  const windowsOf = (wanted: boolean) =>
    row.windows.filter(({ own }) => own === wanted).map(({ from, until }) => ({ from: from ? new Date(from) : null, until: until ? new Date(until) : null }));
  const { feed, own, fixtureCancelled } = row;
  return { feed: { outcomes: feed, windows: windowsOf(false) }, own: { outcomes: own, windows: windowsOf(true) }, fixtureCancelled };
}

const weighed = `b.status not in ('pending', 'rejected', 'cashed_out')`;

/** The next bets with a leg on the market, in the order of their keys, as they are now; whether they stand or stood is said with each. Keys are taken first, so that a page costs the same however many there are. */
export function betsToWeigh(db: Queries, marketId: string, after: BetKey | null, limit: number): Promise<(WeighedBet & { id: string; stands: boolean })[]> {
  return db.rows(
    `with keys as materialized (
       select player_id, bet_id from bet_legs where market_id = $1 and (player_id, bet_id) > ($2, $3) order by player_id, bet_id limit $4
     )
     select ${openColumns}, b.book, ${weighed} as stands,
       (select json_agg(json_build_object('marketId', o.market_id, 'selectionId', o.selection_id, 'oddsMilli', o.odds_milli,
          'status', o.status, 'deadHeat', o.dead_heat) order by o.place) from bet_legs o where o.player_id = b.player_id and o.bet_id = b.id) as legs
     from keys k join bets b on b.player_id = k.player_id and b.id = k.bet_id
     order by k.player_id, k.bet_id`,
    [marketId, after?.playerId ?? lowestId, after?.id ?? lowestId, limit],
  );
}

/** The most that bets of real money on the market pay which were accepted or settled after that instant. */
export async function changedSince(tx: Tx, marketId: string, at: Date): Promise<number> {
  const row = await tx.row<{ minor: number }>(
    `select coalesce(sum(greatest(b.potential_minor, b.stake_minor)), 0)::bigint as minor from bets b
     where b.changed_at > $2 and b.book = 'real' and ${weighed}
       and exists (select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id and l.market_id = $1)`,
    [marketId, at],
  );
  return (row as { minor: number }).minor;
}

/** What decisions of one operator alone have moved on the market since that instant. */
export async function movedSince(db: Queries, marketId: string, since: Date): Promise<number> {
  const row = await db.row<{ minor: number }>(
    `select coalesce(sum((preview ->> 'movedMinor')::bigint), 0)::bigint as minor from decisions
     where market_id = $1 and status = 'applied' and decided_by = requested_by and decided_at >= $2`,
    [marketId, since],
  );
  return (row as { minor: number }).minor;
}

export const decisionOf = (db: Queries, id: string) => db.row<DecisionRow>(`select ${decisionColumns} from decisions where id = $1`, [id]);

/** Whether a command under this key has its outcome already. */
export async function isKnown(db: Queries, { scope, key }: { scope: string; key: string }): Promise<boolean> {
  return (await db.row('select from idempotency where scope = $1 and key = $2', [scope, key])) !== undefined;
}

const decisionColumns = `id, market_id as "marketId", fixture, market, decision, preview, reason, status, requested_by as "requestedBy",
  requested_at as "requestedAt", decided_by as "decidedBy", decided_at as "decidedAt", withdrawn_reason as "withdrawnReason",
  (select m.fixture_id from markets m where m.id = decisions.market_id) as "fixtureId",
  (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.place) from selections s where s.market_id = decisions.market_id) as selections`;

export async function insertDecision(tx: Tx, row: DecisionRow): Promise<void> {
  await tx.run(
    `insert into decisions (id, market_id, fixture, market, decision, preview, reason, status, requested_by, requested_at, decided_by, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      row.marketId,
      row.fixture,
      row.market,
      JSON.stringify(row.decision),
      JSON.stringify(row.preview),
      row.reason,
      row.status,
      row.requestedBy,
      row.requestedAt,
      row.decidedBy,
      row.decidedAt,
    ],
  );
}

export function lockDecision(tx: Tx, id: string): Promise<DecisionRow | undefined> {
  return tx.row<DecisionRow>(`select ${decisionColumns} from decisions where id = $1 for update`, [id]);
}

export async function closeDecision(
  tx: Tx,
  id: string,
  status: 'applied' | 'withdrawn',
  by: { operatorId: string; at: Date; withdrawnReason?: string },
): Promise<DecisionRow> {
  const text = `update decisions set status = $2, decided_by = $3, decided_at = $4, withdrawn_reason = $5 where id = $1 returning ${decisionColumns}`;
  return (await tx.row<DecisionRow>(text, [id, status, by.operatorId, by.at, by.withdrawnReason ?? null])) as DecisionRow;
}

/** One row more than a page, newest first. */
export function decisions(
  db: Queries,
  { status, marketId }: { status?: Decision['status'] | undefined; marketId?: string | undefined },
  before: string | undefined,
): Promise<DecisionRow[]> {
  return db.rows<DecisionRow>(
    `select ${decisionColumns} from decisions
     where ($1::text is null or status = $1) and ($2::uuid is null or market_id = $2) and ($3::uuid is null or id < $3)
     order by id desc limit ${pageSize + 1}`,
    [status ?? null, marketId ?? null, before ?? null],
  );
}

/** Says on the market what was decided, as a word of its own, and puts it on the list of those to be settled; answers whether it still is on offer. */
export async function applyDecision(tx: Tx, at: Date, { id, marketId, decision, reason }: DecisionRow): Promise<Suspended & { open: boolean }> {
  const outcomes = decision.kind === 'result' ? JSON.stringify(resultsOf(decision.outcomes)) : null;
  const [from, until] = decision.kind === 'void' ? [decision.from, decision.until] : [null, null];
  let sequence = 0;
  if (decision.kind === 'result') {
    await tx.run(
      `insert into operator_results (market_id, outcomes, decision_id, at) values ($1, $2, $3, $4)
       on conflict (market_id) do update set outcomes = excluded.outcomes, decision_id = excluded.decision_id, at = excluded.at`,
      [marketId, outcomes, id, at],
    );
  } else if (decision.kind === 'void') {
    const row = await tx.row<{ sequence: number }>(
      `insert into cancellations (market_id, sequence, from_at, until_at, reason)
       select $1, least(coalesce(min(sequence), 0), 0) - 1, $2, $3, $4 from cancellations where market_id = $1 returning sequence`,
      [marketId, from, until, reason],
    );
    sequence = (row as { sequence: number }).sequence;
    // What is bet within the window would be void: until it ends nothing is.
    await closeWithin(tx, at, [marketId]);
  } else {
    await tx.run('delete from operator_results where market_id = $1', [marketId]);
    await tx.run(
      `update markets m set volatile_until = null from cancellations c
       where m.id = $1 and c.market_id = m.id and c.sequence < 0 and c.until_at = m.volatile_until`,
      [marketId],
    );
    await tx.run('delete from cancellations where market_id = $1 and sequence < 0', [marketId]);
  }
  await tx.run(
    `insert into market_words (market_id, sequence, source, kind, outcomes, from_at, until_at, heard_at) values ($1, $2, 'operator', $3, $4, $5, $6, $7)`,
    [marketId, sequence, decision.kind === 'void' ? 'cancel' : decision.kind, outcomes, from, until, at],
  );
  await tx.run('insert into due_markets (market_id, due_at) values ($1, $2)', [marketId, at]);
  await tx.run('update markets set breaks = breaks + 1, version = version + 1 where id = $1', [marketId]);
  const row = await tx.row<Suspended & { open: boolean }>(
    'select m.id as "marketId", m.fixture_id as "fixtureId", m.version, s.open from markets m join market_states s on s.id = m.id where m.id = $1',
    [marketId],
  );
  return row as Suspended & { open: boolean };
}
