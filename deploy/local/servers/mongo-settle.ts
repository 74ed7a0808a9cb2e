/**
 * Users, collections and indexes of MongoDB, made as its administrator before services start, and again when the server comes back empty.
 * Usage: MONGO_URL=<as the administrator> <SERVICE>_MONGO_PASSWORD=... node deploy/local/servers/mongo-settle.ts
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareDocuments, settleAdministrator } from '@fairline/chassis/documents/administration';
import { serviceRole } from '@fairline/chassis/storage/rights';
import { documentServices } from '../installation/ports.ts';
import { root } from '../installation/profile.ts';
import { mongoPassword, type Secrets } from '../installation/secrets.ts';

/** Makes users, collections and indexes. If the URL has no user, the server is the stand-in, and no users are made. */
export async function settleMongo(url: string, secrets: Secrets): Promise<void> {
  const knowsUsers = new URL(url).username !== '';
  if (knowsUsers) await settleAdministrator(url);
  for (const service of documentServices) {
    const folder = pathToFileURL(join(root, 'services', service, 'main.ts'));
    if (!existsSync(new URL('./collections.ts', folder))) continue;
    const database = serviceRole(service);
    const user = knowsUsers ? { name: database, password: secrets[mongoPassword(service)] ?? '' } : undefined;
    await prepareDocuments({ url, database, folder, user });
  }
}

if (import.meta.main) {
  const { MONGO_URL: url, ...secrets } = process.env as Record<string, string>;
  if (!url) throw new Error('MONGO_URL is not set');
  await settleMongo(url, secrets);
}
