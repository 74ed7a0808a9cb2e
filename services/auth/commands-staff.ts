/** What operators do for themselves: prove afresh who they are, and look after their own password, authenticator and sessions. */

import { seal, unseal } from '@fairline/chassis/blob';
import type { Tx } from '@fairline/chassis/postgres';
import { authRefusals } from '@fairline/proto/auth';
import type { Enrolment, PasswordChange, RecoveryCodes, TwoFactor } from '@fairline/proto/auth/account';
import { Refusal, type RefusalType } from '@fairline/proto/contract';
import type { z } from 'zod';
import type { Auth } from './config.ts';
import { newAuthenticator, newRecoveryCodes, recoveryHash, stepOfCode } from './credential.ts';
import { type Actor, proofOf, sayActed, takeCode } from './operators.ts';
import { heldSession, revokeOthers } from './sessions.ts';
import * as staffStore from './store-staff.ts';
import { emailKey, hasTwoFactor } from './user.ts';

/** Who acts for himself, and in which session. */
export interface Self extends Actor {
  sessionId: string;
}

/** A fresh proof of who the operator is, by password or code; it counts for this session alone. */
export async function stepUp(room: Auth, self: Self, { password, totp }: { password?: string | undefined; totp?: string | undefined }): Promise<void> {
  const staff = await ownRow(room, self);
  if (password !== undefined) await attempt(room, staff, self, authRefusals.passwordWrong, () => room.passwords.matches(password, staff.passwordHash));
  else await attempt(room, staff, self, authRefusals.totpWrong, async () => staff.totpSecret !== null && takeCode(room, staff, staff.totpSecret, totp ?? ''));
  await room.db.tx(async (tx) => {
    if (!(await staffStore.markProven(tx, self.sessionId, self.id, room.clock.now()))) throw new Refusal(authRefusals.sessionExpired);
    await sayOwn(tx, self, 'operator.stepped_up');
  });
}

export async function changeOwnPassword(room: Auth, self: Self, { currentPassword, newPassword }: z.infer<typeof PasswordChange>): Promise<void> {
  const staff = await changeable(room, self);
  await attempt(room, staff, self, authRefusals.passwordWrong, () => room.passwords.matches(currentPassword, staff.passwordHash));
  if (await room.passwords.matches(newPassword, staff.passwordHash)) throw new Refusal(authRefusals.passwordSame);
  const hashed = await room.passwords.hash(newPassword);
  await room.db.tx(async (tx) => {
    if (!(await staffStore.setPassword(tx, self.id, staff.passwordHash as string, hashed))) throw new Refusal(authRefusals.passwordWrong);
    await revokeOthers(tx, 'operator', self.id, self.sessionId, 'password', room.clock.now());
    await sayOwn(tx, self, 'operator.password_changed');
  });
}

// ---- The authenticator -------------------------------------------------------------------------

export async function ownTwoFactor(room: Auth, self: Self): Promise<z.input<typeof TwoFactor>> {
  const staff = await ownRow(room, self);
  return {
    on: hasTwoFactor(staff, room.demo),
    enrolledAt: staff.totpEnrolledAt?.toISOString() ?? null,
    recoveryCodesLeft: staff.recoveryCodesLeft,
  };
}

/** Begins a new authenticator. Until a code confirms it, the old one is asked for. */
export async function enrolOwn(room: Auth, self: Self): Promise<z.input<typeof Enrolment>> {
  const staff = await changeable(room, self);
  const enrolment = newAuthenticator(staff.email);
  await staffStore.setPendingTotp(room.db, self.id, seal(room.keys.totp, self.id, Buffer.from(enrolment.secret, 'utf8')));
  return enrolment;
}

/** Takes the new authenticator. The recovery codes are shown here and never again; earlier ones are worth nothing. */
export async function confirmOwn(room: Auth, self: Self, code: string): Promise<z.input<typeof RecoveryCodes>> {
  const staff = await changeable(room, self);
  const pending = staff.totpPending;
  if (!pending) throw new Refusal(authRefusals.totpNotEnrolled);
  const secret = Buffer.from(unseal(room.keys.totp, self.id, pending)).toString('utf8');
  const step = await attempt(room, staff, self, authRefusals.totpWrong, () => stepOfCode(secret, code, 0, room.clock.now()));
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((recoveryCode) => recoveryHash(room.keys.totp, recoveryCode));
  await room.db.tx(async (tx) => {
    if (!(await staffStore.takePendingTotp(tx, self.id, pending, step, hashes, room.clock.now()))) throw new Refusal(authRefusals.totpNotEnrolled);
    await sayOwn(tx, self, 'operator.two_factor_on');
  });
  return { recoveryCodes };
}

/** In demo mode only: elsewhere the password alone opens nothing. */
export async function disableOwn(room: Auth, self: Self, { password, code }: { password: string; code: string }): Promise<void> {
  if (!room.demo) throw new Refusal(authRefusals.totpKept);
  const staff = await changeable(room, self);
  if (!hasTwoFactor(staff, room.demo)) throw new Refusal(authRefusals.totpNotEnrolled);
  await attempt(room, staff, self, authRefusals.passwordWrong, () => room.passwords.matches(password, staff.passwordHash));
  await attempt(room, staff, self, authRefusals.totpWrong, () => proofOf(room, staff, code));
  await room.db.tx(async (tx) => {
    await staffStore.clearTotp(tx, self.id);
    await sayOwn(tx, self, 'operator.two_factor_off');
  });
}

// ---- What they share ---------------------------------------------------------------------------

async function ownRow(room: Auth, { id, sessionId }: Self): Promise<staffStore.StaffWithSecrets> {
  const session = await heldSession(room, 'operator', sessionId);
  const staff = await staffStore.operatorSecrets(room.db, id);
  if (!staff || session.subjectId !== id) throw new Refusal(authRefusals.sessionExpired);
  return staff;
}

/** His own row, unless it is an account that all visitors of a demo share. */
async function changeable(room: Auth, self: Self): Promise<staffStore.StaffWithSecrets> {
  const staff = await ownRow(room, self);
  if (staff.demo) throw new Refusal(authRefusals.demoAccount);
  return staff;
}

/** Something only he can know. Guesses count as those of a sign-in do, so a stolen session is no way around the throttle. */
async function attempt<T>(
  room: Auth,
  staff: staffStore.StaffWithSecrets,
  { address }: Self,
  refusal: RefusalType,
  check: () => Promise<T | undefined | false>,
): Promise<T> {
  const admission = await room.throttle.admit(`operator ${emailKey(staff.email)}`, address);
  const outcome = await check();
  if (outcome === undefined || outcome === false) throw new Refusal(refusal);
  await room.throttle.clear(admission);
  return outcome;
}

/** Something an operator did to his own account. */
async function sayOwn(tx: Tx, self: Self, action: string): Promise<void> {
  const version = await staffStore.nextOperatorVersion(tx, self.id);
  await sayActed(tx, self, version, { action, resourceType: 'operator', resourceId: self.id });
}
