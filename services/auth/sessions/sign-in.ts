/** Players sign in and stay signed in. Every sign-in and every failure is recorded in the history of the account. */
import { subscriberOf } from '@fairline/chassis/http/subscriber';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { SignInMethod } from '@fairline/proto/auth/account';
import { type PlayerSession, type SignIn, sessionEvents, sessionRefusals } from '@fairline/proto/auth/sessions';
import { type User, userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import { incrementPlayerVersion, markSignedIn, readPlayer, readPlayerByEmail, recordHistory } from '../users/store.ts';
import { type CheckedSecrets, lockUnchanged } from '../users/store-secrets.ts';
import { mayEnter, type Player, userView } from '../users/user.ts';
import {
  type ContinuedSession,
  freshToken,
  grantPlayer,
  openSession,
  renewSession,
  requireSession,
  type SignedIn,
} from './commands.ts';
import type { SessionsContext } from './context.ts';
import { deviceName, formatDeviceCookie } from './device.ts';
import { admitSignIn, answerEvenly, checkSignIn, type Holder, type Proof, type SignInEvidence } from './proofs.ts';
import { type Presence, readSessionBefore, recordDevice } from './store.ts';
import { derivedToken, hashOf } from './token.ts';

/** The caller: address, user agent, and the cookie of the browser if it has one. */
export interface Visitor extends Presence {
  device: string | undefined;
}

interface PlayerEntry {
  player: Player;
  continued: ContinuedSession;
  /** The new cookie of a browser that had none. */
  newDevice?: string | undefined;
  lastSignIn: PlayerSession['lastSignIn'];
}

/** Signs a player in. A suspended player may sign in, to see the account and reach support; money stays locked until an operator ends the suspension. */
export async function signIn(
  ctx: SessionsContext,
  form: z.infer<typeof SignIn>,
  visitor: Visitor,
): Promise<SignedIn<PlayerSession>> {
  const admission = await admitSignIn(ctx, { kind: 'player', email: form.email }, visitor);
  const found = await answerEvenly(
    () => checkPlayerSignIn(ctx, form, admission.last, visitor),
    () => new Refusal(sessionRefusals.badCredentials),
  );
  if (found === 'code missing') {
    await ctx.throttle.forgive(admission);
    throw new Refusal(sessionRefusals.totpRequired);
  }
  if (found.status === 'closed') {
    await recordSignInFailure(ctx, found.id, 'status', visitor);
    throw new Refusal(userRefusals.accountClosed);
  }
  const entry = await ctx.db.tx((tx) =>
    enterPlayer(ctx, tx, found, { method: methods[found.proof], remember: form.remember }, visitor),
  );
  await ctx.throttle.clear(admission);
  return playerSession(ctx, entry);
}

/** Refreshes a session, with the player's current data. */
export async function refreshPlayer(ctx: SessionsContext, token: string | undefined): Promise<SignedIn<PlayerSession>> {
  const continued = await renewSession(ctx, 'player', token);
  const player = await readPlayer(ctx.db, continued.session.subjectId);
  if (!player || !mayEnter(player, ctx.demo)) throw new Refusal(sessionRefusals.sessionRevoked);
  return playerSession(ctx, { player, continued, lastSignIn: null });
}

export async function currentPlayer(
  ctx: SessionsContext,
  playerId: string,
  sessionId: string,
): Promise<{ user: User; sessionId: string; expiresAt: string }> {
  const session = await requireSession(ctx, 'player', { id: playerId, sessionId });
  const player = await readPlayer(ctx.db, playerId);
  if (!player) throw new Refusal(sessionRefusals.sessionExpired);
  return { user: userView(player), sessionId, expiresAt: session.expiresAt.toISOString() };
}

/** The player with this address, password and, if one is needed, code; undefined if something is wrong. Failures are recorded. */
async function checkPlayerSignIn(
  ctx: SessionsContext,
  form: z.infer<typeof SignIn>,
  lastTry: boolean,
  visitor: Visitor,
): Promise<(Player & Holder & { proof: keyof typeof methods }) | 'code missing' | undefined> {
  const found = await readPlayerByEmail(ctx.db, form.email);
  const player = found && mayEnter(found, ctx.demo) ? { ...found, kind: 'player' as const } : undefined;
  const shown = await checkSignIn(ctx, player, form, player ? player.twoFactor && player.status !== 'closed' : false);
  if (shown === 'code missing') return shown;
  if (typeof shown === 'object') return player && { ...player, ...shown };
  if (player) await recordSignInFailure(ctx, player.id, lastTry ? 'throttled' : failureReasons[shown], visitor);
  else ctx.count.stranger('player');
  return undefined;
}

/** The name of each proof in the history of the account. */
const methods = {
  password: 'password',
  code: 'password_and_code',
  recovery_code: 'password_and_recovery_code',
  passkey: 'passkey',
} as const satisfies Record<Proof, SignInMethod>;

const failureReasons = { 'password wrong': 'password', 'code wrong': 'totp' } as const satisfies Partial<
  Record<Extract<SignInEvidence, string>, string>
>;

export async function recordSignInFailure(
  ctx: SessionsContext,
  playerId: string,
  reason: 'password' | 'status' | 'totp' | 'throttled' | 'passkey',
  visitor: Visitor,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const version = await incrementPlayerVersion(tx, playerId);
    await publish(tx, sessionEvents.signInFailed, playerId, version, {
      playerId,
      reason: reason === 'passkey' ? 'totp' : reason,
      addressKey: addressKeyOf(ctx, visitor),
    });
    await recordHistory(
      tx,
      playerId,
      { kind: 'sign_in_failed', params: { reason, ...originOf(visitor) } },
      ctx.clock.now(),
    );
  });
}

interface Entry {
  method: SignInMethod;
  remember?: boolean | undefined;
}

/** Opens a player's session. Refused if password or authenticator have changed since the check: that change ended every session, so no later one may rely on the old secrets. */
export async function enterPlayer(
  ctx: SessionsContext,
  tx: Tx,
  proven: CheckedSecrets,
  { method, remember = false }: Entry,
  visitor: Visitor,
): Promise<PlayerEntry> {
  const { id } = proven;
  if (!(await lockUnchanged(tx, proven))) throw new Refusal(sessionRefusals.badCredentials);
  const now = ctx.clock.now();
  const player = await markSignedIn(tx, id, now);
  // Checked again under the lock, because an operator may have closed the account meanwhile.
  if (player.status === 'closed') throw new Refusal(userRefusals.accountClosed);
  const continued = await openSession(tx, { kind: 'player', subjectId: id, remember }, visitor, now);
  const sessionId = continued.session.id;
  const device = visitor.device ?? freshToken();
  const traits = {
    deviceKey: derivedToken(ctx.keys.traits, `device ${hashOf(device).toString('base64url')}`),
    addressKey: addressKeyOf(ctx, visitor),
  };
  await publish(tx, sessionEvents.userSignedIn, id, player.version, { playerId: id, sessionId, ...traits });
  await recordHistory(tx, id, { kind: 'signed_in', params: { method, ...originOf(visitor) } }, now);
  const { known, first } = await recordDevice(tx, id, hashOf(device), now);
  if (!known && !first)
    await publish(tx, sessionEvents.deviceAdded, id, await incrementPlayerVersion(tx, id), { playerId: id, sessionId });
  const before = await readSessionBefore(tx, id, sessionId);
  const lastSignIn = before
    ? { at: before.createdAt.toISOString(), device: deviceName(before.agent), address: before.address }
    : null;
  return { player, continued, newDevice: visitor.device ? undefined : device, lastSignIn };
}

/** The device and address of a sign-in, which the player sees. Operators see the addresses of open sessions only. */
function originOf({ address, agent }: Visitor): { device: string; address: string } {
  return { device: deviceName(agent), address };
}

/** A keyed hash of the subscriber's network: equal for accounts that sign in from the same one, and unreadable. */
function addressKeyOf({ keys }: SessionsContext, { address }: Visitor): string {
  return derivedToken(keys.traits, `address ${subscriberOf(address)}`);
}

export async function playerSession(
  ctx: SessionsContext,
  { player, continued, newDevice, lastSignIn }: PlayerEntry,
): Promise<SignedIn<PlayerSession>> {
  const { accessToken, expiresAt, cookie } = await grantPlayer(ctx, player, continued);
  const device = newDevice && formatDeviceCookie(newDevice, ctx.publicUrl.startsWith('https:'));
  return { body: { user: userView(player), accessToken, expiresAt, lastSignIn }, cookie, device };
}
