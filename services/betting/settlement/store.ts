/**
 * Queries of settlement: due markets, the bets on them page by page, and their new outcomes.
 * Bets are locked before their legs are read. The changes of a page commit together with the events by which wallet pays.
 */

import { traceparent } from '@fairline/chassis/process/trace';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { bool, integer, json, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import { type BetStatus, LegStatus } from '@fairline/proto/betting/bets';
import type { MomentDecision } from '@fairline/proto/betting/settlement';
import type { Infer } from '@fairline/proto/contract';
import { fixtureReasons } from '@fairline/proto/feed';
import { z } from 'zod';
import { columns } from '../bets/store.ts';
import { type BetKey, betKeyRow, deadHeat, type OpenBet, openBetRow, outcomes } from '../columns.ts';
import type { LegState, Verdict } from '../outcome.ts';

/** Records on one market that are processed together. */
export interface Due {
  marketId: string;
  places: number[];
}

/** The most due rows of markets without bets that are deleted in one step. A feed that starts reports hours of results at once, and bets must not wait behind them. */
const prunedAtOnce = 10_000;

const firstDueRow = { marketId: uuid, idle: bool };
const placeRow = { place: integer };

/** Claims the market that has been due longest and that no other instance works on. Its rows stay locked until the transaction ends; later records are other rows. `dropped`: it had no bets. */
export async function claimDue(tx: Tx): Promise<Due | 'dropped' | undefined> {
  const isIdle = 'not exists (select from bet_legs l where l.market_id = d.market_id)';
  const first = await tx.row(
    firstDueRow,
    `select d.market_id as "marketId", ${isIdle} as idle from due_markets d order by d.place limit 1 for update skip locked`,
  );
  if (!first) return undefined;
  const { marketId, idle } = first;
  if (idle) {
    const some = `select d.place from due_markets d where ${isIdle} order by d.place limit $1 for update skip locked`;
    await tx.run(`delete from due_markets where place in (${some})`, [prunedAtOnce]);
    return 'dropped';
  }
  const rows = await tx.rows(
    placeRow,
    'select place from due_markets where market_id = $1 order by place for update skip locked',
    [marketId],
  );
  return { marketId, places: rows.map(({ place }) => place) };
}

/** Locks the same due rows again in a later transaction; false if another instance has locked or finished one of them. */
export async function claimAgain(tx: Tx, { places }: Due): Promise<boolean> {
  return (
    (await tx.run('select from due_markets where place = any ($1) order by place for update skip locked', [places])) ===
    places.length
  );
}

/** Only for rows that this transaction has claimed. */
export async function dropDue(tx: Tx, { places }: Due): Promise<void> {
  await tx.run('delete from due_markets where place = any ($1)', [places]);
}

const WindowJson = z.object({ from: z.string().nullable(), until: z.string().nullable(), reason: z.string() });
const verdictRow = {
  outcomes,
  fixtureCancelled: bool,
  reason: nullable(oneOf(fixtureReasons)),
  windows: json(z.array(WindowJson)),
};

/** The verdict of all records on a market. */
export async function verdictOf(tx: Tx, marketId: string): Promise<Verdict> {
  const row = await tx.row(
    verdictRow,
    `select coalesce(o.outcomes, r.outcomes) as outcomes, coalesce(f.status = 'cancelled', false) as "fixtureCancelled", f.reason, coalesce((
       select json_agg(json_build_object('from', c.from_at, 'until', c.until_at, 'reason', c.reason) order by c.sequence)
       from cancellations c where c.market_id = $1), '[]'::json) as windows
     from (select $1::uuid as id) w left join markets m on m.id = w.id left join fixtures f on f.id = m.fixture_id left join results r on r.market_id = w.id
     left join operator_results o on o.market_id = w.id`,
    [marketId],
  );
  if (!row) return { outcomes: null, windows: [], fixtureCancelled: false };
  const { windows, ...verdict } = row;
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...verdict,
    windows: windows.map(({ from, until, reason }) => ({ from: date(from), until: date(until), reason })),
  };
}

export const openColumns = `b.player_id as "playerId", b.id, b.status, b.stake_minor as "stakeMinor", b.potential_minor as "potentialPayoutMinor",
  b.sizes, b.lines, b.free_bet_claim_id is not null as "freeBet", b.closed_stake_minor as "closedStakeMinor", b.cashed_minor as "cashedMinor",
  b.due_minor as "dueMinor", b.placed_at as "placedAt", b.by_hand as "byHand"`;

/** Lower than every id, so that the first page uses the same index as every other page. */
export const lowestId = '00000000-0000-0000-0000-000000000000';

/** The next bets with a leg on the market, in the order of their keys. */
export function betsOn(tx: Tx, marketId: string, after: BetKey | null, limit: number): Promise<BetKey[]> {
  return tx.rows(
    betKeyRow,
    `select player_id as "playerId", bet_id as id from bet_legs where market_id = $1 and (player_id, bet_id) > ($2, $3) order by player_id, bet_id limit $4`,
    [marketId, after?.playerId ?? lowestId, after?.id ?? lowestId, limit],
  );
}

/** Locks the bets that are accepted or settled, in the order of their keys. A pending bet is left out: its decision reads the result. */
export function lockBets(tx: Tx, bets: readonly BetKey[]): Promise<OpenBet[]> {
  return tx.rows(
    openBetRow,
    `select ${openColumns} from unnest($1::uuid[], $2::uuid[]) as t (player_id, id) join bets b on b.player_id = t.player_id and b.id = t.id
     where b.status not in ('pending', 'rejected', 'cashed_out') order by b.player_id, b.id for update of b`,
    columns(bets),
  );
}

const legRow = {
  betId: uuid,
  place: integer,
  fixtureId: uuid,
  marketId: uuid,
  selectionId: uuid,
  oddsMilli: integer,
  status: oneOf(LegStatus.options),
  deadHeat,
};
export type LegRow = Row<typeof legRow>;

/** Read after the bets are locked, so that nobody changes them meanwhile. */
export function legsOf(tx: Tx, bets: readonly BetKey[]): Promise<LegRow[]> {
  return tx.rows(
    legRow,
    `select l.bet_id as "betId", l.place, l.fixture_id as "fixtureId", l.market_id as "marketId", l.selection_id as "selectionId", l.odds_milli as "oddsMilli", l.status,
       l.dead_heat as "deadHeat"
     from unnest($1::uuid[], $2::uuid[]) as t (player_id, id) join bet_legs l on l.player_id = t.player_id and l.bet_id = t.id order by l.place`,
    columns(bets),
  );
}

export interface LegChange extends LegState {
  playerId: string;
  betId: string;
  place: number;
  /** Whether it is a moment of its own, and not part of the bet's moment. */
  ownMoment: boolean;
}

export async function writeLegs(tx: Tx, at: Date, legs: readonly LegChange[]): Promise<void> {
  if (legs.length === 0) return;
  await tx.run(
    `with changed as (
       update bet_legs l set status = t.status, dead_heat = t.dead_heat, void_reason = t.void_reason
       from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::jsonb[], $7::boolean[], $8::text[])
         as t (player_id, bet_id, place, status, dead_heat, own_moment, void_reason)
       where l.player_id = t.player_id and l.bet_id = t.bet_id and l.place = t.place
       returning l.player_id, l.bet_id, l.selection_id, l.status, l.dead_heat, t.own_moment
     )
     insert into bet_moments (player_id, bet_id, at, kind, data)
     select player_id, bet_id, $1, 'leg', leg_moment(selection_id, status, dead_heat) from changed where own_moment`,
    [
      at,
      legs.map(({ playerId }) => playerId),
      legs.map(({ betId }) => betId),
      legs.map(({ place }) => place),
      legs.map(({ status }) => status),
      legs.map(({ deadHeat }) => deadHeat && JSON.stringify(deadHeat)),
      legs.map(({ ownMoment }) => ownMoment),
      legs.map(({ voidReason }) => voidReason ?? null),
    ],
  );
}

export interface Settlement extends BetKey {
  status: BetStatus;
  dueMinor: number;
  /** The part that was at risk; null unless results decided the bet. */
  atRiskMinor: number | null;
  /** The kind of its moment in the bet's history. */
  kind: 'settled' | 'resettled' | 'voided' | 'by_hand';
  /** The subject of its event. */
  eventType: string;
  /** Only for a single: the result of its leg, recorded in the same moment. */
  leg: (LegState & { selectionId: string }) | undefined;
}

/** Writes new outcomes and publishes their events. */
export async function settleBets(
  tx: Tx,
  at: Date,
  settlements: readonly Settlement[],
  {
    byHand,
    reason,
    decision,
  }: { byHand: boolean; reason?: string | undefined; decision?: Infer<typeof MomentDecision> | undefined },
): Promise<void> {
  if (settlements.length === 0) return;
  await tx.run(
    `with changed as (
       update bets b set status = t.status, due_minor = t.due_minor, at_risk_minor = t.at_risk_minor, version = b.version + 1, by_hand = b.by_hand or $2, act_at = null, changed_at = $1,
         auto_look_at = case when t.status = 'accepted' and b.auto_cash_out_minor is not null then $1::timestamptz end,
         settled_at = case when t.status = 'accepted' then null else $1::timestamptz end
       from unnest($5::uuid[], $6::uuid[], $7::text[], $8::bigint[], $9::text[], $10::text[], $11::uuid[], $12::text[], $13::jsonb[], $15::bigint[])
         as t (player_id, id, status, due_minor, kind, event_type, selection_id, leg_status, dead_heat, at_risk_minor)
       where b.player_id = t.player_id and b.id = t.id
       returning b.player_id, b.id, b.version, b.status, b.due_minor, bet_event_data(b) || bet_wager(b) as data, t.kind, t.event_type, t.selection_id, t.leg_status, t.dead_heat
     ),
     moments as (
       insert into bet_moments (player_id, bet_id, at, kind, data)
       select player_id, id, $1, kind,
         jsonb_strip_nulls(jsonb_build_object('status', status, 'amountMinor', due_minor, 'reason', $3::text)) || leg_moment(selection_id, leg_status, dead_heat)
           || case when $14::jsonb is null then '{}'::jsonb else jsonb_build_object('decision', $14::jsonb) end
       from changed
     )
     insert into outbox (type, subject, version, data, traceparent) select event_type, id, version, data, $4 from changed`,
    [
      at,
      byHand,
      reason ?? null,
      traceparent() ?? null,
      settlements.map(({ playerId }) => playerId),
      settlements.map(({ id }) => id),
      settlements.map(({ status }) => status),
      settlements.map(({ dueMinor }) => dueMinor),
      settlements.map(({ kind }) => kind),
      settlements.map(({ eventType }) => eventType),
      settlements.map(({ leg }) => leg?.selectionId),
      settlements.map(({ leg }) => leg?.status),
      settlements.map(({ leg }) => leg?.deadHeat && JSON.stringify(leg.deadHeat)),
      decision ? JSON.stringify(decision) : null,
      settlements.map(({ atRiskMinor }) => atRiskMinor),
    ],
  );
  tx.wakeRelay();
}

/** A leg that counts against its selection from now on (1), or does no more (-1). */
export interface Charge {
  playerId: string;
  betId: string;
  place: number;
  sign: -1 | 1;
}

/** Only for locked bets. */
export async function chargeLegs(tx: Tx, charges: readonly Charge[]): Promise<void> {
  if (charges.length > 0) await tx.run('select charge_legs($1)', [JSON.stringify(charges)]);
}

/** Accepted bets that wait for their coin. */
export function lockForCoin(tx: Tx, at: Date, limit: number): Promise<OpenBet[]> {
  return tx.rows(
    openBetRow,
    `select ${openColumns} from bets b where b.status = 'accepted' and b.stake = 'taken' and b.act_at <= $1 order by b.act_at limit $2 for update of b skip locked`,
    [at, limit],
  );
}
