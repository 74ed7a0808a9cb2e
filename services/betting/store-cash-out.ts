/** Queries about selling bets back: quotes, the sale itself, and bets that are sold by themselves once they are worth enough. */
import type { Database, Queries, Tx } from '@fairline/chassis/postgres';
import type { Bet, BetStatus } from '@fairline/proto/betting';
import type { SettledLeg } from './settlement.ts';
import { type BetFact, type BetKey, legsOf, type OpenBet, openColumns } from './store.ts';

/** The instant from which a sale is looked at, and how often each market of an open leg had been off offer by then. */
export interface Seen {
  at: Date;
  breaks: Breaks;
}

/** By market. */
export type Breaks = Readonly<Record<string, number>>;

export interface RunningBet extends OpenBet {
  currency: Bet['currency'];
  stake: 'asked' | 'taken' | 'refused';
  version: number;
  autoCashOutMinor: number | null;
  /** Since when it is worth what it sells itself at; on a live match that is not yet a sale. */
  autoSeen: Seen | null;
  legs: (SettledLeg & { fixtureId: string; marketId: string; selectionId: string })[];
}

const runningColumns = `${openColumns}, b.currency, b.stake, b.version, b.auto_cash_out_minor as "autoCashOutMinor",
  b.auto_seen_at as "seenAt", b.auto_seen_breaks as "seenBreaks"`;

/** One bet of the player, locked, with its legs. */
export async function lockRunning(tx: Tx, playerId: string, id: string): Promise<RunningBet | undefined> {
  const row = await tx.row<Omit<RunningBet, 'legs' | 'autoSeen'> & SeenColumns>(
    `select ${runningColumns} from bets b where b.player_id = $1 and b.id = $2 for update of b`,
    [playerId, id],
  );
  if (!row) return undefined;
  const { seenAt, seenBreaks, ...bet } = row;
  return { ...bet, autoSeen: seenIn({ seenAt, seenBreaks }), legs: await legsOf(tx, [bet]) };
}

interface SeenColumns {
  seenAt: Date | null;
  seenBreaks: Breaks | null;
}

function seenIn({ seenAt, seenBreaks }: SeenColumns): Seen | null {
  return seenAt && seenBreaks && { at: seenAt, breaks: seenBreaks };
}

/**
 * Whether the result of any of these markets may still be another: it is provisional and no operator's, something was said that its bets were not yet
 * looked at for, or play goes on and an operator has stopped it. Only of markets that are locked.
 */
export async function anyProvisional(tx: Tx, marketIds: readonly string[]): Promise<boolean> {
  if (marketIds.length === 0) return false;
  const row = await tx.row(
    `select from unnest($1::uuid[]) as w (id)
     left join results r on r.market_id = w.id left join operator_results o on o.market_id = w.id
     left join markets m on m.id = w.id left join fixtures f on f.id = m.fixture_id and f.ended_at is null
     where (r.certainty = 'provisional' and o.market_id is null) or exists (select from due_markets d where d.market_id = w.id)
       or exists (select from stops s where (s.scope, s.id) in (('all', 'all'), ('sport', f.sport_id), ('fixture', f.id::text)) and f.id is not null)
     limit 1`,
    [marketIds],
  );
  return row !== undefined;
}

/** Claims bets that are to be sold once they are worth enough; each is looked at again after a while. */
export function claimAuto(db: Database, at: Date, againAt: Date, limit: number): Promise<BetKey[]> {
  return db.rows<BetKey>(
    `update bets b set auto_look_at = $2
     from (
       select player_id, id from bets where auto_look_at <= $1 order by auto_look_at limit $3 for update skip locked
     ) due
     where b.player_id = due.player_id and b.id = due.id and b.status = 'accepted'
     returning b.player_id as "playerId", b.id`,
    [at, againAt, limit],
  );
}

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

/** Since when the bet is worth what it sells itself at; null where it is not any more. */
export async function setAutoSeen(tx: Tx, { playerId, id }: BetKey, seen: Seen | null): Promise<void> {
  await tx.run('update bets set auto_seen_at = $3, auto_seen_breaks = $4 where player_id = $1 and id = $2', [
    playerId,
    id,
    seen?.at ?? null,
    seen && JSON.stringify(seen.breaks),
  ]);
}

// ---- Quotes ------------------------------------------------------------------------------------

export interface QuoteRow {
  id: string;
  stakeMinor: number;
  amountMinor: number;
  expiresAt: Date;
  usedAt: Date | null;
  /** Since when its sale is asked for; the first time counts. */
  asked: Seen | null;
}

export async function insertQuote(
  db: Queries,
  { playerId, id: betId }: BetKey,
  quote: { id: string; stakeMinor: number; amountMinor: number; fairMinor: number; expiresAt: Date },
): Promise<void> {
  await db.run('insert into cash_out_quotes (id, player_id, bet_id, stake_minor, amount_minor, fair_minor, expires_at) values ($1, $2, $3, $4, $5, $6, $7)', [
    quote.id,
    playerId,
    betId,
    quote.stakeMinor,
    quote.amountMinor,
    quote.fairMinor,
    quote.expiresAt,
  ]);
}

export async function lockQuote(tx: Tx, { playerId, id: betId }: BetKey, id: string): Promise<QuoteRow | undefined> {
  const row = await tx.row<Omit<QuoteRow, 'asked'> & SeenColumns>(
    `select id, stake_minor as "stakeMinor", amount_minor as "amountMinor", expires_at as "expiresAt", used_at as "usedAt", asked_at as "seenAt",
       asked_breaks as "seenBreaks"
     from cash_out_quotes where id = $1 and player_id = $2 and bet_id = $3 for update`,
    [id, playerId, betId],
  );
  if (!row) return undefined;
  const { seenAt, seenBreaks, ...quote } = row;
  return { ...quote, asked: seenIn({ seenAt, seenBreaks }) };
}

export async function askedFor(tx: Tx, id: string, { at, breaks }: Seen): Promise<void> {
  await tx.run('update cash_out_quotes set asked_at = $2, asked_breaks = $3 where id = $1', [id, at, JSON.stringify(breaks)]);
}

export async function useQuote(tx: Tx, at: Date, id: string): Promise<void> {
  await tx.run('update cash_out_quotes set used_at = $2 where id = $1', [id, at]);
}

export async function pruneQuotes(db: Queries, before: Date): Promise<void> {
  await db.run('delete from cash_out_quotes where expires_at < $1', [before]);
}

// ---- The sale ----------------------------------------------------------------------------------

/** Closes a part of the stake for what is paid, and answers the fact that tells of it. Only on a bet this transaction has locked. */
export async function sell(
  tx: Tx,
  at: Date,
  { playerId, id }: BetKey,
  { partMinor, paidMinor, status, automatic }: { partMinor: number; paidMinor: number; status: BetStatus; automatic: boolean },
): Promise<BetFact> {
  await tx.run('select move_exposure($1, $2, -1)', [[playerId], [id]]);
  const row = await tx.row<{ fact: BetFact }>(
    `update bets b set closed_stake_minor = b.closed_stake_minor + $4, cashed_minor = b.cashed_minor + $5, due_minor = b.cashed_minor + $5, status = $6,
       version = b.version + 1, changed_at = $3,
       act_at = case when $6 = 'cashed_out' then null else b.act_at end,
       settled_at = case when $6 = 'cashed_out' then $3::timestamptz end,
       auto_look_at = case when $6 = 'cashed_out' then null else b.auto_look_at end
     where b.player_id = $1 and b.id = $2 returning bet_fact(b) as fact`,
    [playerId, id, at, partMinor, paidMinor, status],
  );
  if (status === 'accepted') await tx.run('select move_exposure($1, $2, 1)', [[playerId], [id]]);
  await tx.run(`insert into bet_moments (player_id, bet_id, at, kind, data) values ($1, $2, $3, 'cashed_out', $4)`, [
    playerId,
    id,
    at,
    JSON.stringify({ status, amountMinor: paidMinor, stakeMinor: partMinor, ...(automatic && { reason: 'auto' }) }),
  ]);
  return (row as { fact: BetFact }).fact;
}
