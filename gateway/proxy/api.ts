/**
 * Handles a call under /api: matches its route, checks the caller, access and rate limit, then answers itself or passes it to the service.
 * The service checks access again; a call that is refused here never reaches it.
 */
import { checkAccess } from '@fairline/chassis/http/server';
import { subscriberOf } from '@fairline/chassis/http/subscriber';
import type { Metrics } from '@fairline/chassis/process/metrics';
import { traceparent } from '@fairline/chassis/process/trace';
import { common, Refusal, type RouteType } from '@fairline/proto/contract';
import type { PlatformServiceName } from '@fairline/proto/processes';
import type { Request, Response } from 'express';
import { type Limits, limitOf } from '../access/limits.ts';
import type { Match } from '../access/matching.ts';
import type { Proof } from '../access/peers.ts';
import { bearer, type Session, type Sessions } from '../access/sessions.ts';
import type { ServiceProxies } from './proxy.ts';

export type OwnHandler = (request: Request, response: Response, session: Session | undefined) => Promise<void> | void;

export interface ApiParts {
  readonly find: (method: string, path: string) => Match | undefined;
  readonly sessions: Sessions;
  readonly provenAt: Proof;
  readonly limits: Limits;
  readonly services: ServiceProxies;
  readonly own: ReadonlyMap<RouteType, OwnHandler>;
  readonly metrics: Metrics;
}

/** Values of `sec-fetch-site` for calls from our own pages, and for calls that no page made. */
const ownPages = new Set(['same-origin', 'none']);

export async function handleApiCall(api: ApiParts, request: Request, response: Response): Promise<void> {
  const match = request.url.startsWith('/') ? api.find(request.method, request.path) : undefined;
  if (!match) throw new Refusal(common.notFound);
  const { route, service } = match;
  measure(api.metrics, route, response);
  const address = addressOf(request);
  // A cookie does not show which page made a call. So calls with a cookie that may change something are refused from pages of other origins, including sibling domains.
  if (request.headers.cookie && request.method !== 'GET' && !ownPages.has(request.get('sec-fetch-site') ?? 'none'))
    throw new Refusal(common.forbidden);
  const session = await callerOf(api, route, request, address);
  // Open routes that change something, such as sign-in, count by address even with a token: otherwise each account would allow more attempts.
  const subject = route.access === 'open' && route.method !== 'GET' ? undefined : session?.subjectId;
  await api.limits.spend(limitOf(route, session !== undefined), subject ?? subscriberOf(address));
  const own = api.own.get(route);
  if (own) return own(request, response, session);
  if (!service) throw new Refusal(common.notFound);
  const identity = session && (await identityOf(api, route, session, service));
  const signedAddress = await api.sessions.signedAddress(address, service);
  await api.services[service].pass(route, request, response, {
    address: signedAddress,
    identity,
    traceparent: traceparent(),
  });
}

/** The identity for a service. For a route that may need a fresh proof it has the time of the last one, and is used for this call only. */
async function identityOf(
  { sessions, provenAt }: ApiParts,
  route: RouteType,
  session: Session,
  service: PlatformServiceName,
): Promise<string> {
  const proof = route.stepUp && session.caller.kind === 'operator' ? await provenAt(session.sessionId) : undefined;
  return proof === undefined ? sessions.identity(session, service) : sessions.provenIdentity(session, service, proof);
}

/** The session of the caller, if the token is valid. A route that needs a session refuses without one; an open route ignores an invalid token. */
async function callerOf(
  { sessions, limits }: ApiParts,
  route: RouteType,
  request: Request,
  address: string,
): Promise<Session | undefined> {
  const token = bearer(request.headers.authorization);
  let session: Session | undefined;
  try {
    session = token === undefined ? undefined : await sessions.of(token);
  } catch (error) {
    if (error instanceof Refusal && error.is(common.unauthenticated))
      await limits.spend('stranger', subscriberOf(address));
    if (route.access !== 'open' || !(error instanceof Refusal)) throw error;
  }
  const isPlayerWelcome = typeof route.access === 'object' && route.access.player && session?.caller.kind === 'player';
  if (!isPlayerWelcome) checkAccess(route, session?.caller);
  return session;
}

/** The client's address: that of the connection, or the one that a trusted proxy reports. */
export function addressOf(request: Request): string {
  return (request.ip ?? '').replace(/^::ffff:(?=\d+\.)/, '');
}

function measure(metrics: Metrics, route: RouteType, response: Response): void {
  const startedAt = performance.now();
  response.once('finish', () => {
    metrics.httpSeconds.observe(
      { route: route.path, status: response.statusCode },
      (performance.now() - startedAt) / 1_000,
    );
  });
}
