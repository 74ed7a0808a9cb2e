/** Figures from metrics as a process prints them. */
import { createMetrics } from '@fairline/chassis/process/metrics';
import { expect, it } from 'vitest';
import { combineFigures, figuresBetween, sampleOf } from './figures.ts';

it('takes calls over HTTP and over the bus, and no live stream', async () => {
  const metrics = createMetrics('wallet');
  const before = sampleOf(await metrics.registry.metrics(), 0);
  metrics.httpSeconds.observe({ route: '/api/wallet', status: 200 }, 0.1);
  metrics.httpSeconds.observe({ route: '/api/wallet', status: 503 }, 0.3);
  metrics.httpSeconds.observe({ route: '/api/stream', status: 200 }, 900);
  metrics.requestSeconds.observe({ verb: 'stake', outcome: 'ok' }, 0.02);
  metrics.requestSeconds.observe({ verb: 'stake', outcome: 'fault' }, 0.18);
  const figures = figuresBetween(before, sampleOf(await metrics.registry.metrics(), 2_000));
  expect(figures).toMatchObject({ responseMs: 150, requestsPerSecond: 2, errorPercent: 50 });
  expect(figures?.memoryMb).toBeGreaterThan(1);
});

const zero = { atMs: 0, cpuSeconds: 5, memoryBytes: 0, calls: 10, callSeconds: 1, faults: 0 };

it('has no response time without calls, and no figures across a restart', () => {
  expect(figuresBetween(zero, { ...zero, atMs: 10_000, cpuSeconds: 6, memoryBytes: 2_097_152 })).toEqual({
    cpuPercent: 10,
    memoryMb: 2,
    requestsPerSecond: 0,
    errorPercent: 0,
  });
  expect(figuresBetween(zero, { ...zero, atMs: 10_000, calls: 3 })).toBeUndefined();
  expect(figuresBetween(zero, { ...zero, atMs: 10_000, cpuSeconds: 1 })).toBeUndefined();
});

it('weighs each call alike', () => {
  const one = { cpuPercent: 0, memoryMb: 0, responseMs: 10, requestsPerSecond: 9, errorPercent: 0 };
  const other = { ...one, responseMs: 110, requestsPerSecond: 1, errorPercent: 10 };
  expect(combineFigures([one, other])).toEqual({ responseMs: 20, requestsPerSecond: 10, errorPercent: 1 });
  expect(combineFigures([])).toEqual({ responseMs: 0, requestsPerSecond: 0, errorPercent: 0 });
});
