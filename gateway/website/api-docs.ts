/** The API documentation: the OpenAPI document, and a page to read and try it, with scripts and styles served by us. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import express, { type Response, Router } from 'express';
import type { OwnHandler } from '../proxy/api.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Fairline: the interface</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="docs"></main>
    <noscript>The same as a document: <a href="/api/openapi.json">/api/openapi.json</a></noscript>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, docExpansion: 'none', filter: true });
`;

const swagger = fileURLToPath(new URL('./', import.meta.resolve('swagger-ui-dist/package.json')));
const document = new URL('../../proto/generated/openapi.json', import.meta.url);

/** The files of the page. */
export function docsFiles(): Router {
  const router = Router();
  router.get('/api/docs/start.js', (_request, response) => send(response, 'text/javascript', start));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    router.use(
      `/api/docs/${name}`,
      express.static(`${swagger}${name}`, { index: false, redirect: false, maxAge: '1h' }),
    );
  }
  return router;
}

export const docsPage: OwnHandler = (_request, response) => send(response, 'text/html', page);

const compress = promisify(gzip);

/** Serves the OpenAPI document. It is compressed once at start, off the event loop, because that takes about a second. */
export function openapiDocument(): OwnHandler {
  const plain = readFileSync(document);
  const compressed = compress(plain, { level: 9 });
  return async (request, response) => {
    const isGzip = request.acceptsEncodings('gzip') === 'gzip';
    const body = isGzip ? await compressed : plain;
    response.setHeader('vary', 'accept-encoding');
    if (isGzip) response.setHeader('content-encoding', 'gzip');
    send(response, 'application/json', body);
  };
}

function send(response: Response, type: string, body: string | Buffer): void {
  response.setHeader('cache-control', 'no-cache');
  response.type(type).send(body);
}
