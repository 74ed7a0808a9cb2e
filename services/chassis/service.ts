/**
 * One process: opens what a room needs, starts its doors in order, and stops them in the reverse one.
 * Stopping drains: no new work, what was begun is finished, the outbox is published, and the process is gone within 10 s.
 */
import { createServer } from 'node:http';
import type { ServiceName } from '@fairline/proto/services';
import type { JWK } from 'jose';
import type { z } from 'zod';
import { type Answer, Bus } from './bus.ts';
import { type Clock, systemClock } from './clock.ts';
import { type BaseConfig, type Env, jwk, readConfig } from './config.ts';
import { createApp, type Handler, type Listening, listen, listenOn } from './http.ts';
import { identityVerifier } from './identity.ts';
import { Inbox, type Reaction } from './inbox.ts';
import { type Job, Jobs } from './jobs.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { Relay } from './outbox.ts';
import { Database, migrate } from './postgres.ts';
import { openRedis, type Redis } from './redis.ts';

export const stopWithinMs = 10_000;

export interface Running {
  httpUrl: string;
  internalUrl: string;
  stop(): Promise<void>;
}

export interface Doors {
  routes?: readonly Handler[];
  answers?: readonly Answer[];
  reactions?: readonly Reaction[];
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
  /** The relay's brake; see outbox.ts. */
  pace: (lagMs: number) => number = () => 0;

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

  /** Reads the configuration, migrates the room's database and connects. `folder` is the room's own (import.meta.url of its main.ts). */
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
      await migrate(config.DATABASE_URL, new URL('./', folder), log);
      database = new Database(config.DATABASE_URL, log);
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

  /** Adds something to stop before connections close; the last added stops first. */
  onStop(stop: () => Promise<void> | void): void {
    this.stops.push(stop);
  }

  /** Opens the doors. Ready (readyz) once every one of them is open. */
  async start({ routes = [], answers = [], reactions = [], jobs = [] }: Doors): Promise<Running> {
    const health = new Health(this.metrics, () => this.reached());
    const internal = await health.listen(this.config.INTERNAL_HOST, this.config.INTERNAL_PORT);
    const parts = this.database && { name: this.name, db: this.database, bus: this.bus, log: this.log, metrics: this.metrics };
    const relay = parts && new Relay(parts);
    if (relay) {
      relay.pace = (lagMs) => this.pace(lagMs);
      relay.start();
    }
    const inbox = parts && new Inbox(parts);
    const scheduled = new Jobs({ db: this.database, log: this.log, metrics: this.metrics });
    this.bus.answer(answers);
    await inbox?.listen(reactions);
    scheduled.start([...jobs, ...(this.database ? housekeeping(this.database) : [])]);
    const http = await this.listen(routes);
    health.ready = true;
    this.log.info({ httpUrl: http?.url, internalUrl: internal.url }, 'ready');
    const stop = async () => {
      health.ready = false;
      await scheduled.stop();
      await http?.close();
      await this.bus.quiet();
      await inbox?.settle();
      for (const part of this.stops.reverse()) await part();
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

  /** Whether the room could work now: bus, database and cache answer. */
  private async reached(): Promise<boolean> {
    const answers = Promise.all([this.bus.connected, this.database?.rows('select 1'), this.cache?.ping()]);
    const late = new Promise<never>((_, reject) => setTimeout(reject, reachMs).unref());
    return Promise.race([answers, late]).then(
      ([connected]) => connected,
      () => false,
    );
  }

  private async listen(routes: readonly Handler[]): Promise<Listening | undefined> {
    if (routes.length === 0) return undefined;
    const { IDENTITY_PUBLIC_KEY: key } = this.config as { IDENTITY_PUBLIC_KEY?: JWK };
    // A door that is open to all asks nobody who he is.
    const isOpen = routes.every(({ route }) => route.access === 'open');
    if (!key && !isOpen) throw new Error(`${this.name} needs IDENTITY_PUBLIC_KEY`);
    const verify = key ? await identityVerifier(key, this.name) : async () => undefined;
    const app = createApp(routes, verify, this.log, this.metrics);
    return listen(app, this.config.HTTP_HOST, this.config.HTTP_PORT);
  }
}

/** What every room with people at its door reads. */
export const roomConfig = { IDENTITY_PUBLIC_KEY: jwk };

const keepDays = 30;
const reachMs = 1_500;

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

/** Health and metrics of a process, on its internal port. */
export class Health {
  ready = false;

  private readonly metrics: Metrics;
  private readonly reached: () => boolean | Promise<boolean>;

  constructor(metrics: Metrics, reached: () => boolean | Promise<boolean>) {
    this.metrics = metrics;
    this.reached = reached;
  }

  listen(host: string, port: number): Promise<Listening> {
    const server = createServer((request, response) => {
      const send = (status: number, body: string, type = 'text/plain') => response.writeHead(status, { 'content-type': type }).end(body);
      if (request.url === '/healthz') send(200, 'ok');
      else if (request.url === '/readyz') {
        void Promise.resolve(this.ready && this.reached()).then((ready) =>
          send(ready ? 200 : 503, ready ? 'ready' : this.ready ? 'a server is away' : 'starting or stopping'),
        );
      } else if (request.url === '/metrics') void this.metrics.registry.metrics().then((text) => send(200, text, this.metrics.registry.contentType));
      else send(404, 'not found');
    });
    return listenOn(server, host, port);
  }
}

/** Runs a process until it is told to stop. A fault at start is one clear line; an uncaught one ends the process, and the watcher starts another. */
export async function run(start: (env: Env) => Promise<Running>): Promise<void> {
  let running: Running | undefined;
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs - 500).unref();
    await running?.stop();
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: Error) => {
      process.stderr.write(`${kind}: ${error?.stack ?? error}\n`);
      process.exit(1);
    });
  }
  try {
    running = await start(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
