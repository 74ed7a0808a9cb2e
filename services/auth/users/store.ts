/** Queries of players and of the history of their accounts. Instants come from the caller's clock. A violated constraint that a caller can cause becomes its Refusal here. */
import { brokenConstraint, type Queries, type Tx } from '@fairline/chassis/storage/postgres';
import {
  bool,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  only,
  type Row,
  text,
  uuid,
} from '@fairline/chassis/storage/rows';
import type { Preferences } from '@fairline/proto/auth/account';
import type { TimelineEntry } from '@fairline/proto/auth/staff';
import { userRefusals, userStatuses } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { jurisdictions } from '@fairline/proto/countries';
import { playCurrencies } from '@fairline/proto/money';
import { ScreeningKind } from '@fairline/proto/screening';
import { z } from 'zod';
import { type Secrets, secretColumns, secretRow } from './store-secrets.ts';
import { emailKey, type Player } from './user.ts';

export const playerRow = {
  id: uuid,
  version: integer,
  email: text,
  firstName: text,
  lastName: text,
  country: text,
  jurisdiction: oneOf(jurisdictions),
  dateOfBirth: nullable(text),
  currency: oneOf(playCurrencies),
  level: oneOf(['unverified', 'verified']),
  status: oneOf(userStatuses),
  demo: bool,
  emailVerifiedAt: nullable(instant),
  permitVersion: integer,
  boundVersion: integer,
  createdAt: instant,
  lastLoginAt: nullable(instant),
  language: text,
  termsVersion: text,
  twoFactor: bool,
  erased: bool,
};
export const playerWithSecretsRow = { ...playerRow, ...secretRow };
const versionRow = { version: integer };

export const playerColumns = `id, version, email, first_name as "firstName", last_name as "lastName", country, jurisdiction, to_char(date_of_birth, 'YYYY-MM-DD') as "dateOfBirth", currency, level, status, demo,
  email_verified_at as "emailVerifiedAt", permit_version as "permitVersion", bound_version as "boundVersion", created_at as "createdAt", last_login_at as "lastLoginAt",
  language, terms_version as "termsVersion", totp_secret is not null as "twoFactor", erased_at is not null as erased`;

export interface NewPlayer
  extends Pick<
    Player,
    'email' | 'firstName' | 'lastName' | 'country' | 'jurisdiction' | 'level' | 'demo' | 'emailVerifiedAt'
  > {
  passwordHash: string;
  dateOfBirth: string;
  personKey: string;
  marketingOptIn: boolean;
  language: Preferences['language'];
  timezone: Preferences['timezone'];
  termsVersion: string;
  createdAt: Date;
}

/** Creates an account with version 1. Refuses an address that has one. */
export async function insertPlayer(tx: Tx, player: NewPlayer): Promise<Player> {
  try {
    return only(
      await tx.row(
        playerRow,
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
      ),
    );
  } catch (error) {
    if (brokenConstraint(error) === 'users_email_key') throw new Refusal(userRefusals.emailTaken);
    throw error;
  }
}

export function readPlayer(on: Queries, id: string): Promise<Player | undefined> {
  return on.row(playerRow, `select ${playerColumns} from users where id = $1`, [id]);
}

export function lockPlayer(tx: Tx, id: string): Promise<Player | undefined> {
  return tx.row(playerRow, `select ${playerColumns} from users where id = $1 for update`, [id]);
}

export function readPlayerByEmail(on: Queries, email: string): Promise<(Player & Secrets) | undefined> {
  return on.row(playerWithSecretsRow, `select ${playerColumns}, ${secretColumns} from users where email_key = $1`, [
    emailKey(email),
  ]);
}

/** Raises the version of an account, for an event about it. */
export async function incrementPlayerVersion(tx: Tx, id: string): Promise<number> {
  const row = await tx.row(versionRow, 'update users set version = version + 1 where id = $1 returning version', [id]);
  if (!row) throw new Error(`no player ${id}`);
  return row.version;
}

export async function markSignedIn(tx: Tx, id: string, now: Date): Promise<Player> {
  return only(
    await tx.row(
      playerRow,
      `update users set last_login_at = $2, version = version + 1 where id = $1 returning ${playerColumns}`,
      [id, now],
    ),
  );
}

export async function markEmailVerified(tx: Tx, id: string, now: Date): Promise<Player> {
  return only(
    await tx.row(
      playerRow,
      `update users set email_verified_at = $2, version = version + 1 where id = $1 returning ${playerColumns}`,
      [id, now],
    ),
  );
}

/** Changes status, level or jurisdiction. The new version is that of the permit, which wallet must confirm. */
export async function setPermit(
  tx: Tx,
  id: string,
  { status, level, jurisdiction }: Pick<Player, 'status' | 'level'> & Partial<Pick<Player, 'jurisdiction'>>,
  now: Date,
): Promise<Player> {
  return only(
    await tx.row(
      playerRow,
      `update users set status = $2, level = $3, jurisdiction = coalesce($5, jurisdiction), version = version + 1, permit_version = version + 1,
       closed_at = case when $2 = 'closed' then coalesce(closed_at, $4) end, closing_at = case when $2 <> 'closed' then closing_at end
     where id = $1 returning ${playerColumns}`,
      [id, status, level, now, jurisdiction ?? null],
    ),
  );
}

const decidedRow = { levelDecidedAt: nullable(instant), movedAt: nullable(instant) };

/** When the level of a player was last decided and their country last changed; undefined for an unknown player. Call it with the player locked. */
export function readDecided(
  tx: Tx,
  id: string,
): Promise<{ levelDecidedAt: Date | null; movedAt: Date | null } | undefined> {
  return tx.row(
    decidedRow,
    'select level_decided_at as "levelDecidedAt", moved_at as "movedAt" from users where id = $1',
    [id],
  );
}

export async function markLevelDecided(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run('update users set level_decided_at = greatest(level_decided_at, $2) where id = $1', [id, at]);
}

const assessmentRow = { approved: bool, matches: json(z.array(ScreeningKind)) };

/** Stores what kyc says of a player; false if the same or a newer version is stored. Call it with the player locked. */
export function saveKycAssessment(
  tx: Tx,
  playerId: string,
  version: number,
  { approved, matches }: Row<typeof assessmentRow>,
): Promise<boolean> {
  return tx.exists(
    `insert into kyc_assessments as k (player_id, version, approved, matches) values ($1, $2, $3, $4)
     on conflict (player_id) do update set version = $2, approved = $3, matches = $4 where k.version < $2 returning 1`,
    [playerId, version, approved, JSON.stringify(matches)],
  );
}

/** What kyc last said of a player. To decide by it, call it with the player locked. */
export function readKycAssessment(on: Queries, playerId: string): Promise<Row<typeof assessmentRow> | undefined> {
  return on.row(assessmentRow, 'select approved, matches from kyc_assessments where player_id = $1', [playerId]);
}

/** Gives the same permit a version above another; undefined if it has changed since. */
export function raisePermit(on: Queries, { id, permitVersion }: Player, above: number): Promise<Player | undefined> {
  return on.row(
    playerRow,
    `update users set version = greatest(version, $3) + 1, permit_version = greatest(version, $3) + 1 where id = $1 and permit_version = $2 returning ${playerColumns}`,
    [id, permitVersion, above],
  );
}

/** Players whose permit wallet has not confirmed yet, oldest accounts first. */
export function readUnboundPlayers(on: Queries, count: number): Promise<Player[]> {
  return on.rows(
    playerRow,
    `select ${playerColumns} from users where bound_version < permit_version order by id limit $1`,
    [count],
  );
}

export async function markBound(on: Queries, id: string, permitVersion: number): Promise<void> {
  await on.run('update users set bound_version = least($2, permit_version) where id = $1 and bound_version < $2', [
    id,
    permitVersion,
  ]);
}

export interface HistoryEntry {
  kind: TimelineEntry['kind'];
  operatorId?: string;
  params?: Record<string, unknown>;
}

/** Adds an entry to the history of an account, in the transaction of the change. */
export async function recordHistory(
  tx: Queries,
  playerId: string,
  { kind, operatorId, params = {} }: HistoryEntry,
  now: Date,
): Promise<void> {
  await tx.run('insert into user_history (player_id, kind, operator_id, params, at) values ($1, $2, $3, $4, $5)', [
    playerId,
    kind,
    operatorId ?? null,
    JSON.stringify(params),
    now,
  ]);
}
