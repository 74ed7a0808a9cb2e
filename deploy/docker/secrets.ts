/**
 * The first container to run: it writes the secrets of each container into a volume that only that container mounts, and refuses unsafe settings.
 * Existing secrets are kept. Outside demo mode secrets are generated only on request: `docker compose run --rm secrets --make`.
 * Secrets that others issue are read from standard input: `docker compose run --rm -T secrets --set SMTP_URL < file`; empty input removes one.
 */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ServiceName } from '@fairline/proto/processes';
import { command, Obstacle } from '../local/installation/obstacle.ts';
import { serviceNames } from '../local/installation/ports.ts';
import { profileOf, refuseOtherMode, refuseUnsafeNetwork, remember } from '../local/installation/profile.ts';
import {
  busPassword,
  makeSecrets,
  mongoPassword,
  redisPassword,
  type Secrets,
  settleSecrets,
} from '../local/installation/secrets.ts';
import { secretEnvironment } from '../local/platform/environment.ts';
import { natsConfiguration } from '../local/servers/nats.ts';
import { redisUsers } from '../local/servers/redis-users.ts';

/** The user id in the official Node image that our processes run as. */
const nodeUser = 1_000;
/** The user id in the official Redis image. */
const redisUser = 999;
/** The URLs of the servers in the network of the containers. */
const places = {
  postgres: 'postgres://postgres:5432/postgres',
  redis: 'redis://redis:6379',
  mongo: 'mongodb://admin@mongo:27017/admin',
};
/** The user id in the official MongoDB image. */
const mongoUser = 999;

/** Secrets that others issue, each with the processes that get it. */
const issuedByOthers: Readonly<Record<string, readonly ServiceName[]>> = {
  SMTP_URL: ['auth'],
  PSP_API_KEY: ['wallet', 'psp'],
  PSP_WEBHOOK_SECRET: ['wallet', 'psp'],
  KYC_S3_SECRET_ACCESS_KEY: ['kyc'],
  AML_SCREENING_KEY: ['kyc'],
};

const folder = process.env.SECRETS_DIR ?? '/secrets';
const master = join(folder, 'all');
const issuedFolder = join(master, 'issued');

await command(async () => {
  const demo = process.env.FAIRLINE_DEMO === '1';
  const profile = profileOf({
    dataDir: master,
    demo,
    host: process.env.GATEWAY_HOST || '127.0.0.1',
    publicUrl: process.env.PUBLIC_URL || 'http://localhost:8080',
  });
  refuseUnsafeNetwork(profile, process.env);
  refuseSecretVariables(process.env.SECRET_VARIABLES);
  mkdirSync(master, { recursive: true });
  refuseOtherMode(profile, 'name another project, as in `docker compose -p fairline-real up`');
  const secrets = process.argv.includes('--make')
    ? makeSecrets(master)
    : settleSecrets(master, demo, 'docker compose run --rm secrets --make');
  remember(profile);
  const toSet = process.argv.indexOf('--set');
  if (toSet > 0) keepIssued(process.argv[toSet + 1]);
  hand('postgres', 'password', secrets.POSTGRES_PASSWORD ?? '');
  hand('mongo', 'password', secrets[mongoPassword('admin')] ?? '', mongoUser);
  hand('nats', 'nats.conf', busConfiguration(secrets));
  hand(
    'redis',
    'users.acl',
    redisUsers((user) => secrets[redisPassword(user)] ?? '', { closed: true }),
    redisUser,
  );
  for (const name of [...serviceNames, 'gateway' as const])
    hand(name, 'environment', environment(name, secrets), nodeUser);
  console.log('Every container has its secrets.');
});

/** `docker inspect` shows the variables of a container to every user of Docker. */
function refuseSecretVariables(names = ''): void {
  const [name] = names.split(' ').filter(Boolean);
  if (name)
    throw new Obstacle(
      `${name} is a secret, and variables are readable with docker inspect: unset it, and run \`docker compose run --rm -T secrets --set ${name} < file\` once.`,
    );
}

/** Stores a secret from standard input; its processes read it when they start. */
function keepIssued(name = ''): void {
  const owners = issuedByOthers[name];
  if (!owners) throw new Obstacle(`--set takes one of ${Object.keys(issuedByOthers).join(', ')}.`);
  const value = readFileSync(0, 'utf8').trim();
  quoted(name, value);
  if (value) hand('all', join('issued', name), value);
  else rmSync(join(issuedFolder, name), { force: true });
  console.log(
    `${name} is ${value ? 'stored' : 'removed'}. Restart what reads it: \`docker compose restart ${owners.join(' ')}\`.`,
  );
}

function issuedTo(owner: string): Secrets {
  const names = existsSync(issuedFolder)
    ? readdirSync(issuedFolder).filter((name) => issuedByOthers[name]?.some((one) => one === owner))
    : [];
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(issuedFolder, name), 'utf8')]));
}

function busConfiguration(secrets: Secrets): string {
  const passwordOf = (user: string) => secrets[busPassword(user)] ?? '';
  return natsConfiguration({
    listen: '0.0.0.0:4222',
    http: '127.0.0.1:8222',
    storeDir: '/data',
    version: [2, 12],
    passwordOf,
  });
}

function environment(name: ServiceName | 'gateway', secrets: Secrets): string {
  const lines = Object.entries({ ...secretEnvironment(name, secrets, places), ...issuedTo(name) });
  return lines.map(([variable, value]) => `${variable}=${quoted(variable, value)}\n`).join('');
}

/** In quotes, because Node ends an unquoted value of an environment file at `#`. It knows no escapes, so the value must lack one kind of quote. */
function quoted(variable: string, value: string): string {
  const quote = ["'", '`'].find((one) => !value.includes(one));
  if (!quote || /[\r\n]/.test(value)) throw new Obstacle(`${variable} must be one line, without both ' and \`.`);
  return quote + value + quote;
}

/** Writes a file to the volume of one container. */
function hand(owner: string, file: string, text: string, user = 0): void {
  const path = join(folder, owner, file);
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path)) chmodSync(path, 0o600);
  writeFileSync(path, text, { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(path, user, user);
}
