/**
 * Assembles the parts of the gateway, and sets the order in which a call passes them:
 * security headers, the health of the gateway itself, the API, the web app. Errors become problem+json.
 */
import { sendProblem } from '@fairline/chassis/http/server';
import { Bus } from '@fairline/chassis/messaging/bus';
import type { Log } from '@fairline/chassis/process/log';
import type { Metrics } from '@fairline/chassis/process/metrics';
import { traced } from '@fairline/chassis/process/trace';
import { openRedis } from '@fairline/chassis/storage/redis';
import { common, Refusal } from '@fairline/proto/contract';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { allRoutes } from '@fairline/proto/services';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { BusLink } from './access/bus-link.ts';
import { demoFactor, Limits } from './access/limits.ts';
import { matcher } from './access/matching.ts';
import { proofs } from './access/peers.ts';
import { followRevocations, Revocations, tokenHorizon } from './access/revocations.ts';
import { Sessions, sessionKeys } from './access/sessions.ts';
import type { GatewayConfig } from './config.ts';
import { type ApiParts, handleApiCall } from './proxy/api.ts';
import { ClientGone, drain } from './proxy/body.ts';
import { HealthMonitor } from './proxy/health.ts';
import { openServiceProxies } from './proxy/proxy.ts';
import { openConnections } from './proxy/search.ts';
import { ownHandlers } from './routes.ts';
import { Hints } from './stream/hints.ts';
import { Streams } from './stream/stream.ts';
import { shareInRedis, Viewers } from './stream/viewers.ts';
import { docsFiles } from './website/api-docs.ts';
import { securityHeaders } from './website/security-headers.ts';
import { website } from './website/website.ts';
import { wellKnown } from './website/well-known.ts';

/** The parts that main passes in. */
export interface Process {
  readonly config: GatewayConfig;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly bus: Bus;
  readonly isReady: () => boolean;
}

export interface Gateway {
  readonly app: Express;
  /** Ends the live streams, which would not end by themselves. */
  dismiss(): void;
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

/** Opens the gateway. Resolves once it has received every revocation of a token that may still be valid. */
export async function openGateway({ config, log, metrics, bus, isReady }: Process): Promise<Gateway> {
  const factor = config.FAIRLINE_DEMO ? demoFactor : 1;
  const redis = openRedis(config.REDIS_URL, log);
  const limits = new Limits(redis, factor);
  const services = openServiceProxies(config, log);
  const revocations = new Revocations();
  const openRevocationFeed = async (since: Date) => {
    const feed = await Bus.open('gateway', config, log, metrics);
    await followRevocations(feed, revocations, since, log);
    return feed;
  };
  const link = new BusLink({ bus, followRevocations: openRevocationFeed, log });
  const sessions = new Sessions(await sessionKeys(config), revocations, () => link.lostSinceMs);
  const streams = new Streams({
    hints: new Hints(bus),
    viewers: new Viewers(shareInRedis(redis)),
    sessions,
    revocations,
    metrics,
    hintsArrive: () => link.isUp,
    factor,
  });
  const health = new HealthMonitor({ config, redis, metrics, log, bus, openStreams: () => streams.size });
  const own = ownHandlers(streams, health, { sessions, services });
  const app = createApp({
    api: { find: matcher(allRoutes), sessions, provenAt: proofs(bus, log), limits, services, own, metrics },
    security: securityHeaders(config.PUBLIC_URL.startsWith('https:')),
    docs: docsFiles(),
    wellKnown: wellKnown({ publicUrl: config.PUBLIC_URL, securityContact: config.SECURITY_CONTACT }),
    website: await website(config.WEB_DIST, log),
    isReady: () => isReady() && bus.connected,
    trustedProxies: config.TRUSTED_PROXIES,
    log,
  });
  await Promise.all([openConnections({ sessions, services }), health.start()]);
  await link.open(tokenHorizon(new Date()), { onLost: () => streams.dismiss(), onRestored: () => streams.refresh() });
  const sweep = setInterval(() => {
    for (const part of [revocations, sessions, limits]) part.sweep(Date.now());
  }, sweepEveryMs);
  return {
    app,
    dismiss: () => streams.stop(),
    close: async () => {
      clearInterval(sweep);
      health.stop();
      await link.close();
      await Promise.all(Object.values(services).map((service) => service.close()));
      limits.close();
      redis.disconnect();
    },
  };
}

interface Parts {
  readonly api: ApiParts;
  readonly security: RequestHandler;
  readonly docs: RequestHandler;
  readonly wellKnown: RequestHandler;
  readonly website: RequestHandler;
  readonly isReady: () => boolean;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
}

function createApp({ api, security, docs, wellKnown, website, isReady, trustedProxies, log }: Parts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustedProxies.length > 0 ? [...trustedProxies] : false);
  app.use((request: Request, _response: Response, next: NextFunction) => traced(request.get('traceparent'), next));
  app.use(security);
  app.get(gatewayRoutes.alive.path, (_request, response) => {
    plain(response, 'ok');
  });
  app.get(gatewayRoutes.ready.path, (_request, response) => {
    if (!isReady()) throw new Refusal(common.unavailable);
    plain(response, 'ready');
  });
  app.use(docs);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path !== '/api' && !request.path.startsWith('/api/')) return next();
    return handleApiCall(api, request, response);
  });
  app.use(wellKnown);
  app.use(website);
  app.use(() => {
    throw new Refusal(common.notFound);
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    if (error instanceof ClientGone) {
      response.destroy();
      return;
    }
    if (!response.headersSent) response.setHeader('cache-control', 'no-store');
    sendProblem(response, error, log, `${request.method} ${request.path}`);
    drain(request);
  });
  return app;
}

function plain(response: Response, text: string): void {
  response.setHeader('cache-control', 'no-store');
  response.type('text/plain').send(text);
}
