/** A clean clone can be installed on every platform, and what is installed is pinned by a hash of its content. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './installation/profile.ts';

interface Locked {
  integrity?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

it('every package installed on Linux x64 has its integrity', () => {
  const isInstalled = ({ link, os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Locked) =>
    !link && os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
  const installed = Object.entries(packages).filter(
    ([path, locked]) => path.includes('node_modules/') && isInstalled(locked),
  );
  expect(installed.length).toBeGreaterThan(300);
  expect(installed.filter(([, { integrity }]) => !integrity).map(([path]) => path)).toEqual([]);
});

it('names the package of every platform, without which npm 11 refuses to install', () => {
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  const platforms = wanted.filter(({ name }) => /-(linux|darwin|win32|android|freebsd|openharmony)-/.test(name));
  const absent = platforms.filter(
    ({ path, name }) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
  );
  expect(platforms.length).toBeGreaterThan(50);
  expect(absent.map(({ name }) => name)).toEqual([]);
});
