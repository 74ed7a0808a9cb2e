/**
 * The first container to run: it writes the secrets of each container into a volume that only that container mounts, and refuses unsafe settings.
 * Existing secrets are kept. Outside demo mode secrets are generated only on request: `docker compose run --rm secrets --make`.
 */
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@fairline/proto/services';
import { command } from '../local/installation/obstacle.ts';
import { serviceNames } from '../local/installation/ports.ts';
import { profileOf, refuseOtherMode, refuseUnsafeNetwork, remember } from '../local/installation/profile.ts';
import { busPassword, makeSecrets, mongoPassword, redisPassword, type Secrets, settleSecrets } from '../local/installation/secrets.ts';
import { secretEnvironment } from '../local/platform/environment.ts';
import { natsConfiguration } from '../local/servers/nats.ts';
import { redisUsers } from '../local/servers/redis-users.ts';

/** The user id in the official Node image that our processes run as. */
const nodeUser = 1_000;
/** The user id in the official Redis image. */
const redisUser = 999;
/** The URLs of the servers in the network of the containers. */
const places = { postgres: 'postgres://postgres:5432/postgres', redis: 'redis://redis:6379', mongo: 'mongodb://admin@mongo:27017/admin' };
/** The user id in the official MongoDB image. */
const mongoUser = 999;

const folder = process.env.SECRETS_DIR ?? '/secrets';
const master = join(folder, 'all');

await command(async () => {
  const demo = process.env.FAIRLINE_DEMO === '1';
  const profile = profileOf({
    dataDir: master,
    demo,
    host: process.env.GATEWAY_HOST || '127.0.0.1',
    publicUrl: process.env.PUBLIC_URL || 'http://localhost:8080',
  });
  refuseUnsafeNetwork(profile, process.env);
  mkdirSync(master, { recursive: true });
  refuseOtherMode(profile, 'name another project, as in `docker compose -p fairline-real up`');
  const secrets = process.argv.includes('--make') ? makeSecrets(master) : settleSecrets(master, demo, 'docker compose run --rm secrets --make');
  remember(profile);
  hand('postgres', 'password', secrets.POSTGRES_PASSWORD ?? '');
  hand('mongo', 'password', secrets[mongoPassword('admin')] ?? '', mongoUser);
  hand('nats', 'nats.conf', busConfiguration(secrets));
  hand(
    'redis',
    'users.acl',
    redisUsers((user) => secrets[redisPassword(user)] ?? '', { closed: true }),
    redisUser,
  );
  for (const name of [...serviceNames, 'gateway' as const]) hand(name, 'environment', environment(name, secrets), nodeUser);
  console.log('Every container has its secrets.');
});

function busConfiguration(secrets: Secrets): string {
  const passwordOf = (user: string) => secrets[busPassword(user)] ?? '';
  return natsConfiguration({ listen: '0.0.0.0:4222', http: '127.0.0.1:8222', storeDir: '/data', version: [2, 12], passwordOf });
}

function environment(name: ServiceName | 'gateway', secrets: Secrets): string {
  const lines = Object.entries(secretEnvironment(name, secrets, places));
  return lines.map(([variable, value]) => `${variable}=${value}\n`).join('');
}

/** Writes a file to the volume of one container. */
function hand(owner: string, file: string, text: string, user = 0): void {
  const path = join(folder, owner, file);
  mkdirSync(join(folder, owner), { recursive: true });
  if (existsSync(path)) chmodSync(path, 0o600);
  writeFileSync(path, text, { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(path, user, user);
}
