/**
 * How somebody proves who he is, and what he guards his account with: one piece for players and operators. A guess counts wherever it is made,
 * so a stolen session is no way around the throttle of a sign-in; and what was proven is compared again in the transaction that relies on it,
 * so nothing that was proven with an old password or without the authenticator outlives the change.
 */
import { randomBytes } from 'node:crypto';
import { seal, unseal } from '@fairline/chassis/blob';
import type { Tx } from '@fairline/chassis/postgres';
import { authRefusals } from '@fairline/proto/auth';
import type { Enrolment, PasswordChange, RecoveryCodes } from '@fairline/proto/auth/account';
import { Refusal, type RefusalType } from '@fairline/proto/contract';
import type { z } from 'zod';
import type { Auth } from './config.ts';
import { newAuthenticator, newRecoveryCodes, recoveryBytes, recoveryHash, stepOfCode } from './credential.ts';
import { revokeOthers } from './sessions.ts';
import * as secrets from './store-secrets.ts';
import { emailKey } from './user.ts';

/** Somebody with what he proves himself by. */
export interface Holder extends secrets.Secrets, secrets.Owner {
  email: string;
}

/** The name under which his tries are counted. */
export function throttled({ kind, email }: Pick<Holder, 'kind' | 'email'>): string {
  return `${kind} ${emailKey(email)}`;
}

// ---- Signing in --------------------------------------------------------------------------------

/** What somebody was known by, for the record. */
export type Proof = 'password' | 'code' | 'recovery_code';

/** What a sign-in showed: a proof, or what was wrong or missing. */
export type Shown = { proof: Proof } | 'code missing' | 'password wrong' | 'code wrong';

/** Looks at what was typed at a sign-in; as much work where there is nobody. A right code is taken, once. */
export async function examine(
  room: Auth,
  holder: Holder | undefined,
  { password, totp }: { password: string; totp?: string | undefined },
  asksCode: boolean,
): Promise<Shown> {
  const right = await room.passwords.matches(password, holder?.passwordHash);
  if (!right || !holder) return 'password wrong';
  if (!asksCode) return { proof: 'password' };
  if (!totp?.trim()) return 'code missing';
  const proof = await takeCode(room, holder, totp);
  return proof ? { proof } : 'code wrong';
}

/** What was typed for a code is taken, once: that of his authenticator, or one for the day it is lost. */
async function takeCode(room: Auth, holder: Holder, typed: string): Promise<Exclude<Proof, 'password'> | undefined> {
  if (await takeOwnCode(room, holder, typed)) return 'code';
  return (await secrets.takeRecoveryCode(room.db, holder, recoveryHash(room.keys.totp, typed))) ? 'recovery_code' : undefined;
}

async function takeOwnCode(room: Auth, holder: Holder, typed: string): Promise<boolean> {
  if (!holder.totpSecret) return false;
  const step = await stepOfCode(opened(room, holder, holder.totpSecret), typed, holder.totpStep, room.clock.now());
  return step !== undefined && (await secrets.takeTotpStep(room.db, holder, step));
}

function opened(room: Auth, { id }: Holder, sealed: Uint8Array): string {
  return Buffer.from(unseal(room.keys.totp, id, sealed)).toString('utf8');
}

// ---- Proving it again --------------------------------------------------------------------------

/** Something only he can know, by the field of the form it was typed in. */
export interface Claim {
  field: string;
  refusal: RefusalType;
  holds: () => Promise<boolean>;
}

export function byPassword(room: Auth, holder: Holder, typed: string, field = 'password'): Claim {
  return { field, refusal: authRefusals.passwordWrong, holds: () => room.passwords.matches(typed, holder.passwordHash) };
}

/** A code of the app alone. */
export function byOwnCode(room: Auth, holder: Holder, typed: string, field: string): Claim {
  return { field, refusal: authRefusals.totpWrong, holds: () => takeOwnCode(room, holder, typed) };
}

/** A code of the app, or a recovery code. */
function byCode(room: Auth, holder: Holder, typed: string): Claim {
  return { field: 'code', refusal: authRefusals.totpWrong, holds: async () => (await takeCode(room, holder, typed)) !== undefined };
}

/** Where it is tried from, and what becomes of a wrong guess. */
export interface Prover {
  address: string;
  onWrong?: (field: string) => Promise<void>;
}

/**
 * All that is claimed, in one try. A wrong guess counts as one of a sign-in does; what is right gives its own try back and no other,
 * so knowing the password buys no guesses at the code.
 */
export async function prove(room: Auth, holder: Holder, { address, onWrong }: Prover, ...claims: readonly Claim[]): Promise<void> {
  const admission = await room.throttle.admit(throttled(holder), address);
  for (const { field, refusal, holds } of claims) {
    if (await holds()) continue;
    await onWrong?.(field);
    throw withField(refusal, field);
  }
  await room.throttle.forgive(admission);
}

/** A refusal that says which field of the form it is about. */
export function withField(refusal: RefusalType, field: string): Refusal {
  return new Refusal(refusal, undefined, { [field]: refusal.message });
}

// ---- The password ------------------------------------------------------------------------------

type Done = (tx: Tx) => Promise<void>;

/** Changes the password; the session it is changed in goes on, the others end. `done` says so, in the same transaction. */
export async function changePassword(
  room: Auth,
  holder: Holder,
  by: Prover & { sessionId: string },
  { currentPassword, newPassword }: z.infer<typeof PasswordChange>,
  done: Done,
): Promise<void> {
  await prove(room, holder, by, byPassword(room, holder, currentPassword, 'currentPassword'));
  if (await room.passwords.matches(newPassword, holder.passwordHash)) throw withField(authRefusals.passwordSame, 'newPassword');
  const hashed = await room.passwords.hash(newPassword);
  await room.db.tx(async (tx) => {
    if (!(await secrets.changePassword(tx, holder, hashed))) throw withField(authRefusals.passwordWrong, 'currentPassword');
    await revokeOthers(tx, holder.kind, holder.id, by.sessionId, 'password', room.clock.now());
    await done(tx);
  });
}

// ---- The authenticator -------------------------------------------------------------------------

/** Begins an authenticator; until a code confirms it, nothing asks for one of it. */
export async function beginAuthenticator(room: Auth, holder: Holder): Promise<z.input<typeof Enrolment>> {
  const enrolment = newAuthenticator(holder.email);
  const sealed = seal(room.keys.totp, holder.id, Buffer.from(enrolment.secret, 'utf8'));
  if (!(await secrets.setPendingTotp(room.db, holder, sealed))) throw new Refusal(authRefusals.sessionExpired);
  return enrolment;
}

/** Takes the authenticator that was begun. The recovery codes are answered here and never again; earlier ones are worth nothing. */
export async function confirmAuthenticator(room: Auth, holder: Holder, by: Prover, code: string, done: Done): Promise<z.input<typeof RecoveryCodes>> {
  const pending = holder.totpPending;
  if (!pending) throw new Refusal(authRefusals.totpNotEnrolled);
  let step: number | undefined;
  const holds = async () => {
    step = await stepOfCode(opened(room, holder, pending), code, 0, room.clock.now());
    return step !== undefined;
  };
  await prove(room, holder, by, { field: 'code', refusal: authRefusals.totpWrong, holds });
  const recoveryCodes = newRecoveryCodes(randomBytes(recoveryBytes));
  const hashes = recoveryCodes.map((recoveryCode) => recoveryHash(room.keys.totp, recoveryCode));
  await room.db.tx(async (tx) => {
    const taken = { step: step as number, recoveryCodes: hashes, at: room.clock.now() };
    if (!(await secrets.takePendingTotp(tx, holder, taken))) throw new Refusal(authRefusals.totpNotEnrolled);
    await done(tx);
  });
  return { recoveryCodes };
}

/** Switches it off, by password and code in one try. */
export async function switchOffAuthenticator(
  room: Auth,
  holder: Holder,
  by: Prover,
  { password, code }: { password: string; code: string },
  done: Done,
): Promise<void> {
  await prove(room, holder, by, byPassword(room, holder, password), byCode(room, holder, code));
  await room.db.tx(async (tx) => {
    if (!(await secrets.clearTotp(tx, holder))) throw new Refusal(authRefusals.totpNotEnrolled);
    await done(tx);
  });
}
