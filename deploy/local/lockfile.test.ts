/** The entries that the lockfile needs so that a clean clone can be installed on every platform. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './installation/profile.ts';

interface Lockfile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

it('names the package of every platform, without which npm 11 refuses to install', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const wanted = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) => Object.keys(optionalDependencies).map((name) => ({ path, name })));
  const platforms = wanted.filter(({ name }) => /-(linux|darwin|win32|android|freebsd|openharmony)-/.test(name));
  const absent = platforms.filter(({ path, name }) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]);
  expect(platforms.length).toBeGreaterThan(50);
  expect(absent.map(({ name }) => name)).toEqual([]);
});
