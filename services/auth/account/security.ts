/**
 * The security of a player's account: a forgotten or new password, and the authenticator.
 * Guesses are throttled, so a stolen session does not allow more of them than a sign-in.
 */

import { randomUUID } from 'node:crypto';
import { checkFresh } from '@fairline/chassis/http/server';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { mailRefusals } from '@fairline/proto/auth/mail';
import {
  type Enrolment,
  type PasswordChange,
  type RecoveryCodes,
  sessionEvents,
  sessionRefusals,
  type TwoFactor,
} from '@fairline/proto/auth/sessions';
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
import { markProven, readProvenAt } from '../sessions/store.ts';
import { deleteLinks, markLinkUsed, readLink } from '../sessions/store-links.ts';
import { hashOf } from '../sessions/token.ts';
import { refuseWeakPassword } from '../users/password.ts';
import { incrementPlayerVersion, lockPlayer, readPlayerByEmail, recordHistory } from '../users/store.ts';
import { dropPasskeys, dropTotp, overwritePassword } from '../users/store-secrets.ts';
import { emailKey, type Player } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { confirmAddress } from './registration.ts';
import { forgetBrowsers, insertPasswordRequest, readPlayerWithSecrets, takePasswordRequests } from './store.ts';

/** A player who acts on their own account, with their session and address. */
export interface PlayerSelf {
  id: string;
  sessionId: string;
  address: string;
}

/** Only stores the request, so that neither the reply nor its timing reveals whether the account exists. */
export async function forgotPassword(ctx: AccountContext, email: string, address: string): Promise<void> {
  await ctx.throttle.spend('link', address);
  await ctx.throttle.spend('forgot', emailKey(email));
  await insertPasswordRequest(ctx.db, email, ctx.clock.now());
}

const requestsAtOnce = 100;

/** Mails a link to each requested address with an account that is not closed. */
export async function answerPasswordRequests(ctx: AccountContext): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const players = [];
    for (const email of await takePasswordRequests(tx, requestsAtOnce))
      players.push(await readPlayerByEmail(tx, email));
    const mails = players.flatMap((player) =>
      player && player.status !== 'closed' && !player.demo
        ? [{ id: randomUUID(), playerId: player.id, template: 'reset_password' as const, data: {} }]
        : [],
    );
    if (mails.length > 0) await queueMail(tx, mails, ctx.clock.now());
  });
}

/**
 * Sets a new password by a mailed link, once, and ends every session. The authenticator stays, so access to the mailbox alone does not open the account.
 * If the address was never confirmed, a stranger may have opened the account: the link then confirms the address, and authenticator, passkeys and browsers are removed.
 */
export async function resetPassword(
  ctx: AccountContext,
  { token, password }: { token: string; password: string },
  address: string,
): Promise<void> {
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
    await revokeAll(
      tx,
      { kind: 'player', id: player.id, version: await incrementPlayerVersion(tx, player.id) },
      'password',
      now,
    );
    await publishPasswordChanged(ctx, tx, player.id, 'reset');
    if (!player.emailVerifiedAt) await takeOver(ctx, tx, player);
    return player.email;
  });
  await ctx.throttle.clearAccount(throttleKey({ kind: 'player', email }));
}

/** Gives an unconfirmed account to the person who reads the mail of its address. */
async function takeOver(ctx: AccountContext, tx: Tx, player: Player): Promise<void> {
  await confirmAddress(ctx, tx, player, undefined, ctx.clock.now());
  await dropTotp(tx, { kind: 'player', id: player.id });
  await dropPasskeys(tx, { kind: 'player', id: player.id });
  if (player.twoFactor) await publishTwoFactorChanged(ctx, tx, player.id, false);
  await forgetBrowsers(tx, player.id);
}

/** Changes the password. The current session continues; other sessions and earlier reset links end. */
export async function changePassword(
  ctx: AccountContext,
  self: PlayerSelf,
  form: z.infer<typeof PasswordChange>,
): Promise<void> {
  await changeHolderPassword(ctx, await readChangeable(ctx, self.id), self, form, async (tx) => {
    await deleteLinks(tx, 'reset_password', self.id);
    await publishPasswordChanged(ctx, tx, self.id, 'changed');
  });
}

async function publishPasswordChanged(
  ctx: AccountContext,
  tx: Tx,
  playerId: string,
  how: 'changed' | 'reset',
): Promise<void> {
  await publish(tx, sessionEvents.passwordChanged, playerId, await incrementPlayerVersion(tx, playerId), { playerId });
  await recordHistory(tx, playerId, { kind: 'password_changed', params: { how } }, ctx.clock.now());
}

/** Checks the password, for actions that an open session alone does not allow. */
export async function provePassword(ctx: AccountContext, self: PlayerSelf, password: string): Promise<GuardedPlayer> {
  const player = await readChangeable(ctx, self.id);
  await prove(ctx, player, self, passwordClaim(ctx, player, password));
  return player;
}

/** Checks the password, and a code if the authenticator is on. */
export async function proveOwner(ctx: AccountContext, self: PlayerSelf, secrets: OwnerSecrets): Promise<GuardedPlayer> {
  const player = await readChangeable(ctx, self.id);
  await proveSecrets(ctx, self, player, secrets);
  return player;
}

interface OwnerSecrets {
  password: string;
  code?: string | undefined;
}

function proveSecrets(
  ctx: AccountContext,
  self: PlayerSelf,
  player: GuardedPlayer,
  { password, code = '' }: OwnerSecrets,
): Promise<void> {
  return prove(
    ctx,
    player,
    self,
    passwordClaim(ctx, player, password),
    ...(player.twoFactor ? [anyCodeClaim(ctx, player, code)] : []),
  );
}

/** Steps up: a fresh proof by the password, and by a code if the authenticator is on. It counts for this session only. */
export async function stepUp(ctx: AccountContext, self: PlayerSelf, secrets: OwnerSecrets): Promise<void> {
  await proveSecrets(ctx, self, await readGuarded(ctx, self.id), secrets);
  const isOpen = await markProven(ctx.db, 'player', { sessionId: self.sessionId, subjectId: self.id }, ctx.clock.now());
  if (!isOpen) throw new Refusal(sessionRefusals.sessionExpired);
}

/** Refuses a player whose last sign-in or step-up in this session is too old. */
export async function requireFreshProof(
  ctx: AccountContext,
  { sessionId }: Pick<PlayerSelf, 'sessionId'>,
): Promise<void> {
  const now = ctx.clock.now();
  const provenAt = await readProvenAt(ctx.db, 'player', sessionId, now);
  checkFresh({ provenAt: provenAt?.toISOString() }, now);
}

export async function readTwoFactor(ctx: AccountContext, playerId: string): Promise<z.input<typeof TwoFactor>> {
  const player = await readGuarded(ctx, playerId);
  return {
    on: player.twoFactor,
    enrolledAt: player.totpEnrolledAt?.toISOString() ?? null,
    recoveryCodesLeft: player.recoveryCodesLeft,
  };
}

/** Begins an enrolment of an authenticator. It needs the password, so that somebody at an unlocked screen cannot lock the owner out. No sign-in asks for a code before one is confirmed. */
export async function beginEnrolment(
  ctx: AccountContext,
  self: PlayerSelf,
  password: string,
): Promise<z.input<typeof Enrolment>> {
  const player = await readUnenrolled(ctx, self.id);
  await prove(ctx, player, self, passwordClaim(ctx, player, password));
  return beginAuthenticator(ctx, player);
}

/** Completes the enrolment: sign-ins need a code from now on. The recovery codes are returned only here. */
export async function confirmEnrolment(
  ctx: AccountContext,
  self: PlayerSelf,
  code: string,
): Promise<z.input<typeof RecoveryCodes>> {
  return confirmAuthenticator(ctx, await readUnenrolled(ctx, self.id), self, code, (tx) =>
    publishTwoFactorChanged(ctx, tx, self.id, true),
  );
}

export async function disableTwoFactor(
  ctx: AccountContext,
  self: PlayerSelf,
  form: { password: string; code: string },
): Promise<void> {
  const player = await readChangeable(ctx, self.id);
  if (!player.twoFactor) throw new Refusal(sessionRefusals.totpNotEnrolled);
  await switchOffAuthenticator(ctx, player, self, form, (tx) => publishTwoFactorChanged(ctx, tx, self.id, false));
}

async function publishTwoFactorChanged(ctx: AccountContext, tx: Tx, playerId: string, on: boolean): Promise<void> {
  await publish(tx, sessionEvents.twoFactorChanged, playerId, await incrementPlayerVersion(tx, playerId), {
    playerId,
    on,
  });
  await recordHistory(tx, playerId, { kind: 'two_factor_changed', params: { on } }, ctx.clock.now());
}

/** A player with their stored credentials. */
export type GuardedPlayer = Player & Holder;

async function readGuarded(ctx: AccountContext, playerId: string): Promise<GuardedPlayer> {
  const player = await readPlayerWithSecrets(ctx.db, playerId);
  if (!player) throw new Refusal(sessionRefusals.sessionExpired);
  return { ...player, kind: 'player' };
}

/** The player's own account; refused for the shared demo account. */
export async function readChangeable(ctx: AccountContext, playerId: string): Promise<GuardedPlayer> {
  const player = await readGuarded(ctx, playerId);
  if (player.demo) throw new Refusal(userRefusals.demoAccount);
  return player;
}

/** The player's own account; refused if an authenticator is on or the address is unconfirmed. Otherwise a stranger could lock out the owner of the address. */
async function readUnenrolled(ctx: AccountContext, playerId: string): Promise<GuardedPlayer> {
  const player = await readChangeable(ctx, playerId);
  if (player.twoFactor) throw new Refusal(sessionRefusals.totpAlreadyOn);
  if (!player.emailVerifiedAt) throw new Refusal(sessionRefusals.emailUnconfirmed);
  return player;
}
