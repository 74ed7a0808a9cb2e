/** Databases of a platform's services, which tests read to check what the API does not show. */
import type { ServiceName } from '@fairline/proto/processes';
import pg from 'pg';
import type { Platform } from '../local/platform/platform.ts';

export async function connectDatabase(platform: Platform, name: ServiceName): Promise<pg.Client> {
  const db = new pg.Client({ connectionString: platform.databaseOf(name) });
  await db.connect();
  return db;
}

/** Runs queries that return rows. */
export const reader =
  (db: pg.Client) =>
  async <T extends object>(query: string) =>
    (await db.query<T>(query)).rows;
