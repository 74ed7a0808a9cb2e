/** Queries of requested returns. */
import { Requester } from '@fairline/chassis/http/four-eyes';
import { brokenConstraint, type Queries, type Tx } from '@fairline/chassis/storage/postgres';
import { float, instant, integer, json, nullable, oneOf, text, uuid } from '@fairline/chassis/storage/rows';
import { casinoDeskRefusals, changeStatuses } from '@fairline/proto/casino/desk';
import { GameRules } from '@fairline/proto/casino/games';
import { pageSize, Refusal } from '@fairline/proto/contract';
import { type GameId, gameIds } from '@fairline/proto/games/catalogue';
import type { Change } from './change.ts';

const changeRow = {
  id: uuid,
  gameId: oneOf(gameIds),
  fromVersion: integer,
  fromRtp: float,
  rtp: float,
  solvedRtp: float,
  rules: json(GameRules),
  parSheet: text,
  reason: text,
  status: oneOf(changeStatuses),
  requester: json(Requester),
  requestedAt: instant,
  decidedBy: nullable(uuid),
  decidedAt: nullable(instant),
  rejectionReason: nullable(text),
  version: nullable(integer),
};
const changeColumns = `id, game_id as "gameId", from_version as "fromVersion", from_rtp as "fromRtp", rtp, solved_rtp as "solvedRtp", rules, par_sheet as "parSheet",
  reason, status, requester, requested_at as "requestedAt", decided_by as "decidedBy", decided_at as "decidedAt", rejection_reason as "rejectionReason", version`;

/** Stores a request. Refuses `change_waits` if the game has a pending one. */
export async function insertChange(
  tx: Tx,
  change: Omit<Change, 'status' | 'decidedBy' | 'decidedAt' | 'rejectionReason' | 'version'>,
): Promise<void> {
  const { id, gameId, fromVersion, fromRtp, rtp, solvedRtp, rules, parSheet, reason, requester, requestedAt } = change;
  try {
    await tx.run(
      `insert into game_changes (id, game_id, from_version, from_rtp, rtp, solved_rtp, rules, par_sheet, reason, status, requester, requested_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', $10, $11)`,
      [
        id,
        gameId,
        fromVersion,
        fromRtp,
        rtp,
        solvedRtp,
        JSON.stringify(rules),
        parSheet,
        reason,
        JSON.stringify(requester),
        requestedAt,
      ],
    );
  } catch (error) {
    if (brokenConstraint(error) === 'game_changes_pending') throw new Refusal(casinoDeskRefusals.changeWaits);
    throw error;
  }
}

const gameRow = { gameId: oneOf(gameIds) };

export async function gameOfChange(tx: Tx, id: string): Promise<GameId | undefined> {
  return (await tx.row(gameRow, 'select game_id as "gameId" from game_changes where id = $1', [id]))?.gameId;
}

export function lockChange(tx: Tx, id: string): Promise<Change | undefined> {
  return tx.row(changeRow, `select ${changeColumns} from game_changes where id = $1 for update`, [id]);
}

type Decided = { operatorId: string; at: Date } & (
  | { status: 'approved'; version: number }
  | { status: 'rejected'; rejectionReason: string }
);

export async function decideChange(tx: Tx, change: Change, decided: Decided): Promise<Change> {
  const { status, operatorId, at } = decided;
  const version = decided.status === 'approved' ? decided.version : null;
  const rejectionReason = decided.status === 'rejected' ? decided.rejectionReason : null;
  await tx.run(
    'update game_changes set status = $2, decided_by = $3, decided_at = $4, rejection_reason = $5, version = $6 where id = $1',
    [change.id, status, operatorId, at, rejectionReason, version],
  );
  return { ...change, status, decidedBy: operatorId, decidedAt: at, rejectionReason, version };
}

/** The pending request of every game that has one. */
export function pendingChanges(db: Queries): Promise<Change[]> {
  return db.rows(
    changeRow,
    `select ${changeColumns} from game_changes where status = 'pending' and game_id = any ($1)`,
    [[...gameIds]],
  );
}

/** Requests, newest first: a page and one more row. */
export function changes(
  db: Queries,
  status: Change['status'] | undefined,
  before: string | undefined,
): Promise<Change[]> {
  return db.rows(
    changeRow,
    `select ${changeColumns} from game_changes where ($1::text is null or status = $1) and ($2::uuid is null or id < $2) and game_id = any ($3)
     order by id desc limit ${pageSize + 1}`,
    [status ?? null, before ?? null, [...gameIds]],
  );
}
