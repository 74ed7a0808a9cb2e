/**
 * PostgreSQL of an installation: a cluster of its own on loopback, tuned for a ledger that must not lose a commit.
 * Each service that uses it has a database, which another role owns than the one the service works as.
 */
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '@fairline/chassis/storage/migrations';
import { ownerRole, serviceRole } from '@fairline/chassis/storage/rights';
import { processes } from '@fairline/proto/processes';
import pg from 'pg';
import { Obstacle } from '../installation/obstacle.ts';
import { loopback, serviceNames } from '../installation/ports.ts';
import { root } from '../installation/profile.ts';
import { databasePassword, ownerPassword, type Secrets } from '../installation/secrets.ts';
import { run } from '../installation/shell.ts';
import type { ProcessSpec } from '../processes/processes.ts';
import type { Program } from './programs.ts';

export interface PostgresSetting {
  readonly program: Program;
  readonly folder: string;
  readonly port: number;
  readonly password: string;
  /** Off only for tests, which may lose their data. */
  readonly durable: boolean;
}

export const superuserUrl = (port: number, password: string) =>
  `postgres://postgres:${password}@${loopback}:${port}/postgres`;

/** Makes the cluster if there is none, and writes its settings. Returns how to run it. */
export async function preparePostgres(setting: PostgresSetting): Promise<ProcessSpec> {
  const { program, folder } = setting;
  const user = await serverUser(folder);
  const made = join(folder, 'PG_VERSION');
  if (!existsSync(made)) await initialise(setting, user);
  const major = readFileSync(made, 'utf8').trim();
  if (Number(major) !== program.version[0]) {
    throw new Obstacle(
      `The data in ${folder} was made by PostgreSQL ${major}, and ${program.path} is ${program.version[0]}: put the older one on the PATH, or upgrade the data with pg_upgrade.`,
    );
  }
  writeFileSync(join(folder, 'fairline.conf'), settings(setting));
  if (user.kind === 'other') own(folder, user.uid, user.gid);
  return {
    name: 'postgres',
    ...runAs(user, program.path, ['-D', folder]),
    cwd: folder,
    env: plainEnvironment(),
    tier: 0,
    stopSignal: 'SIGINT',
    stopMs: 30_000,
    den: folder,
  };
}

/** Linux syncs a whole file system with one call. Syncing file by file, a new cluster and each recovery would wait seconds for a busy disk. */
const syncMethod = process.platform === 'linux' ? 'syncfs' : 'fsync';

/** PostgreSQL refuses to run as root. If the kernel allows it, a user namespace maps root to another user, so files keep their owner (`mapped`); otherwise another user really runs it (`other`). */
type ServerUser = { kind: 'self' } | { kind: 'mapped' } | { kind: 'other'; uid: number; gid: number };

async function serverUser(folder: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  const mapped = await run('unshare', [...mapping, 'true']).then(
    () => true,
    () => false,
  );
  if (!mapped) return { kind: 'other', uid: 65_534, gid: 65_534 };
  if (existsSync(folder) && statSync(folder).uid !== 0) own(folder, 0, 0);
  return { kind: 'mapped' };
}

/** PostgreSQL needs a user with a name. User 1 (`daemon` on Debian) has one on every system; user 1000 may have none. */
const mapping = ['--user', '--map-user=1', '--map-group=1'];

function runAs(
  user: ServerUser,
  program: string,
  args: readonly string[],
): Pick<ProcessSpec, 'command' | 'args' | 'user'> {
  if (user.kind === 'mapped') return { command: 'unshare', args: [...mapping, program, ...args] };
  return { command: program, args, ...(user.kind === 'other' && { user: { uid: user.uid, gid: user.gid } }) };
}

/** Nothing of the caller's environment (PGHOST, PGDATA, ...) reaches the server. */
function plainEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
}

/** Arguments of `initdb`, the same in processes and containers. */
export const clusterArguments = [
  '-E',
  'UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
] as const;

/** Makes the cluster in a temporary folder, which is renamed once it is complete. */
async function initialise({ program, folder, password, durable }: PostgresSetting, user: ServerUser): Promise<void> {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.kind === 'other') for (const path of [fresh, passwordFile]) chownSync(path, user.uid, user.gid);
  const args = [
    '-D',
    fresh,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    ...clusterArguments,
    '--no-instructions',
  ];
  const {
    command,
    args: all,
    user: as,
  } = runAs(user, join(dirname(program.path), 'initdb'), [
    ...args,
    durable ? `--sync-method=${syncMethod}` : '--no-sync',
  ]);
  try {
    await run(command, all, { env: plainEnvironment(), cwd: fresh, ...as });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    const hint =
      user.kind === 'other'
        ? ' (it does not run as root, `unshare` is not permitted here, and another user must be able to enter the folder: move the checkout to a place like /srv)'
        : '';
    throw new Obstacle(`PostgreSQL could not make its data folder: ${(error as Error).message}${hint}.`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(join(fresh, 'postgresql.conf'), "\ninclude 'fairline.conf'\n", { flag: 'a' });
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

function settings({ port, durable }: PostgresSetting): string {
  const places = {
    listen_addresses: loopback,
    port,
    unix_socket_directories: '',
    recovery_init_sync_method: syncMethod,
  };
  return `# Written at every start.\n${Object.entries({ ...places, ...serverParameters({ durable }) })
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')}`;
}

/** The parameters of the server, except its address and folders. */
export function serverParameters({
  durable,
}: Pick<PostgresSetting, 'durable'>): Readonly<Record<string, string | number>> {
  const megabytes = totalmem() / 2 ** 20;
  const shared = megabytes > 6_000 ? 512 : megabytes > 3_000 ? 256 : 128;
  return {
    max_connections: 200,
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
    // An acknowledged commit is on disk: money depends on it.
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // Checkpoints by time, not by volume, so that a busy ledger writes fewer full pages to the log.
    max_wal_size: durable ? '4GB' : '1GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '5min',
    checkpoint_completion_target: 0.9,
    wal_compression: 'on',
    random_page_cost: 1.1,
    jit: 'off',
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %d ',
    // Statements and values are not logged, because they may contain personal data or a password.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
}

function own(path: string, uid: number, gid: number): void {
  chownSync(path, uid, gid);
  if (!statSync(path).isDirectory()) return;
  for (const entry of readdirSync(path)) own(join(path, entry), uid, gid);
}

/** The version of the server; undefined while it accepts no queries. */
export async function postgresVersion(url: string): Promise<string | undefined> {
  try {
    const { rows } = await withClient(url, (client) =>
      client.query<{ version: string }>(
        "select substring(current_setting('server_version') from '^[0-9.]+') as version",
      ),
    );
    return rows[0]?.version;
  } catch {
    return undefined;
  }
}

/** The database of a service, with the passwords of its two roles: the one that owns it and the one that the service works as. */
export interface ServiceDatabase {
  readonly service: string;
  readonly password: string;
  readonly ownerPassword: string;
}

/** The services that store data in PostgreSQL, with their passwords. */
export function serviceDatabases(secrets: Secrets): ServiceDatabase[] {
  const kept = serviceNames.filter((name) => processes[name].stores.includes('postgres'));
  return kept.map((service) => ({
    service,
    password: secrets[databasePassword(service)] ?? '',
    ownerPassword: secrets[ownerPassword(service)] ?? '',
  }));
}

/** Makes both roles of each service, or updates existing ones. */
export async function settleRoles(url: string, databases: readonly ServiceDatabase[]): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles');
    const known = new Set(rows.map(({ name }) => name));
    for (const { service, password, ownerPassword: ofOwner } of databases) {
      for (const [role, secret] of [
        [ownerRole(service), ofOwner],
        [serviceRole(service), password],
      ] as const)
        await client.query(
          `${known.has(role) ? 'alter' : 'create'} role ${role} login nosuperuser nocreatedb nocreaterole password ${client.escapeLiteral(secret)}`,
        );
    }
  });
}

/** Makes a database for each service, or corrects its owner. Only its owner and the service may connect. Call `settleRoles` first. */
export async function settleDatabases(url: string, databases: readonly ServiceDatabase[]): Promise<void> {
  for (const { service } of databases) {
    const [name, owner] = [serviceRole(service), ownerRole(service)];
    const ownedBy = await withClient(url, async (client) => {
      const found = 'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1';
      const { rows } = await client.query<{ owner: string }>(found, [name]);
      if (rows.length === 0) await client.query(`create database ${name} owner ${owner}`);
      return rows[0]?.owner ?? owner;
    });
    if (ownedBy !== owner) await reassign(Object.assign(new URL(url), { pathname: `/${name}` }).href, service);
    // After the change of owner, which would also move the service's right to connect.
    await withClient(url, (client) =>
      client.query(`revoke all on database ${name} from public; grant connect on database ${name} to ${name}`),
    );
  }
}

/** Changes the owner of a database that an earlier release gave to the service itself. */
async function reassign(url: string, service: string): Promise<void> {
  const [role, owner] = [serviceRole(service), ownerRole(service)];
  await withClient(url, (client) =>
    client.query(`begin; reassign owned by ${role} to ${owner}; alter database ${role} owner to ${owner}; commit`),
  );
}

/** Migrates each database to this release, as its owner. */
export async function migrateDatabases(
  url: string,
  databases: readonly ServiceDatabase[],
  log: (line: string) => void,
): Promise<void> {
  const folder = (service: string) => pathToFileURL(`${join(root, 'services', service)}/`);
  await Promise.all(
    databases.map(({ service, ownerPassword: password }) =>
      migrate({ url: urlOf(url, service, ownerRole(service), password), service, folder: folder(service), log }),
    ),
  );
}

/** Revokes the right of services to connect to the default databases, in a cluster of our own. */
export async function closeCommonDatabases(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query('revoke connect on database postgres from public; revoke connect on database template1 from public'),
  );
}

/** The URL of a service's database, on the server of the superuser's URL. */
export function databaseUrl(superuser: string, service: string, password: string): string {
  return urlOf(superuser, service, serviceRole(service), password);
}

function urlOf(superuser: string, service: string, username: string, password: string): string {
  return Object.assign(new URL(superuser), { username, password, pathname: `/${serviceRole(service)}` }).href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
