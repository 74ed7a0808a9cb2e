/** Every query of auth. Instants come from the caller's clock; a broken constraint that means something to people becomes its Refusal here. */

import { DeadLetter } from '@fairline/chassis/inbox';
import { brokenConstraint, type Queries, type Tx } from '@fairline/chassis/postgres';
import { authRefusals } from '@fairline/proto/auth';
import type { Preferences } from '@fairline/proto/auth/account';
import { Id, Refusal } from '@fairline/proto/contract';
import type { MailFacts, Template } from './letter.ts';
import type { Kind, SessionState } from './session.ts';
import { type Secrets, secretColumns } from './store-secrets.ts';
import { emailKey, type Player } from './user.ts';

// ---- Players -----------------------------------------------------------------------------------

export const playerColumns = `id, version, email, first_name as "firstName", last_name as "lastName", country, jurisdiction, currency, level, status, demo,
  email_verified_at as "emailVerifiedAt", permit_version as "permitVersion", bound_version as "boundVersion", created_at as "createdAt", last_login_at as "lastLoginAt",
  language, terms_version as "termsVersion", totp_secret is not null as "twoFactor", erased_at is not null as erased`;

export interface NewPlayer extends Pick<Player, 'email' | 'firstName' | 'lastName' | 'country' | 'jurisdiction' | 'level' | 'demo' | 'emailVerifiedAt'> {
  passwordHash: string;
  dateOfBirth: string;
  personKey: string;
  marketingOptIn: boolean;
  language: Preferences['language'];
  timezone: Preferences['timezone'];
  termsVersion: string;
  createdAt: Date;
}

/** Version 1 of an account. Refuses an address that has one. */
export async function insertPlayer(tx: Tx, player: NewPlayer): Promise<Player> {
  try {
    return (await tx.row<Player>(
      `insert into users (email, email_key, password_hash, first_name, last_name, country, jurisdiction, level, demo, email_verified_at, date_of_birth,
         marketing_opt_in, created_at, person_key, terms_version, terms_accepted_at, language, preferences)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $13, $16, jsonb_build_object('timezone', $17::text)) returning ${playerColumns}`,
      [
        player.email,
        emailKey(player.email),
        player.passwordHash,
        player.firstName,
        player.lastName,
        player.country,
        player.jurisdiction,
        player.level,
        player.demo,
        player.emailVerifiedAt,
        player.dateOfBirth,
        player.marketingOptIn,
        player.createdAt,
        player.personKey,
        player.termsVersion,
        player.language,
        player.timezone,
      ],
    )) as Player;
  } catch (error) {
    if (brokenConstraint(error) === 'users_email_key') throw new Refusal(authRefusals.emailTaken);
    throw error;
  }
}

export function player(on: Queries, id: string): Promise<Player | undefined> {
  return on.row(`select ${playerColumns} from users where id = $1`, [id]);
}

export function lockPlayer(tx: Tx, id: string): Promise<Player | undefined> {
  return tx.row(`select ${playerColumns} from users where id = $1 for update`, [id]);
}

export function playerByEmail(on: Queries, email: string): Promise<(Player & Secrets) | undefined> {
  return on.row(`select ${playerColumns}, ${secretColumns} from users where email_key = $1`, [emailKey(email)]);
}

/** The next version of an account, for a fact about it. */
export async function nextPlayerVersion(tx: Tx, id: string): Promise<number> {
  const row = await tx.row<{ version: number }>('update users set version = version + 1 where id = $1 returning version', [id]);
  if (!row) throw new Error(`no player ${id}`);
  return row.version;
}

export async function markSignedIn(tx: Tx, id: string, now: Date): Promise<Player> {
  return (await tx.row<Player>(`update users set last_login_at = $2, version = version + 1 where id = $1 returning ${playerColumns}`, [id, now])) as Player;
}

export async function markEmailVerified(tx: Tx, id: string, now: Date): Promise<Player> {
  return (await tx.row<Player>(`update users set email_verified_at = $2, version = version + 1 where id = $1 returning ${playerColumns}`, [id, now])) as Player;
}

/** Changes what binds money; the new version is the permit's until wallet confirms it. */
export async function setPermit(tx: Tx, id: string, { status, level }: Pick<Player, 'status' | 'level'>, now: Date): Promise<Player> {
  return (await tx.row<Player>(
    `update users set status = $2, level = $3, version = version + 1, permit_version = version + 1,
       closed_at = case when $2 = 'closed' then coalesce(closed_at, $4) end, closing_at = case when $2 <> 'closed' then closing_at end
     where id = $1 returning ${playerColumns}`,
    [id, status, level, now],
  )) as Player;
}

/** The same permit in a version above another; undefined where it has changed since. */
export function raisePermit(on: Queries, { id, permitVersion }: Player, above: number): Promise<Player | undefined> {
  return on.row(
    `update users set version = greatest(version, $3) + 1, permit_version = greatest(version, $3) + 1 where id = $1 and permit_version = $2 returning ${playerColumns}`,
    [id, permitVersion, above],
  );
}

/** Players whose permit wallet has not confirmed yet, longest known first. */
export function unboundPlayers(on: Queries, count: number): Promise<Player[]> {
  return on.rows(`select ${playerColumns} from users where bound_version < permit_version order by id limit $1`, [count]);
}

export async function markBound(on: Queries, id: string, permitVersion: number): Promise<void> {
  await on.run('update users set bound_version = least($2, permit_version) where id = $1 and bound_version < $2', [id, permitVersion]);
}

export interface PlayerSearch {
  q: string | undefined;
  status: Player['status'] | undefined;
  beforeId: string | undefined;
}

/** How many other accounts have the same name and date of birth. */
const duplicates = '(select count(*) from users o where o.person_key = users.person_key and o.id <> users.id) as duplicates';

export function playerRow(on: Queries, id: string): Promise<(Player & { duplicates: number }) | undefined> {
  return on.row(`select ${playerColumns}, ${duplicates} from users where id = $1`, [id]);
}

/** Newest first, one more than a page; found by a part of address or name (of one or two letters: by the beginning of a word), by the whole id or by its last eight characters. */
export async function findPlayers(on: Queries, { q, status, beforeId }: PlayerSearch, count: number): Promise<(Player & { duplicates: number })[]> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const within = ['true', ...(beforeId ? [`id < ${given(beforeId)}`] : []), ...(status ? [`status = ${given(status)}`] : [])].join(' and ');
  const page = `order by id desc limit ${given(count)}`;
  const shown = `select ${playerColumns}, ${duplicates} from`;
  const sought = q?.trim();
  if (!sought) return on.rows(`${shown} users where ${within} ${page}`, values);
  // Signs alone are in no index, and tell nobody from another.
  if (!/[\p{L}\p{N}]/u.test(sought)) return [];
  const matches = matching(sought, given);
  // The newest players first: a common word fills the page there, and by the index it would bring all players.
  const newest = await on.rows<Player & { duplicates: number }>(
    `${shown} (select * from users where ${within} order by id desc limit ${newestSearched}) users where ${matches} ${page}`,
    values,
  );
  if (newest.length === count) return newest;
  // Then by the index, found before it is sorted: a plan that follows the ids until the page is full reads every player for a word that nobody has.
  const found = `with found as materialized (select id from users where ${matches})`;
  return on.rows(`${found} ${shown} users where id in (select id from found) and ${within} ${page}`, values);
}

const newestSearched = 2_000;

/** The index knows parts of three letters and beginnings of words. */
function matching(sought: string, given: (value: unknown) => string): string {
  const text = sought.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  const patterns = [...sought].length > 2 ? [`%${text}%`] : [`${text}%`, `% ${text}%`];
  const conditions = patterns.map((pattern) => `found_by like lower(${given(pattern)})`);
  const id = Id.safeParse(sought.toLowerCase()).data;
  if (id) conditions.push(`id = ${given(id)}`);
  if (/^[0-9a-f]{8}$/i.test(sought)) conditions.push(`right(id::text, 8) = ${given(sought.toLowerCase())}`);
  return `(${conditions.join(' or ')})`;
}

// ---- Sessions ----------------------------------------------------------------------------------

export interface Session extends SessionState {
  id: string;
  kind: Kind;
  subjectId: string;
  remember: boolean;
}

const sessionColumns = 'id, kind, subject_id as "subjectId", remember, expires_at as "expiresAt", ended_at as "endedAt"';

/** From where a session is held, for the one who holds it. */
export interface Presence {
  address: string;
  agent: string;
}

export async function insertSession(tx: Tx, session: Omit<Session, 'id' | 'endedAt'> & Presence, now: Date): Promise<Session> {
  return (await tx.row<Session>(
    `insert into sessions (kind, subject_id, remember, created_at, last_seen_at, expires_at, agent, address) values ($1, $2, $3, $4, $4, $5, $6, $7)
     returning ${sessionColumns}`,
    [session.kind, session.subjectId, session.remember, now, session.expiresAt, session.agent, session.address],
  )) as Session;
}

export function session(on: Queries, kind: Kind, id: string): Promise<Session | undefined> {
  return on.row(`select ${sessionColumns} from sessions where id = $1 and kind = $2`, [id, kind]);
}

export function lockSession(tx: Tx, kind: Kind, id: string): Promise<Session | undefined> {
  return tx.row(`select ${sessionColumns} from sessions where id = $1 and kind = $2 for update`, [id, kind]);
}

/** The sessions of a subject that hold, locked, in one order. */
export function lockOpenSessions(tx: Tx, kind: Kind, subjectId: string, now: Date): Promise<Session[]> {
  return tx.rows(`select ${sessionColumns} from sessions where subject_id = $2 and kind = $1 and ended_at is null and expires_at > $3 order by id for update`, [
    kind,
    subjectId,
    now,
  ]);
}

/** The session that a refresh token belongs to or once did, locked, and when the token was traded. */
export async function lockSessionOfToken(tx: Tx, kind: Kind, hash: Buffer): Promise<(Session & { usedAt: Date | null }) | undefined> {
  const found = await tx.row<Session>(
    `select ${sessionColumns} from sessions where id = (select session_id from refresh_tokens where hash = $1) and kind = $2 for update`,
    [hash, kind],
  );
  // Read after the lock: another instance may have traded the token while this one waited.
  const token = found && (await tx.row<{ usedAt: Date | null }>('select used_at as "usedAt" from refresh_tokens where hash = $1', [hash]));
  return found && token && { ...found, ...token };
}

export async function insertToken(tx: Tx, sessionId: string, hash: Buffer, now: Date): Promise<void> {
  await tx.run('insert into refresh_tokens (hash, session_id, created_at) values ($1, $2, $3)', [hash, sessionId, now]);
}

export async function markTraded(tx: Tx, hash: Buffer, now: Date): Promise<void> {
  await tx.run('update refresh_tokens set used_at = $2 where hash = $1', [hash, now]);
}

export async function prolongSession(tx: Tx, id: string, expiresAt: Date, now: Date): Promise<void> {
  await tx.run('update sessions set expires_at = $2, last_seen_at = $3 where id = $1', [id, expiresAt, now]);
}

export async function endSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run('update sessions set ended_at = $2 where id = $1', [id, now]);
}

/** Ends every open session of a subject; how many there were. */
export function endSessionsOf(tx: Tx, kind: Kind, subjectId: string, now: Date): Promise<number> {
  return tx.run('update sessions set ended_at = $3 where subject_id = $2 and kind = $1 and ended_at is null and expires_at > $3', [kind, subjectId, now]);
}

// ---- One-time links ----------------------------------------------------------------------------

export type Purpose = 'verify_email' | 'reset_password' | 'activate';

export interface Link {
  subjectId: string;
  usedAt: Date | null;
}

/** The same link again is valid for longer, unless it was used. */
export async function insertLink(on: Queries, link: { hash: Buffer; purpose: Purpose; subjectId: string; createdAt: Date; expiresAt: Date }): Promise<void> {
  await on.run(
    `insert into links (hash, purpose, subject_id, created_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (hash) do update set expires_at = excluded.expires_at where links.used_at is null`,
    [link.hash, link.purpose, link.subjectId, link.createdAt, link.expiresAt],
  );
}

/** A link that has not run out. */
export function link(on: Queries, purpose: Purpose, hash: Buffer, now: Date): Promise<Link | undefined> {
  return on.row('select subject_id as "subjectId", used_at as "usedAt" from links where hash = $1 and purpose = $2 and expires_at > $3', [hash, purpose, now]);
}

export async function markLinkUsed(tx: Tx, hash: Buffer, now: Date): Promise<boolean> {
  return (await tx.run('update links set used_at = $2 where hash = $1 and used_at is null', [hash, now])) === 1;
}

/** Links made earlier no longer work. */
export async function dropLinks(on: Queries, purpose: Purpose, subjectId: string): Promise<void> {
  await on.run('delete from links where purpose = $1 and subject_id = $2 and used_at is null', [purpose, subjectId]);
}

// ---- Mail --------------------------------------------------------------------------------------

export interface NewMail<T extends Template = Template> {
  id: string;
  playerId: string;
  template: T;
  facts: MailFacts[T];
}

/** Puts mail in the queue; one per id. */
export async function queueMail(on: Queries, mails: readonly NewMail[], now: Date): Promise<void> {
  try {
    await on.run(
      `insert into mails (id, player_id, template, facts, created_at, due_at)
       select m.id, m.player_id, m.template, m.facts, $5, $5 from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[]) as m(id, player_id, template, facts)
       on conflict (id) do nothing`,
      [
        mails.map(({ id }) => id),
        mails.map(({ playerId }) => playerId),
        mails.map(({ template }) => template),
        mails.map(({ facts }) => JSON.stringify(facts)),
        now,
      ],
    );
  } catch (error) {
    if (brokenConstraint(error) === 'mails_player') throw new DeadLetter('a notice for a player who does not exist');
    throw error;
  }
}

export interface DueMail extends NewMail {
  attempts: number;
  email: string;
  firstName: string;
  lastName: string;
  language: string;
}

/** Claims mail that is due. Another instance sees it again at `until`, should this one not come back. */
export function claimMail(on: Queries, count: number, now: Date, until: Date): Promise<DueMail[]> {
  return on.rows(
    `with claimed as (
       update mails set attempts = attempts + 1, due_at = $3
       where id in (select id from mails where sent_at is null and given_up_at is null and due_at <= $2 order by due_at limit $1 for update skip locked)
       returning id, player_id, template, facts, attempts)
     select c.id, c.player_id as "playerId", c.template, c.facts, c.attempts, u.email, u.first_name as "firstName", u.last_name as "lastName", u.language
     from claimed c join users u on u.id = c.player_id`,
    [count, now, until],
  );
}

export async function markSent(on: Queries, id: string, now: Date): Promise<void> {
  await on.run('update mails set sent_at = $2, error = null where id = $1', [id, now]);
}

export async function markUnsent(on: Queries, id: string, next: { dueAt: Date } | { givenUpAt: Date }, error: string): Promise<void> {
  const { dueAt, givenUpAt } = { dueAt: null, givenUpAt: null, ...next };
  await on.run('update mails set due_at = coalesce($2, due_at), given_up_at = $3, error = $4 where id = $1', [id, dueAt, givenUpAt, error]);
}

// ---- Notices -----------------------------------------------------------------------------------

export interface Recipient {
  id: string;
  notifications: Partial<Preferences['notifications']>;
  status: Player['status'];
  /** An erased account has nobody to tell. */
  erased: boolean;
}

export function recipients(on: Queries, playerIds: readonly string[]): Promise<Recipient[]> {
  return on.rows(
    `select id, coalesce(preferences -> 'notifications', '{}') as notifications, status, erased_at is not null as erased from users where id = any($1::uuid[])`,
    [playerIds],
  );
}

export interface NoticeRow {
  id: string;
  playerId: string;
  template: Template;
  params: MailFacts[Template];
  createdAt: Date;
  readAt: Date | null;
}

/** One notice per id; answers those that are new. */
export async function addNotices(tx: Tx, notices: readonly Omit<NoticeRow, 'readAt'>[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `insert into notices (id, player_id, template, params, created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[]) on conflict (id) do nothing returning id`,
    [
      notices.map(({ id }) => id),
      notices.map(({ playerId }) => playerId),
      notices.map(({ template }) => template),
      notices.map(({ params }) => JSON.stringify(params)),
      notices.map(({ createdAt }) => createdAt),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Newest first. Ids are those of facts, whose first bits are the time. */
export function noticesOf(on: Queries, playerId: string, beforeId: string | undefined, count: number): Promise<NoticeRow[]> {
  return on.rows(
    `select id, player_id as "playerId", template, params, created_at as "createdAt", read_at as "readAt" from notices
     where player_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}

export async function unreadCount(on: Queries, playerId: string): Promise<number> {
  return (await on.row<{ count: number }>('select count(*)::int as count from notices where player_id = $1 and read_at is null', [playerId]))?.count ?? 0;
}

export async function markRead(on: Queries, playerId: string, upTo: string, now: Date): Promise<void> {
  await on.run('update notices set read_at = $3 where player_id = $1 and id <= $2 and read_at is null', [playerId, upTo, now]);
}

/** Where sessions were begun, for the notices of sign-ins. */
export function sessionOrigins(on: Queries, ids: readonly string[]): Promise<{ id: string; agent: string; address: string }[]> {
  return on.rows('select id, agent, address from sessions where id = any($1::uuid[])', [ids]);
}

// ---- Housekeeping ------------------------------------------------------------------------------

const clearedAtOnce = 5_000;

/** Until when something is kept. */
export interface Until {
  /** Sessions, links and mail that are over, and tokens that were traded. */
  over: Date;
  notices: Date;
  devices: Date;
  signIns: Date;
  history: Date;
}

/** Removes what is older than it is kept for. True when there may be more. */
export async function clearOut(on: Queries, until: Until): Promise<boolean> {
  const older = (table: string, rows: string, than: Date) =>
    on.run(`delete from ${table} where ctid = any(array(select ctid from ${table} where ${rows} limit $2))`, [than, clearedAtOnce]);
  // The browser seen last stays: by it a stranger's is known to be another.
  const laterOne = 'exists (select from devices d where d.player_id = devices.player_id and d.last_seen_at > devices.last_seen_at)';
  const counts = [
    await older('refresh_tokens', 'used_at < $1', until.over),
    await older('sessions', 'expires_at < $1', until.over),
    await older('links', 'expires_at < $1', until.over),
    await older('mails', 'created_at < $1 and (sent_at is not null or given_up_at is not null)', until.over),
    await older('notices', 'created_at < $1', until.notices),
    await older('devices', `last_seen_at < $1 and ${laterOne}`, until.devices),
    await older('user_history', "at < $1 and kind in ('signed_in', 'sign_in_failed')", until.signIns),
    await older('user_history', 'at < $1', until.history),
  ];
  return counts.includes(clearedAtOnce);
}
