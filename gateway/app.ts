/** The order in which a call is looked at: headers for browsers, the gateway's own health, the API, the web app; and problems as problem+json. */
import { sendProblem } from '@fairline/chassis/http';
import type { Log } from '@fairline/chassis/log';
import { traced } from '@fairline/chassis/trace';
import { common, Refusal } from '@fairline/proto/contract';
import { gatewayRoutes } from '@fairline/proto/gateway';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { admit, type Doorway } from './access.ts';
import { ClientGone, drain } from './body.ts';

export interface Parts {
  readonly door: Doorway;
  readonly security: RequestHandler;
  readonly docs: RequestHandler;
  readonly website: RequestHandler;
  readonly isReady: () => boolean;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
}

export function createGateway({ door, security, docs, website, isReady, trustedProxies, log }: Parts): Express {
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
    return admit(door, request, response);
  });
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
