/**
 * Runs services under test on real servers: a cloned database per test file, a message server per worker, identities signed as by the gateway.
 * The servers are started by the setup of the test run (TEST_* variables).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Envelope, Problem, RouteType } from '@fairline/proto/contract';
import type { OperatorOrigin } from '@fairline/proto/operator-control';
import { permissionsOf, type Role } from '@fairline/proto/permissions';
import { processes, replyInbox, type ServiceName } from '@fairline/proto/processes';
import { jetstreamManager } from '@nats-io/jetstream';
import { exportJWK, generateKeyPair } from 'jose';
import type { mongo } from 'mongoose';
import { connect, type NatsConnection } from 'nats';
import pg from 'pg';
import {
  addressHeader,
  agentHeader,
  type Caller,
  identityHeader,
  identitySigner,
  type Operator,
  type Player,
} from './http/identity.ts';
import { prepareMessageServer } from './messaging/streams.ts';
import type { Clock } from './process/clock.ts';
import type { Env } from './process/config.ts';
import { migrate } from './storage/migrations.ts';
import { ownerRole, serviceRole } from './storage/rights.ts';

export interface World {
  env: Env;
  /** Superuser connection to the cloned database, to check what the entry points do not show. */
  db: pg.Client;
  /** The documents of the service as administrator of MongoDB, to check what the entry points do not show. */
  documents: mongo.Db;
  /** Administrator of the message server: publishes events of other services, reads the streams. */
  nats: NatsConnection;
  /** Migrates the database as its owner, as before each start of a platform; from another folder where one is named. */
  migrate(folder?: string): Promise<void>;
  /** The URL of Redis for one of its users; `admin` may do everything. */
  redisUrlOf(user: ServiceName | 'gateway' | 'admin'): string;
  /** Calls a service over HTTP as the gateway would. */
  call(
    url: string,
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<{ status: number; body: never; headers: Headers }>;
  /** Publishes an event as its service would. */
  publish(type: string, aggregate: string, version: number, data: unknown, id?: string): Promise<void>;
  close(): Promise<void>;
}

export interface CallOptions {
  as?: Caller;
  key?: string;
  body?: unknown;
  raw?: NonNullable<RequestInit['body']>;
  headers?: Record<string, string>;
}

/** Opens a world for one service. `folder` is the URL of its main.ts (import.meta.url); `extra` is added to its environment. */
export async function openWorld(service: ServiceName, folder: string, extra: Env = {}): Promise<World> {
  const servers = testServers();
  const database = processes[service].stores.includes('postgres')
    ? await cloneDatabase(service, folder, servers.postgres)
    : undefined;
  const documents = processes[service].stores.includes('mongo')
    ? await openDocuments(folder, servers.mongo)
    : undefined;
  const keys = await generateKeyPair('EdDSA', { extractable: true });
  const sign = await identitySigner(await exportJWK(keys.privateKey));
  // A service replies only to its declared callers, so tests send requests as one of them.
  const nats = await connect({
    servers: servers.nats,
    user: 'admin',
    pass: servers.natsPassword,
    inboxPrefix: replyInbox(processes[service].callers[0] ?? 'gateway'),
  });
  await emptyStreams(nats, servers);
  const db = new pg.Client({ connectionString: database?.superuser ?? servers.postgres });
  await db.connect();
  // On test servers every user has the same password.
  const redisUrlOf: World['redisUrlOf'] = (user) => Object.assign(new URL(servers.redis), { username: user }).href;
  const env: Env = {
    DATABASE_URL: database?.service,
    MONGO_URL: documents?.service,
    FAIRLINE_MONGO_OPEN: documents && !new URL(documents.service).username ? '1' : undefined,
    REDIS_URL: processes[service].stores.includes('redis') ? redisUrlOf(service) : undefined,
    NATS_URL: servers.nats,
    NATS_USER: service,
    NATS_PASSWORD: servers.natsPassword,
    HTTP_PORT: '0',
    INTERNAL_PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    IDENTITY_PUBLIC_KEY: Buffer.from(JSON.stringify(await exportJWK(keys.publicKey))).toString('base64url'),
    ...extra,
  };
  const world: Omit<World, 'documents'> = {
    env,
    db,
    nats,
    redisUrlOf,
    migrate: (from = folder) =>
      migrate({
        url: database?.owner ?? fail(`${service} has no database`),
        service,
        folder: from,
        log: () => undefined,
      }),
    async call(url, method, path, { as, key, body, raw, headers } = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(as && { [identityHeader]: await sign.caller(as, service) }),
          ...(key && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          [agentHeader]: 'test',
          ...headers,
          [addressHeader]: await sign.address(headers?.[addressHeader] ?? '127.0.0.1', service),
        },
        ...(body !== undefined ? { body: JSON.stringify(body) } : raw !== undefined ? { body: raw } : {}),
        signal: AbortSignal.timeout(20_000),
      });
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
      const json = response.headers.get('content-type')?.includes('json');
      return { status: response.status, body: (json ? JSON.parse(text) : text) as never, headers: response.headers };
    },
    async publish(type, aggregate, version, data, id = randomUUID()) {
      const envelope = {
        specversion: '1.0',
        id,
        source: '/test',
        type,
        subject: aggregate,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        version,
        data,
      };
      await nats.request(type, JSON.stringify(envelope), { timeout: 20_000 });
    },
    async close() {
      await nats.close();
      await db.end();
      await documents?.db.dropDatabase();
      await documents?.client.close();
    },
  };
  // Not enumerable, so that a world without documents can be spread into another object.
  return Object.defineProperty(world, 'documents', {
    get: () => documents?.db ?? fail(`${service} has no documents`),
  }) as World;
}

export function asPlayer(id: string = randomUUID(), changes: Partial<Player> = {}): Player {
  return {
    kind: 'player',
    id,
    sessionId: randomUUID(),
    level: 'unverified',
    jurisdiction: 'open',
    book: 'real',
    ...changes,
  };
}

/** An operator made on the command line long ago. */
export const longServing: OperatorOrigin = {
  activatedAt: '2020-01-01T00:00:00.000Z',
  invitedBy: null,
  resetBy: null,
  resetAt: null,
  raisedBy: null,
  raisedAt: null,
};

export function asOperator(role: Role, id: string = randomUUID()): Operator {
  return { kind: 'operator', id, sessionId: randomUUID(), role, permissions: [...permissionsOf(role)], ...longServing };
}

/** The operator with a fresh proof of identity. */
export function proven(operator: Operator, clock: Clock): Operator {
  return { ...operator, provenAt: clock.now().toISOString() };
}

/** Polls until a condition holds; fails with the last value seen. */
export async function eventually<T>(
  look: () => Promise<T> | T,
  holds: (value: T) => boolean = Boolean,
  withinMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`did not hold within ${withinMs} ms; last seen: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Repeats a call while the service is busy, as clients do: on a busy machine others hold a lock for longer than it waits for one. Nothing was stored. */
export async function untilFree<R extends { status: number }>(call: () => Promise<R>): Promise<R> {
  for (;;) {
    const reply = await call();
    if (reply.status !== 503) return reply;
  }
}

/**
 * The statements in this database that wait for a lock, each with a unique name. A test that has locked a row waits for one
 * of them, to set up a race. `part` is a part of the statement's text.
 */
export async function lockWaits(db: pg.Client, part: string): Promise<string[]> {
  // Outside a transaction, because within one the server returns the activity as of the first query.
  await db.query('select pg_stat_clear_snapshot()');
  const waiting =
    "select pid || ' ' || query_start as wait from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1";
  return (await db.query<{ wait: string }>(waiting, [`%${part}%`])).rows.map(({ wait }) => wait);
}

export function problemOf(reply: { body: unknown }): Problem {
  return reply.body as Problem;
}

/** Fills the parameters into a route's path. */
export function pathOf(route: RouteType, params: Record<string, string> = {}): string {
  return route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** A clock that only the test moves. */
export class SetClock implements Clock {
  private at: number;

  constructor(at: Date) {
    this.at = at.getTime();
  }

  now(): Date {
    return new Date(this.at);
  }

  advance(ms: number): void {
    this.at += ms;
  }

  set(at: Date): void {
    this.at = at.getTime();
  }
}

interface Servers {
  postgres: string;
  redis: string;
  mongo: string;
  nats: string;
  natsPassword: string;
}

function testServers(): Servers {
  const need = (name: string) =>
    process.env[name] ?? fail(`${name} is not set: run the tests through the repository's own command`);
  const worker = Number(process.env.VITEST_POOL_ID ?? 1) - 1;
  const nats = need('TEST_NATS_URLS').split(',');
  return {
    postgres: need('TEST_PG_URL'),
    redis: `${need('TEST_REDIS_URL')}/${worker % 16}`,
    mongo: need('TEST_MONGO_URL'),
    nats: nats[worker % nats.length] as string,
    natsPassword: need('TEST_NATS_PASSWORD'),
  };
}

/** The URLs of one database, one for each role. */
type DatabaseUrls = Record<'superuser' | 'owner' | 'service', string>;

/** Creates the service's migrated template database once per run; each test file gets a copy. */
async function cloneDatabase(service: ServiceName, folder: string, admin: string): Promise<DatabaseUrls> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  const as = (username: string, name: string) =>
    Object.assign(new URL(admin), { username, pathname: `/${name}` }).toString();
  const [owner, role] = [ownerRole(service), serviceRole(service)];
  try {
    const template = `template_${service}_${createHash('sha1').update(folder).digest('hex').slice(0, 8)}`;
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const known = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (known.rowCount === 0) await client.query(`create database ${template} owner ${owner}`);
    await migrate({ url: as(owner, template), service, folder, log: () => undefined });
    const name = `${service}_${randomUUID().replaceAll('-', '')}`;
    await client.query(`create database ${name} template ${template} owner ${owner}`);
    await client.query(`revoke all on database ${name} from public`);
    await client.query(`grant connect on database ${name} to ${role}`);
    await client.query('select pg_advisory_unlock(hashtext($1))', [template]);
    // A copy looks like a database restored from a dump, because its location differs.
    await migrate({ url: as(owner, name), service, folder, log: () => undefined });
    return { superuser: as(new URL(admin).username, name), owner: as(owner, name), service: as(role, name) };
  } finally {
    await client.end();
  }
}

/** Creates an empty database with the service's indexes, and its user if the server has users. */
async function openDocuments(
  folder: string,
  admin: string,
): Promise<{ client: mongo.MongoClient; db: mongo.Db; service: string }> {
  const { prepareDocuments } = await import('./documents/administration.ts');
  const { mongo } = await import('mongoose');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const { username, password } = new URL(admin);
  const user = username ? { name, password } : undefined;
  await prepareDocuments({ url: admin, database: name, folder, user });
  const client = new mongo.MongoClient(admin);
  const service = Object.assign(new URL(admin), {
    pathname: `/${name}`,
    ...(user && { username: name, search: `authSource=${name}` }),
  }).href;
  return { client, db: client.db(name), service };
}

async function emptyStreams(nats: NatsConnection, servers: Servers): Promise<void> {
  const manager = await jetstreamManager(nats);
  for await (const stream of manager.streams.list()) await manager.streams.delete(stream.config.name);
  await prepareMessageServer({ url: servers.nats, user: 'admin', password: servers.natsPassword });
}

function fail(message: string): never {
  throw new Error(message);
}

/** The events of a message: one, or several of one type. */
export function eventsIn<D = Record<string, unknown>>(message: { json(): unknown }): Envelope<D>[] {
  return [message.json() as Envelope<D> | Envelope<D>[]].flat();
}

/** A service that runs as a process of its own, for tests that kill it. */
export class ServiceProcess {
  private readonly world: World;
  private readonly main: string;
  private running: { process: ChildProcess; url: string } | undefined;

  /** `main`: the URL of the service's main.ts. */
  constructor(world: World, main: URL) {
    this.world = world;
    this.main = fileURLToPath(main);
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const env = { PATH: process.env.PATH, ...this.world.env, LOG_LEVEL: 'info' };
    const child = spawn(process.execPath, [this.main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let seen = '';
    child.stdout.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      const url = /"httpUrl":"([^"]+)"/.exec(seen)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code} before it was ready: ${seen}`)));
    this.running = { process: child, url: await promise };
  }

  async kill(): Promise<void> {
    const child = this.running?.process;
    this.running = undefined;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Repeats a call under one key until it succeeds, as a browser does, also while the process is down or busy. Returns the body. */
  async insist(path: string, as: Player, body: unknown, withinMs: number): Promise<unknown> {
    const key = randomUUID();
    const reply = await eventually(
      async () =>
        this.running
          ? this.world.call(this.running.url, 'POST', path, { as, key, body }).catch(() => undefined)
          : undefined,
      (answer) => answer !== undefined && answer.status < 400,
      withinMs,
    );
    return reply?.body;
  }
}
