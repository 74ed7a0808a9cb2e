/**
 * One service process: opens what the service needs, starts its entry points in order, and stops them in reverse order.
 * Stopping drains: no new work is accepted, running work finishes, the outbox is published; all within 10 s.
 */
import type { ServiceName } from '@fairline/proto/services';
import type { JWK } from 'jose';
import type { z } from 'zod';
import { Health } from './health.ts';
import { identityVerifier } from './http/identity.ts';
import { createApp, type Handler, type Listening, listen } from './http/server.ts';
import { Bus, type RequestHandler } from './messaging/bus.ts';
import { type Consumer, Inbox } from './messaging/inbox.ts';
import { Relay } from './messaging/relay.ts';
import { type Clock, systemClock } from './process/clock.ts';
import { type BaseConfig, type Env, jwk, readConfig } from './process/config.ts';
import { createLog, type Log } from './process/log.ts';
import { createMetrics, type Metrics } from './process/metrics.ts';
import type { Running } from './run.ts';
import { type Job, Jobs } from './storage/jobs.ts';
import { requireMigrated } from './storage/migrations.ts';
import { Database } from './storage/postgres.ts';
import { openRedis, type Redis } from './storage/redis.ts';

/** The entry points of a service: HTTP calls, requests of other services, events, timers. */
export interface EntryPoints {
  routes?: readonly Handler[];
  requests?: readonly RequestHandler[];
  consumers?: readonly Consumer[];
  jobs?: readonly Job[];
}

export class Service<C> {
  declare readonly name: ServiceName;
  declare readonly config: BaseConfig & C;
  declare readonly log: Log;
  declare readonly metrics: Metrics;
  declare readonly clock: Clock;
  declare readonly bus: Bus;
  declare private readonly database: Database | undefined;
  declare private readonly cache: Redis | undefined;
  private readonly stops: (() => Promise<void> | void)[] = [];
  /** Pause of the relay between pages; see relay.ts. */
  relayPauseMs: (lagMs: number) => number = () => 0;

  private constructor(parts: {
    name: ServiceName;
    config: BaseConfig & C;
    log: Log;
    metrics: Metrics;
    clock: Clock;
    bus: Bus;
    database: Database | undefined;
    cache: Redis | undefined;
  }) {
    Object.assign(this, parts);
  }

  /** Reads the configuration and connects; the database must have been migrated. `folder` is the URL of the service's main.ts (import.meta.url). */
  static async open<S extends z.ZodRawShape>(
    name: ServiceName,
    env: Env,
    shape: S,
    folder: string,
    clock: Clock = systemClock,
  ): Promise<Service<z.output<z.ZodObject<S>>>> {
    const config = readConfig(name, env, shape);
    const log = createLog(name, config.LOG_LEVEL);
    const metrics = createMetrics(name);
    let database: Database | undefined;
    if (config.DATABASE_URL) {
      database = new Database(config.DATABASE_URL, log);
      await requireMigrated(database.pool, name, folder);
    }
    const cache = config.REDIS_URL ? openRedis(config.REDIS_URL, log) : undefined;
    const bus = await Bus.open(name, config, log, metrics);
    return new Service({ name, config, log, metrics, clock, bus, database, cache });
  }

  get db(): Database {
    if (!this.database) throw new Error(`${this.name} needs DATABASE_URL`);
    return this.database;
  }

  get redis(): Redis {
    if (!this.cache) throw new Error(`${this.name} needs REDIS_URL`);
    return this.cache;
  }

  /** Adds a function to call on stop, before connections close. The last added is called first. */
  onStop(stop: () => Promise<void> | void): void {
    this.stops.push(stop);
  }

  /** Starts all entry points; `/readyz` succeeds once all of them run. */
  async start({ routes = [], requests = [], consumers = [], jobs = [] }: EntryPoints): Promise<Running> {
    const health = new Health(this.metrics, () => this.isReachable());
    const internal = await health.listen(this.config.INTERNAL_HOST, this.config.INTERNAL_PORT);
    const parts = this.database && { name: this.name, db: this.database, bus: this.bus, log: this.log, metrics: this.metrics };
    const relay = parts && new Relay(parts);
    if (relay) {
      relay.pauseMs = (lagMs) => this.relayPauseMs(lagMs);
      relay.start();
    }
    const inbox = parts && new Inbox(parts);
    const scheduled = new Jobs({ db: this.database, log: this.log, metrics: this.metrics });
    this.bus.serve(requests);
    await inbox?.start(consumers);
    scheduled.start([...jobs, ...(this.database ? housekeeping(this.database) : [])]);
    const http = await this.listen(routes);
    health.ready = true;
    this.log.info({ httpUrl: http?.url, internalUrl: internal.url }, 'ready');
    const stop = async () => {
      health.ready = false;
      await scheduled.stop();
      await http?.close();
      await this.bus.drain();
      await inbox?.waitUntilIdle();
      for (const stopPart of this.stops.reverse()) await stopPart();
      relay?.wake();
      await relay?.stop();
      await this.bus.close();
      await this.database?.close();
      this.cache?.disconnect();
      await internal.close();
      this.log.info('stopped');
    };
    return { httpUrl: http?.url ?? '', internalUrl: internal.url, stop };
  }

  /** Whether bus, database and cache respond. */
  private async isReachable(): Promise<boolean> {
    const responses = Promise.all([this.bus.connected, this.database?.exists('select 1'), this.cache?.ping()]);
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, reachTimeoutMs).unref());
    return Promise.race([responses, timeout]).then(
      ([connected]) => connected,
      () => false,
    );
  }

  private async listen(routes: readonly Handler[]): Promise<Listening | undefined> {
    if (routes.length === 0) return undefined;
    const { IDENTITY_PUBLIC_KEY: key } = this.config as { IDENTITY_PUBLIC_KEY?: JWK };
    // A service whose routes are all open needs no identity.
    const isOpen = routes.every(({ route }) => route.access === 'open');
    if (!key && !isOpen) throw new Error(`${this.name} needs IDENTITY_PUBLIC_KEY`);
    const verifier = key ? await identityVerifier(key, this.name) : undefined;
    const app = createApp(routes, verifier, this.log, this.metrics);
    return listen(app, this.config.HTTP_HOST, this.config.HTTP_PORT);
  }
}

/** Configuration of services with routes for signed-in callers. */
export const serviceConfig = { IDENTITY_PUBLIC_KEY: jwk };

const keepDays = 30;
const reachTimeoutMs = 1_500;

function housekeeping(db: Database): Job[] {
  const hour = 60 * 60 * 1_000;
  return [
    {
      name: 'housekeeping',
      everyMs: hour,
      where: 'leased',
      run: async () => {
        await db.run("select keep_outbox_days((now() at time zone 'utc')::date)");
        for (const [table, at] of Object.entries({ inbox: 'heard_at', idempotency: 'created_at', failures: 'failed_at' })) {
          const some = `select ctid from ${table} where ${at} < now() - interval '${keepDays} days' limit 10000`;
          while ((await db.run(`delete from ${table} where ctid = any (array(${some}))`)) > 0);
        }
      },
    },
  ];
}
