/** Queries of operators: their data, credentials, and last proof. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, nullable, oneOf, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { type Role, roleNames } from '@fairline/proto/permissions';
import { secretColumns, secretRow } from '../users/store-secrets.ts';
import { emailKey } from '../users/user.ts';
import type { Staff } from './operator.ts';

const staffRow = {
  id: uuid,
  version: integer,
  email: text,
  firstName: text,
  lastName: text,
  role: oneOf(roleNames),
  active: bool,
  demo: bool,
  lastLoginAt: nullable(instant),
  createdAt: instant,
  activatedAt: nullable(instant),
  invitedBy: nullable(uuid),
  resetBy: nullable(uuid),
  resetAt: nullable(instant),
  raisedBy: nullable(uuid),
  raisedAt: nullable(instant),
};
const staffWithSecretsRow = { ...staffRow, ...secretRow };
export type StaffWithSecrets = Row<typeof staffWithSecretsRow>;

const versionRow = { version: integer };
const colleagueRow = { id: uuid, name: text };

const staffColumns =
  'id, version, email, first_name as "firstName", last_name as "lastName", role, active, demo, last_login_at as "lastLoginAt", created_at as "createdAt", ' +
  'activated_at as "activatedAt", invited_by as "invitedBy", reset_by as "resetBy", reset_at as "resetAt", raised_by as "raisedBy", raised_at as "raisedAt"';

export interface NewStaff {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  demo: boolean;
  passwordHash: string | null;
  /** Who requested the invitation; null from the command line. */
  invitedBy: string | null;
  createdAt: Date;
}

/** Creates an operator; undefined if the address already has one. */
export function insertOperator(on: Queries, staff: NewStaff): Promise<Staff | undefined> {
  return on.row(
    staffRow,
    `insert into operators (email, email_key, first_name, last_name, role, demo, password_hash, created_at, activated_at, invited_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, case when $7::text is not null then $8::timestamptz end, $9) on conflict (email_key) do nothing returning ${staffColumns}`,
    [
      staff.email,
      emailKey(staff.email),
      staff.firstName,
      staff.lastName,
      staff.role,
      staff.demo,
      staff.passwordHash,
      staff.createdAt,
      staff.invitedBy,
    ],
  );
}

export function readOperator(on: Queries, id: string): Promise<Staff | undefined> {
  return on.row(staffRow, `select ${staffColumns} from operators where id = $1`, [id]);
}

export function readOperatorByEmail(on: Queries, email: string): Promise<StaffWithSecrets | undefined> {
  return on.row(staffWithSecretsRow, `select ${staffColumns}, ${secretColumns} from operators where email_key = $1`, [
    emailKey(email),
  ]);
}

export function readOperatorSecrets(on: Queries, id: string): Promise<StaffWithSecrets | undefined> {
  return on.row(staffWithSecretsRow, `select ${staffColumns}, ${secretColumns} from operators where id = $1`, [id]);
}

export function lockOperator(tx: Tx, id: string): Promise<StaffWithSecrets | undefined> {
  return tx.row(
    staffWithSecretsRow,
    `select ${staffColumns}, ${secretColumns} from operators where id = $1 for update`,
    [id],
  );
}

export async function incrementOperatorVersion(tx: Tx, id: string): Promise<number> {
  const row = await tx.row(versionRow, 'update operators set version = version + 1 where id = $1 returning version', [
    id,
  ]);
  if (!row) throw new Error(`no operator ${id}`);
  return row.version;
}

/** Records a sign-in; undefined if access was revoked meanwhile. */
export function markOperatorSignedIn(tx: Tx, id: string, now: Date): Promise<Staff | undefined> {
  return tx.row(
    staffRow,
    `update operators set last_login_at = $2, version = version + 1 where id = $1 and active returning ${staffColumns}`,
    [id, now],
  );
}

export async function setOperatorSecrets(
  tx: Tx,
  id: string,
  passwordHash: string,
  totpSecret: Uint8Array,
  now: Date,
): Promise<Staff> {
  return only(
    await tx.row(
      staffRow,
      `update operators set password_hash = $2, totp_secret = $3, activated_at = $4, totp_step = 0, totp_pending = null, totp_enrolled_at = null, recovery_codes = '{}', version = version + 1 where id = $1 returning ${staffColumns}`,
      [id, passwordHash, Buffer.from(totpSecret), now],
    ),
  );
}

/** Everybody who was ever an operator, by name. */
export function readColleagues(on: Queries): Promise<{ id: string; name: string }[]> {
  return on.rows(colleagueRow, `select id, first_name || ' ' || last_name as name from operators order by email_key`);
}

/** All operators, by role and address. */
export function readOperators(on: Queries): Promise<StaffWithSecrets[]> {
  return on.rows(
    staffWithSecretsRow,
    `select ${staffColumns}, ${secretColumns} from operators order by active desc, role, email_key`,
  );
}

/** Locks all super admins, always in the same order, so that concurrent changes of operators wait for each other. */
export function lockSuperAdmins(tx: Tx): Promise<StaffWithSecrets[]> {
  return tx.rows(
    staffWithSecretsRow,
    `select ${staffColumns}, ${secretColumns} from operators where role = 'super_admin' and active order by id for update`,
  );
}

export async function setAccess(tx: Tx, id: string, { role, active }: Pick<Staff, 'role' | 'active'>): Promise<number> {
  const statement =
    'update operators set role = $2, active = $3, version = version + 1 where id = $1 returning version';
  return only(await tx.row(versionRow, statement, [id, role, active])).version;
}
