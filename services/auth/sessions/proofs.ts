/**
 * Proofs of identity of players and operators: password, code, recovery code. Wrong guesses count everywhere, so a stolen session allows no more guesses than a sign-in.
 * They count apart from sign-ins, so a stranger's guesses at the sign-in page do not block a signed-in player. The transaction that relies on a proof compares
 * the secrets again, so no proof is valid after a change of password or authenticator.
 */

import { randomBytes } from 'node:crypto';
import { seal, unseal } from '@fairline/chassis/storage/blob';
import type { Tx } from '@fairline/chassis/storage/postgres';
import {
  type Enrolment,
  type PasswordChange,
  type RecoveryCodes,
  sessionRefusals,
} from '@fairline/proto/auth/sessions';
import { Refusal, type RefusalType } from '@fairline/proto/contract';
import type { z } from 'zod';
import { newAuthenticator, newRecoveryCodes, recoveryBytes, recoveryHash, stepOfCode } from '../users/credential.ts';
import type { Admission } from '../users/limit.ts';
import { refuseWeakPassword } from '../users/password.ts';
import {
  activatePendingTotp,
  clearTotp,
  type Owner,
  replacePassword,
  type Secrets,
  setPendingTotp,
  takeRecoveryCode,
  takeTotpStep,
} from '../users/store-secrets.ts';
import { emailKey } from '../users/user.ts';
import { revokeOthers } from './commands.ts';
import type { SessionsContext } from './context.ts';
import { readKnownVisits } from './store.ts';
import { hashOf } from './token.ts';

/**
 * The duration of every refusal of credentials. It is longer than the password check and the record of the failure together,
 * so that the time of the answer does not reveal which accounts exist.
 */
const refusalMs = 300;

/** Runs a check of credentials; without an outcome throws the refusal after `refusalMs`, whatever the cause. */
export async function answerEvenly<T>(attempt: () => Promise<T | undefined>, refusal: () => Refusal): Promise<T> {
  const startedAt = performance.now();
  const outcome = await attempt();
  if (outcome !== undefined) return outcome;
  const leftMs = Math.max(0, refusalMs - (performance.now() - startedAt));
  await new Promise((resolve) => setTimeout(resolve, leftMs));
  throw refusal();
}

/** A player or operator with their stored credentials. */
export interface Holder extends Secrets, Owner {
  email: string;
}

/** The key under which attempts are counted. */
export function throttleKey({ kind, email }: Pick<Holder, 'kind' | 'email'>): string {
  return `${kind} ${emailKey(email)}`;
}

/** Admits an attempt to sign in. A browser or address that signed in to the account before has a limit of its own. */
export async function admitSignIn(
  ctx: SessionsContext,
  who: Pick<Holder, 'kind' | 'email'>,
  { address, device }: { address: string; device?: string | undefined },
): Promise<Admission> {
  const account = throttleKey(who);
  const visits = await readKnownVisits(
    ctx.db,
    { kind: who.kind, emailKey: emailKey(who.email) },
    { device: device ? hashOf(device) : null, address },
  );
  const known =
    (visits.device && device && { by: 'device' as const, key: device }) ||
    (visits.address && { by: 'address' as const, key: address });
  return ctx.throttle.admit(account, address, known || undefined);
}

/** The kind of proof that was given, as the audit log names it. */
export type Proof = 'password' | 'code' | 'recovery_code' | 'passkey';

/** The result of a sign-in attempt: a proof, or the wrong or missing part. */
export type SignInEvidence = { proof: Proof } | 'code missing' | 'password wrong' | 'code wrong';

/** Checks the input of a sign-in, with as much work if the account does not exist. A correct code is used up. */
export async function checkSignIn(
  ctx: SessionsContext,
  holder: Holder | undefined,
  { password, totp }: { password: string; totp?: string | undefined },
  asksCode: boolean,
): Promise<SignInEvidence> {
  const right = await ctx.passwords.matches(password, holder?.passwordHash);
  if (!right || !holder) return 'password wrong';
  if (!asksCode) return { proof: 'password' };
  if (!totp?.trim()) return 'code missing';
  const proof = await takeCode(ctx, holder, totp);
  return proof ? { proof } : 'code wrong';
}

/** Uses up a code, once: the authenticator's, or a recovery code. */
async function takeCode(
  ctx: SessionsContext,
  holder: Holder,
  typed: string,
): Promise<'code' | 'recovery_code' | undefined> {
  if (await takeOwnCode(ctx, holder, typed)) return 'code';
  return (await takeRecoveryCode(ctx.db, holder, recoveryHash(ctx.keys.totp, typed))) ? 'recovery_code' : undefined;
}

async function takeOwnCode(ctx: SessionsContext, holder: Holder, typed: string): Promise<boolean> {
  if (!holder.totpSecret) return false;
  const step = await stepOfCode(unsealSecret(ctx, holder, holder.totpSecret), typed, holder.totpStep, ctx.clock.now());
  return step !== undefined && (await takeTotpStep(ctx.db, holder, step));
}

function unsealSecret(ctx: SessionsContext, { id }: Holder, sealed: Uint8Array): string {
  return Buffer.from(unseal(ctx.keys.totp, id, sealed)).toString('utf8');
}

/** A secret that the caller typed, with its form field. */
export interface Claim {
  field: string;
  refusal: RefusalType;
  holds: () => Promise<boolean>;
}

export function passwordClaim(ctx: SessionsContext, holder: Holder, typed: string, field = 'password'): Claim {
  return {
    field,
    refusal: sessionRefusals.passwordWrong,
    holds: () => ctx.passwords.matches(typed, holder.passwordHash),
  };
}

/** A code of the authenticator app; recovery codes are not accepted. */
export function appCodeClaim(ctx: SessionsContext, holder: Holder, typed: string, field: string): Claim {
  return { field, refusal: sessionRefusals.totpWrong, holds: () => takeOwnCode(ctx, holder, typed) };
}

/** A code of the app, or a recovery code. */
export function anyCodeClaim(ctx: SessionsContext, holder: Holder, typed: string): Claim {
  return {
    field: 'code',
    refusal: sessionRefusals.totpWrong,
    holds: async () => (await takeCode(ctx, holder, typed)) !== undefined,
  };
}

/** The session of an attempt, and the handling of a wrong guess. */
export interface Prover {
  sessionId: string;
  onWrong?: (field: string) => Promise<void>;
}

/**
 * Checks all given secrets in one attempt. A wrong guess counts apart from sign-ins, under its own limits. If all secrets are correct, only this attempt is given back,
 * so knowing the password allows no extra guesses at the code.
 */
export async function prove(
  ctx: SessionsContext,
  holder: Holder,
  { sessionId, onWrong }: Prover,
  ...claims: readonly Claim[]
): Promise<void> {
  const admission = await ctx.throttle.admitProof(throttleKey(holder), sessionId);
  for (const { field, refusal, holds } of claims) {
    if (await holds()) continue;
    await onWrong?.(field);
    throw refusalOnField(refusal, field);
  }
  await ctx.throttle.forgive(admission);
}

/** A refusal that names the field of the form. */
export function refusalOnField(refusal: RefusalType, field: string): Refusal {
  return new Refusal(refusal, undefined, { [field]: refusal.message });
}

type AfterChange = (tx: Tx) => Promise<void>;

/** Changes the password. The current session continues, all others end. `done` publishes the change, in the same transaction. */
export async function changeHolderPassword(
  ctx: SessionsContext,
  holder: Holder,
  by: Prover,
  { currentPassword, newPassword }: z.infer<typeof PasswordChange>,
  done: AfterChange,
): Promise<void> {
  await prove(ctx, holder, by, passwordClaim(ctx, holder, currentPassword, 'currentPassword'));
  if (await ctx.passwords.matches(newPassword, holder.passwordHash))
    throw refusalOnField(sessionRefusals.passwordSame, 'newPassword');
  refuseWeakPassword(newPassword, holder.email, 'newPassword');
  const hashed = await ctx.passwords.hash(newPassword);
  await ctx.db.tx(async (tx) => {
    if (!(await replacePassword(tx, holder, hashed)))
      throw refusalOnField(sessionRefusals.passwordWrong, 'currentPassword');
    await revokeOthers(tx, holder.kind, holder.id, by.sessionId, 'password', ctx.clock.now());
    await done(tx);
  });
}

/** Starts the enrolment of an authenticator. Sign-ins do not ask for its codes before one is confirmed. */
export async function beginAuthenticator(ctx: SessionsContext, holder: Holder): Promise<z.input<typeof Enrolment>> {
  const enrolment = newAuthenticator(holder.email);
  const sealed = seal(ctx.keys.totp, holder.id, Buffer.from(enrolment.secret, 'utf8'));
  if (!(await setPendingTotp(ctx.db, holder, sealed))) throw new Refusal(sessionRefusals.sessionExpired);
  return enrolment;
}

/** Completes the enrolment. The recovery codes are returned only here; earlier ones become invalid. */
export async function confirmAuthenticator(
  ctx: SessionsContext,
  holder: Holder,
  by: Prover,
  code: string,
  done: AfterChange,
): Promise<z.input<typeof RecoveryCodes>> {
  const pending = holder.totpPending;
  if (!pending) throw new Refusal(sessionRefusals.totpNotEnrolled);
  let step: number | undefined;
  const holds = async () => {
    step = await stepOfCode(unsealSecret(ctx, holder, pending), code, 0, ctx.clock.now());
    return step !== undefined;
  };
  await prove(ctx, holder, by, { field: 'code', refusal: sessionRefusals.totpWrong, holds });
  const recoveryCodes = newRecoveryCodes(randomBytes(recoveryBytes));
  const hashes = recoveryCodes.map((recoveryCode) => recoveryHash(ctx.keys.totp, recoveryCode));
  await ctx.db.tx(async (tx) => {
    const taken = { step: step as number, recoveryCodes: hashes, at: ctx.clock.now() };
    if (!(await activatePendingTotp(tx, holder, taken))) throw new Refusal(sessionRefusals.totpNotEnrolled);
    await done(tx);
  });
  return { recoveryCodes };
}

/** Switches the authenticator off, with password and code in one attempt. */
export async function switchOffAuthenticator(
  ctx: SessionsContext,
  holder: Holder,
  by: Prover,
  { password, code }: { password: string; code: string },
  done: AfterChange,
): Promise<void> {
  await prove(ctx, holder, by, passwordClaim(ctx, holder, password), anyCodeClaim(ctx, holder, code));
  await ctx.db.tx(async (tx) => {
    if (!(await clearTotp(tx, holder))) throw new Refusal(sessionRefusals.totpNotEnrolled);
    await done(tx);
  });
}
