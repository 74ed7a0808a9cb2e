/** Queries of accounts that are being closed. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { only, text, uuid } from '@fairline/chassis/storage/rows';
import { playerColumns, playerRow } from '../users/store.ts';
import type { CheckedSecrets } from '../users/store-secrets.ts';
import type { Player } from '../users/user.ts';

const idRow = { id: uuid };
const reasonRow = { reason: text };

/** Stores that the account is to be closed, before the request to wallet. False if the password has changed since it was checked. */
export async function markClosing(
  on: Queries,
  { id, passwordHash }: Pick<CheckedSecrets, 'id' | 'passwordHash'>,
  reason: string,
  now: Date,
): Promise<boolean> {
  const statement = `update users set closing_at = coalesce(closing_at, $3), closing_reason = $4 where id = $1 and password_hash = $2 and status = 'active'`;
  return (await on.run(statement, [id, passwordHash, now, reason])) === 1;
}

/** Raises the version for a request to wallet; undefined if the account is no longer to be closed, or is not active. */
export function raiseClosingVersion(on: Queries, id: string): Promise<Player | undefined> {
  return on.row(
    playerRow,
    `update users set version = version + 1 where id = $1 and closing_at is not null and status = 'active' returning ${playerColumns}`,
    [id],
  );
}

/** Cancels a closing, with a version above every request to wallet; undefined if the account is closed. */
export function reopenAccount(on: Queries, id: string): Promise<Player | undefined> {
  return on.row(
    playerRow,
    `update users set closing_at = null, closing_reason = '', version = version + 1, permit_version = version + 1
     where id = $1 and status <> 'closed' returning ${playerColumns}`,
    [id],
  );
}

/** Accounts whose closing began before an instant and is not finished. */
export function readUnfinishedClosings(on: Queries, before: Date, count: number): Promise<{ id: string }[]> {
  return on.rows(idRow, 'select id from users where closing_at < $1 order by closing_at limit $2', [before, count]);
}

/** Players with an unconfirmed address who were last seen before one instant, without a request to wallet since another. */
export function readUnconfirmed(
  on: Queries,
  seenBefore: Date,
  askedBefore: Date,
  count: number,
): Promise<{ id: string }[]> {
  return on.rows(
    idRow,
    `select id from users u where email_verified_at is null and status = 'active' and not demo and level = 'unverified' and closing_at is null
       and created_at < $1 and (last_login_at is null or last_login_at < $1) and (ending_asked_at is null or ending_asked_at < $2)
       and not exists (select from sessions s where s.subject_id = u.id and s.kind = 'player' and coalesce(s.last_seen_at, s.created_at) >= $1)
     order by created_at limit $3`,
    [seenBefore, askedBefore, count],
  );
}

/** Begins to close an account whose address was never confirmed; false if it is confirmed by now. */
export async function markEnding(on: Queries, id: string, now: Date): Promise<boolean> {
  const statement = `update users set closing_at = $2, closing_reason = 'The email address was never confirmed', ending_asked_at = $2
    where id = $1 and email_verified_at is null and status = 'active' and closing_at is null`;
  return (await on.run(statement, [id, now])) === 1;
}

/** Closes the account under the version of wallet's confirmation; undefined if a newer version exists. */
export async function markClosed(
  tx: Tx,
  id: string,
  permitVersion: number,
  now: Date,
): Promise<{ player: Player; reason: string } | undefined> {
  const before = await tx.row(
    reasonRow,
    `select closing_reason as reason from users where id = $1 and status <> 'closed' and permit_version < $2 for update`,
    [id, permitVersion],
  );
  if (!before) return undefined;
  const player = await tx.row(
    playerRow,
    `update users set status = 'closed', closing_at = null, closing_reason = '', closed_at = $3, version = version + 1, permit_version = $2, bound_version = $2,
       email_key = case when ending_asked_at is not null and email_verified_at is null then id || '@ended.invalid' else email_key end
     where id = $1 returning ${playerColumns}`,
    [id, permitVersion, now],
  );
  return { player: only(player), reason: before.reason };
}
