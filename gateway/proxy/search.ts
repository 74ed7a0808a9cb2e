/**
 * The operators' search: queries every service that the operator may read, all at once, with one deadline for the whole search.
 * A service that fails or is late is named in the reply; the search as a whole does not fail.
 */
import { isStorable } from '@fairline/chassis/http/body';
import { traceparent } from '@fairline/chassis/process/trace';
import { common, Refusal, type RouteType } from '@fairline/proto/contract';
import { type PlatformServiceName, platformServiceNames } from '@fairline/proto/processes';
import { searchAll, searchKinds, searchRules } from '@fairline/proto/search';
import { services as contracts } from '@fairline/proto/services';
import type { Request } from 'express';
import type { z } from 'zod';
import type { Session, Sessions } from '../access/sessions.ts';
import { addressOf, type OwnHandler } from './api.ts';
import type { ServiceProxies } from './proxy.ts';

type Found = z.infer<typeof searchAll.reply>;
type Hits = Found['items'];

export interface Searched {
  readonly sessions: Pick<Sessions, 'identity' | 'signedAddress'>;
  readonly services: ServiceProxies;
}

const kinds = Object.keys(searchKinds);
/** Each service that has a search, with its route. */
const searches = platformServiceNames.flatMap((service) => {
  const route: RouteType | undefined = contracts[service].routes.search;
  return route ? [{ service, route }] : [];
});

export function searchHandler(parts: Searched): OwnHandler {
  return async (request, response, session) => {
    const query = searchAll.query.safeParse(request.query);
    if (!query.success || !isStorable(query.data.q)) throw new Refusal(common.invalidRequest);
    const found = await findAll(parts, request, session as Session, query.data.q);
    response.setHeader('cache-control', 'no-store');
    response.json(found);
  };
}

/**
 * Opens connections to each service that has a search before the gateway is ready, because the first search has only 120 ms too. The calls have no caller, so each service
 * verifies the gateway's signature and refuses them. A service that is down is skipped.
 */
export async function openConnections({ sessions, services }: Searched): Promise<void> {
  await Promise.all(
    searches.flatMap(({ service, route }) =>
      Array.from({ length: connectionsOpened }, async () => {
        const address = await sessions.signedAddress('127.0.0.1', service);
        await services[service]
          .read(route.path, { address, identity: undefined, traceparent: traceparent() }, connectMs)
          .catch(() => undefined);
      }),
    ),
  );
}

/** Connections per service. */
const connectionsOpened = 2;
const connectMs = 1_000;

async function findAll(parts: Searched, request: Request, session: Session, q: string): Promise<Found> {
  const { caller } = session;
  // The deadline starts before the identities are signed, so that the whole search is in time.
  const deadlineMs = performance.now() + searchRules.withinMs;
  const allowed = caller.kind === 'operator' ? searches.filter(({ route }) => mayCall(route, caller.permissions)) : [];
  const answers = await Promise.all(
    allowed.map(async ({ service, route }) => ({
      service,
      hits: await findIn(parts, request, session, { service, route, q, deadlineMs }).catch(() => undefined),
    })),
  );
  const items = answers.flatMap(({ hits }) => hits ?? []);
  return {
    items: items.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind)),
    unanswered: answers.flatMap(({ service, hits }) => (hits ? [] : [service])),
  };
}

function mayCall({ access }: RouteType, permissions: readonly string[]): boolean {
  return typeof access === 'object' && (access.operator === null || permissions.includes(access.operator));
}

interface Asked {
  readonly service: PlatformServiceName;
  readonly route: RouteType;
  readonly q: string;
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
}

async function findIn(
  { sessions, services }: Searched,
  request: Request,
  session: Session,
  { service, route, q, deadlineMs }: Asked,
): Promise<Hits> {
  const [identity, address] = await Promise.all([
    sessions.identity(session, service),
    sessions.signedAddress(addressOf(request), service),
  ]);
  const path = `${route.path}?q=${encodeURIComponent(q)}`;
  const leftMs = Math.max(1, Math.floor(deadlineMs - performance.now()));
  const body = await services[service].read(path, { address, identity, traceparent: traceparent() }, leftMs);
  return (route.reply.parse(body) as { items: Hits }).items.slice(0, searchRules.most);
}
