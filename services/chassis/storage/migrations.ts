/**
 * Migrates a service's database, as the owner of its tables and before the service starts: the service itself cannot.
 * A migration runs once and is never edited afterwards; functions are replaced whole when their file changes.
 * Usage: MIGRATE_DATABASE_URL=<as the owner> node services/chassis/storage/migrations.ts <service>
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { isLockTimeout } from './postgres.ts';
import { grantRights } from './rights.ts';

interface SqlFile {
  name: string;
  text: string;
  hash: string;
}

export interface Migration {
  /** The service's database, as its owner. */
  readonly url: string;
  readonly service: string;
  /** The service's folder: the URL of a file in it. */
  readonly folder: string | URL;
  /** Gets a line for each step. */
  readonly log: (line: string) => void;
}

/**
 * Runs all pending files in one transaction under an advisory lock: the tables of chassis, then each pending file of `migrations/*.sql` of the service,
 * then all of `sql/*.sql` if one of them changed. Readers see the old release or the new one, never a state in between.
 * Throws, and changes nothing, if two migrations have the same number, or if an applied one was edited. A renamed file is recognised by its content.
 * A release that is older than the database applies nothing. A database restored from a dump is prepared before anything reads it.
 * At the end the rights of the service on every table are granted.
 */
export async function migrate({ url, service, folder, log }: Migration): Promise<void> {
  const { once, functions } = await filesOf(folder);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('fairline migrations'))");
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    await followRenames(client, once);
    const pending = await pendingFiles(client, once, functions);
    if (pending === undefined) log(`${service}: this database belongs to a newer release: nothing is migrated`);
    else await applyAll(client, pending, (line) => log(`${service}: ${line}`));
    await refuseTwoSignatures(client);
    await grantRights(client, service);
    await client.query("select keep_outbox_days((now() at time zone 'utc')::date)");
    const prepared = await client.query<{ restored: boolean }>('select settle_restored() as restored');
    if (prepared.rows[0]?.restored)
      log(
        `${service}: this database was restored from a dump: recent events are published again, and jobs that keep a position start over`,
      );
  } finally {
    await client.end();
  }
}

/** Refuses a database that was migrated neither to this release nor to a newer one. */
export async function requireMigrated(
  client: Pick<pg.Pool, 'query'>,
  service: string,
  folder: string | URL,
): Promise<void> {
  const { once, functions } = await filesOf(folder);
  const exists = await client.query<{ found: boolean }>("select to_regclass('migrations') is not null as found");
  const pending = exists.rows[0]?.found ? await pendingFiles(client, once, functions) : once;
  if (pending?.[0])
    throw new Error(
      `the database of ${service} lacks ${pending[0].name}: its owner migrates it, with services/chassis/storage/migrations.ts`,
    );
}

async function filesOf(folder: string | URL): Promise<{ once: SqlFile[]; functions: SqlFile[] }> {
  const migrations = await sqlFiles(new URL('./migrations/', folder), 'migrations/');
  refuseSharedNumber(migrations);
  const once = [...(await sqlFiles(new URL('../sql/', import.meta.url), 'chassis/')), ...migrations];
  return { once, functions: await sqlFiles(new URL('./sql/', folder), 'sql/') };
}

/** The migrations that this release has to apply; undefined if a newer release has migrated the database. */
async function pendingFiles(
  client: Pick<pg.Pool, 'query'>,
  once: readonly SqlFile[],
  functions: readonly SqlFile[],
): Promise<SqlFile[] | undefined> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  const edited = once.find(({ name, hash }) => applied.has(name) && applied.get(name) !== hash);
  if (edited) throw new Error(`migration ${edited.name} was changed after it was applied`);
  const names = new Set(once.map(({ name }) => name));
  if (rows.some(({ name }) => !name.startsWith('sql/') && !names.has(name))) return undefined;
  const isChanged = functions.some(({ name, hash }) => applied.get(name) !== hash);
  return [...once.filter(({ name }) => !applied.has(name)), ...(isChanged ? functions : [])];
}

function refuseSharedNumber(files: readonly SqlFile[]): void {
  const byNumber = Map.groupBy(files, ({ name }) => /\/(\d+)_/.exec(name)?.[1] ?? name);
  const [shared] = [...byNumber.values()].filter(({ length }) => length > 1);
  if (shared) throw new Error(`migrations ${shared.map(({ name }) => name).join(' and ')} have the same number`);
}

/** Renames applied migrations whose content is now in a file of another name. */
async function followRenames(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  const names = files.map(({ name }) => name);
  for (const { name, hash } of files) {
    await client.query(
      `update migrations set name = $1 where name = (
         select m.name from migrations m
         where m.hash = $2 and m.name not like 'sql/%' and m.name <> all ($3) and not exists (select from migrations where name = $1) limit 1)`,
      [name, hash, names],
    );
  }
}

/** The longest wait for the lock of a table that others use, so that no one queues behind it for long; then the migration is tried again. */
const lockTimeoutMs = 2_000;
const lockTries = 30;

async function applyAll(client: pg.Client, files: readonly SqlFile[], log: Migration['log']): Promise<void> {
  if (files.length === 0) return;
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      for (const file of files) await apply(client, file);
      await client.query('commit');
      break;
    } catch (error) {
      await client.query('rollback');
      if (!isLockTimeout(error) || tries === lockTries) throw error;
      log('a migration waits for a table that is in use');
    }
  }
  for (const { name } of files) log(`migrated ${name}`);
}

async function apply(client: pg.Client, { name, text, hash }: SqlFile): Promise<void> {
  await client.query(text);
  await client.query(
    'insert into migrations (name, hash) values ($1, $2) on conflict (name) do update set hash = $2, applied_at = now()',
    [name, hash],
  );
}

/** Refuses two functions of one name: `create or replace` with other argument types adds a function instead of replacing it. */
async function refuseTwoSignatures(client: pg.Client): Promise<void> {
  const found = await client.query<{
    name: string;
  }>(`select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') group by proname having count(*) > 1`);
  const [first] = found.rows;
  if (first)
    throw new Error(
      `function ${first.name} exists with two signatures: a changed signature is a new function, drop the old one in a migration`,
    );
}

async function sqlFiles(folder: URL, prefix: string): Promise<SqlFile[]> {
  const files = await readdir(folder).catch(() => []);
  const sorted = files.filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    sorted.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8');
      return { name: prefix + file, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

if (import.meta.main) {
  const [service] = process.argv.slice(2);
  const { MIGRATE_DATABASE_URL: url } = process.env;
  if (!service || !url)
    throw new Error('usage: MIGRATE_DATABASE_URL=<as the owner> node services/chassis/storage/migrations.ts <service>');
  await migrate({
    url,
    service,
    folder: new URL(`../../${service}/`, import.meta.url),
    log: (line) => process.stdout.write(`${line}\n`),
  });
}
