/**
 * PostgreSQL for a service: a small pool, prepared statements, transactions that wake the relay.
 * A transaction never takes a second connection, and none lives longer than 5 s.
 */
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import type { Log } from '../process/log.ts';
import type { LeaseStore } from './lease.ts';
import { type Columns, type Row, rowReader } from './rows.ts';

export interface Queries {
  /** Runs a statement and checks its rows against the columns. Statements are prepared, named by a hash of their text. */
  rows<C extends Columns>(columns: C, text: string, values?: readonly unknown[]): Promise<Row<C>[]>;
  row<C extends Columns>(columns: C, text: string, values?: readonly unknown[]): Promise<Row<C> | undefined>;
  /** Whether the statement returns any row. */
  exists(text: string, values?: readonly unknown[]): Promise<boolean>;
  /** Returns the number of affected rows. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface Tx extends Queries {
  /** Runs work that can fail without failing the whole transaction; only its own changes are undone. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
  /** Call after writing to the outbox; the relay reads it right after the commit. */
  wakeRelay(): void;
}

// int8 holds money and sequences: both fit a safe integer by constraint.
pg.types.setTypeParser(20, (text) => Number(text));
pg.types.setTypeParser(1082, (text) => text);

const timeouts =
  '-c statement_timeout=5000 -c lock_timeout=500 -c idle_in_transaction_session_timeout=5000 -c transaction_timeout=5000';

/** This many connections stay open when idle, because a new one costs a caller 10 to 30 ms and has no prepared statements. */
const keptOpen = 4;

export class Database implements Queries, LeaseStore {
  readonly pool: pg.Pool;
  readonly rows: Queries['rows'];
  readonly row: Queries['row'];
  readonly exists: Queries['exists'];
  readonly run: Queries['run'];
  private wakeListeners: (() => void)[] = [];

  constructor(url: string, log: Log, connections = 2 * availableParallelism()) {
    const [max, min] = [connections, Math.min(connections, keptOpen)];
    this.pool = new pg.Pool({
      connectionString: url,
      max,
      min,
      options: timeouts,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    ({ rows: this.rows, row: this.row, exists: this.exists, run: this.run } = queriesOn(this.pool));
    this.pool.on('error', (error) => log.warn({ error: error.message }, 'idle database connection lost'));
  }

  /** Runs work in one transaction on one connection; an exception rolls it back. */
  async tx<T>(
    work: (tx: Tx) => Promise<T>,
    isolation: 'read committed' | 'repeatable read' = 'read committed',
  ): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // Without a listener, the loss of a connection in use would end the process.
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
      if (woken) this.wakeRelay();
    }
  }

  /** For statements that write to the outbox outside of `tx`. */
  wakeRelay(): void {
    for (const wake of this.wakeListeners) wake();
  }

  onWakeRelay(listener: () => void): void {
    this.wakeListeners.push(listener);
  }

  renewLease(name: string, holder: string, lastsMs: number): Promise<boolean> {
    return this.exists(
      `insert into leases (name, holder, until) values ($1, $2, now() + $3 * interval '1 ms')
       on conflict (name) do update set holder = $2, until = excluded.until
       where leases.holder = $2 or leases.until < now() returning name`,
      [name, holder, lastsMs],
    );
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    await this.run('update leases set until = now() where name = $1 and holder = $2', [name, holder]);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

function transaction(client: pg.PoolClient, wakeRelay: () => void): Tx {
  return {
    ...queriesOn(client),
    wakeRelay,
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
  const rows = async <C extends Columns>(columns: C, text: string, values?: readonly unknown[]) => {
    const result = await query(on, text, values);
    return readerOf(columns, text, result.fields)(result.rows);
  };
  return {
    rows,
    row: async (columns, text, values) => (await rows(columns, text, values))[0],
    exists: async (text, values) => (await query(on, text, values)).rows.length > 0,
    run: (text, values) => query(on, text, values).then((result) => result.rowCount ?? 0),
  };
}

const readers = new WeakMap<Columns, Map<string, unknown>>();

/** The row reader of a statement; created at its first execution. */
function readerOf<C extends Columns>(columns: C, statement: string, fields: readonly pg.FieldDef[]) {
  const known = readers.get(columns) ?? new Map<string, unknown>();
  readers.set(columns, known);
  const reader =
    (known.get(statement) as ReturnType<typeof rowReader<C>> | undefined) ?? rowReader(columns, fields, statement);
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

/** The name of the violated constraint, which store.ts turns into a Refusal. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/** Errors that a retry may avoid: a lost connection, a server that starts or stops, a lock or transaction timeout, a deadlock. */
export function isInfrastructure(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P0|55P03|40|25P0)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  if (isMongoInfrastructure(error)) return true;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after/.test(
    error.message,
  );
}

/** Error codes of a MongoDB server that stops, steps down or cannot confirm a write in time. */
const mongoCodes = new Set([24, 43, 50, 64, 89, 91, 112, 189, 234, 262, 9_001, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Recognises errors of the MongoDB driver by name, so that a service without MongoDB does not load it. */
function isMongoInfrastructure({
  name,
  code,
  errorResponse,
}: Error & { code?: unknown; errorResponse?: unknown }): boolean {
  // The error of a bulk write contains its cause: a lost connection, or a server that steps down.
  if (name === 'MongoBulkWriteError' && errorResponse instanceof Error && isMongoInfrastructure(errorResponse))
    return true;
  if (/^Mongo(Server|WriteConcern|BulkWrite)Error$/.test(name)) return mongoCodes.has(Number(code));
  return (
    /^Mongo(?:ose)?(Network|ServerSelection|NotConnected|Topology|PoolCleared|PoolClosed|ConnectionPool|WaitQueueTimeout|Client(Closed|BulkWrite)?|OperationTimeout|ExpiredSession)/.test(
      name,
    ) || name === 'Contended'
  );
}
