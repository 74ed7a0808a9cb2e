/** Every query about the staff: their proofs, passwords and authenticators, who they are, and what they note about players. */

import type { Queries, Tx } from '@fairline/chassis/postgres';
import type { Role } from '@fairline/proto/permissions';
import { emailKey, type Staff } from './user.ts';

// ---- Operators ---------------------------------------------------------------------------------

const staffColumns = 'id, version, email, first_name as "firstName", last_name as "lastName", role, active, demo, last_login_at as "lastLoginAt"';

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

export interface StaffSecrets {
  passwordHash: string | null;
  totpSecret: Buffer | null;
  totpStep: number;
  /** A new authenticator until its first code. */
  totpPending: Buffer | null;
  totpEnrolledAt: Date | null;
  recoveryCodesLeft: number;
}
export type StaffWithSecrets = Staff & StaffSecrets;

const secretColumns = `password_hash as "passwordHash", totp_secret as "totpSecret", totp_step as "totpStep", totp_pending as "totpPending",
  totp_enrolled_at as "totpEnrolledAt", cardinality(recovery_codes) as "recoveryCodesLeft"`;

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

/** Undefined where the password that was checked is no longer his, or his access was taken away meanwhile. */
export function markOperatorSignedIn(tx: Tx, id: string, passwordHash: string | null, now: Date): Promise<Staff | undefined> {
  return tx.row(`update operators set last_login_at = $3, version = version + 1 where id = $1 and password_hash = $2 and active returning ${staffColumns}`, [
    id,
    passwordHash,
    now,
  ]);
}

/** Takes a code's time step, once: false for the second of two sign-ins with one code. */
export async function takeTotpStep(on: Queries, id: string, step: number): Promise<boolean> {
  return (await on.run('update operators set totp_step = $2 where id = $1 and totp_step < $2', [id, step])) === 1;
}

export async function setOperatorSecrets(tx: Tx, id: string, passwordHash: string, totpSecret: Uint8Array): Promise<Staff> {
  return (await tx.row<Staff>(
    `update operators set password_hash = $2, totp_secret = $3, totp_step = 0, version = version + 1 where id = $1 returning ${staffColumns}`,
    [id, passwordHash, Buffer.from(totpSecret)],
  )) as Staff;
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
