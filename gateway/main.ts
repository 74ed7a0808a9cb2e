/** The only entry point: the live stream, the web app and the API documents. All other calls are passed to their service, with the signed identity of the caller. */
import { Health } from '@fairline/chassis/health';
import { Bus } from '@fairline/chassis/messaging/bus';
import type { Env } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import { type Running, run } from '@fairline/chassis/run';
import { searchAll } from '@fairline/proto/search';
import { request } from 'undici';
import { openGateway } from './app.ts';
import { readGatewayConfig } from './config.ts';
import { serve } from './server.ts';

export async function start(env: Env): Promise<Running> {
  const config = readGatewayConfig(env);
  const log = createLog('gateway', config.LOG_LEVEL);
  const metrics = createMetrics('gateway');
  const bus = await Bus.open('gateway', config, log, metrics);
  const health = new Health(metrics, () => bus.connected);
  const internal = await health.listen(config.INTERNAL_HOST, config.INTERNAL_PORT);
  const gateway = await openGateway({ config, log, metrics, bus, isReady: () => health.ready });
  const http = await serve(gateway.app, config.HTTP_HOST, config.HTTP_PORT);
  // A first call of our own, so that the first call of an operator does not wait for code to be compiled. It is refused, because it has no caller.
  await request(`${http.url}${searchAll.path}?q=warm-up`).then(
    ({ body }) => body.dump(),
    () => undefined,
  );
  health.ready = true;
  log.info({ httpUrl: http.url, internalUrl: internal.url }, 'ready');
  const stop = async () => {
    health.ready = false;
    gateway.dismiss();
    await http.close();
    await gateway.close();
    await bus.close();
    await internal.close();
    log.info('stopped');
  };
  return { httpUrl: http.url, internalUrl: internal.url, stop };
}

if (import.meta.main) await run(start);
