/**
 * The repository as input of the house rules: paths, texts, and the imports that dependency-cruiser found.
 * A rule takes this list only, so it can be tested with a few made-up files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface Import {
  /** As written: `./store.ts`, `@fairline/proto/wallet`, `zod`. */
  readonly from: string;
  /** The path in the repository; undefined for an external package or a module of Node. */
  readonly to: string | undefined;
  /** Whether only types are imported, which has no effect at run time. */
  readonly typeOnly: boolean;
  readonly exports: boolean;
  /** Names of the dependency rules that this import breaks. */
  readonly breaks: readonly string[];
}

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

/** A house rule. Its name is printed if it is broken, with the places that break it (`offenders`). */
export interface Rule {
  readonly name: string;
  readonly offenders: (files: readonly SourceFile[]) => string[];
}

const skippedFolders = new Set(['node_modules', '.git', '.data', 'dist', 'coverage', 'test-results', 'playwright-report']);
const readable = /\.(ts|tsx|js|mjs|css|sql|sh|md|json|yml|yaml|html|conf)$|(^|\/)(Makefile|Dockerfile|run)$/;
const madeByMachine = /(^|\/)package-lock\.json$|^proto\/(schemas\/|openapi\.json$|asyncapi\.json$|CATALOGUE\.md$)|^web\/src\/locales\//;

/** Reads every text file of the repository that is not generated. Imports are left empty. */
export function readTree(root: string, folder = ''): SourceFile[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : readTree(root, path);
    if (!entry.isFile() || !readable.test(path) || madeByMachine.test(path)) return [];
    return [{ path, text: readFileSync(join(root, path), 'utf8'), imports: [] }];
  });
}

export const isCode = ({ path }: SourceFile) => /\.(ts|tsx|js|mjs)$/.test(path);

/** Tests, and code that only tests use: `testing.ts` of a service or subject, the folder `testing` of the web app. The `testing.ts` of chassis is exported, so it is not one of them. */
export const testPath = String.raw`\.(test|spec)\.tsx?$|^deploy/e2e/|^web/src/testing/|^(services/(?!chassis/)|gateway/)[^.]*/testing[^/]*\.ts$|^gateway/testing[^/]*\.ts$`;
const testPattern = new RegExp(testPath);
export const isTest = ({ path }: SourceFile) => testPattern.test(path);

export function baseName(path: string): string {
  return posix.basename(path).replace(/\.(ts|tsx|js|mjs)$/, '');
}

export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

const comment = String.raw`\/\*[\s\S]*?\*\/|\/\/.*`;
const quoted = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`;
const interpolation = '\\$\\{((?:[^{}`]|`[^`]*`|\\{[^{}]*\\})*)\\}';
const template = `\`(?:\\\\[\\s\\S]|${interpolation}|[^\`\\\\])*\``;
const regex = String.raw`(?<=(?:[(,=:[!&|?{};\n]|=>|\breturn)[ \t]*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/`;
const token = new RegExp(`(${comment})|${quoted}|${template}|${regex}`, 'g');
const inTemplate = new RegExp(`${interpolation}|([^\\n])`, 'g');
const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** Replaces comments by spaces, and with `strings: false` the contents of strings too, so that positions and lines stay the same. */
export function codeOf(text: string, { strings = true } = {}): string {
  const keep = (part: string) => (strings ? part : blank(part));
  return text.replaceAll(token, (whole: string, isComment?: string) => {
    if (isComment) return blank(whole);
    const inside = whole.slice(1, -1);
    const kept = whole.startsWith('`')
      ? inside.replaceAll(inTemplate, (part: string, code?: string) => (code === undefined ? keep(part) : `${keep('$')}{${codeOf(code, { strings })}}`))
      : keep(inside);
    return `${whole[0]}${kept}${whole.at(-1)}`;
  });
}
