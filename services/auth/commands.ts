/** What players do: register, sign in, stay signed in, confirm their address. Money is opened by wallet; nothing here waits for it longer than a page would. */

import { randomUUID } from 'node:crypto';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents, authRefusals, type PlayerSession, type Registration, type SignIn, termsVersion, type User } from '@fairline/proto/auth';
import { defaultPreferences } from '@fairline/proto/auth/account';
import { Refusal } from '@fairline/proto/contract';
import { type CountryCode, countryCode, jurisdictionOf } from '@fairline/proto/countries';
import type { z } from 'zod';
import type { Auth } from './config.ts';
import { openWallet } from './peers.ts';
import { examine, type Holder, type Shown, throttled } from './proofs.ts';
import { deviceCookieText, deviceName, hashOf } from './session.ts';
import { type Continued, type Entered, evenly, freshToken, grantPlayer, heldSession, openSession, renew } from './sessions.ts';
import * as store from './store.ts';
import * as accounts from './store-account.ts';
import { holdsStill, type Looked } from './store-secrets.ts';
import { mayEnter, type Player, personKey, refuseCardNumbers, refuseUnderage, userView } from './user.ts';

/** Who is at the door: from where, in which browser, and what that browser is known by. */
export interface Visitor extends store.Presence {
  device: string | undefined;
}

/** Opens an account and signs it in. The welcome bonus is wallet's to pay, on the fact that is said here. */
export async function register(room: Auth, form: Registration, visitor: Visitor): Promise<Entered<PlayerSession>> {
  await room.throttle.spend('register', visitor.address);
  const now = room.clock.now();
  refuseUnderage(form.dateOfBirth, now);
  refuseCardNumbers({ firstName: form.firstName, lastName: form.lastName });
  const country = countryCode(form.country) as CountryCode;
  const newcomer: store.NewPlayer = {
    email: form.email,
    firstName: form.firstName,
    lastName: form.lastName,
    country,
    jurisdiction: jurisdictionOf(country, room.jurisdiction),
    level: 'unverified',
    demo: false,
    emailVerifiedAt: null,
    passwordHash: await room.passwords.hash(form.password),
    dateOfBirth: form.dateOfBirth,
    personKey: personKey(form.firstName, form.lastName, form.dateOfBirth),
    termsVersion,
    marketingOptIn: form.marketingOptIn ?? false,
    language: form.language ?? defaultPreferences.language,
    timezone: form.timezone ?? defaultPreferences.timezone,
    createdAt: now,
  };
  const entry = await room.db.tx(async (tx) => {
    const opened = await store.insertPlayer(tx, newcomer);
    await sayRegistered(tx, opened);
    await accounts.remember(tx, opened.id, { kind: 'registered' }, now);
    const others = await accounts.samePerson(tx, opened.id, newcomer.personKey);
    if (others.length > 0)
      await say(tx, authEvents.duplicateSuspected, opened.id, await store.nextPlayerVersion(tx, opened.id), { playerId: opened.id, others });
    return enter(room, tx, { kind: 'player', id: opened.id, passwordHash: newcomer.passwordHash, totpSecret: null }, false, visitor);
  });
  await openWallet(room, entry.player);
  return playerSession(room, entry);
}

/** An account exists, in its first version. */
export async function sayRegistered(tx: Parameters<typeof say>[0], player: Player): Promise<void> {
  const { id, country, jurisdiction, currency, level, demo } = player;
  await say(tx, authEvents.userRegistered, id, player.version, { playerId: id, country, jurisdiction, currency, level, demo });
}

interface Entry {
  player: Player;
  continued: Continued;
  /** The name given to a browser that had none. */
  newDevice?: string | undefined;
  lastSignIn: PlayerSession['lastSignIn'];
}

/** Refuses where password or authenticator were changed since he proved himself by them: that change has ended every session, and none may come after it. */
async function enter(room: Auth, tx: Tx, proven: Looked, remember: boolean, visitor: Visitor): Promise<Entry> {
  const { id } = proven;
  if (!(await holdsStill(tx, proven))) throw new Refusal(authRefusals.badCredentials);
  const now = room.clock.now();
  const player = await store.markSignedIn(tx, id, now);
  // Looked at again under the lock: an operator may have closed the account meanwhile.
  if (player.status === 'closed') throw new Refusal(authRefusals.accountClosed);
  const continued = await openSession(tx, { kind: 'player', subjectId: id, remember }, visitor, now);
  const sessionId = continued.session.id;
  await say(tx, authEvents.userSignedIn, id, player.version, { playerId: id, sessionId });
  await accounts.remember(tx, id, { kind: 'signed_in', params: { device: deviceName(visitor.agent) } }, now);
  const device = visitor.device ?? freshToken();
  const { known, first } = await accounts.seeDevice(tx, id, hashOf(device), now);
  if (!known && !first) await say(tx, authEvents.deviceAdded, id, await store.nextPlayerVersion(tx, id), { playerId: id, sessionId });
  const before = await accounts.sessionBefore(tx, id, sessionId);
  const lastSignIn = before ? { at: before.createdAt.toISOString(), device: deviceName(before.agent), address: before.address } : null;
  return { player, continued, newDevice: visitor.device ? undefined : device, lastSignIn };
}

/** Signs a player in. A suspended player may enter, to see his account and reach support; his money rests until an operator lifts it. */
export async function signIn(room: Auth, form: z.infer<typeof SignIn>, visitor: Visitor): Promise<Entered<PlayerSession>> {
  const admission = await room.throttle.admit(throttled({ kind: 'player', email: form.email }), visitor.address);
  const found = await evenly(
    () => knownPlayer(room, form, admission.last),
    () => new Refusal(authRefusals.badCredentials),
  );
  if (found === 'code missing') {
    await room.throttle.forgive(admission);
    throw new Refusal(authRefusals.totpRequired);
  }
  if (found.status === 'closed') {
    await noteFailure(room, found.id, 'status');
    throw new Refusal(authRefusals.accountClosed);
  }
  const entry = await room.db.tx((tx) => enter(room, tx, found, form.remember ?? false, visitor));
  await room.throttle.clear(admission);
  return playerSession(room, entry);
}

/** The player whose address, password and, where he asks for one, code these are. */
async function knownPlayer(room: Auth, form: z.infer<typeof SignIn>, lastTry: boolean): Promise<(Player & Holder) | 'code missing' | undefined> {
  const found = await store.playerByEmail(room.db, form.email);
  const player = found && mayEnter(found, room.demo) ? { ...found, kind: 'player' as const } : undefined;
  const shown = await examine(room, player, form, player ? player.twoFactor && player.status !== 'closed' : false);
  if (shown === 'code missing') return shown;
  if (typeof shown === 'object') return player;
  if (player) await noteFailure(room, player.id, lastTry ? 'throttled' : reasons[shown]);
  else room.count.stranger('player');
  return undefined;
}

const reasons = { 'password wrong': 'password', 'code wrong': 'totp' } as const satisfies Partial<Record<Extract<Shown, string>, string>>;

async function noteFailure(room: Auth, playerId: string, reason: 'password' | 'status' | 'totp' | 'throttled'): Promise<void> {
  await room.db.tx(async (tx) => {
    const version = await store.nextPlayerVersion(tx, playerId);
    await say(tx, authEvents.signInFailed, playerId, version, { playerId, reason });
    await accounts.remember(tx, playerId, { kind: 'sign_in_failed', params: { reason } }, room.clock.now());
  });
}

/** Continues a session with what is known of the player now. */
export async function refresh(room: Auth, token: string | undefined): Promise<Entered<PlayerSession>> {
  const continued = await renew(room, 'player', token);
  const player = await store.player(room.db, continued.session.subjectId);
  if (!player || !mayEnter(player, room.demo)) throw new Refusal(authRefusals.sessionExpired);
  return playerSession(room, { player, continued, lastSignIn: null });
}

export async function currentPlayer(room: Auth, playerId: string, sessionId: string): Promise<{ user: User; sessionId: string; expiresAt: string }> {
  const session = await heldSession(room, 'player', sessionId);
  const player = await store.player(room.db, playerId);
  if (!player || session.subjectId !== playerId) throw new Refusal(authRefusals.sessionExpired);
  return { user: userView(player), sessionId, expiresAt: session.expiresAt.toISOString() };
}

/** Confirms an address by the token of a mail. The same link again, while it is valid, finds it confirmed. */
export async function verifyEmail(room: Auth, token: string, address: string): Promise<{ email: string }> {
  await room.throttle.spend('link', address);
  const now = room.clock.now();
  return room.db.tx(async (tx) => {
    const link = await store.link(tx, 'verify_email', hashOf(token), now);
    const player = link && (await store.lockPlayer(tx, link.subjectId));
    if (!player) throw new Refusal(authRefusals.linkInvalid);
    await store.markLinkUsed(tx, hashOf(token), now);
    if (!player.emailVerifiedAt) {
      const { version } = await store.markEmailVerified(tx, player.id, now);
      await say(tx, authEvents.emailVerified, player.id, version, { playerId: player.id });
      await accounts.remember(tx, player.id, { kind: 'email_verified' }, now);
    }
    return { email: player.email };
  });
}

/** Sends the confirmation again; to a confirmed address there is nothing to send. */
export async function resendVerification(room: Auth, playerId: string): Promise<void> {
  const player = await store.player(room.db, playerId);
  if (!player) throw new Refusal(authRefusals.sessionExpired);
  if (player.emailVerifiedAt) return;
  await room.throttle.spend('resend', playerId);
  await store.queueMail(room.db, [{ id: randomUUID(), playerId, template: 'verify_email', facts: {} }], room.clock.now());
}

async function playerSession(room: Auth, { player, continued, newDevice, lastSignIn }: Entry): Promise<Entered<PlayerSession>> {
  const { accessToken, expiresAt, cookie } = await grantPlayer(room, player, continued);
  const device = newDevice && deviceCookieText(newDevice, room.publicUrl.startsWith('https:'));
  return { body: { user: userView(player), accessToken, expiresAt, lastSignIn }, cookie, device };
}
