/** What players do: register, sign in, stay signed in, confirm their address. Money is opened by wallet; nothing here waits for it longer than a page would. */

import { randomUUID } from 'node:crypto';
import { say } from '@fairline/chassis/outbox';
import { authEvents, authRefusals, type PlayerSession, type Registration, type SignIn, type User } from '@fairline/proto/auth';
import { Refusal } from '@fairline/proto/contract';
import { type CountryCode, countryCode, jurisdictionOf } from '@fairline/proto/countries';
import type { z } from 'zod';
import type { Auth } from './config.ts';
import { openWallet } from './peers.ts';
import { hashOf } from './session.ts';
import { type Continued, type Entered, evenly, type Grant, grantPlayer, heldSession, openSession, renew } from './sessions.ts';
import * as store from './store.ts';
import { emailKey, mayEnter, type Player, refuseCardNumbers, refuseUnderage, userView } from './user.ts';

/** Opens an account and signs it in. The welcome bonus is wallet's to pay, on the fact that is said here. */
export async function register(room: Auth, form: Registration, address: string): Promise<Entered<PlayerSession>> {
  await room.throttle.spend('register', address);
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
    marketingOptIn: form.marketingOptIn ?? false,
    createdAt: now,
  };
  const { player, continued } = await room.db.tx(async (tx) => {
    const opened = await store.insertPlayer(tx, newcomer);
    await sayRegistered(tx, opened);
    return enter(tx, opened.id, false, now);
  });
  await openWallet(room, player);
  return playerSession(player, await grantPlayer(room, player, continued));
}

/** An account exists, in its first version. */
export async function sayRegistered(tx: Parameters<typeof say>[0], player: Player): Promise<void> {
  const { id, country, jurisdiction, currency, level, demo } = player;
  await say(tx, authEvents.userRegistered, id, player.version, { playerId: id, country, jurisdiction, currency, level, demo });
}

async function enter(tx: Parameters<typeof say>[0], id: string, remember: boolean, now: Date): Promise<{ player: Player; continued: Continued }> {
  const player = await store.markSignedIn(tx, id, now);
  // Looked at again under the lock: an operator may have closed the account meanwhile.
  if (player.status === 'closed') throw new Refusal(authRefusals.accountClosed);
  const continued = await openSession(tx, 'player', id, remember, now);
  await say(tx, authEvents.userSignedIn, id, player.version, { playerId: id, sessionId: continued.session.id });
  return { player, continued };
}

/** Signs a player in. A suspended player may enter, to see his account and reach support; his money rests until an operator lifts it. */
export async function signIn(room: Auth, { email, password, remember }: z.infer<typeof SignIn>, address: string): Promise<Entered<PlayerSession>> {
  const admission = await room.throttle.admit(`player ${emailKey(email)}`, address);
  const found = await evenly(
    () => knownPlayer(room, email, password, admission.last),
    () => new Refusal(authRefusals.badCredentials),
  );
  if (found.status === 'closed') {
    await noteFailure(room, found.id, 'status');
    throw new Refusal(authRefusals.accountClosed);
  }
  await room.throttle.clear(admission);
  const { player, continued } = await room.db.tx((tx) => enter(tx, found.id, remember ?? false, room.clock.now()));
  return playerSession(player, await grantPlayer(room, player, continued));
}

/** The player whose address and password these are. */
async function knownPlayer(room: Auth, email: string, password: string, lastTry: boolean): Promise<Player | undefined> {
  const found = await store.playerByEmail(room.db, email);
  const player = found && mayEnter(found, room.demo) ? found : undefined;
  if (await room.passwords.matches(password, player?.passwordHash)) return player;
  if (player) await noteFailure(room, player.id, lastTry ? 'throttled' : 'password');
  return undefined;
}

async function noteFailure(room: Auth, playerId: string, reason: 'password' | 'status' | 'throttled'): Promise<void> {
  await room.db.tx(async (tx) => {
    const version = await store.nextPlayerVersion(tx, playerId);
    await say(tx, authEvents.signInFailed, playerId, version, { playerId, reason });
  });
}

/** Continues a session with what is known of the player now. */
export async function refresh(room: Auth, token: string | undefined): Promise<Entered<PlayerSession>> {
  const continued = await renew(room, 'player', token);
  const player = await store.player(room.db, continued.session.subjectId);
  if (!player || !mayEnter(player, room.demo)) throw new Refusal(authRefusals.sessionExpired);
  return playerSession(player, await grantPlayer(room, player, continued));
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

function playerSession(player: Player, { accessToken, expiresAt, cookie }: Grant): Entered<PlayerSession> {
  return { body: { user: userView(player), accessToken, expiresAt }, cookie };
}
