/** The routes of the contract that the gateway answers itself. */
import type { RouteType } from '@fairline/proto/contract';
import { gatewayRoutes } from '@fairline/proto/gateway';
import type { Session } from './access/sessions.ts';
import type { OwnHandler } from './proxy/api.ts';
import type { HealthMonitor } from './proxy/health.ts';
import { type Searched, searchHandler } from './proxy/search.ts';
import type { Streams } from './stream/stream.ts';
import { docsPage, openapiDocument } from './website/api-docs.ts';

export function ownHandlers(
  streams: Streams,
  health: HealthMonitor,
  searched: Searched,
): ReadonlyMap<RouteType, OwnHandler> {
  return new Map<RouteType, OwnHandler>([
    [gatewayRoutes.stream, (request, response, session) => streams.serve(request.query, session as Session, response)],
    [gatewayRoutes.systemHealth, async (_request, response) => void response.json(await health.read())],
    [gatewayRoutes.search, searchHandler(searched)],
    [gatewayRoutes.openapi, openapiDocument()],
    [gatewayRoutes.docs, docsPage],
  ]);
}
