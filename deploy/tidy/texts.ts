/** Rules about texts: a header comment in each file, clear names, no notes about work to be done, working links. */
import { posix } from 'node:path';
import { baseName, codeOf, isCode, isTest, type Rule, type SourceFile } from './files.ts';

export const textRules: Rule[] = [
  { name: 'a file opens with a comment of one to four sentences: what it is and the promise it keeps', offenders: headers },
  { name: 'no barrel files', offenders: barrels },
  { name: 'no default exports, except where a tool demands one', offenders: defaults },
  { name: 'no util, helper or manager, and no service suffix', offenders: vagueNames },
  { name: 'no note to do something later', offenders: later },
  { name: 'no Math.random on the server, except jitter that says so', offenders: chance },
  { name: 'the name of a test has at most 90 characters', offenders: longTestNames },
  { name: 'a link between documents leads somewhere', offenders: links },
  { name: 'the top of the tree holds proto, services, gateway, web, deploy and docs, and no other folder', offenders: folders },
];

const sentencesAtMost = 4;

function headers(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const opening = opener(path);
    if (!opening) return [];
    const body = text.replace(/^#!.*\n/, '');
    const header = opening.exec(body)?.[0];
    if (!header) return [`${path} does not open with one`];
    const count = sentences(header);
    if (count === 0) return [`${path} opens with an empty one`];
    return count > sentencesAtMost && baseName(path) !== 'main' ? [`${path} opens with ${count} sentences`] : [];
  });
}

/** The pattern of the header comment, by type of file. */
function opener(path: string): RegExp | undefined {
  if (/\.(ts|tsx|js|mjs)$/.test(path)) return /^\/\*\*[\s\S]*?\*\//;
  if (path.endsWith('.css')) return /^\/\*[\s\S]*?\*\//;
  if (path.endsWith('.sql')) return /^(--.*\n)+/;
  if (/\.(sh|yml|yaml)$|(^|\/)(Makefile|Dockerfile|run)$/.test(path)) return /^(#.*\n)+/;
  return undefined;
}

function sentences(comment: string): number {
  const text = comment
    .replaceAll(/^\s*(\/\*\*?|\*\/|\*|--|#)/gm, ' ')
    .replaceAll('*/', ' ')
    .replaceAll(/\b(e\.g|i\.e|etc)\./g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text === '') return 0;
  return [...text.matchAll(/[.!?](?=\s|$)/g)].length || 1;
}

/** Files that re-export all of another file, or do nothing but re-export. */
function barrels(files: readonly SourceFile[]): string[] {
  return files.filter(isCode).flatMap((file) => {
    const code = codeOf(file.text);
    const handedOn = file.imports.filter((one) => one.exports);
    if (handedOn.length === 0) return [];
    if (/^\s*export\s*(type\s*)?\*/m.test(code)) return [`${file.path} exports all of another file`];
    const own = code.replaceAll(/\bexport\s+(type\s+)?\{[^}]*\}\s*from\s*['"][^'"]+['"];?/g, '').trim();
    return own === '' || baseName(file.path) === 'index' ? [`${file.path} only hands on what others export`] : [];
  });
}

function defaults(files: readonly SourceFile[]): string[] {
  const demanded = /\.config\.(ts|js|mjs)$|\.setup\.ts$|\.d\.ts$|^deploy\/load\//;
  return files
    .filter((file) => isCode(file) && !demanded.test(file.path))
    .filter(({ text }) => /^\s*export\s+default\b|^\s*export\s*\{[^}]*\bas default\b/m.test(codeOf(text, { strings: false })))
    .map(({ path }) => path);
}

const banned = /^(utils?|helpers?|managers?|misc|stuff)$/i;
const bannedSuffix = /(?:[a-z0-9](?:Utils?|Helpers?|Managers?|Service)|^(?:utils?|helpers?|managers?))$/;

function vagueNames(files: readonly SourceFile[]): string[] {
  const named = files.flatMap(({ path }) => {
    const parts = path.split('/').flatMap((part) => part.replace(/\.\w+$/, '').split(/[-._]/));
    const folders = path.split('/').slice(0, -1);
    const base = baseName(path);
    const suffix = /[-._]service$/i.test(base) || folders.some((folder) => /[-._]service$/i.test(folder));
    return parts.some((part) => banned.test(part) || bannedSuffix.test(part)) || suffix ? [path] : [];
  });
  const declared = files.filter(isCode).flatMap(({ path, text }) => {
    const code = codeOf(text, { strings: false });
    const names = [...code.matchAll(/\b(?:class|interface)\s+(\w+)|\btype\s+(\w+)\s*(?:<[^=]*>)?\s*=/g)].map(([, one, other]) => one ?? other ?? '');
    return names.filter((name) => bannedSuffix.test(name)).map((name) => `${path} declares ${name}`);
  });
  return [...named, ...declared];
}

const note = new RegExp(String.raw`\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].join('|')})\b`);

function later(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => text.split('\n').flatMap((line, at) => (note.test(line) ? [`${path}:${at + 1}`] : [])));
}

function chance(files: readonly SourceFile[]): string[] {
  const server = files.filter((file) => /^(services|gateway|proto)\//.test(file.path) && isCode(file) && !isTest(file));
  return server.flatMap(({ path, text }) => {
    const written = text.split('\n');
    const code = codeOf(text, { strings: false }).split('\n');
    const isJitter = (at: number) => [written[at], written[at - 1]].some((line) => /(\/\/|\*).*\bjitter\b/i.test(line ?? ''));
    return code.flatMap((line, at) => (/\bMath\.random\b/.test(line) && !isJitter(at) ? [`${path}:${at + 1}`] : []));
  });
}

const testNameAtMost = 90;
/** Matches the name of a test, of a table of tests, and of a table after its last line. */
const testName = /^\s*(?:(?:it|test|describe)\b(?:\.\w+)*(?:<.*>)?(?:\(.*\))?|\][^'"`]*)\((['"`])((?:\\.|(?!\1).)*)\1, (?:async )?\(/gm;

function longTestNames(files: readonly SourceFile[]): string[] {
  return files
    .filter(isTest)
    .flatMap(({ path, text }) =>
      [...text.matchAll(testName)].filter(([, , name = '']) => name.length > testNameAtMost).map(([, , name]) => `${path}: ${name}`),
    );
}

/** Checks links to text files only, because pictures and generated files are not in the list. */
function links(files: readonly SourceFile[]): string[] {
  const paths = files.map(({ path }) => path);
  const known = (to: string) =>
    paths.some((path) => path === to || path.startsWith(`${to.replace(/\/$/, '')}/`)) || /^LICENSE$|^proto\/(CATALOGUE\.md|schemas)/.test(to);
  return files
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s:#]+)(?:#[^)]*)?\)/g)]
        .map(([, link = '']) => posix.normalize(posix.join(posix.dirname(path), link)))
        .filter((to) => (/\.(md|ts|yml|sql)$/.test(to) || !posix.extname(to)) && !known(to))
        .map((to) => `${path} leads to ${to}`),
    );
}

const topFolders = new Set(['proto', 'services', 'gateway', 'web', 'deploy', 'docs', '.ci']);

function folders(files: readonly SourceFile[]): string[] {
  const tops = files.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0] ?? '');
  return [...new Set(tops)].filter((top) => !topFolders.has(top));
}
