/** Queries of the part of bets that is at risk: the bets of a player that share a fixture, and the bets that must be counted again. */
import { traceparent } from '@fairline/chassis/process/trace';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { bool, float, instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type BetStatus, betEvents, betStatuses } from '@fairline/proto/betting/bets';
import { columns } from '../bets/store.ts';
import { type BetKey, betKeyRow } from '../columns.ts';

const backedRow = {
  betId: uuid,
  group: text,
  type: text,
  lineQuarters: nullable(integer),
  outcome: text,
  isSingle: bool,
  isFreeBet: bool,
  status: oneOf(betStatuses),
  stakeMinor: integer,
  oddsMilli: integer,
  chance: nullable(float),
  placedAt: instant,
  settledAt: nullable(instant),
};

/**
 * The legs of these bets, and all legs of their players on the same families of the same fixtures, cashed out or not; real money only. A market that was deleted is a family by itself.
 */
export function readBacked(tx: Tx, bets: readonly BetKey[]): Promise<Row<typeof backedRow>[]> {
  return tx.rows(
    backedRow,
    `with own as (
       select distinct l.player_id, l.fixture_id, l.market_id, market_family(m.type) as family
       from unnest($1::uuid[], $2::uuid[]) as t (player_id, id)
       join bet_legs l on l.player_id = t.player_id and l.bet_id = t.id left join markets m on m.id = l.market_id
     ),
     shared as (
       select o.player_id, o.market_id from own o
       union select o.player_id, m.id from own o join markets m on m.fixture_id = o.fixture_id and market_family(m.type) = o.family
     )
     select l.bet_id as "betId", l.player_id || ' ' || l.fixture_id || ' ' || coalesce(market_family(m.type), l.market_id::text) as "group", coalesce(m.type, '') as type,
       m.line_quarters as "lineQuarters", coalesce(s.outcome, l.selection_id::text) as outcome, b.type = 'single' as "isSingle",
       b.free_bet_claim_id is not null as "isFreeBet", b.status, b.stake_minor as "stakeMinor", l.odds_milli as "oddsMilli", l.chance,
       b.placed_at as "placedAt", b.settled_at as "settledAt"
     from shared x join bet_legs l on l.market_id = x.market_id and l.player_id = x.player_id
     join bets b on b.player_id = l.player_id and b.id = l.bet_id and b.book = 'real' and b.status not in ('pending', 'rejected')
     left join markets m on m.id = l.market_id left join selections s on s.id = l.selection_id`,
    columns(bets),
  );
}

/** Asks for the bets of these players on the fixtures of these bets to be compared again, after the transaction. */
export async function askRecount(tx: Tx, bets: readonly BetKey[]): Promise<void> {
  if (bets.length === 0) return;
  await tx.run(
    `insert into due_recounts (player_id, fixture_id)
     select distinct l.player_id, l.fixture_id from unnest($1::uuid[], $2::uuid[]) as t (player_id, id)
     join bet_legs l on l.player_id = t.player_id and l.bet_id = t.id join bets b on b.player_id = t.player_id and b.id = t.id and b.book = 'real'`,
    columns(bets),
  );
}

const countedRow = { ...betKeyRow, openMinor: integer, atRiskMinor: integer };

/** Claims requests, and locks in the order of their keys the decided bets that they are about. Returns nothing once no request is left. */
export async function claimRecounts(tx: Tx, limit: number): Promise<Row<typeof countedRow>[] | undefined> {
  const due = await tx.rows(
    { playerId: uuid, fixtureId: uuid },
    `delete from due_recounts where place in (select place from due_recounts order by place limit $1 for update skip locked)
     returning player_id as "playerId", fixture_id as "fixtureId"`,
    [limit],
  );
  if (due.length === 0) return undefined;
  return tx.rows(
    countedRow,
    `select b.player_id as "playerId", b.id, b.stake_minor - b.closed_stake_minor as "openMinor", b.at_risk_minor as "atRiskMinor"
     from bets b where (b.player_id, b.id) in (
       select l.player_id, l.bet_id from unnest($1::uuid[], $2::uuid[]) as t (player_id, fixture_id)
       join markets m on m.fixture_id = t.fixture_id join bet_legs l on l.market_id = m.id and l.player_id = t.player_id
     ) and b.at_risk_minor is not null order by b.player_id, b.id for update of b`,
    [due.map(({ playerId }) => playerId), due.map(({ fixtureId }) => fixtureId)],
  );
}

/** Stores what of locked bets was at risk, and publishes it. */
export async function writeAtRisk(tx: Tx, bets: readonly (BetKey & { atRiskMinor: number })[]): Promise<void> {
  if (bets.length === 0) return;
  await tx.run(
    `with changed as (
       update bets b set at_risk_minor = t.at_risk_minor, version = b.version + 1
       from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as t (player_id, id, at_risk_minor) where b.player_id = t.player_id and b.id = t.id
       returning b.id, b.version, bet_event_data(b) || bet_wager(b) as data
     )
     insert into outbox (type, subject, version, data, traceparent) select $4, id, version, data, $5 from changed`,
    [
      bets.map(({ playerId }) => playerId),
      bets.map(({ id }) => id),
      bets.map(({ atRiskMinor }) => atRiskMinor),
      betEvents.betAtRiskChanged.subject,
      traceparent() ?? null,
    ],
  );
  tx.wakeRelay();
}

/** Statuses of a bet that results decided. */
export const decidedStatuses: readonly BetStatus[] = ['won', 'lost', 'half_won', 'half_lost'];
