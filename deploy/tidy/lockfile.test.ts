/** Every package of the lockfile that is installed on Linux is pinned by a hash of its content. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../local/installation/profile.ts';

interface Locked {
  integrity?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

it('every package installed on Linux x64 has its integrity', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const isInstalled = ({ link, os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Locked) =>
    !link && os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
  const installed = Object.entries(packages).filter(([path, locked]) => path.includes('node_modules/') && isInstalled(locked));
  expect(installed.length).toBeGreaterThan(300);
  expect(installed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
});
