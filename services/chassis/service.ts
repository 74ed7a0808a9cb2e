/**
 * One service process: opens what the service needs, starts its entry points in order, and stops them in reverse order.
 * Stopping drains: no new work is accepted, running work finishes, the outbox is published; all within 10 s.
 */
import type { EventType } from '@fairline/proto/contract';
import { isMonitored, processes, type ServiceName } from '@fairline/proto/processes';
import { deliveryRequests } from '@fairline/proto/risk/deliveries';
import type { JWK } from 'jose';
import type { z } from 'zod';
import type { Mongo } from './documents/mongo.ts';
import { Health } from './health.ts';
import { identityVerifier } from './http/identity.ts';
import { createApp, type Handler, type Listening, listen } from './http/server.ts';
import { Bus, type RequestHandler } from './messaging/bus.ts';
import { DeliveryMonitor } from './messaging/deliveries.ts';
import type { DocumentStore } from './messaging/document-store.ts';
import { type Consumer, Inbox } from './messaging/inbox.ts';
import { Relay } from './messaging/relay.ts';
import { type MessageStore, rowStore } from './messaging/row-store.ts';
import { type Clock, systemClock } from './process/clock.ts';
import { type BaseConfig, type Env, jwk, readConfig } from './process/config.ts';
import { createLog, type Log } from './process/log.ts';
import { createMetrics, type Metrics } from './process/metrics.ts';
import type { Running } from './run.ts';
import { type Job, Jobs } from './storage/jobs.ts';
import { requireMigrated } from './storage/migrations.ts';
import { Database } from './storage/postgres.ts';
import type { Redis } from './storage/redis.ts';

/** The entry points of a service: HTTP calls, requests of other services, events, timers. */
export interface EntryPoints {
  /** The events that it publishes. */
  publishes: Readonly<Record<string, EventType>>;
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
  declare private readonly documents: DocumentStore | undefined;
  declare private readonly store: MessageStore | undefined;
  declare private readonly monitor: DeliveryMonitor | undefined;
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
    documents: DocumentStore | undefined;
    cache: Redis | undefined;
  }) {
    const { name, documents, database } = parts;
    const store: MessageStore | undefined = documents ?? (database && rowStore(database));
    Object.assign(this, parts, {
      store,
      monitor: store && new DeliveryMonitor({ name, store: store.deliveries, inbox: store.inbox }),
    });
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
    const documents = processes[name].stores.includes('mongo')
      ? await openDocuments(name, config, folder, log)
      : undefined;
    const cache = config.REDIS_URL ? (await import('./storage/redis.ts')).openRedis(config.REDIS_URL, log) : undefined;
    const bus = await Bus.open(name, config, log, metrics);
    return new Service({ name, config, log, metrics, clock, bus, database, documents, cache });
  }

  get db(): Database {
    if (!this.database) throw new Error(`${this.name} needs DATABASE_URL`);
    return this.database;
  }

  get mongo(): Mongo {
    if (!this.documents) throw new Error(`${this.name} needs MONGO_URL`);
    return this.documents.mongo;
  }

  get redis(): Redis {
    if (!this.cache) throw new Error(`${this.name} needs REDIS_URL`);
    return this.cache;
  }

  /** The deliveries of this service, read directly. Those of other services are requested over the bus. */
  get deliveries(): DeliveryMonitor {
    if (!this.monitor) throw new Error(`${this.name} has no store`);
    return this.monitor;
  }

  /** The requests of the data monitor. */
  private monitored(): RequestHandler[] {
    return isMonitored(this.name) ? this.deliveries.handlers(deliveryRequests(this.name)) : [];
  }

  /** Adds a function to call on stop, before connections close. The last added is called first. */
  onStop(stop: () => Promise<void> | void): void {
    this.stops.push(stop);
  }

  /** Starts all entry points; `/readyz` succeeds once all of them run. */
  async start({ publishes, routes = [], requests = [], consumers = [], jobs = [] }: EntryPoints): Promise<Running> {
    const health = new Health(this.metrics, () => this.isReachable());
    const internal = await health.listen(this.config.INTERNAL_HOST, this.config.INTERNAL_PORT);
    const { store } = this;
    const parts = { name: this.name, bus: this.bus, log: this.log, metrics: this.metrics };
    const relay =
      store && new Relay({ ...parts, publishes: Object.values(publishes), outbox: store.outbox, leases: store.leases });
    if (relay) {
      relay.pauseMs = (lagMs) => this.relayPauseMs(lagMs);
      store.onWakeRelay(() => relay.wake());
      relay.start();
    }
    const inbox = store && new Inbox({ ...parts, store: store.inbox });
    const scheduled = new Jobs({ leases: store?.leases, log: this.log, metrics: this.metrics });
    this.monitor?.setConsumers(consumers);
    this.bus.serve([...requests, ...this.monitored()]);
    await inbox?.start(consumers);
    scheduled.start([...jobs, ...(store ? [store.housekeeping] : [])]);
    await this.warmUp(routes);
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
      await this.documents?.mongo.close();
      this.cache?.disconnect();
      await internal.close();
      this.log.info('stopped');
    };
    return { httpUrl: http?.url ?? '', internalUrl: internal.url, stop };
  }

  /** Whether bus, stores and cache respond. */
  private async isReachable(): Promise<boolean> {
    const responses = Promise.all([
      this.bus.connected,
      this.database?.exists('select 1'),
      this.documents?.mongo.ping(),
      this.cache?.ping(),
    ]);
    const timeout = new Promise<never>((_, reject) => setTimeout(reject, reachTimeoutMs).unref());
    return Promise.race([responses, timeout]).then(
      ([connected]) => connected,
      () => false,
    );
  }

  private async warmUp(routes: readonly Handler[]): Promise<void> {
    const failed = (error: Error) => this.log.warn({ error: error.message }, 'a route is not warmed up');
    await Promise.all(routes.map((handler) => handler.warmUp?.().catch(failed)));
  }

  private async listen(routes: readonly Handler[]): Promise<Listening | undefined> {
    if (routes.length === 0) return undefined;
    const { IDENTITY_PUBLIC_KEY: key } = this.config as { IDENTITY_PUBLIC_KEY?: JWK };
    // A service with open routes only needs no identity.
    const isOpen = routes.every(({ route }) => route.access === 'open');
    if (!key && !isOpen) throw new Error(`${this.name} needs IDENTITY_PUBLIC_KEY`);
    const verifier = key ? await identityVerifier(key, this.name) : undefined;
    const app = createApp(routes, { verifier, clock: this.clock, log: this.log, metrics: this.metrics });
    return listen(app, this.config.HTTP_HOST, this.config.HTTP_PORT);
  }
}

/** Configuration of services with routes for signed-in callers. */
export const serviceConfig = { IDENTITY_PUBLIC_KEY: jwk };

const reachTimeoutMs = 1_500;

/** Loads the driver of MongoDB only in services that use it. Outside demo mode the server must have users. */
async function openDocuments(name: ServiceName, config: BaseConfig, folder: string, log: Log): Promise<DocumentStore> {
  const { MONGO_URL: url, FAIRLINE_DEMO: isDemo, FAIRLINE_MONGO_OPEN: mayBeOpen } = config;
  if (!url) throw new Error(`${name} needs MONGO_URL`);
  if (!isDemo && !mayBeOpen) await (await import('./documents/administration.ts')).requireUsers(url, name);
  const { openDocumentStore } = await import('./messaging/document-store.ts');
  return openDocumentStore(name, url, folder, log);
}
