/**
 * The servers for medium tests, started once per test run and stopped with it, however it ends:
 * one PostgreSQL, one Redis, one MongoDB, and one message server for each worker, all on ports of their own. They are local processes
 * with a temporary folder, or containers if `TEST_SERVERS` is `docker`. Tests that kill servers start their own, always as processes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settleAdministrator } from '@fairline/chassis/documents/administration';
import { command, Obstacle } from '../local/installation/obstacle.ts';
import { freePorts } from '../local/installation/ports.ts';
import { buildDocuments } from '../local/platform/webapp.ts';
import { Watch } from '../local/processes/watch.ts';
import type { TestServers } from '../local/servers/containers.ts';
import { findMongo, mongoAnswers, mongoUrl, prepareMongo } from '../local/servers/mongo.ts';
import { natsAnswers, natsUrl, prepareNats } from '../local/servers/nats.ts';
import {
  postgresVersion,
  preparePostgres,
  serviceDatabases,
  settleRoles,
  superuserUrl,
} from '../local/servers/postgres.ts';
import { findProgram, wanted } from '../local/servers/programs.ts';
import { prepareRedis, redisPlace, redisUrlOf, redisVersion } from '../local/servers/redis.ts';

/** The number of workers; vitest.config.ts allows no more at once. */
export const testWorkers = 4;

const password = 'test';

/** The message server of this worker: one test file at a time uses it. */
export function ownNatsUrl(): string {
  const urls = (process.env.TEST_NATS_URLS ?? '').split(',');
  return urls[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % urls.length] ?? '';
}

export async function setup(): Promise<() => Promise<void>> {
  let servers: TestServers | undefined;
  await command(async () => {
    await buildDocuments();
    servers = await startServers(process.env.TEST_SERVERS);
    await settle(servers);
  });
  return async () => servers?.stop();
}

async function startServers(kind: string | undefined): Promise<TestServers> {
  if (!kind) return startProcesses();
  if (kind !== 'docker') throw new Obstacle(`TEST_SERVERS is ${kind}: it may be docker, or left out.`);
  // Imported only here, because without Docker it is not used.
  const { startContainers } = await import('../local/servers/containers.ts');
  return startContainers(password, testWorkers);
}

async function settle({ postgres, redis, mongo, nats, stop }: TestServers): Promise<void> {
  try {
    if (new URL(mongo).username) await settleAdministrator(mongo);
    await settleRoles(
      postgres,
      serviceDatabases({}).map((database) => ({ ...database, password, ownerPassword: password })),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  Object.assign(process.env, {
    TEST_PG_URL: postgres,
    TEST_REDIS_URL: redis,
    TEST_MONGO_URL: mongo,
    TEST_NATS_URLS: nats.join(','),
    TEST_NATS_PASSWORD: password,
  });
}

async function startProcesses(): Promise<TestServers> {
  const quiet = () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'fairline-test-'));
  const [postgresPort = 0, redisPort = 0, mongoPort = 0, ...natsPorts] = await freePorts(3 + testWorkers);
  const programs = {
    postgres: await findProgram(wanted.postgres, quiet),
    redis: await findProgram(wanted.redis, quiet),
    nats: await findProgram(wanted.nats, quiet),
    mongo: await findMongo(join(folder, 'mongo'), quiet),
  };
  const watch = await Watch.begin(folder, { temporary: true });
  const urls = {
    postgres: superuserUrl(postgresPort, password),
    redis: redisUrlOf(redisPlace(redisPort), 'admin', password),
    mongo: mongoUrl(mongoPort, programs.mongo.kind, password),
    nats: natsPorts.map(natsUrl),
  };
  try {
    const postgres = await preparePostgres({
      program: programs.postgres,
      folder: join(folder, 'postgres'),
      port: postgresPort,
      password,
      durable: false,
    });
    await Promise.all([
      watch.start(postgres, async () => (await postgresVersion(urls.postgres)) !== undefined),
      watch.start(
        prepareRedis({
          program: programs.redis,
          folder: join(folder, 'redis'),
          port: redisPort,
          passwordOf: () => password,
        }),
        async () => (await redisVersion(urls.redis)) !== undefined,
      ),
      watch.start(prepareMongo({ program: programs.mongo, folder: join(folder, 'mongo'), port: mongoPort }), () =>
        mongoAnswers(urls.mongo),
      ),
      ...natsPorts.map((port, place) => {
        const name = `nats-${place + 1}`;
        const spec = prepareNats({
          name,
          program: programs.nats,
          folder: join(folder, name),
          port,
          passwordOf: () => password,
        });
        return watch.start(spec, () => natsAnswers(natsUrl(port), password));
      }),
    ]);
  } catch (error) {
    await watch.stop();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { ...urls, stop: () => watch.stop() };
}
