/**
 * Pgbench, PostgreSQL's own benchmark (TPC-B): the yardstick that other rates, and the time of a test run, are compared with.
 * The program comes from the PATH, an installed Debian package, or an unpacked one; nothing is installed for it.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../installation/ports.ts';
import { root } from '../installation/profile.ts';
import { run } from '../installation/shell.ts';
import { Watch } from '../processes/watch.ts';
import { postgresVersion, preparePostgres, superuserUrl } from './postgres.ts';
import { findProgram, type Log, type Wanted, wanted } from './programs.ts';

const cache = join(root, 'node_modules/.cache/fairline/pgbench');
const library = join(cache, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);

const pgbench: Wanted = {
  title: 'pgbench',
  binary: 'pgbench',
  oldest: [13],
  advice: "put PostgreSQL's pgbench on the PATH (Debian: apt-get install postgresql)",
  ways: [
    async () => installed('/usr/lib/postgresql'),
    async (log) => installed(join(cache, 'usr/lib/postgresql')) ?? unpack(log),
  ],
};

function installed(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(folder, version, 'bin/pgbench')).find((path) => existsSync(path));
}

/** Unpacks the programs from Debian's package without installing it. */
async function unpack(log: Log): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  log("Fetching pgbench out of Debian's package of PostgreSQL");
  const folder = mkdtempSync(join(tmpdir(), 'fairline-pgbench-'));
  try {
    if (process.getuid?.() === 0) await run('apt-get', ['update', '-q']);
    await run('apt-get', ['download', 'postgresql-15', 'libpq5'], { cwd: folder });
    mkdirSync(cache, { recursive: true });
    for (const file of readdirSync(folder)) await run('dpkg', ['-x', join(folder, file), cache]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.env.LD_LIBRARY_PATH = [library, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return installed(join(cache, 'usr/lib/postgresql'));
}

export interface Yardstick {
  /** Runs pgbench for so many seconds. Returns transactions a second. */
  measure(seconds: number): Promise<number>;
  drop(): Promise<void>;
}

/** TPC-B at scale 20 with 16 clients and prepared statements. `url` is a superuser's. The database of the benchmark is created here and dropped by `drop`. */
export async function tpcB(url: string, log: Log): Promise<Yardstick> {
  if (existsSync(library))
    process.env.LD_LIBRARY_PATH = [library, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const { path } = await findProgram(pgbench, log);
  const { hostname, port, username, password } = new URL(url);
  const env = {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: decodeURIComponent(password),
  };
  const administer = async (text: string) => {
    const admin = await adminClient(url);
    await admin.query(text).finally(() => admin.end());
  };
  await administer('drop database if exists tpcb with (force)');
  await administer('create database tpcb');
  await run(path, ['-i', '-q', '-s', '20', 'tpcb'], { env });
  return {
    async measure(seconds) {
      const output = await run(path, ['-c', '16', '-j', '2', '-M', 'prepared', '-T', String(seconds), 'tpcb'], { env });
      const tps = /tps = ([\d.]+)/.exec(output)?.[1];
      if (!tps) throw new Error(`pgbench printed: ${output}`);
      return Number(tps);
    },
    drop: () => administer('drop database tpcb with (force)'),
  };
}

/** TPC-B on a server of its own, which is started and removed: how quick this machine is. Transactions a second. */
export async function measureMachine(seconds: number, log: Log): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fairline-yardstick-'));
  const [port = 0] = await freePorts(1);
  const url = superuserUrl(port, 'yardstick');
  const watch = await Watch.begin(folder, { temporary: true });
  try {
    const program = await findProgram(wanted.postgres, log);
    const server = await preparePostgres({
      program,
      folder: join(folder, 'postgres'),
      port,
      password: 'yardstick',
      durable: true,
    });
    await watch.start(server, async () => (await postgresVersion(url)) !== undefined);
    return await (await tpcB(url, log)).measure(seconds);
  } finally {
    await watch.stop();
  }
}

async function adminClient(url: string) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
