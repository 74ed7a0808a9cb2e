/**
 * The four servers of an installation. Those given by URL are used if they are new enough; programs for the others are found or installed, and started.
 * Then databases, roles, streams and durables are made for the services.
 */
import { join } from 'node:path';
import { Obstacle } from '../installation/obstacle.ts';
import { documentServices, redisProcesses, type ServerName, serverNames } from '../installation/ports.ts';
import { type Profile, root } from '../installation/profile.ts';
import { busPassword, mongoPassword, readSecrets, redisPassword, type Secrets } from '../installation/secrets.ts';
import { run } from '../installation/shell.ts';
import type { ProcessSpec } from '../processes/processes.ts';
import type { Watch } from '../processes/watch.ts';
import { findMongo, type MongoProgram, mongoAnswers, prepareMongo } from '../servers/mongo.ts';
import { natsAnswers, natsVersion, prepareNats, writeNatsUsers } from '../servers/nats.ts';
import {
  closeCommonDatabases,
  migrateDatabases,
  postgresVersion,
  preparePostgres,
  serviceDatabases,
  settleDatabases,
  settleRoles,
} from '../servers/postgres.ts';
import { findProgram, isNewEnough, type Log, type Program, wanted } from '../servers/programs.ts';
import { prepareRedis, redisAdmits, redisUrlOf, redisVersion, writeRedisUsers } from '../servers/redis.ts';
import { compiledFolder } from './compiled.ts';
import { administratorEnvironment, serverUrls } from './environment.ts';

export interface Start {
  readonly profile: Profile;
  readonly secrets: Secrets;
  readonly watch: Watch;
  readonly log: Log;
}

const versionOf: Record<ServerName, (url: string) => Promise<string | undefined>> = {
  postgres: postgresVersion,
  redis: redisVersion,
  nats: natsVersion,
  mongo: async (url) => (await import('@fairline/chassis/documents/administration')).mongoVersion(url),
};

/** Checks the given servers. Returns the profile without those that are too old, which are logged. A server that does not answer stops the start. */
export async function adoptGiven(profile: Profile, log: Log): Promise<Profile> {
  const adopted: Partial<Record<ServerName, string>> = {};
  for (const name of serverNames) {
    const url = profile.given[name];
    if (!url) continue;
    const { title, oldest } = wanted[name];
    const version =
      (await versionOf[name](url)) ?? (name === 'redis' ? await versionForAdministrator(url, profile) : undefined);
    if (!version) throw new Obstacle(`${title} at ${new URL(url).host} does not answer.`);
    const enough = isNewEnough(version.split('.').map(Number), oldest);
    log(
      `${title} ${version} at ${new URL(url).host}${enough ? '' : ` is older than ${oldest.join('.')}: passed over`}`,
    );
    if (enough) adopted[name] = url;
  }
  return { ...profile, given: adopted };
}

/** Reads the version as our administrator, for a given Redis that refuses connections without a password. */
async function versionForAdministrator(url: string, { dataDir }: Profile): Promise<string | undefined> {
  const password = readSecrets(dataDir)[redisPassword('admin')];
  return password ? redisVersion(redisUrlOf(url, 'admin', password)) : undefined;
}

/** Whether a server, own or given, is ready for work. */
export async function serverAnswers(name: ServerName, profile: Profile, secrets: Secrets): Promise<boolean> {
  const url = serverUrls(profile, secrets)[name];
  if (name === 'mongo') return mongoAnswers(url);
  return name === 'nats'
    ? natsAnswers(url, secrets[busPassword('admin')] ?? '')
    : (await versionOf[name](url)) !== undefined;
}

export async function startServers({ profile, secrets, watch, log }: Start): Promise<void> {
  const own = serverNames.filter((name) => !profile.given[name]);
  const programs: [ServerName, Program][] = [];
  // One after the other, because two package installations cannot run at once.
  for (const name of own) {
    const program =
      name === 'mongo'
        ? await findMongo(join(profile.dataDir, 'mongo'), log, { mayBeOpen: mayMongoBeOpen(profile) })
        : await findProgram(wanted[name], log);
    log(
      `${wanted[name].title} ${'kind' in program && program.kind === 'stand-in' ? 'is played by its stand-in: for trying out, not for production' : program.version.join('.')}`,
    );
    programs.push([name, program]);
  }
  if (profile.given.nats) await checkBusUsers(profile, profile.given.nats, secrets);
  if (profile.given.redis) await checkRedisUsers(profile, profile.given.redis, secrets);
  if (own.length > 0) log(`Starting ${own.join(', ')}`);
  await Promise.all(
    programs.map(([name, program]) =>
      watch.start(prepare(name, program, profile, secrets), () => serverAnswers(name, profile, secrets)),
    ),
  );
}

/** Whether a MongoDB without users will do: in demo mode, or if `FAIRLINE_MONGO_OPEN=1` says so. */
function mayMongoBeOpen({ demo, environment }: Profile): boolean {
  return demo || (environment.FAIRLINE_MONGO_OPEN ?? process.env.FAIRLINE_MONGO_OPEN) === '1';
}

async function prepare(name: ServerName, program: Program, profile: Profile, secrets: Secrets): Promise<ProcessSpec> {
  const { dataDir, ports, durable } = profile;
  const folder = join(dataDir, name);
  const port = ports[name];
  if (name === 'postgres')
    return preparePostgres({ program, folder, port, password: secrets.POSTGRES_PASSWORD ?? '', durable });
  if (name === 'redis')
    return prepareRedis({ program, folder, port, passwordOf: (user) => secrets[redisPassword(user)] ?? '' });
  if (name === 'mongo')
    return {
      ...prepareMongo({ program: program as MongoProgram, folder, port }),
      afterRestart: mongoPreparation({ profile, secrets }),
    };
  const nats = prepareNats({ name, program, folder, port, passwordOf: (user) => secrets[busPassword(user)] ?? '' });
  // The streams are made again after a restart, because the server may have lost its store.
  return { ...nats, afterRestart: streamPreparation({ profile, secrets }) };
}

/** The command that makes streams and durables, as administrator of NATS. */
function streamPreparation({
  profile,
  secrets,
}: Pick<Start, 'profile' | 'secrets'>): NonNullable<ProcessSpec['afterRestart']> {
  const script = join(root, 'services/chassis/messaging/streams.ts');
  return { command: process.execPath, args: [script], cwd: root, env: administratorEnvironment(profile, secrets) };
}

/** The command that makes users, collections and indexes, as administrator of MongoDB. Call it after the server is prepared, because the URL depends on its kind. */
function mongoPreparation({
  profile,
  secrets,
}: Pick<Start, 'profile' | 'secrets'>): NonNullable<ProcessSpec['afterRestart']> {
  const passwords = Object.fromEntries(
    documentServices.map((service) => [mongoPassword(service), secrets[mongoPassword(service)] ?? '']),
  );
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: compiledFolder,
    MONGO_URL: serverUrls(profile, secrets).mongo,
    ...passwords,
  };
  return { command: process.execPath, args: [join(root, 'deploy/local/servers/mongo-settle.ts')], cwd: root, env };
}

/** Checks that a given NATS server has our users. */
async function checkBusUsers({ dataDir }: Profile, url: string, secrets: Secrets): Promise<void> {
  const users = writeNatsUsers(join(dataDir, 'nats'), (user) => secrets[busPassword(user)] ?? '');
  if (await natsAnswers(url, secrets[busPassword('admin')] ?? '')) return;
  throw new Obstacle(
    `NATS at ${new URL(url).host} does not know our users: let its configuration include ${users} and start it again.`,
  );
}

/** Checks the same for a given Redis. */
async function checkRedisUsers({ dataDir }: Profile, url: string, secrets: Secrets): Promise<void> {
  const passwordOf = (user: string) => secrets[redisPassword(user)] ?? '';
  const users = writeRedisUsers(join(dataDir, 'redis'), passwordOf, { closed: false });
  const admissions = await Promise.all(
    ['admin', ...redisProcesses].map((user) => redisAdmits(redisUrlOf(url, user, passwordOf(user)))),
  );
  if (admissions.every(Boolean)) return;
  throw new Obstacle(
    `Redis at ${new URL(url).host} does not know our users: add the lines of ${users} to its ACL file, have it \`ACL LOAD\`, and start again.`,
  );
}

/** Makes what the services expect: roles, migrated databases, streams and durables, and the collections of MongoDB. */
export async function settleServers({
  profile,
  secrets,
  log,
}: Pick<Start, 'profile' | 'secrets' | 'log'>): Promise<void> {
  const scripts = [streamPreparation({ profile, secrets }), mongoPreparation({ profile, secrets })];
  // All must end before the first failure is thrown: the servers are then stopped, and an open connection would report another error.
  const settled = await Promise.allSettled([
    settlePostgres({ profile, secrets, log }),
    ...scripts.map(({ command, args, cwd, env }) => run(command, args, { cwd, env })),
  ]);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
}

async function settlePostgres({ profile, secrets, log }: Pick<Start, 'profile' | 'secrets' | 'log'>): Promise<void> {
  const url = serverUrls(profile, secrets).postgres;
  const databases = serviceDatabases(secrets);
  await settleRoles(url, databases);
  await settleDatabases(url, databases);
  if (!profile.given.postgres) await closeCommonDatabases(url);
  await migrateDatabases(url, databases, (line) => (line.includes('migrated ') ? undefined : log(line)));
}
