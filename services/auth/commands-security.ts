/**
 * What a player does for the safety of his account: a forgotten or new password, the authenticator, the devices that are signed in.
 * Guesses count as those of a sign-in do, so a stolen session is no way around the throttle.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { seal, unseal } from '@fairline/chassis/blob';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents, authRefusals } from '@fairline/proto/auth';
import type { Enrolment, OpenSession, PasswordChange, RecoveryCodes, TwoFactor } from '@fairline/proto/auth/account';
import { common, Refusal, type RefusalType } from '@fairline/proto/contract';
import type { z } from 'zod';
import type { Auth } from './config.ts';
import { newAuthenticator, newRecoveryCodes, recoveryBytes, recoveryHash, stepOfCode } from './credential.ts';
import { deviceName, hashOf, isOpen, type Kind } from './session.ts';
import { proven, revoke, revokeAll, revokeOthers, withField } from './sessions.ts';
import * as store from './store.ts';
import * as accounts from './store-account.ts';
import { emailKey, mayEnter, type Player } from './user.ts';

/** Who acts for himself, in which session and from where. */
export interface Self {
  id: string;
  sessionId: string;
  address: string;
}

// ---- Passwords ---------------------------------------------------------------------------------

/** Mails a link to a known address that may still enter. Nothing else tells a known address from another: the mail is written by a job. */
export async function forgotPassword(room: Auth, email: string, address: string): Promise<void> {
  await room.throttle.spend('link', address);
  await room.throttle.spend('forgot', emailKey(email));
  const found = await store.playerByEmail(room.db, email);
  const ours = found && found.status !== 'closed' && !found.demo && mayEnter(found, room.demo);
  await store.queueMail(room.db, ours ? [{ id: randomUUID(), playerId: found.id, template: 'reset_password', facts: {} }] : [], room.clock.now());
}

/** Sets a new password by the mail's link, once, and ends every session. The authenticator stays: a mailbox alone opens nothing that it guards. */
export async function resetPassword(room: Auth, { token, password }: { token: string; password: string }, address: string): Promise<void> {
  await room.throttle.spend('link', address);
  const known = await store.link(room.db, 'reset_password', hashOf(token), room.clock.now());
  if (!known || known.usedAt) throw new Refusal(authRefusals.activationInvalid);
  const hashed = await room.passwords.hash(password);
  await room.db.tx(async (tx) => {
    const player = await store.lockPlayer(tx, known.subjectId);
    const now = room.clock.now();
    if (!player || player.status === 'closed' || player.demo) throw new Refusal(authRefusals.activationInvalid);
    if (!(await store.markLinkUsed(tx, hashOf(token), now))) throw new Refusal(authRefusals.activationInvalid);
    await accounts.setPassword(tx, player.id, null, hashed);
    await store.dropLinks(tx, 'reset_password', player.id);
    await revokeAll(tx, { kind: 'player', id: player.id, version: await store.nextPlayerVersion(tx, player.id) }, 'password', now);
    await sayPasswordChanged(room, tx, player.id, 'reset');
  });
}

/** Changes the password; the session it is changed in goes on, the others end, and so do links that were asked for before. */
export async function changePassword(room: Auth, self: Self, { currentPassword, newPassword }: z.infer<typeof PasswordChange>): Promise<void> {
  const player = await changeable(room, self.id);
  await attempt(room, player, self, authRefusals.passwordWrong, 'currentPassword', () => room.passwords.matches(currentPassword, player.passwordHash));
  if (await room.passwords.matches(newPassword, player.passwordHash)) throw withField(authRefusals.passwordSame, 'newPassword');
  const hashed = await room.passwords.hash(newPassword);
  await room.db.tx(async (tx) => {
    if (!(await accounts.setPassword(tx, self.id, player.passwordHash, hashed))) throw withField(authRefusals.passwordWrong, 'currentPassword');
    await store.dropLinks(tx, 'reset_password', self.id);
    await revokeOthers(tx, 'player', self.id, self.sessionId, 'password', room.clock.now());
    await sayPasswordChanged(room, tx, self.id, 'changed');
  });
}

async function sayPasswordChanged(room: Auth, tx: Tx, playerId: string, how: 'changed' | 'reset'): Promise<void> {
  await say(tx, authEvents.passwordChanged, playerId, await store.nextPlayerVersion(tx, playerId), { playerId });
  await accounts.remember(tx, playerId, { kind: 'password_changed', params: { how } }, room.clock.now());
}

/** His password, checked as a sign-in's is, for what must not be done from a screen left open. */
export async function provePassword(room: Auth, self: Self, password: string): Promise<Player> {
  const player = await changeable(room, self.id);
  await attempt(room, player, self, authRefusals.passwordWrong, 'password', () => room.passwords.matches(password, player.passwordHash));
  return player;
}

// ---- The authenticator -------------------------------------------------------------------------

export async function twoFactor(room: Auth, playerId: string): Promise<z.input<typeof TwoFactor>> {
  const player = await known(room, playerId);
  return { on: player.twoFactor, enrolledAt: player.totpEnrolledAt?.toISOString() ?? null, recoveryCodesLeft: player.recoveryCodesLeft };
}

/** Begins an authenticator; until a code confirms it, nothing asks for one. */
export async function enrol(room: Auth, self: Self): Promise<z.input<typeof Enrolment>> {
  const player = await changeable(room, self.id);
  if (player.twoFactor) throw new Refusal(authRefusals.totpAlreadyOn);
  const enrolment = newAuthenticator(player.email);
  await accounts.setPendingTotp(room.db, self.id, seal(room.keys.totp, self.id, Buffer.from(enrolment.secret, 'utf8')));
  return enrolment;
}

/** Asks for codes from now on. The recovery codes are shown here and never again. */
export async function confirmEnrolment(room: Auth, self: Self, code: string): Promise<z.input<typeof RecoveryCodes>> {
  const player = await changeable(room, self.id);
  if (player.twoFactor) throw new Refusal(authRefusals.totpAlreadyOn);
  const pending = player.totpPending;
  if (!pending) throw new Refusal(authRefusals.totpNotEnrolled);
  const step = await attempt(room, player, self, authRefusals.totpWrong, 'code', () => stepOfCode(opened(room, self.id, pending), code, 0, room.clock.now()));
  const recoveryCodes = newRecoveryCodes(randomBytes(recoveryBytes));
  const hashes = recoveryCodes.map((recoveryCode) => recoveryHash(room.keys.totp, recoveryCode));
  await room.db.tx(async (tx) => {
    if (!(await accounts.takePendingTotp(tx, self.id, pending, step, hashes, room.clock.now()))) throw new Refusal(authRefusals.totpNotEnrolled);
    await sayTwoFactor(room, tx, self.id, true);
  });
  return { recoveryCodes };
}

export async function disableTwoFactor(room: Auth, self: Self, { password, code }: { password: string; code: string }): Promise<void> {
  const player = await changeable(room, self.id);
  if (!player.twoFactor) throw new Refusal(authRefusals.totpNotEnrolled);
  await attempt(room, player, self, authRefusals.passwordWrong, 'password', () => room.passwords.matches(password, player.passwordHash));
  await attempt(room, player, self, authRefusals.totpWrong, 'code', () => provesCode(room, self.id, code));
  await room.db.tx(async (tx) => {
    if (!(await accounts.clearTotp(tx, self.id))) throw new Refusal(authRefusals.totpNotEnrolled);
    await sayTwoFactor(room, tx, self.id, false);
  });
}

async function sayTwoFactor(room: Auth, tx: Tx, playerId: string, on: boolean): Promise<void> {
  await say(tx, authEvents.twoFactorChanged, playerId, await store.nextPlayerVersion(tx, playerId), { playerId, on });
  await accounts.remember(tx, playerId, { kind: 'two_factor_changed', params: { on } }, room.clock.now());
}

/** What a player typed for a code is taken, once: that of his authenticator, or one for the day it is lost. */
export async function provesCode(room: Auth, playerId: string, typed: string): Promise<boolean> {
  const player = await known(room, playerId);
  const step = player.totpSecret && (await stepOfCode(opened(room, playerId, player.totpSecret), typed, player.totpStep, room.clock.now()));
  if (step) return accounts.takeTotpStep(room.db, playerId, step);
  return accounts.takeRecoveryCode(room.db, playerId, recoveryHash(room.keys.totp, typed));
}

function opened(room: Auth, playerId: string, sealed: Uint8Array): string {
  return Buffer.from(unseal(room.keys.totp, playerId, sealed)).toString('utf8');
}

// ---- Devices -----------------------------------------------------------------------------------

/** Where a player or an operator is signed in; `currentId` is the session that asks. */
export async function openSessions(room: Auth, kind: Kind, subjectId: string, currentId?: string): Promise<{ items: OpenSession[] }> {
  const rows = await accounts.openSessions(room.db, kind, subjectId, room.clock.now());
  return { items: rows.map((row) => openSessionView(row, currentId)) };
}

function openSessionView({ id, agent, address, createdAt, lastSeenAt, expiresAt }: accounts.DeviceRow, currentId: string | undefined): OpenSession {
  return {
    id,
    current: id === currentId,
    device: deviceName(agent),
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Signs a device out; another's session is not there. */
export async function endOwnSession(room: Auth, kind: Kind, subjectId: string, sessionId: string): Promise<void> {
  await room.db.tx(async (tx) => {
    const session = await store.lockSession(tx, kind, sessionId);
    const now = room.clock.now();
    if (!session || session.subjectId !== subjectId || !isOpen(session, now)) throw new Refusal(common.notFound);
    await revoke(tx, session, 'signed_out', now);
  });
}

// ---- What they share ---------------------------------------------------------------------------

async function known(room: Auth, playerId: string): Promise<Player & accounts.Secrets> {
  const player = await accounts.secrets(room.db, playerId);
  if (!player) throw new Refusal(authRefusals.sessionExpired);
  return player;
}

/** His own account, unless it is the one that all visitors of a demo share. */
async function changeable(room: Auth, playerId: string): Promise<Player & accounts.Secrets> {
  const player = await known(room, playerId);
  if (player.demo) throw new Refusal(authRefusals.demoAccount);
  return player;
}

/** Something only he can know. */
function attempt<T>(
  room: Auth,
  player: Player,
  { address }: Self,
  refusal: RefusalType,
  field: string,
  check: () => Promise<T | undefined | false>,
): Promise<T> {
  return proven(room, { account: `player ${emailKey(player.email)}`, address }, () => withField(refusal, field), check);
}
