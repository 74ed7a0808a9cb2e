/** Every query about the staff: their proofs, passwords and authenticators, who they are, and what they note about players. */

import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { TimelineEntry } from '@fairline/proto/auth/staff';
import type { Role } from '@fairline/proto/permissions';
import { type Secrets, secretColumns } from './store-secrets.ts';
import { emailKey, type Player, type Staff } from './user.ts';

// ---- Operators ---------------------------------------------------------------------------------

const staffColumns =
  'id, version, email, first_name as "firstName", last_name as "lastName", role, active, demo, last_login_at as "lastLoginAt", created_at as "createdAt"';

export interface NewStaff {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  demo: boolean;
  passwordHash: string | null;
  createdAt: Date;
}

/** Undefined where the address already has an operator. */
export function insertOperator(on: Queries, staff: NewStaff): Promise<Staff | undefined> {
  return on.row(
    `insert into operators (email, email_key, first_name, last_name, role, demo, password_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (email_key) do nothing returning ${staffColumns}`,
    [staff.email, emailKey(staff.email), staff.firstName, staff.lastName, staff.role, staff.demo, staff.passwordHash, staff.createdAt],
  );
}

export function operator(on: Queries, id: string): Promise<Staff | undefined> {
  return on.row(`select ${staffColumns} from operators where id = $1`, [id]);
}

export type StaffWithSecrets = Staff & Secrets;

export function operatorByEmail(on: Queries, email: string): Promise<StaffWithSecrets | undefined> {
  return on.row(`select ${staffColumns}, ${secretColumns} from operators where email_key = $1`, [emailKey(email)]);
}

export function operatorSecrets(on: Queries, id: string): Promise<StaffWithSecrets | undefined> {
  return on.row(`select ${staffColumns}, ${secretColumns} from operators where id = $1`, [id]);
}

export function lockOperator(tx: Tx, id: string): Promise<StaffWithSecrets | undefined> {
  return tx.row(`select ${staffColumns}, ${secretColumns} from operators where id = $1 for update`, [id]);
}

export async function nextOperatorVersion(tx: Tx, id: string): Promise<number> {
  const row = await tx.row<{ version: number }>('update operators set version = version + 1 where id = $1 returning version', [id]);
  if (!row) throw new Error(`no operator ${id}`);
  return row.version;
}

/** Undefined where his access was taken away meanwhile. */
export function markOperatorSignedIn(tx: Tx, id: string, now: Date): Promise<Staff | undefined> {
  return tx.row(`update operators set last_login_at = $2, version = version + 1 where id = $1 and active returning ${staffColumns}`, [id, now]);
}

export async function setOperatorSecrets(tx: Tx, id: string, passwordHash: string, totpSecret: Uint8Array): Promise<Staff> {
  return (await tx.row<Staff>(
    `update operators set password_hash = $2, totp_secret = $3, totp_step = 0, totp_pending = null, totp_enrolled_at = null, recovery_codes = '{}', version = version + 1 where id = $1 returning ${staffColumns}`,
    [id, passwordHash, Buffer.from(totpSecret)],
  )) as Staff;
}

/** Everybody who ever was on the staff, by name. */
export function colleagues(on: Queries): Promise<{ id: string; name: string }[]> {
  return on.rows(`select id, first_name || ' ' || last_name as name from operators order by email_key`);
}

/** Everybody, by name of the role and address. */
export function operators(on: Queries): Promise<StaffWithSecrets[]> {
  return on.rows(`select ${staffColumns}, ${secretColumns} from operators order by active desc, role, email_key`);
}

/** All who are super admins now, in one order, so that two calls which change them wait for each other. */
export function lockSuperAdmins(tx: Tx): Promise<StaffWithSecrets[]> {
  return tx.rows(`select ${staffColumns}, ${secretColumns} from operators where role = 'super_admin' and active order by id for update`);
}

export async function setAccess(tx: Tx, id: string, { role, active }: Pick<Staff, 'role' | 'active'>): Promise<number> {
  const text = 'update operators set role = $2, active = $3, version = version + 1 where id = $1 returning version';
  return (await tx.row<{ version: number }>(text, [id, role, active]))?.version as number;
}

/** Takes back all that he could enter with. */
export async function clearSecrets(tx: Tx, id: string): Promise<number> {
  const nothing = "password_hash = null, totp_secret = null, totp_pending = null, totp_enrolled_at = null, totp_step = 0, recovery_codes = '{}'";
  return (await tx.row<{ version: number }>(`update operators set ${nothing}, version = version + 1 where id = $1 returning version`, [id]))?.version as number;
}

// ---- Proofs ------------------------------------------------------------------------------------

/** When the operator of a session that holds last proved who he is: by a step-up, or by signing in. */
export async function provenAt(on: Queries, sessionId: string, now: Date): Promise<Date | undefined> {
  const row = await on.row<{ at: Date }>(
    "select coalesce(proven_at, created_at) as at from sessions where id = $1 and kind = 'operator' and ended_at is null and expires_at > $2",
    [sessionId, now],
  );
  return row?.at;
}

/** False where the session is over. */
export async function markProven(tx: Tx, sessionId: string, operatorId: string, now: Date): Promise<boolean> {
  const held = "id = $1 and subject_id = $2 and kind = 'operator' and ended_at is null and expires_at > $3";
  return (await tx.run(`update sessions set proven_at = $3 where ${held}`, [sessionId, operatorId, now])) === 1;
}

// ---- What they read and note of players --------------------------------------------------------

export interface Summary extends Pick<Player, 'id' | 'email' | 'firstName' | 'lastName' | 'country' | 'level' | 'status' | 'demo'> {}

export function summaries(on: Queries, playerIds: readonly string[]): Promise<Summary[]> {
  return on.rows('select id, email, first_name as "firstName", last_name as "lastName", country, level, status, demo from users where id = any($1::uuid[])', [
    playerIds,
  ]);
}

export interface Counts {
  totalUsers: number;
  verifiedUsers: number;
  suspendedUsers: number;
  newToday: number;
}

/** Real players only. */
export async function userCounts(on: Queries, today: Date): Promise<Counts> {
  return (await on.row<Counts>(
    `select count(*)::int as "totalUsers", count(*) filter (where level = 'verified')::int as "verifiedUsers",
       count(*) filter (where status = 'suspended')::int as "suspendedUsers", count(*) filter (where created_at >= $1)::int as "newToday"
     from users where not demo`,
    [today],
  )) as Counts;
}

/** Who came and who signed in from one instant until before another; real players only. */
export async function userMovement(on: Queries, from: Date, until: Date): Promise<{ newUsers: number; activeUsers: number }> {
  return (await on.row<{ newUsers: number; activeUsers: number }>(
    `select (select count(*)::int from users where not demo and created_at >= $1 and created_at < $2) as "newUsers",
       (select count(distinct h.player_id)::int from user_history h join users u on u.id = h.player_id and not u.demo
        where h.kind in ('registered', 'signed_in') and h.at >= $1 and h.at < $2) as "activeUsers"`,
    [from, until],
  )) as { newUsers: number; activeUsers: number };
}

export interface Note {
  id: string;
  text: string;
  operatorId: string;
  operatorName: string;
  createdAt: Date;
}

export async function addNote(tx: Tx, note: { playerId: string; operatorId: string; text: string }, now: Date): Promise<Note> {
  return (await tx.row<Note>(
    `with added as (
       insert into user_notes (player_id, operator_id, text, created_at) values ($1, $2, $3, $4) returning id, text, operator_id, created_at)
     select a.id, a.text, a.operator_id as "operatorId", o.first_name || ' ' || o.last_name as "operatorName", a.created_at as "createdAt"
     from added a join operators o on o.id = a.operator_id`,
    [note.playerId, note.operatorId, note.text, now],
  )) as Note;
}

/** Newest first. */
export function notesOf(on: Queries, playerId: string, beforeId: string | undefined, count: number): Promise<Note[]> {
  return on.rows(
    `select n.id, n.text, n.operator_id as "operatorId", o.first_name || ' ' || o.last_name as "operatorName", n.created_at as "createdAt"
     from user_notes n join operators o on o.id = n.operator_id
     where n.player_id = $1 and ($2::uuid is null or n.id < $2) order by n.id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}

export interface Happened {
  id: string;
  kind: TimelineEntry['kind'];
  at: Date;
  operatorId: string | null;
  operatorName: string | null;
  params: Record<string, unknown>;
}

/** Newest first. */
export function timelineOf(on: Queries, playerId: string, beforeId: string | undefined, count: number): Promise<Happened[]> {
  return on.rows(
    `select h.id, h.kind, h.at, h.operator_id as "operatorId", o.first_name || ' ' || o.last_name as "operatorName", h.params
     from user_history h left join operators o on o.id = h.operator_id
     where h.player_id = $1 and ($2::uuid is null or h.id < $2) order by h.id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}
