/** Second of our containers, once the servers are healthy: creates roles, users, migrated databases, indexes, streams and durables. A repeat changes nothing. */
import { join } from 'node:path';
import { command } from '../local/installation/obstacle.ts';
import { root } from '../local/installation/profile.ts';
import { busPassword, mongoPassword, readSecrets } from '../local/installation/secrets.ts';
import { run } from '../local/installation/shell.ts';
import { settleMongo } from '../local/servers/mongo-settle.ts';
import {
  closeCommonDatabases,
  migrateDatabases,
  serviceDatabases,
  settleDatabases,
  settleRoles,
} from '../local/servers/postgres.ts';

await command(async () => {
  const secrets = readSecrets(process.env.SECRETS_DIR ? join(process.env.SECRETS_DIR, 'all') : '/secrets/all');
  const url = new URL(process.env.DATABASE_SERVER_URL ?? 'postgres://postgres@postgres:5432/postgres');
  url.password = secrets.POSTGRES_PASSWORD ?? '';
  const databases = serviceDatabases(secrets);
  await settleRoles(url.href, databases);
  await settleDatabases(url.href, databases);
  await closeCommonDatabases(url.href);
  await migrateDatabases(url.href, databases, (line) => console.log(line));
  const mongo = Object.assign(new URL(process.env.MONGO_SERVER_URL ?? 'mongodb://admin@mongo:27017/admin'), {
    password: secrets[mongoPassword('admin')] ?? '',
  });
  await settleMongo(mongo.href, secrets);
  const env = { ...process.env, NATS_USER: 'admin', NATS_PASSWORD: secrets[busPassword('admin')] ?? '' };
  await run(process.execPath, [join(root, 'services/chassis/messaging/streams.ts')], { env });
  console.log('Databases, indexes, streams and durables are ready.');
});
