/** What operators do for themselves: prove afresh who they are, and look after their own password, authenticator and sessions. */

import type { Tx } from '@fairline/chassis/postgres';
import { authRefusals } from '@fairline/proto/auth';
import { Refusal } from '@fairline/proto/contract';
import type { Auth } from './config.ts';
import { type Actor, sayActed, takeCode } from './operators.ts';
import { heldSession } from './sessions.ts';
import * as staffStore from './store-staff.ts';
import { emailKey } from './user.ts';

/** Who acts for himself, and in which session. */
export interface Self extends Actor {
  sessionId: string;
}

/** A fresh proof of who the operator is, by password or code; it counts for this session alone. */
export async function stepUp(room: Auth, self: Self, { password, totp }: { password?: string | undefined; totp?: string | undefined }): Promise<void> {
  const staff = await ownRow(room, self);
  if (password !== undefined) await proveByPassword(room, staff, password, self.address);
  else await proveByCode(room, staff, staff.totpSecret, totp ?? '', self.address);
  await room.db.tx(async (tx) => {
    if (!(await staffStore.markProven(tx, self.sessionId, self.id, room.clock.now()))) throw new Refusal(authRefusals.sessionExpired);
    await sayOwn(tx, self, 'operator.stepped_up');
  });
}

async function ownRow(room: Auth, { id, sessionId }: Self): Promise<staffStore.StaffWithSecrets> {
  const session = await heldSession(room, 'operator', sessionId);
  const staff = await staffStore.operatorSecrets(room.db, id);
  if (!staff || session.subjectId !== id) throw new Refusal(authRefusals.sessionExpired);
  return staff;
}

/** Guesses count as those of a sign-in do, so a stolen session is no way around the throttle. */
async function proveByPassword(room: Auth, staff: staffStore.StaffWithSecrets, password: string, address: string): Promise<void> {
  const admission = await room.throttle.admit(`operator ${emailKey(staff.email)}`, address);
  if (!(await room.passwords.matches(password, staff.passwordHash))) throw new Refusal(authRefusals.passwordWrong);
  await room.throttle.clear(admission);
}

async function proveByCode(room: Auth, staff: staffStore.StaffWithSecrets, sealed: Uint8Array | null, code: string, address: string): Promise<void> {
  const admission = await room.throttle.admit(`operator ${emailKey(staff.email)}`, address);
  if (!sealed || !(await takeCode(room, staff, sealed, code))) throw new Refusal(authRefusals.totpWrong);
  await room.throttle.clear(admission);
}

/** Something an operator did to his own account. */
async function sayOwn(tx: Tx, self: Self, action: string): Promise<void> {
  const version = await staffStore.nextOperatorVersion(tx, self.id);
  await sayActed(tx, self, version, { action, resourceType: 'operator', resourceId: self.id });
}
