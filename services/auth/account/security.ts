/**
 * What players do for the safety of their accounts: a forgotten or new password, the authenticator.
 * Guesses are throttled like those at sign-in, so a stolen session gives no extra guesses.
 */

import { randomUUID } from 'node:crypto';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { mailRefusals } from '@fairline/proto/auth/mail';
import { type Enrolment, type PasswordChange, type RecoveryCodes, sessionEvents, sessionRefusals, type TwoFactor } from '@fairline/proto/auth/sessions';
import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import { queueMail } from '../mail/store.ts';
import { revokeAll } from '../sessions/commands.ts';
import {
  anyCodeClaim,
  beginAuthenticator,
  changeHolderPassword,
  confirmAuthenticator,
  type Holder,
  passwordClaim,
  prove,
  switchOffAuthenticator,
  throttleKey,
} from '../sessions/proofs.ts';
import { deleteLinks, markLinkUsed, readLink } from '../sessions/store-links.ts';
import { hashOf } from '../sessions/token.ts';
import { refuseWeakPassword } from '../users/password.ts';
import { incrementPlayerVersion, lockPlayer, readPlayerByEmail, recordHistory } from '../users/store.ts';
import { dropPasskeys, dropTotp, overwritePassword } from '../users/store-secrets.ts';
import { emailKey, type Player } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { confirmAddress } from './registration.ts';
import { forgetBrowsers, insertPasswordRequest, readPlayerWithSecrets, takePasswordRequests } from './store.ts';

/** A player acting on their own account, in which session and from where. */
export interface PlayerSelf {
  id: string;
  sessionId: string;
  address: string;
}

/** Stores the request and nothing else, so that neither the answer nor its time reveals whether there is an account. */
export async function forgotPassword(ctx: AccountContext, email: string, address: string): Promise<void> {
  await ctx.throttle.spend('link', address);
  await ctx.throttle.spend('forgot', emailKey(email));
  await insertPasswordRequest(ctx.db, email, ctx.clock.now());
}

const requestsAtOnce = 100;

/** Mails a link to those addresses that have an account which may still be entered. */
export async function answerPasswordRequests(ctx: AccountContext): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const players = [];
    for (const email of await takePasswordRequests(tx, requestsAtOnce)) players.push(await readPlayerByEmail(tx, email));
    const mails = players.flatMap((player) =>
      player && player.status !== 'closed' && !player.demo ? [{ id: randomUUID(), playerId: player.id, template: 'reset_password' as const, data: {} }] : [],
    );
    if (mails.length > 0) await queueMail(tx, mails, ctx.clock.now());
  });
}

/**
 * Sets a new password by the mail's link, once, and ends every session. The authenticator stays: a mailbox alone opens nothing that it guards.
 * Where the address was never confirmed, a stranger may have opened the account: the link confirms the address, and authenticator and browsers are dropped.
 */
export async function resetPassword(ctx: AccountContext, { token, password }: { token: string; password: string }, address: string): Promise<void> {
  await ctx.throttle.spend('link', address);
  const known = await readLink(ctx.db, 'reset_password', hashOf(token), ctx.clock.now());
  if (!known || known.usedAt) throw new Refusal(mailRefusals.activationInvalid);
  const hashed = await ctx.passwords.hash(password);
  const email = await ctx.db.tx(async (tx) => {
    const player = await lockPlayer(tx, known.subjectId);
    const now = ctx.clock.now();
    if (!player || player.status === 'closed' || player.demo) throw new Refusal(mailRefusals.activationInvalid);
    refuseWeakPassword(password, player.email);
    if (!(await markLinkUsed(tx, hashOf(token), now))) throw new Refusal(mailRefusals.activationInvalid);
    await overwritePassword(tx, { kind: 'player', id: player.id }, hashed);
    await deleteLinks(tx, 'reset_password', player.id);
    await revokeAll(tx, { kind: 'player', id: player.id, version: await incrementPlayerVersion(tx, player.id) }, 'password', now);
    await publishPasswordChanged(ctx, tx, player.id, 'reset');
    if (!player.emailVerifiedAt) await takeOver(ctx, tx, player);
    return player.email;
  });
  await ctx.throttle.clearAccount(throttleKey({ kind: 'player', email }));
}

/** The account belongs to the person who reads the mail of its address. */
async function takeOver(ctx: AccountContext, tx: Tx, player: Player): Promise<void> {
  await confirmAddress(ctx, tx, player, undefined, ctx.clock.now());
  await dropTotp(tx, { kind: 'player', id: player.id });
  await dropPasskeys(tx, { kind: 'player', id: player.id });
  if (player.twoFactor) await publishTwoFactorChanged(ctx, tx, player.id, false);
  await forgetBrowsers(tx, player.id);
}

/** Changes the password; the session it is changed in goes on, the others end, and so do links that were asked for before. */
export async function changePassword(ctx: AccountContext, self: PlayerSelf, form: z.infer<typeof PasswordChange>): Promise<void> {
  await changeHolderPassword(ctx, await readChangeable(ctx, self.id), self, form, async (tx) => {
    await deleteLinks(tx, 'reset_password', self.id);
    await publishPasswordChanged(ctx, tx, self.id, 'changed');
  });
}

async function publishPasswordChanged(ctx: AccountContext, tx: Tx, playerId: string, how: 'changed' | 'reset'): Promise<void> {
  await publish(tx, sessionEvents.passwordChanged, playerId, await incrementPlayerVersion(tx, playerId), { playerId });
  await recordHistory(tx, playerId, { kind: 'password_changed', params: { how } }, ctx.clock.now());
}

/** Checks the password as a sign-in does, for what must not be done from a screen left open. */
export async function provePassword(ctx: AccountContext, self: PlayerSelf, password: string): Promise<GuardedPlayer> {
  const player = await readChangeable(ctx, self.id);
  await prove(ctx, player, self, passwordClaim(ctx, player, password));
  return player;
}

/** Checks the password, and a code where an authenticator guards the account. */
export async function proveOwner(
  ctx: AccountContext,
  self: PlayerSelf,
  { password, code = '' }: { password: string; code?: string | undefined },
): Promise<GuardedPlayer> {
  const player = await readChangeable(ctx, self.id);
  await prove(ctx, player, self, passwordClaim(ctx, player, password), ...(player.twoFactor ? [anyCodeClaim(ctx, player, code)] : []));
  return player;
}

export async function readTwoFactor(ctx: AccountContext, playerId: string): Promise<z.input<typeof TwoFactor>> {
  const player = await readGuarded(ctx, playerId);
  return { on: player.twoFactor, enrolledAt: player.totpEnrolledAt?.toISOString() ?? null, recoveryCodesLeft: player.recoveryCodesLeft };
}

/** Begins an authenticator, by the password: a person at an unlocked screen must not lock the owner out with another one. No code is required until one is confirmed. */
export async function beginEnrolment(ctx: AccountContext, self: PlayerSelf, password: string): Promise<z.input<typeof Enrolment>> {
  const player = await readUnenrolled(ctx, self.id);
  await prove(ctx, player, self, passwordClaim(ctx, player, password));
  return beginAuthenticator(ctx, player);
}

/** Asks for codes from now on. The recovery codes are shown here and never again. */
export async function confirmEnrolment(ctx: AccountContext, self: PlayerSelf, code: string): Promise<z.input<typeof RecoveryCodes>> {
  return confirmAuthenticator(ctx, await readUnenrolled(ctx, self.id), self, code, (tx) => publishTwoFactorChanged(ctx, tx, self.id, true));
}

export async function disableTwoFactor(ctx: AccountContext, self: PlayerSelf, form: { password: string; code: string }): Promise<void> {
  const player = await readChangeable(ctx, self.id);
  if (!player.twoFactor) throw new Refusal(sessionRefusals.totpNotEnrolled);
  await switchOffAuthenticator(ctx, player, self, form, (tx) => publishTwoFactorChanged(ctx, tx, self.id, false));
}

async function publishTwoFactorChanged(ctx: AccountContext, tx: Tx, playerId: string, on: boolean): Promise<void> {
  await publish(tx, sessionEvents.twoFactorChanged, playerId, await incrementPlayerVersion(tx, playerId), { playerId, on });
  await recordHistory(tx, playerId, { kind: 'two_factor_changed', params: { on } }, ctx.clock.now());
}

/** A player with the credentials to prove it. */
export type GuardedPlayer = Player & Holder;

async function readGuarded(ctx: AccountContext, playerId: string): Promise<GuardedPlayer> {
  const player = await readPlayerWithSecrets(ctx.db, playerId);
  if (!player) throw new Refusal(sessionRefusals.sessionExpired);
  return { ...player, kind: 'player' };
}

/** The player's own account, unless it is the one that all visitors of a demo share. */
export async function readChangeable(ctx: AccountContext, playerId: string): Promise<GuardedPlayer> {
  const player = await readGuarded(ctx, playerId);
  if (player.demo) throw new Refusal(userRefusals.demoAccount);
  return player;
}

/** The player's own account, while no authenticator guards it. Its address is confirmed, so that nobody can keep out the owner of another's. */
async function readUnenrolled(ctx: AccountContext, playerId: string): Promise<GuardedPlayer> {
  const player = await readChangeable(ctx, playerId);
  if (player.twoFactor) throw new Refusal(sessionRefusals.totpAlreadyOn);
  if (!player.emailVerifiedAt) throw new Refusal(sessionRefusals.emailUnconfirmed);
  return player;
}
