/**
 * Opening, renewing and ending sessions, for players and operators alike. A session that ends before its time is said to everyone,
 * and only after that is committed does the caller learn of it.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { type AccessClaims, authEvents, authRefusals } from '@fairline/proto/auth';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { permissionsOf } from '@fairline/proto/permissions';
import type { Auth } from './config.ts';
import { accessEnd, derivedToken, hashOf, isOpen, type Kind, noCookie, refreshCookie, sessionEnd, worthOf } from './session.ts';
import * as store from './store.ts';
import { bookOf, type Player, type Staff } from './user.ts';

/** A session and the refresh token that continues it. */
export interface Continued {
  session: store.Session;
  token: string;
}

/** What a sign-in answers, beside who signed in. */
export interface Grant {
  accessToken: string;
  expiresAt: string;
  cookie: string;
}

/** A session as the door answers it: the body, and the cookie that continues it. */
export interface Entered<Body> {
  body: Body;
  cookie: string;
  /** The cookie of the browser itself, where it is new. */
  device?: string | undefined;
}

/**
 * Every refusal of credentials takes this long, more than the password check and the note of the failure together,
 * so that the time of the answer does not tell which accounts exist.
 */
const refusalMs = 300;

/** Does something that may refuse credentials, and lets such a refusal out at the same time whatever its cause. */
export async function evenly<T>(attempt: () => Promise<T | undefined>, refusal: () => Refusal): Promise<T> {
  const startedAt = performance.now();
  const outcome = await attempt();
  if (outcome !== undefined) return outcome;
  await pause(Math.max(0, refusalMs - (performance.now() - startedAt)));
  throw refusal();
}

/** 256 random bits. */
export function freshToken(): string {
  return randomBytes(32).toString('base64url');
}

export async function openSession(
  tx: Tx,
  { kind, subjectId, remember }: { kind: Kind; subjectId: string; remember: boolean },
  { address, agent }: store.Presence,
  now: Date,
): Promise<Continued> {
  const token = freshToken();
  const session = await store.insertSession(tx, { kind, subjectId, remember, expiresAt: sessionEnd(kind, remember, now), address, agent }, now);
  await store.insertToken(tx, session.id, hashOf(token), now);
  return { session, token };
}

export function grantPlayer(room: Auth, player: Player, continued: Continued): Promise<Grant> {
  const { level, jurisdiction } = player;
  return grant(room, continued, (claims) => ({ ...claims, kind: 'player', level, jurisdiction, book: bookOf(player) }));
}

export function grantOperator(room: Auth, { role }: Staff, continued: Continued): Promise<Grant> {
  return grant(room, continued, (claims) => ({ ...claims, kind: 'operator', role, permissions: [...permissionsOf(role)] }));
}

type CommonClaims = Pick<AccessClaims, 'sub' | 'sid' | 'iat' | 'exp'>;

async function grant(room: Auth, { session, token }: Continued, claimsOf: (claims: CommonClaims) => AccessClaims): Promise<Grant> {
  const now = room.clock.now();
  const end = accessEnd(session.expiresAt, now);
  const claims = { sub: session.subjectId, sid: session.id, iat: Math.floor(now.getTime() / 1_000), exp: end.getTime() / 1_000 };
  return {
    accessToken: await room.keys.signAccess(claimsOf(claims)),
    expiresAt: end.toISOString(),
    cookie: refreshCookie(cookieOf(room, session.kind), token, session.remember),
  };
}

export function endedCookie(room: Auth, kind: Kind): string {
  return noCookie(cookieOf(room, kind));
}

function cookieOf({ publicUrl }: Auth, kind: Kind) {
  return { kind, secure: publicUrl.startsWith('https:') };
}

/** Trades a refresh token for its successor. Within the grace the same again; after it the whole session ends, for one of its two holders is a thief. */
export async function renew(room: Auth, kind: Kind, token: string | undefined): Promise<Continued> {
  const now = room.clock.now();
  const renewed = token && (await room.db.tx((tx) => trade(tx, room, kind, token, now)));
  if (!renewed) throw new Refusal(authRefusals.sessionExpired);
  return renewed;
}

async function trade(tx: Tx, room: Auth, kind: Kind, token: string, now: Date): Promise<Continued | undefined> {
  const hash = hashOf(token);
  const session = await store.lockSessionOfToken(tx, kind, hash);
  const worth = session ? worthOf(session, session.usedAt, now) : 'over';
  if (!session || worth === 'over') return undefined;
  if (worth === 'reuse') {
    await revoke(tx, session, 'reuse', now);
    return undefined;
  }
  const successor = derivedToken(room.keys.refresh, token);
  if (worth === 'repeat') return { session, token: successor };
  const expiresAt = sessionEnd(kind, session.remember, now);
  await store.markTraded(tx, hash, now);
  await store.insertToken(tx, session.id, hashOf(successor), now);
  await store.prolongSession(tx, session.id, expiresAt, now);
  return { session: { ...session, expiresAt }, token: successor };
}

/** Signs out: the session of the cookie and, where the caller showed an access token, the session of that. */
export async function signOut(room: Auth, kind: Kind, token: string | undefined, sessionId: string | undefined): Promise<void> {
  const now = room.clock.now();
  await room.db.tx(async (tx) => {
    const ofToken = token ? await store.lockSessionOfToken(tx, kind, hashOf(token)) : undefined;
    const ofCaller = sessionId && sessionId !== ofToken?.id ? await store.lockSession(tx, kind, sessionId) : undefined;
    for (const session of [ofToken, ofCaller]) if (session && isOpen(session, now)) await revoke(tx, session, 'signed_out', now);
  });
}

/** The session of a caller, while it holds. */
export async function heldSession(room: Auth, kind: Kind, id: string): Promise<store.Session> {
  const session = await store.session(room.db, kind, id);
  if (!session || !isOpen(session, room.clock.now())) throw new Refusal(authRefusals.sessionExpired);
  return session;
}

type RevokeReason = Infer<(typeof authEvents.sessionRevoked)['data']>['reason'];

/** Ends one session, and says so. */
export async function revoke(tx: Tx, session: store.Session, reason: RevokeReason, now: Date): Promise<void> {
  await store.endSession(tx, session.id, now);
  const data = { subjectKind: session.kind, subjectId: session.subjectId, sessionId: session.id, reason, at: now.toISOString() };
  await say(tx, authEvents.sessionRevoked, session.id, 1, data);
}

/** Ends all sessions of a subject, whose version this fact counts. */
export async function revokeAll(tx: Tx, subject: { kind: Kind; id: string; version: number }, reason: RevokeReason, now: Date): Promise<void> {
  await store.endSessionsOf(tx, subject.kind, subject.id, now);
  const data = { subjectKind: subject.kind, subjectId: subject.id, sessionId: null, reason, at: now.toISOString() };
  await say(tx, authEvents.sessionRevoked, subject.id, subject.version, data);
}

/** Ends the sessions of a subject but the one that is kept; each is said by itself, for that one goes on. How many there were. */
export async function revokeOthers(tx: Tx, kind: Kind, subjectId: string, keptId: string, reason: RevokeReason, now: Date): Promise<number> {
  const others = (await store.lockOpenSessions(tx, kind, subjectId, now)).filter(({ id }) => id !== keptId);
  for (const session of others) await revoke(tx, session, reason, now);
  return others.length;
}

const dayMs = 24 * 3_600_000;
/** Longer than the bus keeps an event, so one that comes again still finds its mail. */
const overDays = 30;

/** Removes what nobody can use any more, and what is older than the configured days. */
export async function clearOut(room: Auth): Promise<void> {
  const before = (days: number) => new Date(room.clock.now().getTime() - days * dayMs);
  const { notices, devices, signIns, history } = room.keptDays;
  const until = { over: before(overDays), notices: before(notices), devices: before(devices), signIns: before(signIns), history: before(history) };
  while (await store.clearOut(room.db, until));
}
