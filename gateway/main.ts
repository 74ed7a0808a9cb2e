/**
 * The only front door. Owns: nothing that must last. Says: nothing. Hears: SessionRevoked and UserStatusChanged, by consumers of its own, and every hint.
 * Answers: the live stream, the web app and the documents itself; everything else is asked of the room it belongs to, for a caller it vouches for.
 */
import { Bus } from '@fairline/chassis/bus';
import type { Env } from '@fairline/chassis/config';
import { createLog } from '@fairline/chassis/log';
import { createMetrics } from '@fairline/chassis/metrics';
import { openRedis } from '@fairline/chassis/redis';
import { Health, type Running, run } from '@fairline/chassis/service';
import { allRoutes } from '@fairline/proto/services';
import { createGateway } from './app.ts';
import { readGatewayConfig } from './config.ts';
import { docsFiles } from './docs.ts';
import { Hints } from './hints.ts';
import { demoFactor, Limits } from './limits.ts';
import { Link } from './link.ts';
import { matcher } from './matching.ts';
import { ownAnswers } from './own.ts';
import { securityHeaders } from './policy.ts';
import { openRooms } from './proxy.ts';
import { followRevocations, Revocations, tokenHorizon } from './revocations.ts';
import { serve } from './serve.ts';
import { Sessions, sessionKeys } from './sessions.ts';
import { Streams } from './stream.ts';
import { website } from './website.ts';

export async function start(env: Env): Promise<Running> {
  const config = readGatewayConfig(env);
  const log = createLog('gateway', config.LOG_LEVEL);
  const metrics = createMetrics('gateway');
  const factor = config.FAIRLINE_DEMO ? demoFactor : 1;
  const bus = await Bus.open('gateway', config, log, metrics);
  const health = new Health(metrics, () => bus.connected);
  const internal = await health.listen(config.HTTP_HOST, config.INTERNAL_PORT);
  const redis = openRedis(config.REDIS_URL, log);
  const limits = new Limits(redis, factor);
  const rooms = openRooms(config, log);
  const revocations = new Revocations();
  const listen = async (since: Date) => {
    const ear = await Bus.open('gateway', config, log, metrics);
    await followRevocations(ear, revocations, since, log);
    return ear;
  };
  const link = new Link({ bus, listen, log });
  const sessions = new Sessions(await sessionKeys(config), revocations, () => link.lostSinceMs);
  const streams = new Streams({ hints: new Hints(bus), sessions, revocations, metrics, isHeard: () => link.isUp, factor });
  const own = ownAnswers(streams, { config, redis, busConnected: () => bus.connected, openStreams: () => streams.size });
  const app = createGateway({
    door: { find: matcher(allRoutes), sessions, limits, rooms, own, metrics },
    security: securityHeaders(config.PUBLIC_URL.startsWith('https:')),
    docs: docsFiles(),
    website: await website(config.WEB_DIST, log),
    isReady: () => health.ready && bus.connected,
    trustedProxies: config.TRUSTED_PROXIES,
    log,
  });
  await link.open(tokenHorizon(new Date()), { silence: () => streams.dismiss(), again: () => streams.refresh() });
  const sweep = setInterval(() => {
    revocations.sweep(Date.now());
    sessions.sweep(Date.now());
    limits.sweep(Date.now());
  }, 60_000);
  const http = await serve(app, config.HTTP_HOST, config.HTTP_PORT);
  health.ready = true;
  log.info({ httpUrl: http.url, internalUrl: internal.url }, 'ready');

  const stop = async () => {
    health.ready = false;
    streams.stop();
    await http.close();
    clearInterval(sweep);
    await link.close();
    await bus.close();
    await Promise.all(Object.values(rooms).map((room) => room.close()));
    limits.close();
    redis.disconnect();
    await internal.close();
    log.info('stopped');
  };
  return { httpUrl: http.url, internalUrl: internal.url, stop };
}

if (import.meta.main) await run(start);
