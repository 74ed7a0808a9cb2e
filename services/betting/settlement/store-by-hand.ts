/** Queries about settling by hand: which legs, what waits for a second operator, and what one operator alone has settled that day. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import { integer } from '@fairline/chassis/storage/rows';
import type { HandRequest } from '@fairline/proto/betting/settlement';
import type { BetKey } from '../columns.ts';
import { type OpenBet, openBetRow } from '../columns.ts';
import { openColumns } from './store.ts';

const placeRow = { place: integer };
const amountRow = { minor: integer };
const lockedBetRow = { ...openBetRow, version: integer };

/** The legs that operators may settle: those that are open, and those that were settled by hand before. Only of a bet that is locked. */
export async function placesByHand(tx: Tx, { playerId, id }: BetKey): Promise<Set<number>> {
  const rows = await tx.rows(placeRow, `select place from bet_legs where player_id = $1 and bet_id = $2 and (status = 'open' or by_hand)`, [playerId, id]);
  return new Set(rows.map(({ place }) => place));
}

export async function keepByHand(tx: Tx, { playerId, id }: BetKey, places: readonly number[]): Promise<void> {
  await tx.run('update bet_legs set by_hand = true where player_id = $1 and bet_id = $2 and place = any ($3)', [playerId, id, places]);
}

/** One bet of whoever, locked, for an operator. */
export function lockBet(tx: Tx, id: string): Promise<(OpenBet & { version: number }) | undefined> {
  return tx.row(lockedBetRow, `select ${openColumns}, b.version from bets b where b.id = $1 for update of b`, [id]);
}

/** Only of a bet that is locked; it takes the place of an older one. */
export async function keepHandRequest(tx: Tx, betId: string, { result, payoutMinor, requestedBy, reason, requestedAt }: HandRequest): Promise<void> {
  await tx.run(
    `insert into hand_requests (bet_id, result, due_minor, requested_by, reason, requested_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (bet_id) do update set result = excluded.result, due_minor = excluded.due_minor, requested_by = excluded.requested_by,
       reason = excluded.reason, requested_at = excluded.requested_at`,
    [betId, result, payoutMinor, requestedBy, reason, requestedAt],
  );
}

/** A bet that is settled or sold is not what was asked about any more; nor does what was withdrawn wait. */
export async function dropHandRequests(tx: Tx, betIds: readonly string[]): Promise<void> {
  if (betIds.length > 0) await tx.run('delete from hand_requests where bet_id = any ($1)', [betIds]);
}

/** Until the end of the transaction the operator settles nothing else by hand, so of two calls at once the later one counts what the earlier moved. Before any bet is locked. */
export async function holdHand(tx: Tx, operatorId: string): Promise<void> {
  // His calls stand in a row, so one waits for all before it; a row that is locked is waited for as long as anywhere.
  await tx.run("set local lock_timeout = '4s'");
  await tx.run("select pg_advisory_xact_lock(hashtextextended('hand ' || $1, 0))", [operatorId]);
  await tx.run('set local lock_timeout to default');
}

/** One bet that an operator alone settles by hand. */
export interface HandMove {
  operatorId: string;
  at: Date;
  betId: string;
  movedMinor: number;
}

const handDay = (at: string) => `(${at}::timestamptz at time zone 'utc')::date`;

/** What the operator alone has then moved on that UTC day; a bet that is settled another way again counts once, by the most. */
export async function movedByHandWith(tx: Tx, { operatorId, at, betId, movedMinor }: HandMove): Promise<number> {
  const row = await tx.row(
    amountRow,
    `select (coalesce(sum(moved_minor) filter (where bet_id <> $3), 0) + greatest($4::bigint, max(moved_minor) filter (where bet_id = $3)))::bigint as minor
     from hand_moves where operator_id = $1 and day = ${handDay('$2')}`,
    [operatorId, at, betId, movedMinor],
  );
  return row?.minor ?? 0;
}

export async function keepHandMove(tx: Tx, { operatorId, at, betId, movedMinor }: HandMove): Promise<void> {
  await tx.run(
    `insert into hand_moves (operator_id, day, bet_id, moved_minor) values ($1, ${handDay('$2')}, $3, $4)
     on conflict (operator_id, day, bet_id) do update set moved_minor = greatest(hand_moves.moved_minor, excluded.moved_minor)`,
    [operatorId, at, betId, movedMinor],
  );
}
