/** The house rules on the whole repository. Each failure names the rule and every place that breaks it. */
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatewayRoutes } from '@fairline/proto/gateway';
import { gatewayRequests, services } from '@fairline/proto/services';
import { expect, it } from 'vitest';
import { contractRules } from './contracts.ts';
import { importRules, isCode, readFiles, type SourceFile } from './files.ts';
import { order, unordered } from './order.ts';
import { patternRules } from './patterns.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = await readFiles(root, ['proto', 'gateway', 'services', 'web', 'deploy']);
const gateway = { routes: gatewayRoutes, publishes: {}, serves: {}, requests: gatewayRequests, consumes: [] };

it('reads the imports of the tree', () => {
  expect(files.flatMap(({ imports }) => imports.filter(({ to }) => to)).length).toBeGreaterThan(1_000);
});

it.each([...importRules, ...contractRules({ ...services, gateway }), ...patternRules])('%s', (name, offenders) => {
  expect(offenders(files), name).toEqual([]);
});

/** Every folder with code, and all folders above it. */
const foldersOf = (all: readonly SourceFile[]) => {
  const up = (folder: string): string[] => (folder === '.' ? [] : [folder, ...up(posix.dirname(folder))]);
  return new Set(all.filter(isCode).flatMap(({ path }) => up(posix.dirname(path))));
};

it('order.ts lists every subject folder, and nothing that does not exist', () => {
  const folders = foldersOf(files);
  const unlisted = [...folders].filter((folder) => {
    const parent = posix.dirname(folder);
    return parent !== '.' && !unordered.includes(parent) && !order[parent]?.includes(posix.basename(folder));
  });
  const there = new Set([...folders, ...files.map(({ path }) => path)]);
  const listed = Object.entries(order).flatMap(([parent, entries]) => entries.map((entry) => `${parent}/${entry}`));
  expect(unlisted).toEqual([]);
  expect(listed.filter((path) => !there.has(path))).toEqual([]);
});
