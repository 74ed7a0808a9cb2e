/** Queries that erase closed accounts and delete outdated rows. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { uuid } from '@fairline/chassis/storage/rows';
import { playerColumns, playerRow } from '../users/store.ts';
import type { Player } from '../users/user.ts';

const idRow = { id: uuid };

/** Accounts that were closed before one instant, without a request to wallet since another. */
export function readErasable(
  on: Queries,
  closedBefore: Date,
  askedBefore: Date,
  count: number,
): Promise<{ id: string }[]> {
  const statement = `select id from users where closed_at < $1 and erased_at is null and (erasing_asked_at is null or erasing_asked_at < $2)
    order by closed_at limit $3`;
  return on.rows(idRow, statement, [closedBefore, askedBefore, count]);
}

/** Raises the version for a request to wallet; undefined if the account is open again or erased. */
export function raiseErasingVersion(on: Queries, id: string, now: Date): Promise<Player | undefined> {
  const statement = `update users set version = version + 1, erasing_asked_at = $2 where id = $1 and status = 'closed' and erased_at is null returning ${playerColumns}`;
  return on.row(playerRow, statement, [id, now]);
}

/** Erases the personal fields; id, country, currency, language and times stay. Undefined if they are erased already. */
export async function erasePlayer(tx: Tx, id: string, now: Date): Promise<Player | undefined> {
  const player = await tx.row(
    playerRow,
    `update users set email = id || '@erased.invalid', email_key = id || '@erased.invalid', password_hash = '', first_name = 'Erased', last_name = 'Account',
       date_of_birth = null, person_key = null, phone = '', address = '', city = '', postal_code = '', preferences = '{}', totp_secret = null, totp_pending = null,
       recovery_codes = '{}', marketing_opt_in = false, erased_at = $2, version = version + 1
     where id = $1 and status = 'closed' and erased_at is null returning ${playerColumns}`,
    [id, now],
  );
  if (!player) return undefined;
  await tx.run("update sessions set agent = '', address = '' where subject_id = $1", [id]);
  await tx.run('delete from devices where player_id = $1', [id]);
  await tx.run("delete from passkeys where subject_id = $1 and kind = 'player'", [id]);
  await tx.run(
    'delete from links where subject_id = $1 or subject_id in (select id from email_changes where player_id = $1)',
    [id],
  );
  await tx.run('delete from email_changes where player_id = $1', [id]);
  await tx.run('delete from mails where player_id = $1', [id]);
  await tx.run('delete from notices where player_id = $1', [id]);
  await tx.run('delete from user_notes where player_id = $1', [id]);
  await tx.run("update user_history set params = '{}' where player_id = $1", [id]);
  return player;
}

const clearedAtOnce = 5_000;

/** For each kind of row, the instant before which rows are deleted. */
export interface Cutoffs {
  /** For ended sessions, used or expired links, finished mail, and traded refresh tokens. */
  over: Date;
  notices: Date;
  devices: Date;
  signIns: Date;
  history: Date;
}

/** Deletes rows that are older than their cutoff. True if there may be more. */
export async function deleteExpired(on: Queries, until: Cutoffs): Promise<boolean> {
  const listOlder = (table: string, rows: string, than: Date) =>
    on.run(`delete from ${table} where ctid = any(array(select ctid from ${table} where ${rows} limit $2))`, [
      than,
      clearedAtOnce,
    ]);
  // The browser seen last is kept, so that a stranger's browser is recognised as a new one.
  const laterOne =
    'exists (select from devices d where d.player_id = devices.player_id and d.last_seen_at > devices.last_seen_at)';
  const counts = [
    await listOlder('refresh_tokens', 'used_at < $1', until.over),
    await listOlder('sessions', 'expires_at < $1', until.over),
    await listOlder('links', 'expires_at < $1', until.over),
    await listOlder('email_changes', 'requested_at < $1', until.history),
    await listOlder('passkey_challenges', 'expires_at < $1', until.over),
    await listOlder('mails', 'created_at < $1 and (sent_at is not null or given_up_at is not null)', until.over),
    await listOlder('notices', 'created_at < $1', until.notices),
    await listOlder('devices', `last_seen_at < $1 and ${laterOne}`, until.devices),
    await listOlder('user_history', "at < $1 and kind in ('signed_in', 'sign_in_failed')", until.signIns),
    await listOlder('user_history', 'at < $1', until.history),
  ];
  return counts.includes(clearedAtOnce);
}
