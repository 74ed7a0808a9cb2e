/** What the gateway answers itself, by its route in the contract. */
import type { RouteType } from '@fairline/proto/contract';
import { gatewayRoutes } from '@fairline/proto/gateway';
import type { OwnAnswer } from './access.ts';
import { docsPage, openapiDocument } from './docs.ts';
import { type Observed, systemHealth } from './health.ts';
import type { Session } from './sessions.ts';
import type { Streams } from './stream.ts';

export function ownAnswers(streams: Streams, observed: Observed): ReadonlyMap<RouteType, OwnAnswer> {
  return new Map<RouteType, OwnAnswer>([
    [gatewayRoutes.stream, (request, response, session) => streams.serve(request.query, session as Session, response)],
    [gatewayRoutes.systemHealth, async (_request, response) => void response.json(await systemHealth(observed))],
    [gatewayRoutes.openapi, openapiDocument()],
    [gatewayRoutes.docs, docsPage],
  ]);
}
