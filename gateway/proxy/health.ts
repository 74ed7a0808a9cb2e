/**
 * The health of the platform as this gateway sees it. States are read at the time of the call. Figures come from the metrics of each process,
 * which a sampler reads regularly, so that even the first call has them. Each sample also counts towards the uptime of the last 24 hours.
 */
import { statfs } from 'node:fs/promises';
import { cpus, freemem, totalmem } from 'node:os';
import type { Log } from '@fairline/chassis/process/log';
import type { Metrics } from '@fairline/chassis/process/metrics';
import type { Redis } from '@fairline/chassis/storage/redis';
import type { SystemHealth } from '@fairline/proto/gateway';
import { internalPortOffset, platformServiceNames } from '@fairline/proto/processes';
import { request } from 'undici';
import type { GatewayConfig } from '../config.ts';
import { combineFigures, type Figures, figuresBetween, roundFigures, type Sample, sampleOf } from './figures.ts';
import { urlOf } from './proxy.ts';
import { readUptime, UptimeCounter } from './uptime.ts';

/** A process that does not answer within this time counts as down. */
const patienceMs = 1_000;
const sampleEveryMs = 15_000;
/** The second sample follows soon, because figures need two samples. */
const secondSampleMs = 2_000;
/** A start of all processes does not count as an outage for this long. */
const startingMs = 60_000;

type Part = SystemHealth['parts'][number];

export interface Observed {
  readonly config: GatewayConfig;
  readonly redis: Redis;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly bus: { readonly connected: boolean; roundTripMs(): Promise<number> };
  readonly openStreams: () => number;
}

const own = 'gateway';

export class HealthMonitor {
  private readonly observed: Observed;
  private readonly processes: readonly (readonly [name: string, url: string])[];
  private readonly samples = new Map<string, Sample>();
  private readonly figures = new Map<string, Figures>();
  private readonly uptime: UptimeCounter;
  private cpu = cpuTimes();
  private cpuPercent: number | undefined;
  private readonly startedAt = performance.now();
  private hasBeenUp = false;
  private timers: NodeJS.Timeout[] = [];

  constructor(observed: Observed) {
    this.observed = observed;
    this.uptime = new UptimeCounter(observed.redis);
    const { config } = observed;
    this.processes = [
      ...platformServiceNames.map((service) => [service, urlOf(config, service)] as const),
      ...(config.FEED_URL ? [['feed', config.FEED_URL] as const] : []),
    ];
  }

  /** Takes the first sample before it resolves, so that this work does not delay the first calls. */
  async start(): Promise<void> {
    const sample = () =>
      this.sample().catch((error: Error) => this.observed.log.warn({ error: error.message }, 'health is not sampled'));
    await sample();
    this.timers = [setTimeout(sample, secondSampleMs).unref(), setInterval(sample, sampleEveryMs).unref()];
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  async read(): Promise<SystemHealth> {
    const now = new Date();
    const [parts, uptime, diskPercent] = await Promise.all([
      this.check(),
      readUptime(this.observed.redis, now).catch(() => undefined),
      diskUse().catch(() => undefined),
    ]);
    const host =
      diskPercent === undefined || this.cpuPercent === undefined
        ? undefined
        : this.host(parts, this.cpuPercent, diskPercent);
    return {
      state: isUp(parts) ? 'up' : 'degraded',
      checkedAt: now.toISOString(),
      openStreams: this.observed.openStreams(),
      parts,
      ...(host && { host }),
      ...(uptime && { uptime }),
    };
  }

  /** Every part, with the figures of the last sample. */
  private async check(): Promise<Part[]> {
    const { redis, bus } = this.observed;
    const parts = await Promise.all([
      ...this.processes.map(([name, url]) => part(name, () => readiness(url))),
      part('redis', async () => ({ up: (await redis.ping()) === 'PONG', detail: 'ready' })),
      this.busPart(bus),
    ]);
    const gateway: Part = { name: own, state: 'up', latencyMs: null, detail: 'ready' };
    return [...parts, gateway].map((one) => (one.state === 'up' ? { ...one, ...this.figures.get(one.name) } : one));
  }

  private async busPart(bus: Observed['bus']): Promise<Part> {
    if (!bus.connected) return { name: 'nats', state: 'down', latencyMs: null, detail: 'not connected' };
    const latencyMs = await within(bus.roundTripMs()).catch(() => null);
    return {
      name: 'nats',
      state: latencyMs === null ? 'down' : 'up',
      latencyMs,
      detail: latencyMs === null ? 'does not answer' : 'connected',
    };
  }

  private host(parts: readonly Part[], cpuPercent: number, diskPercent: number): NonNullable<SystemHealth['host']> {
    const latencies = parts.flatMap(({ latencyMs }) => latencyMs ?? []);
    // The gateway is left out, because the service that handles a proxied call counts it already.
    const handled = [...this.figures].filter(([name]) => name !== own).map(([, figures]) => figures);
    return {
      cpuPercent,
      memoryPercent: roundFigures(100 * (1 - freemem() / totalmem())),
      diskPercent,
      latencyMs:
        latencies.length > 0 ? roundFigures(latencies.reduce((sum, one) => sum + one, 0) / latencies.length) : 0,
      ...combineFigures(handled),
    };
  }

  private async sample(): Promise<void> {
    const parts = await this.check();
    await Promise.all([
      this.take(own, () => this.observed.metrics.registry.metrics()),
      ...this.processes.map(([name, url]) =>
        this.take(name, () => internalText(url, '/metrics').then(({ text }) => text)),
      ),
    ]);
    const before = this.cpu;
    this.cpu = cpuTimes();
    const total = this.cpu.total - before.total;
    if (total > 0) this.cpuPercent = roundFigures((100 * (this.cpu.busy - before.busy)) / total);
    this.hasBeenUp ||= isUp(parts) || performance.now() - this.startedAt > startingMs;
    if (this.hasBeenUp) await this.uptime.count(isUp(parts), new Date());
  }

  private async take(name: string, read: () => Promise<string>): Promise<void> {
    const before = this.samples.get(name);
    const now = await read().then(
      (text) => sampleOf(text, performance.now()),
      () => undefined,
    );
    const figures = before && now && figuresBetween(before, now);
    if (figures) this.figures.set(name, figures);
    else this.figures.delete(name);
    if (now) this.samples.set(name, now);
    else this.samples.delete(name);
  }
}

const isUp = (parts: readonly Part[]) => parts.every(({ state }) => state === 'up');

/** Reads the readiness of a process from its internal port. */
async function readiness(url: string): Promise<{ up: boolean; detail: string }> {
  const { status, text } = await internalText(url, '/readyz');
  return { up: status === 200, detail: text.slice(0, 200) };
}

async function internalText(url: string, path: string): Promise<{ status: number; text: string }> {
  const internal = new URL(path, url);
  internal.port = String(Number(internal.port || 80) + internalPortOffset);
  const answer = await request(internal, {
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
    signal: AbortSignal.timeout(patienceMs),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

async function part(name: string, ask: () => Promise<{ up: boolean; detail: string }>): Promise<Part> {
  const startedAt = performance.now();
  try {
    const { up, detail } = await ask();
    return {
      name,
      state: up ? 'up' : 'down',
      latencyMs: Math.round((performance.now() - startedAt) * 10) / 10,
      detail,
    };
  } catch {
    return { name, state: 'down', latencyMs: null, detail: 'does not answer' };
  }
}

function within<T>(answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

function cpuTimes(): { busy: number; total: number } {
  const all = cpus().map(({ times }) => times);
  const total = all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { total, busy: total - all.reduce((sum, { idle }) => sum + idle, 0) };
}

async function diskUse(): Promise<number> {
  const { blocks, bavail } = await statfs(process.cwd());
  return roundFigures(100 * (1 - bavail / blocks));
}
