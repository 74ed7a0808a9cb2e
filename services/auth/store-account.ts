/** Every query about a player's own account: profile, preferences, terms, authenticator, devices, links to a new password, closing and erasing, and its history. */

import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { Preferences, ProfileChange } from '@fairline/proto/auth/account';
import type { TimelineEntry } from '@fairline/proto/auth/staff';
import { playerColumns } from './store.ts';
import { type Looked, type Secrets, secretColumns } from './store-secrets.ts';
import type { Player } from './user.ts';

// ---- History -----------------------------------------------------------------------------------

export interface Happening {
  kind: TimelineEntry['kind'];
  operatorId?: string;
  params?: Record<string, unknown>;
}

/** Writes down what happened to an account, in the transaction in which it did. */
export async function remember(tx: Queries, playerId: string, { kind, operatorId, params = {} }: Happening, now: Date): Promise<void> {
  await tx.run('insert into user_history (player_id, kind, operator_id, params, at) values ($1, $2, $3, $4, $5)', [
    playerId,
    kind,
    operatorId ?? null,
    JSON.stringify(params),
    now,
  ]);
}

// ---- Profile and preferences -------------------------------------------------------------------

export interface Details {
  dateOfBirth: string | null;
  phone: string;
  address: string;
  city: string;
  postalCode: string;
  termsAcceptedAt: Date;
  marketingOptIn: boolean;
  preferences: Partial<Preferences>;
  /** Null where the play currency kept here is what wallet last answered. */
  currencyAskedAt: Date | null;
}

export function details(on: Queries, id: string): Promise<Details | undefined> {
  return on.row(
    `select to_char(date_of_birth, 'YYYY-MM-DD') as "dateOfBirth", phone, address, city, postal_code as "postalCode",
       terms_accepted_at as "termsAcceptedAt", marketing_opt_in as "marketingOptIn", preferences,
       currency_asked_at as "currencyAskedAt" from users where id = $1`,
    [id],
  );
}

/** Another country may bring another jurisdiction: that is a new word for the permit, which wallet has to confirm. */
export async function changeProfile(
  tx: Tx,
  before: Player,
  change: ProfileChange & { jurisdiction: Player['jurisdiction']; personKey: string | null },
): Promise<Player> {
  const permit = change.jurisdiction !== before.jurisdiction;
  return (await tx.row<Player>(
    `update users set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name), country = coalesce($4, country), jurisdiction = $5,
       phone = coalesce($6, phone), address = coalesce($7, address), city = coalesce($8, city), postal_code = coalesce($9, postal_code), person_key = $10,
       version = version + 1, permit_version = case when $11 then version + 1 else permit_version end
     where id = $1 returning ${playerColumns}`,
    [
      before.id,
      change.firstName ?? null,
      change.lastName ?? null,
      change.country ?? null,
      change.jurisdiction,
      change.phone ?? null,
      change.address ?? null,
      change.city ?? null,
      change.postalCode ?? null,
      change.personKey,
      permit,
    ],
  )) as Player;
}

/** All but the play currency, which is wallet's. */
export async function setPreferences(tx: Tx, id: string, { currency: _wallets, language, ...rest }: Preferences): Promise<Player> {
  return (await tx.row<Player>(
    `update users set language = $2, preferences = $3, marketing_opt_in = $4, version = version + 1 where id = $1 returning ${playerColumns}`,
    [id, language, JSON.stringify(rest), rest.notifications.marketing],
  )) as Player;
}

/** Notes that wallet is about to be asked for another play currency; `alone`: nobody waits for an answer or never got one. Each asking has an instant of its own. */
export async function askCurrency(on: Queries, id: string, now: Date): Promise<{ askedAt: Date; alone: boolean }> {
  return (await on.row<{ askedAt: Date; alone: boolean }>(
    `update users set currency_asked_at = greatest($2, currency_asked_at + interval '1 millisecond') where id = $1
     returning currency_asked_at as "askedAt", old.currency_asked_at is null as alone`,
    [id, now],
  )) as { askedAt: Date; alone: boolean };
}

export interface HeardCurrency {
  currency: Player['currency'];
  askedAt: Date;
  /** No other question was under way whose answer may be newer. */
  certain: boolean;
}

/** Copies what wallet answered. It stays to be read again where somebody asked meanwhile. */
export async function copyCurrency(tx: Tx, id: string, { currency, askedAt, certain }: HeardCurrency): Promise<Player> {
  return (await tx.row<Player>(
    `update users set currency = $2, version = version + 1, currency_asked_at = case when $4 and currency_asked_at = $3 then null else currency_asked_at end
     where id = $1 returning ${playerColumns}`,
    [id, currency, askedAt, certain],
  )) as Player;
}

/** Players of whom wallet was asked for another play currency before an instant, and whose copy is not known to be right. */
export function currenciesAsked(on: Queries, before: Date, count: number): Promise<(Player & { currencyAskedAt: Date })[]> {
  return on.rows(
    `select ${playerColumns}, currency_asked_at as "currencyAskedAt" from users where currency_asked_at < $1 order by currency_asked_at limit $2`,
    [before, count],
  );
}

export async function acceptTerms(tx: Tx, id: string, version: string, now: Date): Promise<void> {
  await tx.run('update users set terms_version = $2, terms_accepted_at = $3, version = version + 1 where id = $1', [id, version, now]);
}

/** Other accounts of the same name and date of birth, oldest first; those that were erased have neither. */
export async function samePerson(on: Queries, id: string, personKey: string): Promise<string[]> {
  return (await on.rows<{ id: string }>('select id from users where person_key = $2 and id <> $1 order by id limit 20', [id, personKey])).map((row) => row.id);
}

// ---- Password and authenticator ----------------------------------------------------------------

export function withSecrets(on: Queries, id: string): Promise<(Player & Secrets) | undefined> {
  return on.row(`select ${playerColumns}, ${secretColumns} from users where id = $1`, [id]);
}

// ---- Devices -----------------------------------------------------------------------------------

/** Notes a device as seen now. `first`: nobody ever signed in to this account before; `known`: this device did. */
export async function seeDevice(tx: Tx, playerId: string, hash: Buffer, now: Date): Promise<{ known: boolean; first: boolean }> {
  const row = await tx.row<{ any: boolean }>('select exists (select from devices where player_id = $1) as any', [playerId]);
  const added = await tx.row<{ added: boolean }>(
    `insert into devices (player_id, hash, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (player_id, hash) do update set last_seen_at = excluded.last_seen_at returning xmax = 0 as added`,
    [playerId, hash, now],
  );
  return { known: !added?.added, first: !row?.any };
}

export interface DeviceRow {
  id: string;
  agent: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

const deviceColumns = 'id, agent, address, created_at as "createdAt", coalesce(last_seen_at, created_at) as "lastSeenAt", expires_at as "expiresAt"';

/** The sessions of a subject that hold, last seen first. */
export function openSessions(on: Queries, kind: 'player' | 'operator', subjectId: string, now: Date): Promise<DeviceRow[]> {
  return on.rows(
    `select ${deviceColumns} from sessions where subject_id = $2 and kind = $1 and ended_at is null and expires_at > $3
     order by coalesce(last_seen_at, created_at) desc, id desc limit 100`,
    [kind, subjectId, now],
  );
}

/** The session a player began before this one. */
export function sessionBefore(on: Queries, playerId: string, sessionId: string): Promise<DeviceRow | undefined> {
  return on.row(`select ${deviceColumns} from sessions where subject_id = $1 and kind = 'player' and id < $2 order by id desc limit 1`, [playerId, sessionId]);
}

// ---- Closing and erasing -----------------------------------------------------------------------

/** Notes that an account wants to close, before wallet is asked. False where the password that was looked at is no longer his. */
export async function markClosing(on: Queries, { id, passwordHash }: Pick<Looked, 'id' | 'passwordHash'>, reason: string, now: Date): Promise<boolean> {
  const text = `update users set closing_at = coalesce(closing_at, $3), closing_reason = $4 where id = $1 and password_hash = $2 and status = 'active'`;
  return (await on.run(text, [id, passwordHash, now, reason])) === 1;
}

/** A version of its own for a question to wallet; undefined where the account no longer wants to close, or no longer may. */
export function askClosing(on: Queries, id: string): Promise<Player | undefined> {
  return on.row(`update users set version = version + 1 where id = $1 and closing_at is not null and status = 'active' returning ${playerColumns}`, [id]);
}

/** The account stays as it is, in a version above every question; undefined where it is closed. */
export function giveUpClosing(on: Queries, id: string): Promise<Player | undefined> {
  return on.row(
    `update users set closing_at = null, closing_reason = '', version = version + 1, permit_version = version + 1
     where id = $1 and status <> 'closed' returning ${playerColumns}`,
    [id],
  );
}

/** Accounts that asked wallet to close and never heard, from before an instant. */
export function closingSince(on: Queries, before: Date, count: number): Promise<{ id: string }[]> {
  return on.rows('select id from users where closing_at < $1 order by closing_at limit $2', [before, count]);
}

/** Closed, by the word that wallet closed money by; undefined where another was said since. */
export async function markClosed(tx: Tx, id: string, permitVersion: number, now: Date): Promise<{ player: Player; reason: string } | undefined> {
  const before = await tx.row<{ reason: string }>(
    `select closing_reason as reason from users where id = $1 and status <> 'closed' and permit_version < $2 for update`,
    [id, permitVersion],
  );
  if (!before) return undefined;
  const player = await tx.row<Player>(
    `update users set status = 'closed', closing_at = null, closing_reason = '', closed_at = $3, version = version + 1, permit_version = $2, bound_version = $2
     where id = $1 returning ${playerColumns}`,
    [id, permitVersion, now],
  );
  return { player: player as Player, reason: before.reason };
}

/** Accounts that were closed before one instant, and that wallet was not asked about since another. */
export function erasable(on: Queries, closedBefore: Date, askedBefore: Date, count: number): Promise<{ id: string }[]> {
  const text = `select id from users where closed_at < $1 and erased_at is null and (erasing_asked_at is null or erasing_asked_at < $2)
    order by closed_at limit $3`;
  return on.rows(text, [closedBefore, askedBefore, count]);
}

/** A version of its own for a question to wallet; undefined where the account is open again, or erased. */
export function askErasing(on: Queries, id: string, now: Date): Promise<Player | undefined> {
  const text = `update users set version = version + 1, erasing_asked_at = $2 where id = $1 and status = 'closed' and erased_at is null returning ${playerColumns}`;
  return on.row(text, [id, now]);
}

/** Erases what was personal; the id, country, currency, language and the instants stay. Undefined where it was done already. */
export async function erase(tx: Tx, id: string, now: Date): Promise<Player | undefined> {
  const player = await tx.row<Player>(
    `update users set email = id || '@erased.invalid', email_key = id || '@erased.invalid', password_hash = '', first_name = 'Erased', last_name = 'Account',
       date_of_birth = null, person_key = null, phone = '', address = '', city = '', postal_code = '', preferences = '{}', totp_secret = null, totp_pending = null,
       recovery_codes = '{}', marketing_opt_in = false, erased_at = $2, version = version + 1
     where id = $1 and status = 'closed' and erased_at is null returning ${playerColumns}`,
    [id, now],
  );
  if (!player) return undefined;
  await tx.run("update sessions set agent = '', address = '' where subject_id = $1", [id]);
  await tx.run('delete from devices where player_id = $1', [id]);
  await tx.run('delete from links where subject_id = $1', [id]);
  await tx.run('delete from mails where player_id = $1', [id]);
  await tx.run('delete from notices where player_id = $1', [id]);
  await tx.run('delete from user_notes where player_id = $1', [id]);
  await tx.run("update user_history set params = '{}' where player_id = $1", [id]);
  return player;
}

// ---- What a player takes along -----------------------------------------------------------------

/** Without what operators wrote about him. */
export function historyOf(on: Queries, playerId: string): Promise<{ kind: string; at: Date; params: Record<string, unknown> }[]> {
  const shown = "kind, at, case when operator_id is null then params else params - 'reason' end as params";
  return on.rows(`select ${shown} from user_history where player_id = $1 and kind <> 'note_added' order by id`, [playerId]);
}
