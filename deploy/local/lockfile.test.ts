/** A clean clone can be installed on every platform, and what is installed is what was tested. */
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

it('the lockfile pins what Linux x64 installs by its content, and names those of every platform', () => {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const packages = Object.entries(lockfile.packages);
  const unpinned = packages.filter(
    ([path, { link, integrity, os = ['linux'], cpu = ['x64'], libc = ['glibc'] }]) =>
      /node_modules\//.test(path) &&
      !(link || integrity) &&
      os.includes('linux') &&
      cpu.includes('x64') &&
      libc.includes('glibc'),
  );
  // npm 11 refuses to install without them.
  const absent = packages.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) =>
        /-(linux|darwin|win32)-/.test(name) &&
        !lockfile.packages[`node_modules/${name}`] &&
        !lockfile.packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(packages.length).toBeGreaterThan(300);
  expect(unpinned.map(([path]) => path)).toEqual([]);
  expect(absent).toEqual([]);
});
