/** The gateway's public port: patient with a slow line, but not for ever, and closed within the time a stop may take. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Listening, listenOn } from '@fairline/chassis/http/server';
import { common, Refusal } from '@fairline/proto/contract';

/** A slow line may need this long for a file; headers are short. */
const times = { requestTimeout: 70_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 };
/** Who is still being answered by then is cut off, so that the process is gone within 10 s. */
const lastAnswersMs = 6_000;

export async function serve(app: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(times, app);
  // Browsers open connections ahead of need; one that never asked anything would hold up a stop.
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  // A malformed request never reaches the app; it is refused with the same text.
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
  // Clients open connections ahead of need. One that timed out unused has asked nothing, so there is nothing to answer.
  if (code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy();
  const refusal = new Refusal(code === 'HPE_HEADER_OVERFLOW' ? common.tooLarge : common.invalidRequest);
  const body = JSON.stringify(refusal.problem());
  const head = [`HTTP/1.1 ${refusal.status}`, 'content-type: application/problem+json', `content-length: ${Buffer.byteLength(body)}`, 'connection: close'];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
