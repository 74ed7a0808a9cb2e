/**
 * The tree as the house rules see it: paths, texts and the imports that dependency-cruiser found.
 * Rules take such a list and nothing else, so each is tested with a few lines made up for it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface Import {
  /** As written: `./store.ts`, `@fairline/proto/wallet`, `zod`. */
  readonly from: string;
  /** The path in the repository; undefined for a package from outside and for what Node brings. */
  readonly to: string | undefined;
  /** Only types are imported, so nothing happens at run time. */
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

/** A house rule: its name is the sentence one reads when it is broken, its offenders are the places. */
export interface Rule {
  readonly name: string;
  readonly offenders: (files: readonly SourceFile[]) => string[];
}

const skippedFolders = new Set(['node_modules', '.git', '.data', 'dist', 'coverage', 'test-results', 'playwright-report']);
const readable = /\.(ts|tsx|js|mjs|css|sql|sh|md|json|yml|yaml|html|conf)$|(^|\/)(Makefile|Dockerfile|run)$/;
const madeByMachine = /(^|\/)package-lock\.json$|^proto\/(schemas\/|openapi\.json$|asyncapi\.json$|CATALOGUE\.md$)|^web\/src\/locales\//;

/** Every text file of the repository that a person wrote, without its imports. */
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

/** Tests and what tests share: `testing.ts` of a service or of one subject, the folder `testing` of the web app. That of chassis is a part of chassis. */
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

/** The text with comments blanked, and strings too if asked; positions and lines stay where they were. */
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
