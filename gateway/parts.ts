/** What the gateway is made of: put together in the order the parts need each other, and taken apart in the reverse one. */
import { Bus } from '@fairline/chassis/bus';
import type { Log } from '@fairline/chassis/log';
import type { Metrics } from '@fairline/chassis/metrics';
import { openRedis } from '@fairline/chassis/redis';
import { allRoutes } from '@fairline/proto/services';
import type { Express } from 'express';
import { createGateway } from './app.ts';
import type { GatewayConfig } from './config.ts';
import { docsFiles } from './docs.ts';
import { Hints } from './hints.ts';
import { demoFactor, Limits } from './limits.ts';
import { Link } from './link.ts';
import { matcher } from './matching.ts';
import { ownAnswers } from './own.ts';
import { proofs } from './peers.ts';
import { securityHeaders } from './policy.ts';
import { openRooms } from './proxy.ts';
import { followRevocations, Revocations, tokenHorizon } from './revocations.ts';
import { Sessions, sessionKeys } from './sessions.ts';
import { Streams } from './stream.ts';
import { website } from './website.ts';

export interface Ground {
  readonly config: GatewayConfig;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly bus: Bus;
  readonly isReady: () => boolean;
}

export interface Gateway {
  readonly app: Express;
  /** Ends what would never end by itself. */
  dismiss(): void;
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

/** Resolves when every revocation that still matters is known. */
export async function openGateway({ config, log, metrics, bus, isReady }: Ground): Promise<Gateway> {
  const factor = config.FAIRLINE_DEMO ? demoFactor : 1;
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
    door: { find: matcher(allRoutes), sessions, provenAt: proofs(bus, log), limits, rooms, own, metrics },
    security: securityHeaders(config.PUBLIC_URL.startsWith('https:')),
    docs: docsFiles(),
    website: await website(config.WEB_DIST, log),
    isReady: () => isReady() && bus.connected,
    trustedProxies: config.TRUSTED_PROXIES,
    log,
  });
  await link.open(tokenHorizon(new Date()), { silence: () => streams.dismiss(), again: () => streams.refresh() });
  const sweep = setInterval(() => {
    for (const part of [revocations, sessions, limits]) part.sweep(Date.now());
  }, sweepEveryMs);
  return {
    app,
    dismiss: () => streams.stop(),
    close: async () => {
      clearInterval(sweep);
      await link.close();
      await Promise.all(Object.values(rooms).map((room) => room.close()));
      limits.close();
      redis.disconnect();
    },
  };
}
