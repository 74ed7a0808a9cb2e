/**
 * The only entry point. Owns: nothing that must last. Says: nothing. Hears: SessionRevoked and UserStatusChanged, by consumers of its own, and every hint.
 * Answers: the live stream, the web app and the documents itself; everything else is asked of the service it belongs to, for a caller it vouches for.
 */
import { Health } from '@fairline/chassis/health';
import { Bus } from '@fairline/chassis/messaging/bus';
import type { Env } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import { type Running, run } from '@fairline/chassis/run';
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
