/** Queries of credentials: password, authenticator, recovery codes. The tables of players and operators have columns of the same names. */

import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { bytes, instant, integer, nullable, type Row, text } from '@fairline/chassis/storage/rows';
import type { AccountKind } from './user.ts';

const tables: Record<AccountKind, string> = { player: 'users', operator: 'operators' };

export const secretRow = {
  /** Null for an operator who was never activated. */
  passwordHash: nullable(text),
  totpSecret: nullable(bytes),
  totpStep: integer,
  /** A new authenticator that waits for its first code. */
  totpPending: nullable(bytes),
  totpEnrolledAt: nullable(instant),
  recoveryCodesLeft: integer,
};
export type Secrets = Row<typeof secretRow>;

export const secretColumns = `password_hash as "passwordHash", totp_secret as "totpSecret", totp_step as "totpStep", totp_pending as "totpPending",
  totp_enrolled_at as "totpEnrolledAt", cardinality(recovery_codes) as "recoveryCodesLeft"`;

/** The account that the secrets belong to. */
export interface Owner {
  kind: AccountKind;
  id: string;
}

/** The secrets as read before a check. They are stored with random salts, so equal bytes mean that nothing was changed since. */
export type CheckedSecrets = Owner & Pick<Secrets, 'passwordHash' | 'totpSecret'>;

const unchanged = 'id = $1 and password_hash = $2 and totp_secret is not distinct from $3';

/** Locks the account for this transaction; false if password or authenticator have changed since the check. */
export async function lockUnchanged(tx: Tx, { kind, id, passwordHash, totpSecret }: CheckedSecrets): Promise<boolean> {
  return tx.exists(`select id from ${tables[kind]} where ${unchanged} for update`, [id, passwordHash, totpSecret]);
}

/** Replaces the password, and cancels a pending authenticator; false if the password has changed since the check. */
export async function replacePassword(
  tx: Tx,
  { kind, id, passwordHash }: CheckedSecrets,
  after: string,
): Promise<boolean> {
  return (
    (await tx.run(
      `update ${tables[kind]} set password_hash = $3, totp_pending = null where id = $1 and password_hash = $2`,
      [id, passwordHash, after],
    )) === 1
  );
}

/** Sets the password without comparing the old one. */
export async function overwritePassword(tx: Tx, { kind, id }: Owner, after: string): Promise<void> {
  await tx.run(`update ${tables[kind]} set password_hash = $2, totp_pending = null where id = $1`, [id, after]);
}

/** Stores a pending authenticator; false if password or authenticator have changed since the check. */
export async function setPendingTotp(
  on: Queries,
  { kind, id, passwordHash, totpSecret }: CheckedSecrets,
  sealed: Uint8Array,
): Promise<boolean> {
  return (
    (await on.run(`update ${tables[kind]} set totp_pending = $4 where ${unchanged}`, [
      id,
      passwordHash,
      totpSecret,
      Buffer.from(sealed),
    ])) === 1
  );
}

/** Replaces the authenticator with the pending one, with new recovery codes; false if a secret or the pending one has changed meanwhile. */
export async function activatePendingTotp(
  tx: Tx,
  { kind, id, passwordHash, totpSecret, totpPending }: CheckedSecrets & Pick<Secrets, 'totpPending'>,
  taken: { step: number; recoveryCodes: readonly Buffer[]; at: Date },
): Promise<boolean> {
  const statement = `update ${tables[kind]} set totp_secret = totp_pending, totp_pending = null, totp_step = $5, recovery_codes = $6::bytea[], totp_enrolled_at = $7
    where ${unchanged} and totp_pending = $4`;
  return (
    (await tx.run(statement, [
      id,
      passwordHash,
      totpSecret,
      totpPending,
      taken.step,
      taken.recoveryCodes,
      taken.at,
    ])) === 1
  );
}

/** Removes the authenticator; false if password or authenticator have changed since the check. */
export async function clearTotp(tx: Tx, { kind, id, passwordHash, totpSecret }: CheckedSecrets): Promise<boolean> {
  const statement = `update ${tables[kind]} set totp_secret = null, totp_pending = null, totp_enrolled_at = null, totp_step = 0, recovery_codes = '{}' where ${unchanged}`;
  return (await tx.run(statement, [id, passwordHash, totpSecret])) === 1;
}

/** Removes the authenticator without comparing it. */
export async function dropTotp(tx: Tx, { kind, id }: Owner): Promise<void> {
  await tx.run(
    `update ${tables[kind]} set totp_secret = null, totp_pending = null, totp_enrolled_at = null, totp_step = 0, recovery_codes = '{}' where id = $1`,
    [id],
  );
}

/** Removes all passkeys of an account that was reset or taken over by the owner of its address. */
export async function dropPasskeys(tx: Tx, { kind, id }: Owner): Promise<void> {
  await tx.run('delete from passkeys where subject_id = $1 and kind = $2', [id, kind]);
}

/** Uses up the time step of a code; false if it was used before. */
export async function takeTotpStep(on: Queries, { kind, id }: Owner, step: number): Promise<boolean> {
  return (await on.run(`update ${tables[kind]} set totp_step = $2 where id = $1 and totp_step < $2`, [id, step])) === 1;
}

/** Uses up a recovery code; false if the account does not have it. */
export async function takeRecoveryCode(on: Queries, { kind, id }: Owner, hash: Buffer): Promise<boolean> {
  const statement = `update ${tables[kind]} set recovery_codes = array_remove(recovery_codes, $2::bytea) where id = $1 and $2::bytea = any(recovery_codes)`;
  return (await on.run(statement, [id, hash])) === 1;
}
