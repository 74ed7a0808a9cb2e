/**
 * The compile cache that all our processes share. With it a process starts faster and takes less memory,
 * because its sources need no type stripping or compiling again.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../installation/profile.ts';
import { run } from '../installation/shell.ts';
import { newest } from './webapp.ts';

export const compiledFolder = join(root, 'node_modules/.cache/fairline/compiled');

const sources = ['proto', 'services', 'gateway', 'package-lock.json'];
/** Written when the cache was filled. */
const filled = join(compiledFolder, 'filled');

/** Fills the cache by importing these programs without running them, unless it is newer than all sources. Errors are ignored here, because the program reports them when it is started. */
export async function compile(entryPoints: readonly string[]): Promise<void> {
  const filledAt = statSync(filled, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (sources.every((source) => newest(join(root, source)) <= filledAt)) return;
  const script = entryPoints.map((path) => `await import(${JSON.stringify(path)}).catch(() => undefined);`).join('\n');
  await run(process.execPath, ['--input-type=module', '--eval', `${script}\nprocess.exit(0);`], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compiledFolder },
  }).then(
    () => writeFileSync(filled, ''),
    () => undefined,
  );
}
