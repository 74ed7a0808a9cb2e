/** Builds what the gateway serves, unless its sources are unchanged since the last build: the web app and the API documents. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Obstacle } from '../installation/obstacle.ts';
import { root } from '../installation/profile.ts';
import { run } from '../installation/shell.ts';
import { logFile } from '../processes/processes.ts';
import type { Log } from '../servers/programs.ts';

const built = join(root, 'web/dist/index.html');
const sources = ['web', 'proto', 'package-lock.json'];
const notSources = new Set(['dist', 'generated', 'node_modules', '.vite', '.data']);

export async function buildWeb(dataDir: string, report: Log): Promise<void> {
  if (!existsSync(join(root, 'web/index.html'))) return;
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  if (sources.every((source) => newest(join(root, source)) <= builtAt)) return;
  report('Building the web app');
  const log = logFile(dataDir, 'web-build');
  try {
    // Always in production mode: a test may be the caller, with another NODE_ENV.
    await run('npm', ['run', 'build', '-w', 'web'], {
      cwd: root,
      logFile: log,
      env: { ...process.env, NODE_ENV: 'production' },
    });
  } catch (error) {
    throw new Obstacle(`The web app could not be built: ${(error as Error).message} See ${log}.`);
  }
}

/** A process of its own, because the code that builds the documents is used nowhere else. */
export async function buildDocuments(): Promise<void> {
  await run(process.execPath, [join(root, 'proto/documents/build.ts')], { cwd: root });
}

/** When the newest source in a folder was changed. */
export function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).filter((entry) => !notSources.has(entry) && !/\.test\.tsx?$/.test(entry));
  return Math.max(0, ...inside.map((entry) => newest(join(path, entry))));
}
