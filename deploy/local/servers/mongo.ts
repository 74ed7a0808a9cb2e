/**
 * MongoDB of an installation, on loopback: mongod 8 from the PATH or downloaded, with a user per service. If neither is available, a stand-in in Java
 * without users takes its place. The data folder records which of the two wrote it, because neither can read the other's data.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Obstacle } from '../installation/obstacle.ts';
import { loopback } from '../installation/ports.ts';
import { root } from '../installation/profile.ts';
import { run } from '../installation/shell.ts';
import type { ProcessSpec } from '../processes/processes.ts';
import { debianPackage, findProgram, type Log, type Program, wanted } from './programs.ts';

export type MongoKind = 'mongod' | 'stand-in';

export interface MongoProgram extends Program {
  readonly kind: MongoKind;
  /** The class path of the stand-in; empty for mongod. */
  readonly classPath: string;
}

const cache = join(root, 'node_modules/.cache/fairline');
const sources = join(import.meta.dirname, 'mongo-stand-in');
const downloadedVersion = '8.0.15';
/** A failed download is tried again after this time. */
const retryDownloadMs = 24 * 60 * 60_000;

interface MongoChoice {
  find?: (log: Log) => Promise<Program | undefined>;
  /** Whether a server without users will do. */
  mayBeOpen?: boolean;
}

/** Finds a server for the data folder: the kind that wrote it; for a new folder mongod if available, else the stand-in. */
export async function findMongo(
  folder: string,
  log: Log,
  { find = findMongod, mayBeOpen = true }: MongoChoice = {},
): Promise<MongoProgram> {
  const kind = kindOf(folder);
  const mongod = kind === 'stand-in' ? undefined : await find(log);
  if (mongod) return { ...mongod, kind: 'mongod', classPath: '' };
  if (kind === 'mongod')
    throw new Obstacle(
      `${folder} was written by mongod, which the stand-in for MongoDB cannot read: ${wanted.mongo.advice}.`,
    );
  if (!mayBeOpen)
    throw new Obstacle(
      'Without demo mode MongoDB must have users, and its stand-in has none: install MongoDB 8 or newer, or set MONGO_URL. FAIRLINE_MONGO_OPEN=1 allows the stand-in, for trying out.',
    );
  return findStandIn(log);
}

async function findMongod(log: Log): Promise<Program | undefined> {
  try {
    return await findProgram({ ...wanted.mongo, ways: [downloadMongod] }, log);
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    return undefined;
  }
}

/** Downloads mongod from its vendor. Without internet the attempt fails only after 7 s, so it is not repeated for a day. */
async function downloadMongod(log: Log): Promise<string | undefined> {
  const failure = join(cache, 'mongod-download-failed');
  if (existsSync(failure) && Date.now() - statSync(failure).mtimeMs < retryDownloadMs) return undefined;
  mkdirSync(cache, { recursive: true });
  try {
    const { MongoBinary } = await import('mongodb-memory-server-core');
    log(`Downloading MongoDB ${downloadedVersion}`);
    return await MongoBinary.getPath({ version: downloadedVersion, downloadDir: cache, checkMD5: true });
  } catch (error) {
    writeFileSync(failure, (error as Error).message);
    throw error;
  }
}

async function findStandIn(log: Log): Promise<MongoProgram> {
  const { java, folder } = await compileStandIn(log);
  return {
    kind: 'stand-in',
    path: java,
    version: [5, 0],
    classPath: `${join(folder, 'lib/*')}:${join(folder, 'classes')}`,
  };
}

/** Builds the stand-in, once per version of its sources: jars from Maven in `lib`, and our compiled classes in `classes`. */
export async function compileStandIn(log: Log): Promise<{ java: string; folder: string }> {
  const texts = ['pom.xml', 'StandIn.java'].map((file) => readFileSync(join(sources, file), 'utf8'));
  const folder = join(cache, `mongo-stand-in-${createHash('sha256').update(texts.join()).digest('hex').slice(0, 12)}`);
  try {
    const java = (await programOf('java', 'default-jre-headless', log)) ?? 'java';
    if (!existsSync(folder)) await buildStandIn(java, folder, log);
    return { java, folder };
  } catch (error) {
    throw new Obstacle(
      `Neither MongoDB 8 nor its stand-in could be had (${(error as Error).message}): ${wanted.mongo.advice}.`,
    );
  }
}

/** Builds in a draft folder and renames it, because several starts may build at once. */
async function buildStandIn(java: string, folder: string, log: Log): Promise<void> {
  const maven = (await programOf('mvn', 'maven', log)) ?? 'mvn';
  log('Building the stand-in for MongoDB (about 20 s)');
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'mongo-stand-in-draft-'));
  try {
    const [lib, classes] = [join(draft, 'lib'), join(draft, 'classes')];
    await run(
      maven,
      ['-q', '-B', '-f', join(sources, 'pom.xml'), 'dependency:copy-dependencies', `-DoutputDirectory=${lib}`],
      { cwd: draft },
    );
    const jars = readdirSync(lib).map((file) => join(lib, file));
    const compiler = jars.find((jar) => jar.includes('/ecj-')) ?? '';
    await run(java, [
      '-jar',
      compiler,
      '--release',
      '17',
      '-proc:none',
      '-nowarn',
      '-cp',
      jars.join(':'),
      '-d',
      classes,
      join(sources, 'StandIn.java'),
    ]);
    rmSync(compiler);
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function programOf(name: string, packageName: string, log: Log): Promise<string | undefined> {
  const present = (process.env.PATH ?? '').split(':').map((folder) => join(folder, name));
  return present.find((path) => existsSync(path)) ?? debianPackage(packageName, name, log);
}

/** The kind of server that wrote a data folder; undefined for a new folder. */
export function kindOf(folder: string): MongoKind | undefined {
  try {
    return readFileSync(join(folder, 'kind'), 'utf8').trim() as MongoKind;
  } catch {
    return undefined;
  }
}

export interface MongoSetting {
  readonly program: MongoProgram;
  readonly folder: string;
  readonly port: number;
}

export function prepareMongo({ program, folder, port }: MongoSetting): ProcessSpec {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'kind'), `${program.kind}\n`);
  const java = [
    '-XX:+UseSerialGC',
    '-Xmx256m',
    '-Xss512k',
    '-XX:+ExitOnOutOfMemoryError',
    '-cp',
    program.classPath,
    'StandIn',
    join(data, 'store'),
    String(port),
  ];
  // A single server without replicas: `w: majority` means its own journal. Nothing uses transactions or change streams, which would need a replica set.
  const mongod = [
    '--auth',
    '--bind_ip',
    loopback,
    '--port',
    String(port),
    '--dbpath',
    data,
    '--wiredTigerCacheSizeGB',
    '0.25',
    '--quiet',
    '--nounixsocket',
  ];
  return {
    name: 'mongo',
    command: program.path,
    args: program.kind === 'mongod' ? mongod : java,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    tier: 0,
    stopSignal: 'SIGTERM',
    stopMs: 15_000,
  };
}

/** The URL of a server for its administrator; without user and password for the stand-in. */
export function mongoUrl(port: number, kind: MongoKind | undefined, password: string): string {
  return `mongodb://${kind === 'mongod' ? `admin:${password}@` : ''}${loopback}:${port}/admin`;
}

/** The URL of one service's database. It has no user if the administrator's URL has none, as for the stand-in. */
export function mongoUrlOf(administrator: string, database: string, password: string): string {
  const url = new URL(administrator);
  if (!url.username) return Object.assign(url, { pathname: `/${database}` }).href;
  url.searchParams.set('authSource', database);
  return Object.assign(url, { username: database, password, pathname: `/${database}` }).href;
}

/** Whether the server answers. Sends `ping` of the wire protocol itself, so that a waiting process need not load a driver. */
export function mongoAnswers(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 27_017) });
    const end = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('error', () => end(false));
    socket.once('connect', () => socket.write(pingMessage()));
    socket.once('data', (reply) => end(reply.includes('ok')));
    socket.once('close', () => end(false));
  });
}

/** OP_MSG with the document {ping: 1, $db: "admin"}. */
function pingMessage(): Buffer {
  const document = Buffer.concat([Buffer.from('\x10ping\0\x01\0\0\0\x02$db\0\x06\0\0\0admin\0\0', 'latin1')]);
  const message = Buffer.alloc(25);
  message.writeInt32LE(25 + document.length, 0);
  message.writeInt32LE(1, 4);
  message.writeInt32LE(2_013, 12);
  message.writeInt32LE(document.length + 4, 21);
  return Buffer.concat([message, document]);
}
