/**
 * The servers for medium tests in containers, with `TEST_SERVERS=docker`: the official images, started by testcontainers on free ports.
 * They are not durable, and are removed with the test run.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { Obstacle } from '../installation/obstacle.ts';
import type { ServerName } from '../installation/ports.ts';
import { mongoAnswers, mongoUrl } from './mongo.ts';
import { natsAnswers, natsConfiguration, natsUrl } from './nats.ts';
import { clusterArguments, postgresVersion, serverParameters, superuserUrl } from './postgres.ts';
import { wanted } from './programs.ts';
import { redisPlace, redisUrlOf, redisVersion } from './redis.ts';
import { redisUsers } from './redis-users.ts';

/** The images, the same as in docker-compose.yml. */
export const images: Readonly<Record<ServerName, string>> = {
  postgres: 'postgres:18',
  redis: 'redis:7',
  nats: 'nats:2.12-alpine',
  mongo: 'mongo:8',
};

export interface TestServers {
  /** As superuser. */
  readonly postgres: string;
  /** As administrators. */
  readonly redis: string;
  readonly mongo: string;
  /** One for each worker. */
  readonly nats: readonly string[];
  stop(): Promise<void>;
}

type Containers = typeof import('testcontainers');

/** How to run a server in a container, and its URL by the mapped port. */
interface Server {
  readonly name: ServerName;
  readonly port: number;
  readonly configure: (container: GenericContainer) => GenericContainer;
  readonly urlAt: (port: number) => string;
  readonly answers: (url: string) => Promise<boolean>;
}

const answersWithinMs = 120_000;

/** Starts one server of each kind, and a message server for each worker. */
export async function startContainers(password: string, workers: number): Promise<TestServers> {
  const containers = await import('testcontainers');
  await containers.getContainerRuntimeClient().catch((error: Error) => {
    throw new Obstacle(
      `TEST_SERVERS=docker needs a Docker daemon, and none answers (${error.message}): start one, or leave TEST_SERVERS out.`,
    );
  });
  const message = Array.from({ length: workers }, () => natsServer(password));
  const attempts = await Promise.allSettled(
    [postgresServer(password), redisServer(password), mongoServer(password), ...message].map((server) =>
      start(containers, server),
    ),
  );
  const started = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  const stop = async () => {
    await Promise.all(started.map(({ container }) => container.stop()));
  };
  const failed = attempts.find((attempt) => attempt.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  const [postgres = '', redis = '', mongo = '', ...nats] = started.map(({ url }) => url);
  return { postgres, redis, mongo, nats, stop };
}

async function start(
  { GenericContainer, Wait }: Containers,
  { name, port, configure, urlAt, answers }: Server,
): Promise<{ container: StartedTestContainer; url: string }> {
  // Readiness is checked from outside, because an image may have no shell for a check inside.
  const begun = new GenericContainer(images[name]).withExposedPorts(port).withWaitStrategy(Wait.forLogMessage(/./));
  const container = await configure(begun)
    .start()
    .catch((error: Error) => {
      throw new Obstacle(`${wanted[name].title} in ${images[name]} could not be started: ${error.message}`);
    });
  const url = Object.assign(new URL(urlAt(container.getMappedPort(port))), { hostname: container.getHost() }).href;
  for (const deadline = Date.now() + answersWithinMs; !(await answers(url)); await pause(100)) {
    if (Date.now() < deadline) continue;
    await container.stop();
    throw new Obstacle(`${wanted[name].title} in ${images[name]} does not answer.`);
  }
  return { container, url };
}

function postgresServer(password: string): Server {
  const parameters = Object.entries(serverParameters({ durable: false })).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  return {
    name: 'postgres',
    port: 5432,
    configure: (container) =>
      container
        .withEnvironment({
          POSTGRES_PASSWORD: password,
          POSTGRES_INITDB_ARGS: [...clusterArguments, '--no-sync'].join(' '),
        })
        .withSharedMemorySize(256 * 2 ** 20)
        .withCommand(['postgres', ...parameters]),
    urlAt: (port) => superuserUrl(port, password),
    answers: async (url) => (await postgresVersion(url)) !== undefined,
  };
}

function redisServer(password: string): Server {
  const users = '/fairline-users.acl';
  return {
    name: 'redis',
    port: 6379,
    configure: (container) =>
      container
        .withCopyContentToContainer([
          { content: redisUsers(() => password, { closed: true }), target: users, mode: 0o644 },
        ])
        .withCommand([
          'redis-server',
          '--aclfile',
          users,
          '--save',
          '',
          '--appendonly',
          'no',
          '--maxmemory',
          '256mb',
          '--protected-mode',
          'no',
        ]),
    urlAt: (port) => redisUrlOf(redisPlace(port), 'admin', password),
    answers: async (url) => (await redisVersion(url)) !== undefined,
  };
}

function natsServer(password: string): Server {
  const file = '/fairline-nats.conf';
  // The settings for the oldest version: newer versions only add protection from power failures.
  const content = natsConfiguration({
    listen: '0.0.0.0:4222',
    storeDir: '/tmp/jetstream',
    version: wanted.nats.oldest,
    passwordOf: () => password,
  });
  return {
    name: 'nats',
    port: 4222,
    configure: (container) =>
      container.withCopyContentToContainer([{ content, target: file, mode: 0o644 }]).withCommand(['-c', file]),
    urlAt: natsUrl,
    answers: (url) => natsAnswers(url, password),
  };
}

/** The image creates the administrator; only then does it listen beyond loopback. */
function mongoServer(password: string): Server {
  return {
    name: 'mongo',
    port: 27_017,
    configure: (container) =>
      container
        .withEnvironment({ MONGO_INITDB_ROOT_USERNAME: 'admin', MONGO_INITDB_ROOT_PASSWORD: password })
        .withCommand(['--wiredTigerCacheSizeGB', '0.25', '--quiet']),
    urlAt: (port) => mongoUrl(port, 'mongod', password),
    answers: mongoAnswers,
  };
}
