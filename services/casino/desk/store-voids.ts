/** Queries of voids that wait for a second operator, and of what operators voided alone. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';

const amountRow = { minor: integer };

/** The total that the operator has voided without a second operator on the UTC day of `at`. */
export async function movedByOperator(db: Queries, operatorId: string, at: Date): Promise<number> {
  const text = `select coalesce(sum(moved_minor), 0)::bigint as minor from void_moves where operator_id = $1 and day = ($2::timestamptz at time zone 'utc')::date`;
  return only(await db.row(amountRow, text, [operatorId, at])).minor;
}

export interface VoidMove {
  roundId: string;
  operatorId: string;
  at: Date;
  movedMinor: number;
  flagged: boolean;
}

export async function keepMove(tx: Tx, { roundId, operatorId, at, movedMinor, flagged }: VoidMove): Promise<void> {
  await tx.run(
    `insert into void_moves (round_id, operator_id, day, moved_minor, flagged) values ($1, $2, ($3::timestamptz at time zone 'utc')::date, $4, $5)`,
    [roundId, operatorId, at, movedMinor, flagged],
  );
}

const requestRow = { roundId: uuid, reason: text, requester: json(Requester), requestedAt: instant };
export type VoidRequest = Row<typeof requestRow>;

const requestColumns = 'round_id as "roundId", reason, requester, requested_at as "requestedAt"';

/** The void request of a round. The caller must have locked the round. */
export function requestOf(tx: Tx, roundId: string): Promise<VoidRequest | undefined> {
  return tx.row(requestRow, `select ${requestColumns} from void_requests where round_id = $1`, [roundId]);
}

export async function keepRequest(tx: Tx, { roundId, reason, requester, requestedAt }: VoidRequest): Promise<void> {
  const text = 'insert into void_requests (round_id, reason, requester, requested_at) values ($1, $2, $3, $4)';
  await tx.run(text, [roundId, reason, JSON.stringify(requester), requestedAt]);
}

/** Deletes the void request of a round. False if there is none. */
export async function dropRequest(tx: Tx, roundId: string): Promise<boolean> {
  return (await tx.run('delete from void_requests where round_id = $1', [roundId])) > 0;
}

const eventsRow = { events: integer };

/** Counts one more event of the round and returns its version. */
export async function countEvent(tx: Tx, roundId: string): Promise<number> {
  return only(
    await tx.row(eventsRow, 'update rounds set events = events + 1 where id = $1 returning events', [roundId]),
  ).events;
}

const flaggedRow = { roundId: uuid, flagged: bool };

/** Of these rounds, the void requests that wait and the voids that were flagged. */
export async function controlOfRounds(
  db: Queries,
  roundIds: readonly string[],
): Promise<{ requests: Map<string, VoidRequest>; flagged: Set<string> }> {
  const requests = await db.rows(requestRow, `select ${requestColumns} from void_requests where round_id = any ($1)`, [
    roundIds,
  ]);
  const moves = await db.rows(
    flaggedRow,
    'select round_id as "roundId", flagged from void_moves where round_id = any ($1)',
    [roundIds],
  );
  return {
    requests: new Map(requests.map((request) => [request.roundId, request])),
    flagged: new Set(moves.filter(({ flagged }) => flagged).map(({ roundId }) => roundId)),
  };
}
