/** Small file trees for testing a rule: written to a temporary folder, and read by dependency-cruiser like the real repository. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Rule, SourceFile } from './files.ts';
import { readFiles } from './imports.ts';
import type { Order } from './order.ts';

export type Tree = Record<string, string>;

export const importing = (...specifiers: string[]) => specifiers.map((from, at) => `import { x${at} } from '${from}';\n`).join('');
export const importingType = (from: string) => `import type { X } from '${from}';\n`;
export const many = (count: number) => 'x;\n'.repeat(count);

/** The offenders of the one rule whose name begins with `name`. */
export async function broken(rules: readonly Rule[], name: string, tree: Tree, subjects: Order = {}): Promise<string[]> {
  const found = rules.filter((rule) => rule.name.startsWith(name));
  expect(found.length, `one rule begins with "${name}"`).toBe(1);
  return found[0]?.offenders(await filesOf(tree, subjects)) ?? [];
}

/** Reads a tree as source files. Imported files that it lacks are created empty. Workspaces can be imported by name. */
export async function filesOf(tree: Tree, subjects: Order = {}): Promise<SourceFile[]> {
  const specifier = /(?:from|import|import\()\s*'([^']+)'/g;
  const imported = Object.entries(tree).flatMap(([path, text]) => [...text.matchAll(specifier)].map(([, from = '']) => ({ path, from })));
  if (imported.length === 0) return Object.entries(tree).map(([path, text]) => ({ path, text, imports: [] }));
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairline-tidy-')));
  try {
    for (const [path, text] of Object.entries(tree)) write(root, path, text);
    for (const { path, from } of imported) writeTarget(root, path, from);
    return await readFiles(
      root,
      readdirSync(root).filter((name) => name !== 'node_modules' && !/\.(md|json)$/.test(name)),
      subjects,
    );
  } finally {
    rmSync(root, { recursive: true });
  }
}

function write(root: string, path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function writeTarget(root: string, path: string, from: string): void {
  if (from.startsWith('.')) write(root, join(dirname(path), from), '');
  const [, workspace = '', rest] = /^@fairline\/([^/]+)\/(.+)$/.exec(from) ?? [];
  if (!rest) return;
  const folder = workspace === 'games' ? 'services/casino/games' : ['proto', 'gateway', 'web'].includes(workspace) ? workspace : `services/${workspace}`;
  write(root, join(folder, `${rest}.ts`), '');
  write(root, join(folder, 'package.json'), JSON.stringify({ name: `@fairline/${workspace}`, type: 'module', exports: { './*': './*.ts' } }));
  const link = join(root, 'node_modules/@fairline', workspace);
  mkdirSync(dirname(link), { recursive: true });
  if (!existsSync(link)) symlinkSync(join(root, folder), link);
}
