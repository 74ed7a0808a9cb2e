/** The public port of the gateway: it tolerates slow connections up to a limit, and closes within the time that a stop may take. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Listening, listenOn } from '@fairline/chassis/http/server';
import { common, Refusal } from '@fairline/proto/contract';

/** A slow connection may need `requestTimeout` for a file; headers are short. */
const times = { requestTimeout: 70_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 };
/** Requests that are not answered after this time are cut off, so that the process ends within 10 s. */
const lastAnswersMs = 6_000;

export async function serve(app: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(times, app);
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
  const refusal = new Refusal(code === 'HPE_HEADER_OVERFLOW' ? common.tooLarge : common.invalidRequest);
  const body = JSON.stringify(refusal.problem());
  const head = [`HTTP/1.1 ${refusal.status}`, 'content-type: application/problem+json', `content-length: ${Buffer.byteLength(body)}`, 'connection: close'];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
