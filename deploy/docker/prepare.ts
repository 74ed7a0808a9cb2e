/** Second of our containers, once the servers are healthy: the rooms' databases and roles, and the streams. Done again, it changes nothing. */
import { join } from 'node:path';
import { command } from '../local/installation/obstacle.ts';
import { root } from '../local/installation/profile.ts';
import { busPassword, readSecrets } from '../local/installation/secrets.ts';
import { run } from '../local/installation/shell.ts';
import { closeCommonDatabases, roomDatabases, settleDatabases } from '../local/servers/postgres.ts';

await command(async () => {
  const secrets = readSecrets(process.env.SECRETS_DIR ? join(process.env.SECRETS_DIR, 'all') : '/secrets/all');
  const url = new URL(process.env.DATABASE_SERVER_URL ?? 'postgres://postgres@postgres:5432/postgres');
  url.password = secrets.POSTGRES_PASSWORD ?? '';
  await settleDatabases(url.href, roomDatabases(secrets));
  await closeCommonDatabases(url.href);
  const env = { ...process.env, NATS_USER: 'admin', NATS_PASSWORD: secrets[busPassword('admin')] ?? '' };
  await run(process.execPath, [join(root, 'services/chassis/messaging/streams.ts')], { env });
  console.log('The databases and the streams are ready.');
});
