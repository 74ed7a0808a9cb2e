/**
 * PostgreSQL for a room: a small pool, prepared statements, transactions that wake the relay, migrations.
 * A transaction never takes a second connection, and none lives longer than 5 s.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import type { Log } from './log.ts';
import { type Columns, type Row, rowReader } from './rows.ts';

export interface Queries {
  /** Rows of a statement, prepared under a name made from its text, each checked against the columns. */
  rows<C extends Columns>(columns: C, text: string, values?: readonly unknown[]): Promise<Row<C>[]>;
  rows<T>(text: string, values?: readonly unknown[]): Promise<T[]>;
  row<C extends Columns>(columns: C, text: string, values?: readonly unknown[]): Promise<Row<C> | undefined>;
  row<T>(text: string, values?: readonly unknown[]): Promise<T | undefined>;
  /** Whether the statement finds any row. */
  exists(text: string, values?: readonly unknown[]): Promise<boolean>;
  /** The number of rows touched. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface Tx extends Queries {
  /** Runs part of the transaction so that its failure undoes that part only. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Says that the transaction wrote to the outbox; the relay looks right after the commit. */
  wake(): void;
}

// int8 holds money and sequences: both fit a safe integer by constraint.
pg.types.setTypeParser(20, (text) => Number(text));
pg.types.setTypeParser(1082, (text) => text);

const timeouts = '-c statement_timeout=5000 -c lock_timeout=500 -c idle_in_transaction_session_timeout=5000 -c transaction_timeout=5000';

export class Database implements Queries {
  readonly pool: pg.Pool;
  readonly rows: Queries['rows'];
  readonly row: Queries['row'];
  readonly exists: Queries['exists'];
  readonly run: Queries['run'];
  private wakes: (() => void)[] = [];

  constructor(url: string, log: Log, connections = 2 * availableParallelism()) {
    this.pool = new pg.Pool({ connectionString: url, max: connections, options: timeouts, connectionTimeoutMillis: 5_000, keepAlive: true });
    ({ rows: this.rows, row: this.row, exists: this.exists, run: this.run } = queriesOn(this.pool));
    this.pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'));
  }

  /** One transaction on one connection; any throw rolls all of it back. */
  async tx<T>(work: (tx: Tx) => Promise<T>, isolation: 'read committed' | 'repeatable read' = 'read committed'): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // Without a listener a connection that dies while it is lent out would end the process.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    let woken = false;
    try {
      await client.query(isolation === 'repeatable read' ? 'begin isolation level repeatable read' : 'begin');
      const result = await work(
        transaction(client, () => {
          woken = true;
        }),
      );
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failed: Error) => {
        broken = failed;
      });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
      if (woken) this.wake();
    }
  }

  /** Calls the relay; for statements that write the outbox outside tx(). */
  wake(): void {
    for (const wake of this.wakes) wake();
  }

  onWake(listener: () => void): void {
    this.wakes.push(listener);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

function transaction(client: pg.PoolClient, wake: () => void): Tx {
  return {
    ...queriesOn(client),
    wake,
    async savepoint(work) {
      await client.query('savepoint part');
      try {
        const result = await work();
        await client.query('release savepoint part');
        return result;
      } catch (error) {
        await client.query('rollback to savepoint part');
        throw error;
      }
    },
  };
}

function queriesOn(on: pg.Pool | pg.PoolClient): Queries {
  const rows = async (first: Columns | string, second?: string | readonly unknown[], third: readonly unknown[] = []) => {
    if (typeof first === 'string') return (await query(on, first, second as readonly unknown[] | undefined)).rows;
    const statement = second as string;
    const result = await query(on, statement, third);
    return readerOf(first, statement, result.fields)(result.rows);
  };
  return {
    rows: rows as Queries['rows'],
    row: (async (...given: Parameters<typeof rows>) => (await rows(...given))[0]) as Queries['row'],
    exists: async (text, values) => (await query(on, text, values)).rows.length > 0,
    run: (text, values) => query(on, text, values).then((result) => result.rowCount ?? 0),
  };
}

const readers = new WeakMap<Columns, Map<string, ReturnType<typeof rowReader>>>();

function readerOf(columns: Columns, statement: string, fields: readonly pg.FieldDef[]): ReturnType<typeof rowReader> {
  const known = readers.get(columns) ?? new Map<string, ReturnType<typeof rowReader>>();
  readers.set(columns, known);
  const reader = known.get(statement) ?? rowReader(columns, fields, statement);
  known.set(statement, reader);
  return reader;
}

const names = new Map<string, string>();

function query(on: pg.Pool | pg.PoolClient, text: string, values: readonly unknown[] = []) {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return on.query({ name, text, values: [...values] });
}

/** The name of the constraint a statement broke, for store.ts to turn into a Refusal. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/** Connection lost, server starting or stopping, lock or transaction timeout, deadlock: nothing the work itself did wrong. */
export function isInfrastructure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P0|55P03|40|25P0)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after/.test(
    error.message,
  );
}

/**
 * Brings a room's database up to date under an advisory lock: chassis' tables, then migrations/*.sql once each,
 * then sql/*.sql whole wherever they changed. A migration that was applied must never be edited: that is a fault.
 * A database that was restored from a dump is put in order before anybody works with it.
 */
export async function migrate(url: string, room: URL, log: Log): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('fairline migrations'))");
    await client.query('create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())');
    const known = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const applied = new Map(known.rows.map(({ name, hash }) => [name, hash]));
    const once = [...(await sqlFiles(new URL('./sql/', import.meta.url), 'chassis/')), ...(await sqlFiles(new URL('./migrations/', room), 'migrations/'))];
    const whole = await sqlFiles(new URL('./sql/', room), 'sql/');
    for (const { name, text, hash } of [...once, ...whole]) {
      const before = applied.get(name);
      if (before === hash) continue;
      if (before && !name.startsWith('sql/')) throw new Error(`migration ${name} was changed after it was applied`);
      await client.query('begin');
      await client.query(text);
      await client.query('insert into migrations (name, hash) values ($1, $2) on conflict (name) do update set hash = $2, applied_at = now()', [name, hash]);
      await client.query('commit');
      log.info({ migration: name }, 'migrated');
    }
    const doubled = await client.query<{ name: string }>(twoOfOneName);
    if (doubled.rows[0])
      throw new Error(`function ${doubled.rows[0].name} exists with two signatures: a changed signature is a new function, drop the old one in a migration`);
    await client.query("select keep_outbox_days((now() at time zone 'utc')::date)");
    const settled = await client.query<{ restored: boolean }>('select settle_restored() as restored');
    if (settled.rows[0]?.restored) log.warn('this database was restored from a dump: what it said is said again, and its readers begin anew');
  } finally {
    await client.end();
  }
}

const twoOfOneName = `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') group by proname having count(*) > 1`;

async function sqlFiles(folder: URL, prefix: string): Promise<{ name: string; text: string; hash: string }[]> {
  const files = await readdir(folder).catch(() => []);
  const sorted = files.filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    sorted.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8');
      return { name: prefix + file, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
