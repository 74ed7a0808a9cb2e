/** Queries of cash-out: quotes, the cash-out itself, and bets with automatic cash-out. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, type Row, uuid } from '@fairline/chassis/storage/rows';
import { type BetStatus, betEvents } from '@fairline/proto/betting/bets';
import { playCurrencies } from '@fairline/proto/money';
import { z } from 'zod';
import type { BetEventData } from '../bets/store.ts';
import type { BetKey } from '../columns.ts';
import { idRow, openBetRow, SettledLegJson, stakeStates } from '../columns.ts';
import type { SettledLeg } from '../outcome.ts';
import { legsOf, lowestId, openColumns } from '../settlement/store.ts';
import { dropHandRequests } from '../settlement/store-by-hand.ts';
import type { Breaks, Seen } from './cash-out.ts';

const breaks = json(z.record(z.string(), z.number()));
const LegJson = SettledLegJson.extend({ fixtureId: z.string() });
const legPlaceRow = { fixtureId: uuid, marketId: uuid };
const eventDataRow = { eventData: json(betEvents.betCashedOut.data) };
const quoteRow = {
  id: uuid,
  stakeMinor: integer,
  amountMinor: integer,
  expiresAt: instant,
  usedAt: nullable(instant),
  seenAt: nullable(instant),
  seenBreaks: nullable(breaks),
};

const runningRow = {
  ...openBetRow,
  currency: oneOf(playCurrencies),
  stake: oneOf(stakeStates),
  version: integer,
  autoCashOutMinor: nullable(integer),
  saleCapped: bool,
  seenAt: nullable(instant),
  seenBreaks: nullable(breaks),
};

export interface RunningBet extends Omit<Row<typeof runningRow>, 'seenAt' | 'seenBreaks'> {
  /** Since when the bet is worth the amount of its automatic cash-out; null if it is not. On a live match the delay must pass as well. */
  autoSeen: Seen | null;
  /** Whether its manual settlement is waiting for a second operator. */
  awaitsSecond: boolean;
  legs: (SettledLeg & { fixtureId: string; marketId: string; selectionId: string })[];
}

const runningColumns = `${openColumns}, b.currency, b.stake, b.version, b.auto_cash_out_minor as "autoCashOutMinor", b.sale_capped and b.sale_released_by is null as "saleCapped",
  b.auto_seen_at as "seenAt", b.auto_seen_breaks as "seenBreaks"`;

/** Locks one bet of the player and reads it with its legs. */
export async function lockRunning(tx: Tx, playerId: string, id: string): Promise<RunningBet | undefined> {
  const row = await tx.row(
    runningRow,
    `select ${runningColumns} from bets b where b.player_id = $1 and b.id = $2 for update of b`,
    [playerId, id],
  );
  if (!row) return undefined;
  const { seenAt, seenBreaks, ...bet } = row;
  // Read under the lock of the bet: a request to settle it by hand takes the same lock.
  const awaitsSecond = await tx.exists('select from hand_requests where bet_id = $1', [id]);
  return { ...bet, awaitsSecond, autoSeen: seenIn({ seenAt, seenBreaks }), legs: await legsOf(tx, [bet]) };
}

interface SeenColumns {
  seenAt: Date | null;
  seenBreaks: Breaks | null;
}

function seenIn({ seenAt, seenBreaks }: SeenColumns): Seen | null {
  return seenAt && seenBreaks && { at: seenAt, breaks: seenBreaks };
}

/** The markets of the bet's open legs, so that their prices can be read before anything is locked. */
export function openLegs(db: Queries, { playerId, id }: BetKey): Promise<{ fixtureId: string; marketId: string }[]> {
  return db.rows(
    legPlaceRow,
    `select fixture_id as "fixtureId", market_id as "marketId" from bet_legs where player_id = $1 and bet_id = $2 and status = 'open'`,
    [playerId, id],
  );
}

/**
 * Returns the markets whose result may still change: it is provisional and not an operator's, a newer result is not yet applied to the bets,
 * a decision waits for a second operator, or an operator has suspended the fixture, its sport or everything during play. Reliable only for locked markets.
 */
export async function provisionalOf(db: Queries, marketIds: readonly string[]): Promise<Set<string>> {
  if (marketIds.length === 0) return new Set();
  const rows = await db.rows(
    idRow,
    `select w.id from unnest($1::uuid[]) as w (id)
     left join results r on r.market_id = w.id left join operator_results o on o.market_id = w.id
     left join markets m on m.id = w.id left join fixtures f on f.id = m.fixture_id and f.ended_at is null
     where (r.certainty = 'provisional' and o.market_id is null) or exists (select from decisions d where d.market_id = w.id and d.status = 'pending') or exists (select from due_markets d where d.market_id = w.id)
       or exists (select from stops s where (s.scope, s.id) in (('all', 'all'), ('sport', f.sport_id), ('fixture', f.id::text)) and f.id is not null)`,
    [marketIds],
  );
  return new Set(rows.map(({ id }) => id));
}

const sellingRow = { ...runningRow, awaitsSecond: bool, legs: json(z.array(LegJson)) };

/** The next bets with automatic cash-out, in the order of their keys; nothing is locked. */
export async function sellingBets(db: Queries, after: BetKey | null, limit: number): Promise<Selling[]> {
  const rows = await db.rows(
    sellingRow,
    `select ${runningColumns}, exists (select from hand_requests h where h.bet_id = b.id) as "awaitsSecond", (
       select json_agg(json_build_object('fixtureId', l.fixture_id, 'marketId', l.market_id, 'selectionId', l.selection_id, 'oddsMilli', l.odds_milli,
         'status', l.status, 'deadHeat', l.dead_heat) order by l.place)
       from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id) as legs
     from bets b where b.auto_look_at is not null and (b.player_id, b.id) > ($1, $2) and b.status = 'accepted' and b.free_bet_claim_id is null
     order by b.player_id, b.id limit $3`,
    [after?.playerId ?? lowestId, after?.id ?? lowestId, limit],
  );
  return rows.map(({ seenAt, seenBreaks, ...bet }) => ({ ...bet, autoSeen: seenIn({ seenAt, seenBreaks }) }));
}

export type Selling = Omit<RunningBet, 'legs'> & {
  legs: (SettledLeg & { fixtureId: string; marketId: string; selectionId: string })[];
};

export async function setAuto(tx: Tx, at: Date, { playerId, id }: BetKey, amountMinor: number | null): Promise<void> {
  await tx.run(
    `update bets set auto_cash_out_minor = $3, auto_look_at = case when $3::bigint is null then null else $4::timestamptz end,
       auto_seen_at = null, auto_seen_breaks = null
     where player_id = $1 and id = $2`,
    [playerId, id, amountMinor, at],
  );
  await tx.run(
    `insert into bet_moments (player_id, bet_id, at, kind, data) values ($1, $2, $3, 'auto_cash_out_set', jsonb_strip_nulls(jsonb_build_object('amountMinor', $4::bigint)))`,
    [playerId, id, at, amountMinor],
  );
}

/** Stores since when bets are worth their automatic cash-out; null clears it. It skips bets that are locked or have another amount by now: the next run values them again. */
export async function setAutoSeen(
  db: Queries,
  seen: readonly (BetKey & { autoCashOutMinor: number | null; seen: Seen | null })[],
): Promise<void> {
  if (seen.length === 0) return;
  await db.run(
    `with given as (
       select * from jsonb_to_recordset($1) as t ("playerId" uuid, id uuid, "autoCashOutMinor" bigint, seen jsonb)
     ),
     free as (
       select b.player_id, b.id, t.seen from given t join bets b on b.player_id = t."playerId" and b.id = t.id
       where b.status = 'accepted' and b.auto_cash_out_minor = t."autoCashOutMinor" for update of b skip locked
     )
     update bets b set auto_seen_at = (f.seen ->> 'at')::timestamptz, auto_seen_breaks = f.seen -> 'breaks'
     from free f where b.player_id = f.player_id and b.id = f.id`,
    [JSON.stringify(seen)],
  );
}

// ---- Quotes ------------------------------------------------------------------------------------

export interface QuoteRow {
  id: string;
  stakeMinor: number;
  amountMinor: number;
  expiresAt: Date;
  usedAt: Date | null;
  /** The first request for a cash-out at this quote: its time, and the interruptions counted by then. */
  asked: Seen | null;
}

export async function insertQuote(
  db: Queries,
  { playerId, id: betId }: BetKey,
  quote: { id: string; stakeMinor: number; amountMinor: number; fairMinor: number; expiresAt: Date },
): Promise<void> {
  await db.run(
    'insert into cash_out_quotes (id, player_id, bet_id, stake_minor, amount_minor, fair_minor, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [quote.id, playerId, betId, quote.stakeMinor, quote.amountMinor, quote.fairMinor, quote.expiresAt],
  );
}

export async function lockQuote(tx: Tx, { playerId, id: betId }: BetKey, id: string): Promise<QuoteRow | undefined> {
  const row = await tx.row(
    quoteRow,
    `select id, stake_minor as "stakeMinor", amount_minor as "amountMinor", expires_at as "expiresAt", used_at as "usedAt", asked_at as "seenAt",
       asked_breaks as "seenBreaks"
     from cash_out_quotes where id = $1 and player_id = $2 and bet_id = $3 for update`,
    [id, playerId, betId],
  );
  if (!row) return undefined;
  const { seenAt, seenBreaks, ...quote } = row;
  return { ...quote, asked: seenIn({ seenAt, seenBreaks }) };
}

export async function storeRequest(tx: Tx, id: string, { at, breaks }: Seen): Promise<void> {
  await tx.run('update cash_out_quotes set asked_at = $2, asked_breaks = $3 where id = $1', [
    id,
    at,
    JSON.stringify(breaks),
  ]);
}

export async function useQuote(tx: Tx, at: Date, id: string): Promise<void> {
  await tx.run('update cash_out_quotes set used_at = $2 where id = $1', [id, at]);
}

export async function pruneQuotes(db: Queries, before: Date): Promise<void> {
  await db.run('delete from cash_out_quotes where expires_at < $1', [before]);
}

// ---- The cash-out ------------------------------------------------------------------------------

/** Closes a part of the stake for the amount paid, and returns the event to publish. Only for a bet that this transaction has locked. */
export async function sell(
  tx: Tx,
  at: Date,
  { playerId, id }: BetKey,
  {
    partMinor,
    paidMinor,
    status,
    automatic,
  }: { partMinor: number; paidMinor: number; status: BetStatus; automatic: boolean },
): Promise<BetEventData> {
  await tx.run('select move_exposure($1, $2, -1)', [[playerId], [id]]);
  const row = await tx.row(
    eventDataRow,
    `update bets b set closed_stake_minor = b.closed_stake_minor + $4, cashed_minor = b.cashed_minor + $5, due_minor = b.cashed_minor + $5, status = $6,
       version = b.version + 1, changed_at = $3,
       act_at = case when $6 = 'cashed_out' then null else b.act_at end,
       settled_at = case when $6 = 'cashed_out' then $3::timestamptz end,
       auto_look_at = case when $6 = 'cashed_out' then null else b.auto_look_at end
     where b.player_id = $1 and b.id = $2 returning bet_event_data(b) as "eventData"`,
    [playerId, id, at, partMinor, paidMinor, status],
  );
  if (status === 'accepted') await tx.run('select move_exposure($1, $2, 1)', [[playerId], [id]]);
  await dropHandRequests(tx, [id]);
  await tx.run(`insert into bet_moments (player_id, bet_id, at, kind, data) values ($1, $2, $3, 'cashed_out', $4)`, [
    playerId,
    id,
    at,
    JSON.stringify({ status, amountMinor: paidMinor, stakeMinor: partMinor, ...(automatic && { reason: 'auto' }) }),
  ]);
  if (!row) throw new Error(`there is no bet ${id}`);
  return row.eventData;
}
