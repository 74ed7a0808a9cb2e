/** Figures of processes, host and uptime, with one server in place of every process. */

import { createLog } from '@fairline/chassis/process/log';
import { createMetrics } from '@fairline/chassis/process/metrics';
import type { Running } from '@fairline/chassis/run';
import { openRedis } from '@fairline/chassis/storage/redis';
import { eventually } from '@fairline/chassis/testing';
import { SystemHealth } from '@fairline/proto/gateway';
import { internalPortOffset, platformServiceNames } from '@fairline/proto/processes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../main.ts';
import { type Grounds, type Outside, openGrounds, openOutside, withToken } from '../testing.ts';
import { readUptime, UptimeCounter } from './uptime.ts';

let internal: Outside;
let grounds: Grounds;
let gateway: Running;
const metrics = createMetrics('wallet');
let isReady = true;

beforeAll(async () => {
  internal = await openOutside();
  internal.reply = ({ url }, response) => {
    if (url === '/readyz') response.writeHead(isReady ? 200 : 503).end(isReady ? 'ready' : 'a server is unreachable');
    else {
      metrics.httpSeconds.observe({ route: '/api/wallet', status: 200 }, 0.05);
      void metrics.registry.metrics().then((text) => response.writeHead(200).end(text));
    }
  };
  grounds = await openGrounds(`http://127.0.0.1:${Number(new URL(internal.url).port) - internalPortOffset}`);
  gateway = await start(grounds.env);
});
afterAll(async () => {
  await gateway.stop();
  await internal.close();
  await grounds.world.close();
});

async function read(): Promise<SystemHealth> {
  const response = await fetch(`${gateway.httpUrl}/api/admin/system/health`, {
    headers: withToken(await grounds.operatorToken('auditor')),
  });
  return SystemHealth.parse(await response.json());
}

it('shows figures of each process and of the host once two samples were taken', async () => {
  const isSampledTwice = (part: { requestsPerSecond?: number | undefined } | undefined) =>
    part?.requestsPerSecond !== undefined;
  const health = await eventually(read, ({ parts }) =>
    platformServiceNames.every((name) => isSampledTwice(parts.find((part) => part.name === name))),
  );
  expect(health.state).toBe('up');
  for (const name of platformServiceNames) {
    const part = health.parts.find((one) => one.name === name);
    expect(part).toMatchObject({
      state: 'up',
      responseMs: 50,
      errorPercent: 0,
      latencyMs: expect.any(Number),
      memoryMb: expect.any(Number),
    });
  }
  expect(health.parts.find(({ name }) => name === 'nats')).toMatchObject({
    state: 'up',
    latencyMs: expect.any(Number),
  });
  expect(health.parts.find(({ name }) => name === 'gateway')).toMatchObject({
    state: 'up',
    memoryMb: expect.any(Number),
  });
  expect(health.host).toMatchObject({ responseMs: 50, errorPercent: 0 });
  for (const percent of [health.host?.memoryPercent, health.host?.diskPercent]) expect(percent).toBeGreaterThan(0);
});

it('keeps the uptime across a restart', async () => {
  const { since } = (await eventually(read, ({ uptime }) => uptime !== undefined)).uptime ?? expect.fail();
  await gateway.stop();
  gateway = await start(grounds.env);
  expect((await read()).uptime?.since).toBe(since);
});

it('is degraded as soon as a part is not ready', async () => {
  isReady = false;
  const { state, parts } = await read();
  expect(state).toBe('degraded');
  expect(parts.find(({ name }) => name === 'wallet')).toMatchObject({
    state: 'down',
    detail: 'a server is unreachable',
  });
});

it('counts the checks of 24 hours, by the hour', async () => {
  const redis = openRedis(grounds.world.redisUrlOf('gateway'), createLog('gateway', 'silent'));
  const at = (hour: number, minute = 0) => new Date(Date.UTC(2190, 0, 1, hour, minute));
  expect(await readUptime(redis, at(0))).toBeUndefined();
  const counter = new UptimeCounter(redis);
  for (const [hour, minute, isUp] of [
    [0, 5, true],
    [0, 6, false],
    [7, 0, true],
    [7, 1, true],
  ] as const)
    await counter.count(isUp, at(hour, minute));
  expect(await readUptime(redis, at(8))).toEqual({ percent: 75, since: at(0, 5).toISOString() });
  expect(await readUptime(redis, at(25))).toEqual({ percent: 100, since: at(7).toISOString() });
  expect(await readUptime(redis, at(31))).toBeUndefined();
  redis.disconnect();
});
