/** The repository as input of the house rules: the text of each file, and its imports as dependency-cruiser resolves them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { dependencyRules, testPath } from './dependency-rules.ts';

export interface Import {
  /** The path in the repository; undefined for an external package or a module of Node. */
  readonly to: string | undefined;
  /** As written: `./store.ts`, `@fairline/proto/wallet`, `zod`, `node:fs`. */
  readonly from: string;
  readonly typeOnly: boolean;
  /** Names of the dependency rules that this import breaks. */
  readonly breaks: readonly string[];
}

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

/** A house rule: if it is broken, its name is printed with the places that break it. */
export type Rule = readonly [name: string, offenders: (files: readonly SourceFile[]) => string[]];

const skipped = new Set(['node_modules', '.git', '.data', 'dist', 'generated', 'test-results']);
const readable = /\.(ts|tsx|sql)$|\/package\.json$/;

function readTree(root: string, folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : readTree(root, path);
    return entry.isFile() && readable.test(path) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}

/** Reads the code below these folders, and the manifest of the root. */
export async function readFiles(root: string, folders: readonly string[]): Promise<SourceFile[]> {
  const { output } = await cruise([...folders], {
    baseDir: resolve(root),
    parser: 'swc',
    moduleSystems: ['es6'],
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
    validate: true,
    ruleSet: { forbidden: dependencyRules },
  });
  const modules = new Map((output as ICruiseResult).modules.map((one) => [one.source, one.dependencies]));
  const manifest = { path: 'package.json', text: readFileSync(join(root, 'package.json'), 'utf8') };
  return [manifest, ...folders.flatMap((folder) => readTree(root, folder))].map((file) => ({
    ...file,
    imports: (modules.get(file.path) ?? []).map((one) => ({
      from: one.coreModule ? `node:${one.module}` : one.module,
      to: one.coreModule || one.couldNotResolve || one.resolved.includes('node_modules/') ? undefined : one.resolved,
      typeOnly: one.dependencyTypes.includes('type-only'),
      breaks: (one.rules ?? []).map(({ name }) => name),
    })),
  }));
}

const testPattern = new RegExp(testPath);
export const isTest = ({ path }: SourceFile) => testPattern.test(path);
export const isCode = ({ path }: SourceFile) => /\.tsx?$/.test(path);

const token = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

/** The text without comments; with `strings: false` also without what stands in quotes. */
export const codeOf = (text: string, { strings = true } = {}) =>
  text.replaceAll(token, (whole) => (whole.startsWith('/') ? ' ' : strings ? whole : "''"));

/** The import rules, whose offenders are imports. */
export const importRules = [...new Set(dependencyRules.map(({ name }) => name))].map(
  (name): Rule => [
    name,
    (all) =>
      all.flatMap(({ path, imports }) =>
        imports.filter(({ breaks }) => breaks.includes(name)).map(({ from }) => `${path} imports ${from}`),
      ),
  ],
);
