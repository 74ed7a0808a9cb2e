/** Health and metrics of a process, on its internal port. */
import { http, type Listening, listenOn } from './http/server.ts';
import type { Metrics } from './process/metrics.ts';

export class Health {
  ready = false;

  private readonly metrics: Metrics;
  private readonly isReachable: () => boolean | Promise<boolean>;

  constructor(metrics: Metrics, isReachable: () => boolean | Promise<boolean>) {
    this.metrics = metrics;
    this.isReachable = isReachable;
  }

  listen(host: string, port: number): Promise<Listening> {
    const server = http.createServer((request, response) => {
      const send = (status: number, body: string, type = 'text/plain') =>
        response.writeHead(status, { 'content-type': type }).end(body);
      if (request.url === '/healthz') send(200, 'ok');
      else if (request.url === '/readyz') {
        void Promise.resolve(this.ready && this.isReachable()).then((ready) =>
          send(ready ? 200 : 503, ready ? 'ready' : this.ready ? 'a server is unreachable' : 'starting or stopping'),
        );
      } else if (request.url === '/metrics')
        void this.metrics.registry.metrics().then((text) => send(200, text, this.metrics.registry.contentType));
      else send(404, 'not found');
    });
    return listenOn(server, host, port);
  }
}
