/** Queries by which operators read fixtures and markets, with stakes and exposure. */
import type { Queries } from '@fairline/chassis/storage/postgres';
import { bool, float, instant, integer, json, nullable, oneOf, text, uuid } from '@fairline/chassis/storage/rows';
import { deskRequestKinds, limitScopes } from '@fairline/proto/betting/desk';
import { pageSize } from '@fairline/proto/contract';
import { type FixtureChange, fixtureReasons, fixtureStatuses, marketTypes, Score } from '@fairline/proto/feed';
import { operatorControl } from '@fairline/proto/operator-control';
import { z } from 'zod';
import { feedStatus, outcomes } from '../columns.ts';
import { isoText } from '../offer/store.ts';
import type { DeskMarket, RankedFixture } from './desk.ts';

const rankedRow = {
  id: uuid,
  sport: text,
  competitionId: text,
  competition: text,
  homeTeam: text,
  awayTeam: text,
  startsAt: text,
  originalStartsAt: nullable(text),
  status: oneOf(fixtureStatuses),
  reason: nullable(oneOf(fixtureReasons)),
  score: nullable(json(Score)),
  over: integer,
  weight: float,
  bets: integer,
  stakeMinor: integer,
  liabilityMinor: integer,
  markets: integer,
  activeMarkets: integer,
  stopped: bool,
  awaitingDecision: integer,
};

const OwnJson = z.object({
  marginBp: z.number().nullable(),
  odds: z.record(z.string(), z.number()).nullable(),
  by: z.string(),
  flagged: z.boolean(),
});
const RequestJson = z.object({ id: z.string(), kind: z.enum(deskRequestKinds) });
const SelectionJson = z.object({
  id: z.string(),
  name: z.string(),
  bets: z.number(),
  stakeMinor: z.number(),
  liabilityMinor: z.number(),
});
const deskMarketRow = {
  id: uuid,
  fixtureId: uuid,
  type: oneOf(marketTypes),
  name: text,
  lineQuarters: nullable(integer),
  status: feedStatus,
  held: bool,
  settled: bool,
  cancelled: bool,
  stoppedBy: nullable(
    oneOf(['market', 'fixture', 'sport', 'all', 'decision', 'own_limit', 'volatility', 'window', 'feed_gone']),
  ),
  stopReason: nullable(text),
  unread: bool,
  fixtureStatus: oneOf(fixtureStatuses),
  startsAt: instant,
  volatileUntil: nullable(instant),
  marginBp: integer,
  own: nullable(json(OwnJson)),
  awaitingRequest: nullable(json(RequestJson)),
  limitScope: oneOf(limitScopes),
  maxLiabilityMinor: integer,
  resultBy: nullable(oneOf(['feed_provisional', 'feed_confirmed', 'operator'])),
  outcomes,
  selections: json(z.array(SelectionJson)),
};

export interface FixtureFilter {
  sport?: string | undefined;
  status?: FixtureChange['status'] | undefined;
  q?: string | undefined;
  sort?: 'time' | 'liability' | undefined;
  id?: string | undefined;
}

export type Rank = [over: number, weight: number, id: string];

/** One row more than a page. By time: fixtures to come, soonest first, then those that are over, latest first. By liability: the highest first, those that are over last. */
export function tradingFixtures(
  db: Queries,
  at: Date,
  { sport, status, q, sort, id }: FixtureFilter,
  after: Rank | undefined,
): Promise<RankedFixture[]> {
  const weight =
    sort === 'liability'
      ? '-coalesce(e.liability, 0)'
      : 'case when f.ended_at is null then 1 else -1 end * extract(epoch from f.starts_at)';
  return db.rows(
    rankedRow,
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
       ${isoText('r.starts_at')} as "startsAt", ${isoText('r.original_starts_at')} as "originalStartsAt", r.status, r.reason, r.score, r.over, r.weight, r.bets, r.stake as "stakeMinor",
       r.liability as "liabilityMinor",
       (select count(*)::int from markets m where m.fixture_id = r.id) as markets,
       -- After its start a match is neither upcoming nor live until the feed reports that it has begun.
       (select count(*)::int from market_states s where s.fixture_id = r.id and s.open and (r.status <> 'upcoming' or r.starts_at > $8)) as "activeMarkets",
       r.over = 0 and exists (select from stops x where (x.scope, x.id) in (('all', 'all'), ('sport', r.sport_id), ('fixture', r.id::text))) as stopped,
       (select count(distinct d.market_id)::int from decisions d join markets m on m.id = d.market_id where d.status = 'pending' and m.fixture_id = r.id)
         as "awaitingDecision"
     from ranked r join competitions c on c.id = r.competition_id
     where $4::int is null or (r.over, r.weight, r.id) > ($4, $5::float8, $6::uuid)
     order by r.over, r.weight, r.id limit ${pageSize + 1}`,
    [
      sport ?? null,
      status ?? null,
      q?.trim().toLowerCase() || null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      after?.[2] ?? null,
      id ?? null,
      at,
    ],
  );
}

/** The limit if none is set, and the total from which on a second operator must approve. */
export interface DeskAmounts {
  defaultMinor: number;
  twoOperatorsMinor: number;
}

/** Every market of a fixture, or one market, with the records of operators and the feed, and with stakes and exposure. */
export function deskMarkets(
  db: Queries,
  of: { fixtureId: string } | { marketId: string },
  { defaultMinor, twoOperatorsMinor }: DeskAmounts,
  at: Date,
): Promise<DeskMarket[]> {
  return db.rows(
    deskMarketRow,
    `select m.id, m.fixture_id as "fixtureId", m.type, m.name, m.line_quarters as "lineQuarters", m.status, s.held, s.settled, s.cancelled,
       case when m.held_at is not null then 'market' when s.awaits_decision then 'decision' when s.own_limit then 'own_limit' when x.scope is not null then x.scope when w.reason is not null then 'window'
         when m.volatile_until is not null then 'volatility' when s.gone then 'feed_gone' end as "stoppedBy",
       case when m.held_at is not null then m.held_reason when s.awaits_decision then d.reason when x.scope is not null then x.reason else w.reason end as "stopReason",
       exists (select from unread u where u.fixture_id = m.fixture_id and coalesce(u.market_id, m.id) = m.id and u.sequence >= m.sequence) as unread,
       f.status as "fixtureStatus", f.starts_at as "startsAt", m.volatile_until as "volatileUntil", m.margin_bp as "marginBp",
       case when p.market_id is not null then json_build_object('marginBp', p.margin_bp, 'odds', p.odds, 'by', p.requester ->> 'operatorId',
         'flagged', operator_moved((p.requester ->> 'operatorId')::uuid, $3, null) >= $4) end as own,
       (select json_build_object('id', d.id, 'kind', d.kind) from desk_requests d where d.subject = m.id::text and d.status = 'pending' limit 1) as "awaitingRequest",
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
       select d.reason from decisions d where d.market_id = m.id and d.status = 'pending' order by d.id limit 1
     ) d on true
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
    [
      'fixtureId' in of ? of.fixtureId : of.marketId,
      defaultMinor,
      at,
      twoOperatorsMinor * operatorControl.flaggedShare,
    ],
  );
}

/** One fixture as in the list, over or not. */
export async function tradingFixture(db: Queries, at: Date, id: string): Promise<RankedFixture | undefined> {
  return (await tradingFixtures(db, at, { id }, undefined))[0];
}
