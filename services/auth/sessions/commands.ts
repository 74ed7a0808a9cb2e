/**
 * Opening, renewing and ending sessions, for players and operators alike. A session that ends before its time is published as SessionRevoked,
 * in the transaction that ends it.
 */
import { randomBytes } from 'node:crypto';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type AccessClaims, type OpenSession, sessionEvents, sessionRefusals } from '@fairline/proto/auth/sessions';
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import type { OperatorOrigin } from '@fairline/proto/operator-control';
import { permissionsOf, type Role, sentPermissions } from '@fairline/proto/permissions';
import { type AccountKind, ageClaim, bookOf, type Player } from '../users/user.ts';
import type { SessionsContext } from './context.ts';
import { deviceName } from './device.ts';
import { accessEnd, expiredCookie, isOpen, judgeToken, refreshCookie, sessionEnd } from './session.ts';
import {
  extendSession,
  insertSession,
  insertToken,
  lockOpenSessions,
  lockSession,
  lockSessionOfToken,
  markSessionEnded,
  markSessionsEnded,
  markTraded,
  type Presence,
  readOpenSessions,
  readSession,
  type Session,
  type SessionRow,
} from './store.ts';
import { derivedToken, hashOf } from './token.ts';

/** A session and the refresh token that continues it. */
export interface ContinuedSession {
  session: Session;
  token: string;
}

/** The reply to a sign-in, without the account. */
export interface AccessGrant {
  accessToken: string;
  expiresAt: string;
  cookie: string;
}

/** The reply to a sign-in: the body, and the cookie that continues the session. */
export interface SignedIn<Body> {
  body: Body;
  cookie: string;
  /** The cookie that identifies the browser, if the browser is new. */
  device?: string | undefined;
}

/** 256 random bits. */
export function freshToken(): string {
  return randomBytes(32).toString('base64url');
}

export async function openSession(
  tx: Tx,
  { kind, subjectId, remember }: { kind: AccountKind; subjectId: string; remember: boolean },
  { address, agent }: Presence,
  now: Date,
): Promise<ContinuedSession> {
  const token = freshToken();
  const session = await insertSession(
    tx,
    { kind, subjectId, remember, expiresAt: sessionEnd(kind, remember, now, now), address, agent },
    now,
  );
  await insertToken(tx, session.id, hashOf(token), now);
  return { session, token };
}

export function grantPlayer(ctx: SessionsContext, player: Player, continued: ContinuedSession): Promise<AccessGrant> {
  const { level, jurisdiction } = player;
  const traits = { level, jurisdiction, ...ageClaim(player, ctx.clock.now()), book: bookOf(player) };
  return grant(ctx, continued, (claims) => ({ ...claims, kind: 'player', ...traits }));
}

export function grantOperator(
  ctx: SessionsContext,
  role: Role,
  origin: OperatorOrigin,
  continued: ContinuedSession,
): Promise<AccessGrant> {
  return grant(ctx, continued, (claims) => ({
    ...claims,
    kind: 'operator',
    role,
    permissions: sentPermissions(permissionsOf(role)),
    ...origin,
  }));
}

type CommonClaims = Pick<AccessClaims, 'sub' | 'sid' | 'iat' | 'exp'>;

async function grant(
  ctx: SessionsContext,
  { session, token }: ContinuedSession,
  claimsOf: (claims: CommonClaims) => AccessClaims,
): Promise<AccessGrant> {
  const now = ctx.clock.now();
  const end = accessEnd(session.expiresAt, now);
  const claims = {
    sub: session.subjectId,
    sid: session.id,
    iat: Math.floor(now.getTime() / 1_000),
    exp: end.getTime() / 1_000,
  };
  return {
    accessToken: await ctx.keys.signAccess(claimsOf(claims)),
    expiresAt: end.toISOString(),
    cookie: refreshCookie(cookieOf(ctx, session.kind), token, session.remember),
  };
}

export function endedCookie(ctx: SessionsContext, kind: AccountKind): string {
  return expiredCookie(cookieOf(ctx, kind));
}

function cookieOf({ publicUrl }: SessionsContext, kind: AccountKind) {
  return { kind, secure: publicUrl.startsWith('https:') };
}

/** Trades a refresh token for its successor. Within the grace period a repeat gets the same successor. After it the session ends, because one of the two holders of the token must be a thief. */
export async function renewSession(
  ctx: SessionsContext,
  kind: AccountKind,
  token: string | undefined,
): Promise<ContinuedSession> {
  const now = ctx.clock.now();
  const renewed = token ? await ctx.db.tx((tx) => tradeToken(tx, ctx, kind, token, now)) : 'expired';
  if (renewed === 'expired') throw new Refusal(sessionRefusals.sessionExpired);
  if (renewed === 'revoked') throw new Refusal(sessionRefusals.sessionRevoked);
  return renewed;
}

async function tradeToken(
  tx: Tx,
  ctx: SessionsContext,
  kind: AccountKind,
  token: string,
  now: Date,
): Promise<ContinuedSession | 'expired' | 'revoked'> {
  const hash = hashOf(token);
  const session = await lockSessionOfToken(tx, kind, hash);
  if (!session) return 'expired';
  const worth = judgeToken(session, session.usedAt, now);
  if (worth === 'over') return session.endedAt ? 'revoked' : 'expired';
  if (worth === 'reuse') {
    await revokeSession(tx, session, 'reuse', now);
    return 'revoked';
  }
  const successor = derivedToken(ctx.keys.refresh, token);
  if (worth === 'repeat') return { session, token: successor };
  const expiresAt = sessionEnd(kind, session.remember, session.createdAt, now);
  // A session of an earlier release may have been extended beyond its longest time.
  if (expiresAt <= now) return 'expired';
  await markTraded(tx, hash, now);
  await insertToken(tx, session.id, hashOf(successor), now);
  await extendSession(tx, session.id, expiresAt, now);
  return { session: { ...session, expiresAt }, token: successor };
}

/** Runs in the transaction that ends a session. */
export type OnSignedOut = (tx: Tx, session: Session) => Promise<void>;

interface Shown {
  token: string | undefined;
  sessionId: string | undefined;
}

/** Signs out: the session of the cookie and, where the caller showed an access token, the session of that. */
export async function signOut(
  ctx: SessionsContext,
  kind: AccountKind,
  { token, sessionId }: Shown,
  onSignedOut?: OnSignedOut,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.tx(async (tx) => {
    const ofToken = token ? await lockSessionOfToken(tx, kind, hashOf(token)) : undefined;
    const ofCaller = sessionId && sessionId !== ofToken?.id ? await lockSession(tx, kind, sessionId) : undefined;
    for (const session of [ofToken, ofCaller]) {
      if (!session || !isOpen(session, now)) continue;
      await revokeSession(tx, session, 'signed_out', now);
      await onSignedOut?.(tx, session);
    }
  });
}

/** The caller's session; refused if it has ended. Somebody else's session is refused like one that does not exist. */
export async function requireSession(
  ctx: SessionsContext,
  kind: AccountKind,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<Session> {
  const session = await readSession(ctx.db, kind, sessionId);
  if (session?.subjectId !== id) throw new Refusal(sessionRefusals.sessionExpired);
  if (session.endedAt) throw new Refusal(sessionRefusals.sessionRevoked);
  if (!isOpen(session, ctx.clock.now())) throw new Refusal(sessionRefusals.sessionExpired);
  return session;
}

type RevokeReason = Infer<(typeof sessionEvents.sessionRevoked)['data']>['reason'];

/** Ends one session, and publishes it. */
export async function revokeSession(tx: Tx, session: Session, reason: RevokeReason, now: Date): Promise<void> {
  await markSessionEnded(tx, session.id, now);
  const data = {
    subjectKind: session.kind,
    subjectId: session.subjectId,
    sessionId: session.id,
    reason,
    at: now.toISOString(),
  };
  await publish(tx, sessionEvents.sessionRevoked, session.id, 1, data);
}

/** Ends all sessions of a player or operator. The event has the version of the account. */
export async function revokeAll(
  tx: Tx,
  subject: { kind: AccountKind; id: string; version: number },
  reason: RevokeReason,
  now: Date,
): Promise<void> {
  await markSessionsEnded(tx, subject.kind, subject.id, now);
  const data = { subjectKind: subject.kind, subjectId: subject.id, sessionId: null, reason, at: now.toISOString() };
  await publish(tx, sessionEvents.sessionRevoked, subject.id, subject.version, data);
}

/** Ends all sessions of a player or operator except one, and returns their number. Each gets its own event, because the kept session continues. */
export async function revokeOthers(
  tx: Tx,
  kind: AccountKind,
  subjectId: string,
  keptId: string,
  reason: RevokeReason,
  now: Date,
): Promise<number> {
  const others = (await lockOpenSessions(tx, kind, subjectId, now)).filter(({ id }) => id !== keptId);
  for (const session of others) await revokeSession(tx, session, reason, now);
  return others.length;
}

/** The open sessions of a player or operator; `currentId` is the session of the caller. */
export async function listOpenSessions(
  ctx: SessionsContext,
  kind: AccountKind,
  subjectId: string,
  currentId?: string,
): Promise<{ items: OpenSession[] }> {
  const rows = await readOpenSessions(ctx.db, kind, subjectId, ctx.clock.now());
  return { items: rows.map((row) => openSessionView(row, currentId)) };
}

function openSessionView(
  { id, agent, address, createdAt, lastSeenAt, expiresAt }: SessionRow,
  currentId: string | undefined,
): OpenSession {
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

/** Ends one of the caller's sessions; somebody else's is not found. */
export async function endOwnSession(
  ctx: SessionsContext,
  kind: AccountKind,
  subjectId: string,
  sessionId: string,
  onSignedOut?: OnSignedOut,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const session = await lockSession(tx, kind, sessionId);
    const now = ctx.clock.now();
    if (!session || session.subjectId !== subjectId || !isOpen(session, now)) throw new Refusal(common.notFound);
    await revokeSession(tx, session, 'signed_out', now);
    await onSignedOut?.(tx, session);
  });
}

/** Ends all sessions of the caller except the current one; returns their number. */
export async function endOtherSessions(
  ctx: SessionsContext,
  kind: AccountKind,
  { id, sessionId }: { id: string; sessionId: string },
  onSignedOut?: OnSignedOut,
): Promise<{ ended: number }> {
  return ctx.db.tx(async (tx) => {
    const now = ctx.clock.now();
    const others = (await lockOpenSessions(tx, kind, id, now)).filter((session) => session.id !== sessionId);
    for (const session of others) {
      await revokeSession(tx, session, 'signed_out', now);
      await onSignedOut?.(tx, session);
    }
    return { ended: others.length };
  });
}
