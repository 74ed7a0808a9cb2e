/** Queries about settling by hand: the legs, the pending requests, and the amounts that one operator settled alone that day. */
import type { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { integer, nullable } from '@fairline/chassis/storage/rows';
import type { HandRequest } from '@fairline/proto/betting/settlement';
import type { BetKey } from '../columns.ts';
import { type OpenBet, openBetRow } from '../columns.ts';
import { openColumns } from './store.ts';

const placeRow = { place: integer };
const lockedBetRow = { ...openBetRow, version: integer };

/** The legs that operators may settle: those that are open, and those that were settled by hand before. Only of a bet that is locked. */
export async function placesByHand(tx: Tx, { playerId, id }: BetKey): Promise<Set<number>> {
  const rows = await tx.rows(
    placeRow,
    `select place from bet_legs where player_id = $1 and bet_id = $2 and (status = 'open' or by_hand)`,
    [playerId, id],
  );
  return new Set(rows.map(({ place }) => place));
}

/** Whether the match of a leg that operators may settle is neither over nor cancelled. A match that is no longer stored is over. */
export function awaitsEnd(db: Queries, { playerId, id }: BetKey): Promise<boolean> {
  return db.exists(
    `select from bet_legs l join fixtures f on f.id = l.fixture_id
     where l.player_id = $1 and l.bet_id = $2 and (l.status = 'open' or l.by_hand) and f.status in ('upcoming', 'live')`,
    [playerId, id],
  );
}

export async function keepByHand(tx: Tx, { playerId, id }: BetKey, places: readonly number[]): Promise<void> {
  await tx.run('update bet_legs set by_hand = true where player_id = $1 and bet_id = $2 and place = any ($3)', [
    playerId,
    id,
    places,
  ]);
}

/** Locks one bet of any player, for an operator. */
export function lockBet(tx: Tx, id: string): Promise<(OpenBet & { version: number }) | undefined> {
  return tx.row(lockedBetRow, `select ${openColumns}, b.version from bets b where b.id = $1 for update of b`, [id]);
}

/** Stores the request, and replaces an older one. Only for a locked bet. */
export async function keepHandRequest(
  tx: Tx,
  betId: string,
  { result, payoutMinor, requestedBy, reason, requestedAt }: HandRequest,
  requester: Requester,
): Promise<void> {
  await tx.run(
    `insert into hand_requests (bet_id, result, due_minor, requested_by, reason, requested_at, requester) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (bet_id) do update set result = excluded.result, due_minor = excluded.due_minor, requested_by = excluded.requested_by,
       reason = excluded.reason, requested_at = excluded.requested_at, requester = excluded.requester`,
    [betId, result, payoutMinor, requestedBy, reason, requestedAt, JSON.stringify(requester)],
  );
}

/** Deletes pending requests, because the bet was settled or cashed out otherwise or the request was withdrawn. */
export async function dropHandRequests(tx: Tx, betIds: readonly string[]): Promise<void> {
  if (betIds.length > 0) await tx.run('delete from hand_requests where bet_id = any ($1)', [betIds]);
}

/** One bet that an operator alone settles by hand. */
export interface HandMove {
  operatorId: string;
  at: Date;
  betId: string;
  movedMinor: number;
}

const handDay = (at: string) => `(${at}::timestamptz at time zone 'utc')::date`;

const mostRow = { minor: nullable(integer) };

/** The largest amount that the operator alone moved on this bet that UTC day. A bet that is settled differently again counts once, by this amount. */
export async function movedOfBet(tx: Tx, { operatorId, at, betId }: Omit<HandMove, 'movedMinor'>): Promise<number> {
  const row = await tx.row(
    mostRow,
    `select max(moved_minor)::bigint as minor from hand_moves where operator_id = $1 and day = ${handDay('$2')} and bet_id = $3`,
    [operatorId, at, betId],
  );
  return row?.minor ?? 0;
}

export async function keepHandMove(
  tx: Tx,
  { operatorId, at, betId, movedMinor }: HandMove,
  flagged: boolean,
): Promise<void> {
  await tx.run(
    `insert into hand_moves (operator_id, day, bet_id, moved_minor, flagged) values ($1, ${handDay('$2')}, $3, $4, $5)
     on conflict (operator_id, day, bet_id) do update set moved_minor = greatest(hand_moves.moved_minor, excluded.moved_minor),
       flagged = hand_moves.flagged or excluded.flagged`,
    [operatorId, at, betId, movedMinor, flagged],
  );
}
