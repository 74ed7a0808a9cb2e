/**
 * A store of compiled sources that every process of ours shares: with it a process starts sooner and smaller,
 * because nothing has to strip types or compile again what was compiled before.
 */
import { join } from 'node:path';
import { root } from '../installation/profile.ts';
import { run } from '../installation/shell.ts';

export const compiledFolder = join(root, 'node_modules/.cache/fairline/compiled');

/** Fills the store by loading these programs without running them. One that cannot be loaded reports that when it is started. */
export async function compile(entryPoints: readonly string[]): Promise<void> {
  const script = entryPoints.map((path) => `await import(${JSON.stringify(path)}).catch(() => undefined);`).join('\n');
  await run(process.execPath, ['--input-type=module', '--eval', `${script}\nprocess.exit(0);`], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compiledFolder },
  }).catch(() => undefined);
}
