/**
 * The way of a call under /api: which route it means, who calls, whether he may, whether not too often; then the gateway's own answer or the room's.
 * The room checks access again; a call that is refused here never reaches one.
 */
import { checkAccess } from '@fairline/chassis/http';
import type { Metrics } from '@fairline/chassis/metrics';
import { traceparent } from '@fairline/chassis/trace';
import { common, Refusal, type RouteType } from '@fairline/proto/contract';
import type { RoomName } from '@fairline/proto/services';
import type { Request, Response } from 'express';
import { type Limits, limitOf, subscriberOf } from './limits.ts';
import type { Match } from './matching.ts';
import type { Proof } from './peers.ts';
import type { Rooms } from './proxy.ts';
import { bearer, type Session, type Sessions } from './sessions.ts';

export type OwnAnswer = (request: Request, response: Response, session: Session | undefined) => Promise<void> | void;

export interface Doorway {
  readonly find: (method: string, path: string) => Match | undefined;
  readonly sessions: Sessions;
  readonly provenAt: Proof;
  readonly limits: Limits;
  readonly rooms: Rooms;
  readonly own: ReadonlyMap<RouteType, OwnAnswer>;
  readonly metrics: Metrics;
}

export async function admit(door: Doorway, request: Request, response: Response): Promise<void> {
  const match = request.url.startsWith('/') ? door.find(request.method, request.path) : undefined;
  if (!match) throw new Refusal(common.notFound);
  const { route, room } = match;
  measure(door.metrics, route, response);
  const address = addressOf(request);
  // A cookie says who asks, not which page made him ask: other sites' pages are refused where it counts.
  if (request.headers.cookie && request.method !== 'GET' && request.get('sec-fetch-site') === 'cross-site') throw new Refusal(common.forbidden);
  const session = await callerOf(door, route, request, address);
  // Signing in and the like count by address, whatever token comes along: else every account would be another budget for it.
  const subject = route.access === 'open' && route.method !== 'GET' ? undefined : session?.subjectId;
  await door.limits.spend(limitOf(route, session !== undefined), subject ?? subscriberOf(address));
  const own = door.own.get(route);
  if (own) return own(request, response, session);
  if (!room) throw new Refusal(common.notFound);
  const identity = session && (await identityOf(door, route, session, room));
  await door.rooms[room].pass(route, request, response, { address, identity, traceparent: traceparent() });
}

/** A route that needs a fresh proof is told how fresh it is, in an identity for this call alone. */
async function identityOf({ sessions, provenAt }: Doorway, route: RouteType, session: Session, room: RoomName): Promise<string> {
  const proof = route.stepUp && session.caller.kind === 'operator' ? await provenAt(session.sessionId) : undefined;
  return proof === undefined ? sessions.identity(session, room) : sessions.provenIdentity(session, room, proof);
}

/** The session, where there is a good one; a route that needs one refuses without. An open route takes a stranger's token for none. */
async function callerOf({ sessions, limits }: Doorway, route: RouteType, request: Request, address: string): Promise<Session | undefined> {
  const token = bearer(request.headers.authorization);
  let session: Session | undefined;
  try {
    session = token === undefined ? undefined : await sessions.of(token);
  } catch (error) {
    if (error instanceof Refusal && error.is(common.unauthenticated)) await limits.spend('stranger', subscriberOf(address));
    if (route.access !== 'open' || !(error instanceof Refusal)) throw error;
  }
  const isPlayerWelcome = typeof route.access === 'object' && route.access.player && session?.caller.kind === 'player';
  if (!isPlayerWelcome) checkAccess(route, session?.caller);
  return session;
}

/** The client's address: the connection's, or what a trusted proxy says it is. */
export function addressOf(request: Request): string {
  return (request.ip ?? '').replace(/^::ffff:(?=\d+\.)/, '');
}

function measure(metrics: Metrics, route: RouteType, response: Response): void {
  const startedAt = performance.now();
  response.once('finish', () => {
    metrics.httpSeconds.observe({ route: route.path, status: response.statusCode }, (performance.now() - startedAt) / 1_000);
  });
}
