/** The public port of the gateway: it tolerates slow connections up to a limit, and closes within the time that a stop may take. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { http, type Listening, listenOn } from '@fairline/chassis/http/server';
import { common, Refusal, type RefusalType } from '@fairline/proto/contract';

/** A slow connection may need `requestTimeout` for a file; headers are short. */
const times = { requestTimeout: 70_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 };
/** Requests that are not answered after this time are cut off, so that the process ends within 10 s. */
const lastAnswersMs = 6_000;

/** Headers that a request has once. Of repeated ones each server on the way may believe another, so such a request is refused. */
const single = new Set([
  'host',
  'authorization',
  'content-length',
  'content-type',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'max-forwards',
  'origin',
  'referer',
  'sec-fetch-site',
  'user-agent',
]);

/** Whether a header that stands alone was sent twice. `rawHeaders`: names and values in turn, as received. */
export function repeatsHeader(rawHeaders: readonly string[]): boolean {
  const names = rawHeaders
    .flatMap((text, at) => (at % 2 === 0 ? text.toLowerCase() : []))
    .filter((name) => single.has(name));
  return new Set(names).size < names.length;
}

export async function serve(listener: RequestListener, host: string, port: number): Promise<Listening> {
  const app: RequestListener = (request, response) => {
    if (!repeatsHeader(request.rawHeaders)) return listener(request, response);
    const { status, headers, body } = problemAnswer(common.invalidRequest);
    response.writeHead(status, headers).end(body);
  };
  const server = http.createServer(times, app);
  // Browsers open connections ahead of need. One that never sent a request would delay a stop, so these are tracked.
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  // A malformed request never reaches the app; it is refused here, in the same form.
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => app(request, response));
  const listening = await listenOn(server, host, port);
  return {
    url: listening.url,
    close: async () => {
      const cut = setTimeout(() => server.closeAllConnections(), lastAnswersMs);
      const closed = listening.close();
      for (const socket of unused) socket.destroy();
      await closed;
      clearTimeout(cut);
    },
  };
}

function refuse({ code }: NodeJS.ErrnoException, socket: Socket): void {
  // A connection that was opened ahead of need and timed out unused gets no answer.
  if (code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy();
  const { status, headers, body } = problemAnswer(
    code === 'HPE_HEADER_OVERFLOW' ? common.tooLarge : common.invalidRequest,
  );
  const head = [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The answer to a request that never reaches the app. */
function problemAnswer(type: RefusalType) {
  const refusal = new Refusal(type);
  const body = JSON.stringify(refusal.problem());
  const headers = {
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status: refusal.status, headers, body };
}
