/** The gateway's public port: patient with a slow line, but not for ever, and closed within the time a stop may take. */
import { createServer, type RequestListener } from 'node:http';
import { type Listening, listenOn } from '@fairline/chassis/http';

/** A slow line may need this long for a file; headers are short. */
const times = { requestTimeout: 70_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 };
/** Who is still being answered by then is cut off, so that the process is gone within 10 s. */
const lastAnswersMs = 6_000;

export async function serve(app: RequestListener, host: string, port: number): Promise<Listening> {
  const server = createServer(times, app);
  const listening = await listenOn(server, host, port);
  return {
    url: listening.url,
    close: async () => {
      const cut = setTimeout(() => server.closeAllConnections(), lastAnswersMs);
      await listening.close();
      clearTimeout(cut);
    },
  };
}
