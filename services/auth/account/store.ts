/** Queries of a player's own account: profile, preferences, history, addresses. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import {
  bool,
  bytes,
  instant,
  json,
  nullable,
  oneOf,
  only,
  type Row,
  text,
  uuid,
} from '@fairline/chassis/storage/rows';
import { Notifications, Preferences, type ProfileChange } from '@fairline/proto/auth/account';
import { z } from 'zod';
import { playerColumns, playerRow, playerWithSecretsRow } from '../users/store.ts';
import { type Secrets, secretColumns } from '../users/store-secrets.ts';
import { emailKey, type Player } from '../users/user.ts';

/** Preferences as stored. Older accounts lack those that were added later. */
const KeptPreferences = z
  .object({
    oddsFormat: Preferences.shape.oddsFormat,
    timezone: z.string(),
    notifications: z.object(Notifications.partial().shape),
    privacy: Preferences.shape.privacy.partial(),
  })
  .partial();

const detailsRow = {
  dateOfBirth: nullable(text),
  phone: text,
  address: text,
  city: text,
  postalCode: text,
  termsAcceptedAt: instant,
  marketingOptIn: bool,
  /** Until when the player has excluded themselves from play. */
  excludedUntil: nullable(instant),
  preferences: json(KeptPreferences),
  /** When another play currency was last requested; null if the copy here is wallet's latest value. */
  currencyAskedAt: nullable(instant),
};
export type ProfileDetails = Row<typeof detailsRow>;

const requestRow = { askedAt: instant, alone: bool };
const requestedCurrencyRow = { ...playerRow, currencyAskedAt: instant };
const movedRow = { ...playerRow, movedAt: instant };
const idRow = { id: uuid };
const emailRow = { email: text };
const signInRow = {
  id: uuid,
  kind: oneOf(['signed_in', 'sign_in_failed', 'password_changed']),
  at: instant,
  params: json(z.record(z.string(), z.unknown())),
};
export type SignInRow = Row<typeof signInRow>;
const passkeyRow = { name: text, createdAt: instant, lastUsedAt: nullable(instant) };
const historyRow = { kind: text, at: instant, params: json(z.record(z.string(), z.unknown())) };

export function readDetails(on: Queries, id: string): Promise<ProfileDetails | undefined> {
  return on.row(
    detailsRow,
    `select to_char(date_of_birth, 'YYYY-MM-DD') as "dateOfBirth", phone, address, city, postal_code as "postalCode",
       terms_accepted_at as "termsAcceptedAt", marketing_opt_in as "marketingOptIn", excluded_until as "excludedUntil", preferences,
       currency_asked_at as "currencyAskedAt" from users where id = $1`,
    [id],
  );
}

/** Players who moved and whose account is not closed, by id. */
export function readMoved(on: Queries, afterId: string | null, count: number): Promise<(Player & { movedAt: Date })[]> {
  return on.rows(
    movedRow,
    `select ${playerColumns}, moved_at as "movedAt" from users
     where moved_at is not null and status <> 'closed' and ($1::uuid is null or id > $1) order by id limit $2`,
    [afterId, count],
  );
}

/** Updates the profile. Another jurisdiction is a new version of the permit, which wallet must confirm. */
export async function updateProfile(
  tx: Tx,
  before: Player,
  change: ProfileChange & { jurisdiction: Player['jurisdiction']; personKey: string | null },
  now: Date,
): Promise<Player> {
  const permit = change.jurisdiction !== before.jurisdiction;
  return only(
    await tx.row(
      playerRow,
      `update users set first_name = coalesce($2, first_name), last_name = coalesce($3, last_name), country = coalesce($4, country), jurisdiction = $5,
       moved_at = case when $4 <> country then $12 else moved_at end,
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
        now,
      ],
    ),
  );
}

const emailChangeRow = {
  oldEmail: text,
  newEmail: text,
  requestedAt: instant,
  confirmedAt: nullable(instant),
  endedAt: nullable(instant),
};

/** The changes of address of a player, oldest first. */
export function readEmailChanges(on: Queries, id: string): Promise<Row<typeof emailChangeRow>[]> {
  return on.rows(
    emailChangeRow,
    `select old_email as "oldEmail", new_email as "newEmail", requested_at as "requestedAt", confirmed_at as "confirmedAt", ended_at as "endedAt"
     from email_changes where player_id = $1 order by requested_at`,
    [id],
  );
}

/** Locks these addresses, so that one transaction at a time decides whose they are. */
export async function lockAddresses(tx: Tx, emails: readonly string[]): Promise<void> {
  for (const key of emails.map(emailKey).toSorted())
    await tx.run("select pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))", [key]);
}

/** Whether another account replaced the address so recently that the replacement can still be undone. Call it under `lockAddresses`. */
export function isAddressReserved(
  tx: Tx,
  email: string,
  since: Date,
  exceptId: string | null = null,
): Promise<boolean> {
  return tx.exists(
    'select id from email_changes where old_key = $1 and confirmed_at > $2 and ended_at is null and player_id is distinct from $3',
    [emailKey(email), since, exceptId],
  );
}

/** Updates all preferences except the play currency, which wallet owns. */
export async function updatePreferences(
  tx: Tx,
  id: string,
  { currency: _wallets, language, ...rest }: Preferences,
): Promise<Player> {
  return only(
    await tx.row(
      playerRow,
      `update users set language = $2, preferences = $3, marketing_opt_in = $4, version = version + 1 where id = $1 returning ${playerColumns}`,
      [id, language, JSON.stringify(rest), rest.notifications.marketing],
    ),
  );
}

/** Stores the time of a request for another play currency; each request gets its own. `alone`: no earlier request is running or without a reply. */
export async function markCurrencyRequested(
  on: Queries,
  id: string,
  now: Date,
): Promise<{ askedAt: Date; alone: boolean }> {
  return only(
    await on.row(
      requestRow,
      `update users set currency_asked_at = greatest($2, currency_asked_at + interval '1 millisecond') where id = $1
     returning currency_asked_at as "askedAt", old.currency_asked_at is null as alone`,
      [id, now],
    ),
  );
}

export interface WalletCurrency {
  currency: Player['currency'];
  askedAt: Date;
  /** True if no other request was running whose reply may be newer. */
  certain: boolean;
}

/** Stores wallet's value. If another request was made meanwhile, the value is read again later. */
export async function copyCurrency(
  tx: Tx,
  id: string,
  { currency, askedAt, certain }: WalletCurrency,
): Promise<Player> {
  return only(
    await tx.row(
      playerRow,
      `update users set currency = $2, version = version + 1, currency_asked_at = case when $4 and currency_asked_at = $3 then null else currency_asked_at end
     where id = $1 returning ${playerColumns}`,
      [id, currency, askedAt, certain],
    ),
  );
}

/** Players with a request for another play currency from before an instant, whose copy may be wrong. */
export function readRequestedCurrencies(
  on: Queries,
  before: Date,
  count: number,
): Promise<(Player & { currencyAskedAt: Date })[]> {
  return on.rows(
    requestedCurrencyRow,
    `select ${playerColumns}, currency_asked_at as "currencyAskedAt" from users where currency_asked_at < $1 order by currency_asked_at limit $2`,
    [before, count],
  );
}

export async function markTermsAccepted(tx: Tx, id: string, version: string, now: Date): Promise<void> {
  await tx.run('update users set terms_version = $2, terms_accepted_at = $3, version = version + 1 where id = $1', [
    id,
    version,
    now,
  ]);
}

const deviceRow = { hash: bytes };

/** The browsers a player signed in with, and the hash of their name and date of birth; null if unknown. */
export async function readPersonTraits(
  on: Queries,
  id: string,
): Promise<{ devices: Buffer[]; personKey: string | null }> {
  const devices = await on.rows(
    deviceRow,
    'select hash from devices where player_id = $1 order by last_seen_at desc limit 20',
    [id],
  );
  const row = await on.row({ personKey: nullable(text) }, 'select person_key as "personKey" from users where id = $1', [
    id,
  ]);
  return { devices: devices.map(({ hash }) => hash), personKey: row?.personKey ?? null };
}

/** Other accounts with the same name and date of birth, oldest first. Erased accounts have neither, so they are not among them. */
export async function findSamePerson(on: Queries, id: string, personKey: string): Promise<string[]> {
  return (
    await on.rows(idRow, 'select id from users where person_key = $2 and id <> $1 order by id limit 20', [
      id,
      personKey,
    ])
  ).map((row) => row.id);
}

export function readPlayerWithSecrets(on: Queries, id: string): Promise<(Player & Secrets) | undefined> {
  return on.row(playerWithSecretsRow, `select ${playerColumns}, ${secretColumns} from users where id = $1`, [id]);
}

/** The history of an account, without operators' notes and reasons. */
export function readHistory(
  on: Queries,
  playerId: string,
): Promise<{ kind: string; at: Date; params: Record<string, unknown> }[]> {
  const shown = "kind, at, case when operator_id is null then params else params - 'reason' end as params";
  return on.rows(
    historyRow,
    `select ${shown} from user_history where player_id = $1 and kind <> 'note_added' order by id`,
    [playerId],
  );
}

export async function insertPasswordRequest(on: Queries, email: string, now: Date): Promise<void> {
  await on.run('insert into password_requests (email, created_at) values ($1, $2)', [email, now]);
}

/** Takes the oldest requests for a new password; a concurrent instance takes others. */
export async function takePasswordRequests(tx: Tx, count: number): Promise<string[]> {
  const rows = await tx.rows(
    emailRow,
    'delete from password_requests where id in (select id from password_requests order by id limit $1 for update skip locked) returning email',
    [count],
  );
  return rows.map(({ email }) => email);
}

/** Forgets all known browsers and addresses. */
export async function forgetBrowsers(tx: Tx, playerId: string): Promise<void> {
  await tx.run('delete from devices where player_id = $1', [playerId]);
  await tx.run("update sessions set address = '' where subject_id = $1", [playerId]);
}

/** Sign-ins, failed ones and passwords set by a mailed link, newest first. */
export function readSignIns(
  on: Queries,
  playerId: string,
  { since, beforeId, count }: { since: Date; beforeId: string | undefined; count: number },
): Promise<SignInRow[]> {
  return on.rows(
    signInRow,
    `select id, kind, at, params from user_history
     where player_id = $1 and at >= $2 and ($3::uuid is null or id < $3)
       and (kind in ('signed_in', 'sign_in_failed') or (kind = 'password_changed' and params ->> 'how' = 'reset'))
     order by id desc limit $4`,
    [playerId, since, beforeId ?? null, count],
  );
}

/** The passkeys of a player without their keys, oldest first. */
export function readPasskeyNames(on: Queries, playerId: string): Promise<Row<typeof passkeyRow>[]> {
  const shown = 'name, created_at as "createdAt", last_used_at as "lastUsedAt"';
  return on.rows(passkeyRow, `select ${shown} from passkeys where subject_id = $1 and kind = 'player' order by id`, [
    playerId,
  ]);
}
