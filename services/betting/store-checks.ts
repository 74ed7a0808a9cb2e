/** Queries by which bets are checked: what the record holds of them, for whoever works them out again, and how far they were compared with wallet. */
import type { Queries } from '@fairline/chassis/postgres';
import type { BetStatus } from '@fairline/proto/betting';
import type { BetRow } from './bet.ts';
import type { MarketWord, Recorded } from './resettlement.ts';
import type { BetKey } from './store.ts';

// ---- Working out again -------------------------------------------------------------------------

export type RecordedBet = Recorded & { id: string; playerId: string; status: BetStatus; dueMinor: number };

/** Bets that were accepted at some time, in the order of their ids; all of them, or those asked for. */
export function recordedBets(db: Queries, ids: readonly string[] | null, after: string | null, limit: number): Promise<RecordedBet[]> {
  return db.rows<RecordedBet>(
    `select b.id, b.player_id as "playerId", b.status, b.due_minor as "dueMinor", b.stake_minor as "stakeMinor", b.potential_minor as "potentialMinor",
       b.sizes, b.lines, b.free_bet_claim_id is not null as "freeBet", b.placed_at as "placedAt", b.by_hand as "byHand",
       (select json_agg(json_build_object('marketId', l.market_id, 'selectionId', l.selection_id, 'oddsMilli', l.odds_milli) order by l.place)
        from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id) as legs,
       coalesce((select json_agg(m.data || jsonb_build_object('kind', m.kind) order by m.place)
        from bet_moments m where m.player_id = b.player_id and m.bet_id = b.id), '[]') as moments
     from bets b
     where b.accepted_at is not null and b.status <> 'rejected' and ($1::uuid[] is null or b.id = any ($1)) and ($2::uuid is null or b.id > $2)
     order by b.id limit $3`,
    [ids, after, limit],
  );
}

/** Every word on these markets, in the order in which they were heard. */
export function wordsOn(db: Queries, marketIds: readonly string[]): Promise<MarketWord[]> {
  return db.rows<MarketWord>(
    `select market_id as "marketId", sequence, source, kind, outcomes, from_at as "from", until_at as "until"
     from market_words where market_id = any ($1) order by place`,
    [marketIds],
  );
}

// ---- Comparing with wallet ---------------------------------------------------------------------

export interface BetRecord extends BetKey {
  status: BetStatus;
  stake: BetRow['stake'];
  stakeMinor: number;
  dueMinor: number;
  changedAt: Date;
}

const recordColumns = `b.player_id as "playerId", b.id, b.status, b.stake, b.stake_minor as "stakeMinor", b.due_minor as "dueMinor", b.changed_at as "changedAt"`;

/** Bets that changed since the last comparison and have been at rest since that instant. */
export function recordsToCompare(db: Queries, until: Date, limit: number): Promise<BetRecord[]> {
  return db.rows<BetRecord>(
    `select ${recordColumns} from bets b, compared c where (b.changed_at, b.id) > (c.changed_at, c.bet_id) and b.changed_at <= $1
     order by b.changed_at, b.id limit $2`,
    [until, limit],
  );
}

export async function markCompared(db: Queries, { changedAt, id }: BetRecord): Promise<void> {
  await db.run('update compared set changed_at = $1, bet_id = $2', [changedAt, id]);
}

export interface Mismatch {
  record: BetRecord;
  theirs: unknown;
}

/** Keeps what did not agree; answers those that are still as they were when they were compared. */
export async function keepMismatches(db: Queries, at: Date, mismatches: readonly Mismatch[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `insert into mismatches (bet_id, player_id, found_at, ours, theirs)
     select b.id, b.player_id, $1, t.ours, t.theirs
     from jsonb_to_recordset($2) as t (id uuid, "playerId" uuid, "changedAt" timestamptz, ours jsonb, theirs jsonb)
     join bets b on b.player_id = t."playerId" and b.id = t.id and b.changed_at = t."changedAt"
     on conflict (bet_id) do update set ours = excluded.ours, theirs = excluded.theirs returning bet_id as id`,
    [
      at,
      JSON.stringify(mismatches.map(({ record, theirs }) => ({ id: record.id, playerId: record.playerId, changedAt: record.changedAt, ours: record, theirs }))),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Bets that did not agree when they were last compared. */
export function mismatched(db: Queries, until: Date, limit: number): Promise<BetRecord[]> {
  return db.rows<BetRecord>(
    `select ${recordColumns} from mismatches m join bets b on b.player_id = m.player_id and b.id = m.bet_id where b.changed_at <= $1 limit $2`,
    [until, limit],
  );
}

export async function dropMismatches(db: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.run('delete from mismatches where bet_id = any ($1)', [ids]);
}
