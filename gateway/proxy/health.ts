/** The state of the whole platform as this gateway sees it: every process is asked, nothing is remembered. */
import type { Redis } from '@fairline/chassis/storage/redis';
import type { SystemHealth } from '@fairline/proto/gateway';
import { internalPortOffset, platformServiceNames } from '@fairline/proto/services';
import { request } from 'undici';
import type { GatewayConfig } from '../config.ts';
import { urlOf } from './proxy.ts';

/** A process that has not answered by then counts as down. */
const patienceMs = 1_000;

type Part = SystemHealth['parts'][number];

export interface Observed {
  readonly config: GatewayConfig;
  readonly redis: Redis;
  readonly busConnected: () => boolean;
  readonly openStreams: () => number;
}

export async function systemHealth({ config, redis, busConnected, openStreams }: Observed): Promise<SystemHealth> {
  const processes = [
    ...platformServiceNames.map((service) => [service, urlOf(config, service)] as const),
    ...(config.FEED_URL ? [['feed', config.FEED_URL] as const] : []),
  ];
  const parts = await Promise.all([
    ...processes.map(([name, url]) => part(name, () => readiness(url))),
    part('redis', async () => ({ up: (await redis.ping()) === 'PONG', detail: 'ready' })),
  ]);
  const bus: Part = { name: 'nats', state: busConnected() ? 'up' : 'down', latencyMs: null, detail: busConnected() ? 'connected' : 'not connected' };
  const all = [...parts, bus];
  return {
    state: all.every(({ state }) => state === 'up') ? 'up' : 'degraded',
    checkedAt: new Date().toISOString(),
    openStreams: openStreams(),
    parts: all,
  };
}

/** A process answers for itself on its internal port. */
async function readiness(url: string): Promise<{ up: boolean; detail: string }> {
  const internal = new URL('/readyz', url);
  internal.port = String(Number(internal.port || 80) + internalPortOffset);
  const answer = await request(internal, { headersTimeout: patienceMs, bodyTimeout: patienceMs, signal: AbortSignal.timeout(patienceMs) });
  return { up: answer.statusCode === 200, detail: (await answer.body.text()).slice(0, 200) };
}

async function part(name: string, ask: () => Promise<{ up: boolean; detail: string }>): Promise<Part> {
  const startedAt = performance.now();
  try {
    const { up, detail } = await ask();
    return { name, state: up ? 'up' : 'down', latencyMs: Math.round((performance.now() - startedAt) * 10) / 10, detail };
  } catch {
    return { name, state: 'down', latencyMs: null, detail: 'does not answer' };
  }
}
