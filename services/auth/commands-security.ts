/**
 * What a player does for the safety of his account: a forgotten or new password, the authenticator, the devices that are signed in.
 * Guesses count as those of a sign-in do, so a stolen session is no way around the throttle.
 */
import { randomUUID } from 'node:crypto';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents, authRefusals } from '@fairline/proto/auth';
import type { Enrolment, OpenSession, PasswordChange, RecoveryCodes, TwoFactor } from '@fairline/proto/auth/account';
import { common, Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import type { Auth } from './config.ts';
import * as proofs from './proofs.ts';
import { deviceName, hashOf, isOpen, type Kind } from './session.ts';
import { revoke, revokeAll } from './sessions.ts';
import * as store from './store.ts';
import * as accounts from './store-account.ts';
import * as secrets from './store-secrets.ts';
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
    await secrets.resetPassword(tx, { kind: 'player', id: player.id }, hashed);
    await store.dropLinks(tx, 'reset_password', player.id);
    await revokeAll(tx, { kind: 'player', id: player.id, version: await store.nextPlayerVersion(tx, player.id) }, 'password', now);
    await sayPasswordChanged(room, tx, player.id, 'reset');
  });
}

/** Changes the password; the session it is changed in goes on, the others end, and so do links that were asked for before. */
export async function changePassword(room: Auth, self: Self, form: z.infer<typeof PasswordChange>): Promise<void> {
  await proofs.changePassword(room, await changeable(room, self.id), self, form, async (tx) => {
    await store.dropLinks(tx, 'reset_password', self.id);
    await sayPasswordChanged(room, tx, self.id, 'changed');
  });
}

async function sayPasswordChanged(room: Auth, tx: Tx, playerId: string, how: 'changed' | 'reset'): Promise<void> {
  await say(tx, authEvents.passwordChanged, playerId, await store.nextPlayerVersion(tx, playerId), { playerId });
  await accounts.remember(tx, playerId, { kind: 'password_changed', params: { how } }, room.clock.now());
}

/** His password, checked as a sign-in's is, for what must not be done from a screen left open. */
export async function provePassword(room: Auth, self: Self, password: string): Promise<Guarded> {
  const player = await changeable(room, self.id);
  await proofs.prove(room, player, self, proofs.byPassword(room, player, password));
  return player;
}

// ---- The authenticator -------------------------------------------------------------------------

export async function twoFactor(room: Auth, playerId: string): Promise<z.input<typeof TwoFactor>> {
  const player = await known(room, playerId);
  return { on: player.twoFactor, enrolledAt: player.totpEnrolledAt?.toISOString() ?? null, recoveryCodesLeft: player.recoveryCodesLeft };
}

/** Begins an authenticator, by the password: who finds a screen left open must not lock the owner out with his own. Nothing asks for a code until one confirms it. */
export async function enrol(room: Auth, self: Self, password: string): Promise<z.input<typeof Enrolment>> {
  const player = await unguarded(room, self.id);
  await proofs.prove(room, player, self, proofs.byPassword(room, player, password));
  return proofs.beginAuthenticator(room, player);
}

/** Asks for codes from now on. The recovery codes are shown here and never again. */
export async function confirmEnrolment(room: Auth, self: Self, code: string): Promise<z.input<typeof RecoveryCodes>> {
  return proofs.confirmAuthenticator(room, await unguarded(room, self.id), self, code, (tx) => sayTwoFactor(room, tx, self.id, true));
}

export async function disableTwoFactor(room: Auth, self: Self, form: { password: string; code: string }): Promise<void> {
  const player = await changeable(room, self.id);
  if (!player.twoFactor) throw new Refusal(authRefusals.totpNotEnrolled);
  await proofs.switchOffAuthenticator(room, player, self, form, (tx) => sayTwoFactor(room, tx, self.id, false));
}

async function sayTwoFactor(room: Auth, tx: Tx, playerId: string, on: boolean): Promise<void> {
  await say(tx, authEvents.twoFactorChanged, playerId, await store.nextPlayerVersion(tx, playerId), { playerId, on });
  await accounts.remember(tx, playerId, { kind: 'two_factor_changed', params: { on } }, room.clock.now());
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

/** A player with what he proves himself by. */
export type Guarded = Player & proofs.Holder;

async function known(room: Auth, playerId: string): Promise<Guarded> {
  const player = await accounts.withSecrets(room.db, playerId);
  if (!player) throw new Refusal(authRefusals.sessionExpired);
  return { ...player, kind: 'player' };
}

/** His own account, unless it is the one that all visitors of a demo share. */
async function changeable(room: Auth, playerId: string): Promise<Guarded> {
  const player = await known(room, playerId);
  if (player.demo) throw new Refusal(authRefusals.demoAccount);
  return player;
}

/** His own account, while no authenticator guards it. */
async function unguarded(room: Auth, playerId: string): Promise<Guarded> {
  const player = await changeable(room, playerId);
  if (player.twoFactor) throw new Refusal(authRefusals.totpAlreadyOn);
  return player;
}
