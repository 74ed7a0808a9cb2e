/** Queries of the traders' desk: stops, limits, prices of our own, and what they read of fixtures and bets. */
import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { Limit, Stop, TradingFixture } from '@fairline/proto/betting/trading';
import { pageSize } from '@fairline/proto/contract';
import type { FixtureChange, LegResult, Score } from '@fairline/proto/feed';
import type { BetRow } from './bet.ts';
import type { OwnPrices } from './market.ts';
import { type BetFilter, betColumns, statusesOf } from './store.ts';
import type { Suspended } from './store-catalogue.ts';

// ---- Stops -------------------------------------------------------------------------------------

export type Scope = 'fixture' | 'sport' | 'all';

/** What a scope is called; nothing where there is no such thing. */
export async function nameOfScope(db: Queries, scope: Scope, id: string): Promise<string | undefined> {
  if (scope === 'all') return 'Everything';
  const text =
    scope === 'sport' ? 'select name from sports where id = $1' : `select home_team || ' vs ' || away_team as name from fixtures where id::text = $1`;
  return (await db.row<{ name: string }>(text, [id]))?.name;
}

export async function stops(db: Queries): Promise<Stop[]> {
  const rows = await db.rows<Omit<Stop, 'at'> & { at: Date }>(
    `select s.scope, s.id, coalesce(p.name, f.home_team || ' vs ' || f.away_team, 'Everything') as name, s.reason, s.by, s.at
     from stops s left join sports p on s.scope = 'sport' and p.id = s.id left join fixtures f on s.scope = 'fixture' and f.id::text = s.id
     union all
     select 'market', m.id::text, coalesce(f.home_team || ' vs ' || f.away_team || ', ', '') || m.name, coalesce(m.held_reason, ''), m.held_by, m.held_at
     from markets m left join fixtures f on f.id = m.fixture_id where m.held_at is not null
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

/** Takes a scope off offer; answers the markets that went off by it, or nothing where it was off already. */
export async function insertStop(tx: Tx, scope: Scope, id: string, by: { operatorId: string; reason: string; at: Date }): Promise<Suspended[] | null> {
  const open = await tx.rows<{ id: string }>(
    `select m.id from markets m where m.id in (
       select s.id from market_states s join fixtures f on f.id = s.fixture_id
       where s.open and ($1 = 'all' or ($1 = 'sport' and f.sport_id = $2) or ($1 = 'fixture' and f.id::text = $2)))
     order by m.id for no key update`,
    [scope, id],
  );
  const text = 'insert into stops (scope, id, reason, by, at) values ($1, $2, $3, $4, $5) on conflict do nothing';
  if ((await tx.run(text, [scope, id, by.reason, by.operatorId, by.at])) === 0) return null;
  return tx.rows<Suspended>(
    'update markets set breaks = breaks + 1, version = version + 1 where id = any ($1) returning id as "marketId", fixture_id as "fixtureId", version',
    [open.map((row) => row.id)],
  );
}

export async function deleteStop(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  return (await tx.run('delete from stops where scope = $1 and id = $2', [scope, id])) === 1;
}

// ---- Volatility --------------------------------------------------------------------------------

/** Takes markets that move too fast off offer until then; answers those that went off by it. */
export function calm(tx: Tx, marketIds: readonly string[], until: Date): Promise<Suspended[]> {
  return tx.rows<Suspended>(
    `with known as (
       select m.id from markets m join market_states s on s.id = m.id where m.id = any ($1) and s.open order by m.id for no key update of m
     )
     update markets m set volatile_until = $2, breaks = m.breaks + 1, version = m.version + 1 from known k
     where m.id = k.id returning m.id as "marketId", m.fixture_id as "fixtureId", m.version`,
    [marketIds, until],
  );
}

/** Gives markets back whose time is over; answers their fixtures. */
export async function calmed(tx: Tx, at: Date): Promise<string[]> {
  const rows = await tx.rows<{ fixtureId: string }>('update markets set volatile_until = null where volatile_until <= $1 returning fixture_id as "fixtureId"', [
    at,
  ]);
  return [...new Set(rows.map(({ fixtureId }) => fixtureId))].sort();
}

// ---- Prices of our own -------------------------------------------------------------------------

export async function ownPrices(db: Queries, marketId: string): Promise<OwnPrices | undefined> {
  return db.row<OwnPrices>('select margin_bp as "marginBp", odds from own_prices where market_id = $1', [marketId]);
}

/** All there are of fixtures that are not over, for prices that were lost. */
export function allOwnPrices(db: Queries): Promise<(OwnPrices & { marketId: string; fixtureId: string })[]> {
  return db.rows(
    `select p.market_id as "marketId", m.fixture_id as "fixtureId", p.margin_bp as "marginBp", p.odds
     from own_prices p join markets m on m.id = p.market_id left join fixtures f on f.id = m.fixture_id where f.ended_at is null`,
  );
}

/** Null takes them back. */
export async function setOwnPrices(tx: Tx, marketId: string, own: OwnPrices | null, by: { operatorId: string; at: Date }): Promise<void> {
  await tx.run('delete from own_prices where market_id = $1', [marketId]);
  if (!own) return;
  await tx.run('insert into own_prices (market_id, margin_bp, odds, by, at) values ($1, $2, $3, $4, $5)', [
    marketId,
    own.marginBp,
    own.odds && JSON.stringify(own.odds),
    by.operatorId,
    by.at,
  ]);
}

// ---- Limits ------------------------------------------------------------------------------------

export async function limits(db: Queries): Promise<Limit[]> {
  const rows = await db.rows<Omit<Limit, 'at'> & { at: Date }>(
    `select l.scope, l.id, coalesce(s.name, c.name, f.home_team || ' vs ' || f.away_team || ', ' || m.name, l.id) as name,
       l.max_liability_minor as "maxLiabilityMinor", l.by, l.at
     from limits l
     left join sports s on l.scope = 'sport' and s.id = l.id
     left join competitions c on l.scope = 'competition' and c.id = l.id
     left join markets m on l.scope = 'market' and m.id::text = l.id left join fixtures f on f.id = m.fixture_id
     order by array_position(array['default', 'sport', 'competition', 'type', 'market'], l.scope), name`,
  );
  return rows.map((row) => ({ ...row, at: row.at?.toISOString() ?? null }));
}

/** Whether there is such a thing to be limited. */
export async function isScope(db: Queries, scope: Limit['scope'], id: string): Promise<boolean> {
  const texts = {
    sport: 'select from sports where id = $1',
    competition: 'select from competitions where id = $1',
    market: 'select from markets where id::text = $1',
    type: 'select from markets where type = $1 limit 1',
    default: `select where $1 = 'default'`,
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
}

export type Rank = [over: number, weight: number, id: string];
export type RankedFixture = Omit<TradingFixture, 'score'> & { score: Score | null; over: number; weight: number };

/** One row more than a page: those not over first, soonest first, then those over, latest first; or by what one outcome could cost. */
export function tradingFixtures(db: Queries, { sport, status, q, sort }: FixtureFilter, after: Rank | undefined): Promise<RankedFixture[]> {
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
         and ($3::text is null or position($3 in lower(f.home_team || ' ' || f.away_team || ' ' || f.id)) > 0)
     )
     select r.id, r.sport_id as sport, c.id as "competitionId", c.name as competition, r.home_team as "homeTeam", r.away_team as "awayTeam",
       to_char(r.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt", r.status, r.score, r.over, r.weight, r.bets, r.stake as "stakeMinor",
       r.liability as "liabilityMinor",
       (select count(*)::int from markets m where m.fixture_id = r.id) as markets,
       (select count(*)::int from market_states s where s.fixture_id = r.id and s.open) as "activeMarkets",
       exists (select from stops x where (x.scope, x.id) in (('all', 'all'), ('sport', r.sport_id), ('fixture', r.id::text))) as stopped
     from ranked r join competitions c on c.id = r.competition_id
     where $4::int is null or (r.over, r.weight, r.id) > ($4, $5::float8, $6::uuid)
     order by r.over, r.weight, r.id limit ${pageSize + 1}`,
    [sport ?? null, status ?? null, q?.trim().toLowerCase() || null, after?.[0] ?? null, after?.[1] ?? null, after?.[2] ?? null],
  );
}

export interface DeskMarket {
  id: string;
  fixtureId: string;
  type: TradingFixtureMarketType;
  name: string;
  lineQuarters: number | null;
  status: 'active' | 'suspended' | 'deactivated';
  held: boolean;
  settled: boolean;
  cancelled: boolean;
  stoppedBy: 'market' | 'fixture' | 'sport' | 'all' | 'volatility' | null;
  stopReason: string | null;
  volatileUntil: Date | null;
  marginBp: number;
  own: OwnPrices | null;
  limitScope: Limit['scope'];
  maxLiabilityMinor: number;
  resultBy: 'feed_provisional' | 'feed_confirmed' | 'operator' | null;
  outcomes: Record<string, LegResult> | null;
  selections: { id: string; name: string; bets: number; stakeMinor: number; liabilityMinor: number }[];
}
type TradingFixtureMarketType = 'moneyline' | '1x2' | 'spread' | 'total' | 'btts' | 'draw_no_bet' | 'odd_even';

/** Every market of a fixture, or one of them, with all that operators and the feed said of it and what is at stake. */
export function deskMarkets(db: Queries, { fixtureId, marketId }: { fixtureId?: string; marketId?: string }, defaultMinor: number): Promise<DeskMarket[]> {
  return db.rows<DeskMarket>(
    `select m.id, m.fixture_id as "fixtureId", m.type, m.name, m.line_quarters as "lineQuarters", m.status, s.held, s.settled, s.cancelled,
       case when m.held_at is not null then 'market' when x.scope is not null then x.scope when m.volatile_until is not null then 'volatility' end as "stoppedBy",
       coalesce(m.held_reason, x.reason) as "stopReason", m.volatile_until as "volatileUntil", m.margin_bp as "marginBp",
       case when p.market_id is not null then json_build_object('marginBp', p.margin_bp, 'odds', p.odds) end as own,
       coalesce(l.scope, 'default') as "limitScope", coalesce(l.max_liability_minor, $3) as "maxLiabilityMinor",
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
       select l.scope, l.max_liability_minor from limits l
       where (l.scope, l.id) in (('market', m.id::text), ('type', m.type), ('competition', f.competition_id), ('sport', f.sport_id), ('default', 'default'))
       order by array_position(array['market', 'type', 'competition', 'sport', 'default'], l.scope) limit 1
     ) l on true
     where m.fixture_id = coalesce($1::uuid, m.fixture_id) and m.id = coalesce($2::uuid, m.id) and ($1::uuid is not null or $2::uuid is not null)
     order by m.sort_order, m.id`,
    [fixtureId ?? null, marketId ?? null, defaultMinor],
  );
}

/** One fixture as the list has it, over or not. */
export async function tradingFixture(db: Queries, id: string): Promise<RankedFixture | undefined> {
  return (await tradingFixtures(db, { q: id }, undefined)).find((row) => row.id === id);
}

// ---- Bets --------------------------------------------------------------------------------------

export type OperatorBetRow = BetRow & { book: 'real' | 'play' };

export interface OperatorBetFilter extends Pick<BetFilter, 'status' | 'q'> {
  playerId?: string | undefined;
  fixtureId?: string | undefined;
  marketId?: string | undefined;
  minStakeMinor?: number | undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** One row more than a page of all bets, newest first. What is searched is an id, or words of the legs. */
export function operatorBets(db: Queries, filter: OperatorBetFilter, before: string | undefined): Promise<OperatorBetRow[]> {
  const { status, playerId, fixtureId, marketId, minStakeMinor } = filter;
  const q = filter.q?.trim().toLowerCase() || null;
  const id = q && uuid.test(q) ? q : null;
  return db.rows<OperatorBetRow>(
    `select ${betColumns} from bets b
     where ($1::text[] is null or b.status = any ($1)) and ($2::uuid is null or b.player_id = $2) and ($3::bigint is null or b.stake_minor >= $3)
       and ($4::uuid is null or b.id < $4)
       and ($5::uuid is null and $6::uuid is null or exists (
         select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id and l.fixture_id = coalesce($5, l.fixture_id) and l.market_id = coalesce($6, l.market_id)))
       and ($7::uuid is null or b.id = $7 or b.player_id = $7 or exists (
         select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id and $7 in (l.fixture_id, l.market_id, l.selection_id)))
       and ($8::text is null or exists (
         select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id
           and position($8 in lower(l.fixture || ' ' || l.market || ' ' || l.selection)) > 0))
     order by b.id desc limit ${pageSize + 1}`,
    [statusesOf(status), playerId ?? null, minStakeMinor ?? null, before ?? null, fixtureId ?? null, marketId ?? null, id, id ? null : q],
  );
}

export function operatorBet(db: Queries, id: string): Promise<OperatorBetRow | undefined> {
  return db.row<OperatorBetRow>(`select ${betColumns} from bets b where b.id = $1`, [id]);
}
