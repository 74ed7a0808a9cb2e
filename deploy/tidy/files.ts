/**
 * The tree as the house rules see it: a list of paths and texts, and how to read imports and code out of a text.
 * Rules take such a list and nothing else, so each is tested with a few lines made up for it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A house rule: its name is the sentence one reads when it is broken, its offenders say where. */
export interface Rule {
  readonly name: string;
  readonly offenders: (files: readonly SourceFile[]) => string[];
}

const skippedFolders = new Set(['node_modules', '.git', '.data', 'dist', 'coverage', 'test-results', 'playwright-report']);
const readable = /\.(ts|tsx|js|mjs|css|sql|sh|md|json|yml|yaml|html|conf)$|(^|\/)(Makefile|Dockerfile|run)$/;
const madeByMachine = /(^|\/)package-lock\.json$|^proto\/(schemas\/|openapi\.json$|asyncapi\.json$|CATALOGUE\.md$)|^web\/src\/locales\//;

/** Every text file of the repository that a person wrote. */
export function readTree(root: string, folder = ''): SourceFile[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : readTree(root, path);
    if (!entry.isFile() || !readable.test(path) || madeByMachine.test(path)) return [];
    return [{ path, text: readFileSync(join(root, path), 'utf8') }];
  });
}

export const isCode = ({ path }: SourceFile) => /\.(ts|tsx|js|mjs)$/.test(path);
/** A test, or what tests share: `testing.ts` of a room. That of chassis is a part of chassis. */
export const isTest = ({ path }: SourceFile) =>
  /\.test\.tsx?$|\.spec\.ts$|^deploy\/e2e\/|^(services\/(?!chassis\/)[^/]+(\/[^/]+)?|gateway)\/testing(-[^/]+)?\.ts$/.test(path);

export function baseName(path: string): string {
  return posix.basename(path).replace(/\.(ts|tsx|js|mjs)$/, '');
}

export function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

export interface Import {
  /** As written: `./store.ts`, `@fairline/proto/wallet`, `zod`. */
  readonly from: string;
  /** The path in the repository it leads to; undefined for a package from outside. */
  readonly to: string | undefined;
  /** Only types are taken, so nothing happens at run time. */
  readonly typeOnly: boolean;
  readonly exports: boolean;
}

const statement = /(?:^|[\n;])[ \t]*(import|export)\s+(type\s+)?([^'"`;]*?)\bfrom\s*['"]([^'"\n]+)['"]/g;
const bare = /(?:^|[\n;])[ \t]*import\s*['"]([^'"\n]+)['"]/g;
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

export function importsOf(file: SourceFile): Import[] {
  const code = codeOf(file.text);
  const target = (from: string) => ({ from, to: resolve(file.path, from) });
  return [
    ...[...code.matchAll(statement)].map(([, word, type, names = '', from = '']) => ({
      ...target(from),
      typeOnly: Boolean(type) || onlyTypes(names),
      exports: word === 'export',
    })),
    ...[...code.matchAll(bare), ...code.matchAll(dynamic)].map(([, from = '']) => ({ ...target(from), typeOnly: false, exports: false })),
  ];
}

function onlyTypes(names: string): boolean {
  const inner = /^\{([^}]*)\}\s*$/.exec(names.trim())?.[1];
  const parts = (inner ?? '').split(',').map((part) => part.trim());
  const given = parts.filter(Boolean);
  return given.length > 0 && given.every((part) => part.startsWith('type '));
}

function resolve(path: string, from: string): string | undefined {
  if (from.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), from));
  const [, workspace, rest] = /^@fairline\/([^/]+)(?:\/(.*))?$/.exec(from) ?? [];
  if (!workspace) return undefined;
  const folder = workspaceFolder(workspace);
  return rest ? `${folder}/${rest}.ts` : folder;
}

function workspaceFolder(name: string): string {
  if (['proto', 'gateway', 'web'].includes(name)) return name;
  return name === 'games' ? 'services/casino/games' : `services/${name}`;
}

/** The text with comments blanked, and strings too if asked; positions and lines stay where they were. */
export function codeOf(text: string, { strings = true } = {}): string {
  const out = [...text];
  const blank = (from: number, to: number) => {
    for (let at = from; at < to; at++) if (out[at] !== '\n') out[at] = ' ';
  };
  let at = 0;
  const depths: number[] = [];
  const characters = [...text];
  while (at < characters.length) {
    const end = tokenEnd(characters, at, depths);
    const kind = end.kind;
    if (kind === 'comment') blank(at, end.at);
    if (kind === 'string' && !strings) blank(at + 1, end.at - 1);
    at = end.at;
  }
  return out.join('');
}

type Token = { kind: 'comment' | 'string' | 'code'; at: number };

/** Where the token that begins here ends. `depths` remembers the open braces of template literals. */
function tokenEnd(text: readonly string[], at: number, depths: number[]): Token {
  const here = text[at];
  const next = text[at + 1];
  if (here === '/' && next === '/') return { kind: 'comment', at: find(text, at, (c) => c === '\n') };
  if (here === '/' && next === '*') return { kind: 'comment', at: find(text, at + 2, (c, i) => c === '/' && text[i - 1] === '*' && i > at + 2) + 1 };
  if (here === "'" || here === '"') return quoted(text, at, here);
  if (here === '`') return template(text, at + 1, depths);
  if (here === '/' && startsRegex(text, at)) return { kind: 'string', at: regexEnd(text, at) };
  if (depths.length > 0 && (here === '{' || here === '}')) {
    const depth = (depths.at(-1) ?? 0) + (here === '{' ? 1 : -1);
    depths[depths.length - 1] = depth;
    if (depth === 0) {
      depths.pop();
      return template(text, at + 1, depths);
    }
  }
  return { kind: 'code', at: at + 1 };
}

function find(text: readonly string[], from: number, holds: (character: string, at: number) => boolean): number {
  for (let at = from; at < text.length; at++) if (holds(text[at] as string, at)) return at;
  return text.length;
}

/** An apostrophe in the text of a page has no partner on its line and opens no string. */
function quoted(text: readonly string[], at: number, quote: string): Token {
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === quote) return { kind: 'string', at: end + 1 };
  }
  return { kind: 'code', at: at + 1 };
}

/** Runs from inside a template literal to its end or to the next `${`. */
function template(text: readonly string[], from: number, depths: number[]): Token {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return { kind: 'string', at: at + 1 };
    else if (text[at] === '$' && text[at + 1] === '{') {
      depths.push(1);
      return { kind: 'string', at: at + 2 };
    }
  }
  return { kind: 'string', at: text.length };
}

function startsRegex(text: readonly string[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /[ \t]/.test(text[before] as string)) before--;
  if (before < 0) return true;
  if (/[(,=:[!&|?{};\n>]/.test(text[before] as string)) return text[before] !== '>' || text[before - 1] === '=';
  return /\b(return|typeof|case|of|in)$/.test(text.slice(Math.max(0, before - 7), before + 1).join(''));
}

function regexEnd(text: readonly string[], at: number): number {
  let inClass = false;
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end++) {
    const character = text[end];
    if (character === '\\') end++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return end + 1;
  }
  return at + 1;
}
