/** Second of our containers, once the servers are healthy: creates roles, migrated databases, streams and durables. A repeat changes nothing. */
import { join } from 'node:path';
import { command } from '../local/installation/obstacle.ts';
import { root } from '../local/installation/profile.ts';
import { busPassword, readSecrets } from '../local/installation/secrets.ts';
import { run } from '../local/installation/shell.ts';
import { closeCommonDatabases, migrateDatabases, serviceDatabases, settleDatabases, settleRoles } from '../local/servers/postgres.ts';

await command(async () => {
  const secrets = readSecrets(process.env.SECRETS_DIR ? join(process.env.SECRETS_DIR, 'all') : '/secrets/all');
  const url = new URL(process.env.DATABASE_SERVER_URL ?? 'postgres://postgres@postgres:5432/postgres');
  url.password = secrets.POSTGRES_PASSWORD ?? '';
  const databases = serviceDatabases(secrets);
  await settleRoles(url.href, databases);
  await settleDatabases(url.href, databases);
  await closeCommonDatabases(url.href);
  await migrateDatabases(url.href, databases, (line) => console.log(line));
  const env = { ...process.env, NATS_USER: 'admin', NATS_PASSWORD: secrets[busPassword('admin')] ?? '' };
  await run(process.execPath, [join(root, 'services/chassis/messaging/streams.ts')], { env });
  console.log('Databases, streams and durables are ready.');
});
