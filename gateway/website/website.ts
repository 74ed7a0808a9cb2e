/** Serves the built web app: files with a hash in their name are cached for ever, all others are revalidated, and every page of the app gets its index. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '@fairline/chassis/process/log';
import { common, Refusal } from '@fairline/proto/contract';
import { type RequestHandler, Router } from 'express';
import staticGzip from 'express-static-gzip';
import { precompress } from './precompress.ts';

const forever = 'public, max-age=31536000, immutable';

export async function website(folder: string, log: Log): Promise<RequestHandler> {
  const router = Router();
  if (!existsSync(join(folder, 'index.html'))) {
    log.warn({ folder }, 'the web app is not built; only the API is served');
    return router;
  }
  await precompress(folder).catch((error: Error) =>
    log.warn({ error: error.message }, 'the web app is served uncompressed'),
  );
  const assets = `${join(folder, 'assets')}/`;
  const files = staticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    index: 'index.html',
    serveStatic: {
      index: false,
      redirect: false,
      setHeaders: (response, path) =>
        response.setHeader('cache-control', path.startsWith(assets) ? forever : 'no-cache'),
    },
  });
  router.use((request, response, next) => {
    // A path that cannot be decoded is not found; the static file handler would not answer with problem+json.
    if (isDecodable(request.path)) files(request, response, next);
    else next(new Refusal(common.notFound));
  });
  router.use((request, response, next) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.path.startsWith('/assets/') &&
      request.accepts('html');
    if (!isPage) return next();
    request.url = '/index.html';
    files(request, response, next);
  });
  return router;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
