/**
 * What operators do: enter with password and authenticator, and decide about players. A decision that binds money
 * is answered only once wallet has confirmed it, and every decision is on the record.
 */

import { seal, unseal } from '@fairline/chassis/blob';
import { page, readCursor } from '@fairline/chassis/cursor';
import { say } from '@fairline/chassis/outbox';
import type { Database, Tx } from '@fairline/chassis/postgres';
import {
  authEvents,
  authRefusals,
  type Operator,
  type OperatorInvitation,
  type OperatorSession,
  type OperatorSignIn,
  type UserRow,
} from '@fairline/proto/auth';
import { common, type Infer, type Page, pageSize, Refusal } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import { generateSecret } from 'otplib';
import { z } from 'zod';
import type { Auth } from './config.ts';
import { authenticatorUri, stepOfCode } from './credential.ts';
import { restrict } from './peers.ts';
import { hashOf } from './session.ts';
import { type Entered, evenly, freshToken, grantOperator, heldSession, openSession, renew, revokeAll } from './sessions.ts';
import * as store from './store.ts';
import * as staffStore from './store-staff.ts';
import { emailKey, mayEnter, operatorView, type Player, refuseCardNumbers, type Staff, userRowView } from './user.ts';

/** Who acts and from where, for the record. */
export interface Actor {
  id: string;
  address: string;
  agent: string;
}

type Act = Omit<Infer<(typeof authEvents.operatorActed)['data']>, 'operatorId' | 'address' | 'agent'>;

export async function sayActed(tx: Tx, actor: Actor, version: number, act: Act): Promise<void> {
  const { id: operatorId, address, agent } = actor;
  await say(tx, authEvents.operatorActed, act.resourceId, version, { operatorId, ...act, address, agent });
}

// ---- Entering ----------------------------------------------------------------------------------

export type Presence = Pick<Actor, 'address' | 'agent'>;

/** Signs an operator in. Outside demo mode the password alone opens nothing. */
export async function signInOperator(room: Auth, form: z.infer<typeof OperatorSignIn>, presence: Presence): Promise<Entered<OperatorSession>> {
  const admission = await room.throttle.admit(`operator ${emailKey(form.email)}`, presence.address);
  const found = await evenly(
    () => knownOperator(room, form),
    () => new Refusal(authRefusals.badOperatorCredentials),
  );
  if (found === 'code missing') {
    await room.throttle.forgive(admission);
    throw new Refusal(authRefusals.totpRequired);
  }
  await room.throttle.clear(admission);
  const now = room.clock.now();
  const { staff, continued } = await room.db.tx(async (tx) => {
    const staff = await staffStore.markOperatorSignedIn(tx, found.id, found.passwordHash, now);
    if (!staff) throw new Refusal(authRefusals.badOperatorCredentials);
    await sayActed(tx, { id: found.id, ...presence }, staff.version, { action: 'operator.signed_in', resourceType: 'operator', resourceId: found.id });
    return { staff, continued: await openSession(tx, 'operator', found.id, false, now) };
  });
  const { cookie, ...grant } = await grantOperator(room, staff, continued);
  return { body: { operator: operatorView(staff), ...grant }, cookie };
}

async function knownOperator(
  room: Auth,
  { email, password, totp }: z.infer<typeof OperatorSignIn>,
): Promise<staffStore.StaffWithSecrets | 'code missing' | undefined> {
  const found = await staffStore.operatorByEmail(room.db, email);
  const operator = found && mayServe(found, room) ? found : undefined;
  const right = await room.passwords.matches(password, operator?.passwordHash);
  if (right && operator && room.demo) return operator;
  if (right && operator && !totp?.trim()) return 'code missing';
  if (right && operator?.totpSecret && totp && (await takeCode(room, operator, operator.totpSecret, totp))) return operator;
  if (operator) room.log.warn({ operatorId: operator.id }, 'operator sign-in failed');
  return undefined;
}

function mayServe(staff: Staff, { demo }: Auth): boolean {
  return staff.active && mayEnter(staff, demo);
}

/** Takes a code of his authenticator, once. */
export async function takeCode(room: Auth, { id, totpStep }: staffStore.StaffWithSecrets, sealed: Uint8Array, code: string): Promise<boolean> {
  const secret = Buffer.from(unseal(room.keys.totp, id, sealed)).toString('utf8');
  const step = await stepOfCode(secret, code, totpStep, room.clock.now());
  return step !== undefined && (await staffStore.takeTotpStep(room.db, id, step));
}

export async function refreshOperator(room: Auth, token: string | undefined): Promise<Entered<OperatorSession>> {
  const continued = await renew(room, 'operator', token);
  const staff = await staffStore.operator(room.db, continued.session.subjectId);
  if (!staff || !mayServe(staff, room)) throw new Refusal(authRefusals.sessionExpired);
  const { cookie, ...grant } = await grantOperator(room, staff, continued);
  return { body: { operator: operatorView(staff), ...grant }, cookie };
}

export async function currentOperator(
  room: Auth,
  operatorId: string,
  sessionId: string,
): Promise<{ operator: Operator; sessionId: string; expiresAt: string }> {
  const session = await heldSession(room, 'operator', sessionId);
  const staff = await staffStore.operator(room.db, operatorId);
  if (!staff || session.subjectId !== operatorId) throw new Refusal(authRefusals.sessionExpired);
  return { operator: operatorView(staff), sessionId, expiresAt: session.expiresAt.toISOString() };
}

// ---- Becoming one ------------------------------------------------------------------------------

const activationHours = 24;

/** Makes an operator and a one-time link; for one who is known already, a new link in place of earlier ones, with which he begins anew. */
export async function inviteOperator(db: Database, invitation: OperatorInvitation, now: Date): Promise<{ token: string; role: Role; known: boolean }> {
  const token = freshToken();
  return db.tx(async (tx) => {
    const made = await staffStore.insertOperator(tx, { ...invitation, demo: false, passwordHash: null, createdAt: now });
    const staff = made ?? (await staffStore.operatorByEmail(tx, invitation.email));
    if (!staff) throw new Error(`no operator ${invitation.email}`);
    const version = made ? staff.version : await staffStore.nextOperatorVersion(tx, staff.id);
    const action = made ? 'operator.created' : 'operator.invited_again';
    await sayActed(tx, { id: staff.id, address: '', agent: 'command line' }, version, {
      action,
      resourceType: 'operator',
      resourceId: staff.id,
      after: { role: staff.role },
    });
    await store.dropLinks(tx, 'activate', staff.id);
    const expiresAt = new Date(now.getTime() + activationHours * 3_600_000);
    await store.insertLink(tx, { hash: hashOf(token), purpose: 'activate', subjectId: staff.id, createdAt: now, expiresAt });
    return { token, role: staff.role, known: !made };
  });
}

/** Sets password and authenticator by a one-time link, and ends whatever sessions there were. The secret is shown here and never again. */
export async function activateOperator(
  room: Auth,
  { token, password }: { token: string; password: string },
  presence: Presence,
): Promise<{ email: string; totpUri: string }> {
  await room.throttle.spend('link', presence.address);
  const link = await store.link(room.db, 'activate', hashOf(token), room.clock.now());
  if (!link || link.usedAt) throw new Refusal(authRefusals.activationInvalid);
  const passwordHash = await room.passwords.hash(password);
  return room.db.tx(async (tx) => {
    if (!(await store.markLinkUsed(tx, hashOf(token), room.clock.now()))) throw new Refusal(authRefusals.activationInvalid);
    const known = await staffStore.operator(tx, link.subjectId);
    if (!known) throw new Refusal(authRefusals.activationInvalid);
    const secret = generateSecret();
    const staff = await staffStore.setOperatorSecrets(tx, known.id, passwordHash, seal(room.keys.totp, known.id, Buffer.from(secret, 'utf8')));
    await sayActed(tx, { id: staff.id, ...presence }, staff.version, { action: 'operator.activated', resourceType: 'operator', resourceId: staff.id });
    await revokeAll(tx, { kind: 'operator', id: staff.id, version: await staffStore.nextOperatorVersion(tx, staff.id) }, 'password', room.clock.now());
    return { email: staff.email, totpUri: authenticatorUri(staff.email, secret) };
  });
}

// ---- Players -----------------------------------------------------------------------------------

export async function findPlayers(
  room: Auth,
  query: { q?: string | undefined; status?: Player['status'] | undefined; cursor?: string | undefined },
): Promise<Page<z.infer<typeof UserRow>>> {
  const beforeId = readCursor(z.uuid(), query.cursor);
  const rows = await store.findPlayers(room.db, { q: query.q, status: query.status, beforeId }, pageSize + 1);
  return page(rows, ({ id }) => id, userRowView);
}

export async function onePlayer(room: Auth, id: string): Promise<z.infer<typeof UserRow>> {
  const player = await store.player(room.db, id);
  if (!player) throw new Refusal(common.notFound);
  return userRowView(player);
}

/** Sets a player active, suspended or closed. Closing ends the sessions too. The same again changes nothing and asks wallet if it has not answered yet. */
export async function setUserStatus(room: Auth, actor: Actor, id: string, { status, reason }: { status: Player['status']; reason: string }) {
  refuseCardNumbers({ reason });
  return decide(room, id, async (tx, before) => {
    if (before.status === status) return before;
    // After the lock, so that every session which began before the account was closed is older than this instant.
    const now = room.clock.now();
    const player = await store.setPermit(tx, id, { status, level: before.level });
    const { level, jurisdiction } = player;
    await say(tx, authEvents.userStatusChanged, id, player.version, { playerId: id, status, level, jurisdiction, at: now.toISOString() });
    if (status === 'closed') await revokeAll(tx, { kind: 'player', id, version: await store.nextPlayerVersion(tx, id) }, 'status', now);
    await sayActed(tx, actor, await store.nextPlayerVersion(tx, id), {
      action: 'user.status',
      resourceType: 'user',
      resourceId: id,
      reason,
      before: { status: before.status },
      after: { status },
    });
    return player;
  });
}

/** Marks a player verified. */
export async function verifyUser(room: Auth, actor: Actor, id: string, reason: string) {
  refuseCardNumbers({ reason });
  return decide(room, id, async (tx, before) => {
    if (before.level === 'verified') return before;
    const player = await store.setPermit(tx, id, { status: before.status, level: 'verified' });
    const { status, level, jurisdiction } = player;
    await say(tx, authEvents.verificationChanged, id, player.version, { playerId: id, status, level, jurisdiction });
    await sayActed(tx, actor, await store.nextPlayerVersion(tx, id), {
      action: 'user.verified',
      resourceType: 'user',
      resourceId: id,
      reason,
      before: { level: before.level },
      after: { level },
    });
    return player;
  });
}

async function decide(room: Auth, id: string, change: (tx: Tx, before: Player) => Promise<Player>): Promise<z.infer<typeof UserRow>> {
  const player = await room.db.tx(async (tx) => {
    const before = await store.lockPlayer(tx, id);
    if (!before) throw new Refusal(common.notFound);
    return change(tx, before);
  });
  if (!(await bind(room, player))) throw new Refusal(common.unavailable);
  return userRowView(player);
}

/** True once wallet binds money by the account as it now stands. */
async function bind(room: Auth, player: Player): Promise<boolean> {
  if (player.boundVersion >= player.permitVersion) return true;
  const bound = await restrict(room, player);
  if (bound) await store.markBound(room.db, player.id, player.permitVersion);
  return bound;
}

const boundAtOnce = 100;

/** Asks wallet again for every decision it has not confirmed. */
export async function bindAll(room: Auth): Promise<void> {
  const players = await store.unboundPlayers(room.db, boundAtOnce);
  await Promise.all(players.map((player) => bind(room, player)));
}
