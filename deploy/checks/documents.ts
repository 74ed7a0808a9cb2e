/** What documents name must exist: pages, paths, commands, variables, places of requirements. Pages keep their length. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

interface Repository {
  /** The text files by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether a file or folder is there; the path may be a glob. */
  readonly exists: (path: string) => boolean;
}

const skipped = /^(node_modules|\.git|\.data|dist|generated|test-results|locales)$/;
const readable = '**/{*.{md,ts,tsx,js,sh,yml,yaml,json,conf},Makefile,Dockerfile}';

export function readRepository(root: string): Repository {
  const paths = globSync([readable, `.*/${readable}`], {
    cwd: root,
    exclude: (path) => skipped.test(posix.basename(path)),
  });
  return {
    texts: new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
    exists: (path) => globSync(path, { cwd: root }).length > 0,
  };
}

/** The most lines of a page, by its path; the first that matches counts. */
const lengths: [RegExp, number][] = [
  [/^docs\/requirements\//, Number.POSITIVE_INFINITY],
  [/^docs\//, 200],
  [/^README\.md$/, 120],
  [/README\.md$/, 150],
];
const variable = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;
/** Variables that packages read. */
const foreign = ['TESTCONTAINERS_RYUK_DISABLED'];

/** One line for each fault: `file:line: what is wrong`. The catalogue is generated, and not checked. */
export function documentFaults({ texts, exists }: Repository): string[] {
  const all = [...texts];
  const tops = new Set(all.map(([path]) => path.split('/', 1)[0]));
  const code = all.filter(([path]) => !/\.md$|\.(test|spec)\.tsx?$/.test(path));
  const variables = new Set([...foreign, ...code.flatMap(([, text]) => text.match(variable) ?? [])]);
  const targets = new Set(captures(texts.get('Makefile') ?? '', /^([a-z][\w-]*):/gm));
  const packages = all.filter(([path]) => /(^|\/)package\.json$/.test(path)).map(([, text]) => JSON.parse(text));
  const scripts = new Set(packages.flatMap((one) => Object.keys(one.scripts ?? {})));

  function isBroken(from: string, link: string): boolean {
    const [path = '', anchor] = link.split('#');
    const to = path === '' ? from : posix.join(posix.dirname(from), path);
    if (path !== '' && !exists(to)) return true;
    return anchor !== undefined && to.endsWith('.md') && !anchorsOf(texts.get(to) ?? '').includes(anchor);
  }
  function isMissing(path: string): boolean {
    if (!/^[\w.@*{},-]+\/[\w.@*{},/-]*$/.test(path) || !/(\/|\.\w+)$/.test(path)) return false;
    return tops.has(path.split('/', 1)[0]) && !path.startsWith('proto/generated/') && !exists(path);
  }
  function lineFaults(page: string, { text, fenced, codes }: Line): string[] {
    const links = fenced ? [] : captures(text, /(?:\]\(|(?:src|href)=")([^)"\s]+)/g);
    const named = fenced ? [] : codes;
    const commands = (pattern: RegExp) => codes.flatMap((one) => captures(one, pattern));
    const made = commands(/(?:^|[\s;&(])make((?: [a-z][\w-]*)+)/g).flatMap((words) => words.trim().split(' '));
    const isRow = page.startsWith('docs/requirements/') && /^\| (?!---|requirement \|)/.test(text);
    const place = /^`([^`]+)`$/.exec(text.split('|')[2]?.trim() ?? '')?.[1];
    const found: [names: readonly string[], isFault: (name: string) => boolean, fault: string][] = [
      [links, (link) => !/^\w+:/.test(link) && isBroken(page, link), 'leads nowhere'],
      [named, isMissing, 'does not exist'],
      [made, (name) => !targets.has(name), 'is no target of make'],
      [commands(/\bnpm run ([\w:.-]+)/g), (name) => !scripts.has(name), 'is no script of npm'],
      [commands(/\bnpx ([\w-]+)/g), (name) => !exists(`node_modules/.bin/${name}`), 'is no program of a package'],
      [named.flatMap((one) => one.match(variable) ?? []), (name) => !variables.has(name), 'is read nowhere'],
      [text.match(/\be-mail/gi) ?? [], () => true, 'is spelled email'],
      [isRow ? [place ?? 'the row'] : [], (name) => name !== place || !exists(name), 'names no place that exists'],
    ];
    return found.flatMap(([names, isFault, fault]) => names.filter(isFault).map((name) => `${name} ${fault}`));
  }
  return all.flatMap(([page, text]) => {
    if (!page.endsWith('.md') || page === 'proto/CATALOGUE.md') return [];
    const lines = linesOf(text);
    const most = lengths.find(([pages]) => pages.test(page))?.[1] ?? lines.length;
    const tooLong = lines.length > most ? [`${page}:${most + 1}: has more than ${most} lines`] : [];
    const faults = lines.map((line, at) => lineFaults(page, line).map((one) => `${page}:${at + 1}: ${one}`));
    return [...tooLong, ...faults.flat()];
  });
}

const captures = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** The anchors of a page's headings, as GitHub forms them. */
const anchorsOf = (text: string) => captures(text.toLowerCase(), /^#+ (.+)$/gm).map((title) => anchorOf(title));
const anchorOf = (title: string) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');

type Line = ReturnType<typeof linesOf>[number];

/** The lines of a page, each with its parts that are code: the whole line inside a fence. */
function linesOf(page: string) {
  let fenced = false;
  const lines = page.trimEnd().split('\n');
  return lines.map((text) => {
    const isFence = /^\s*```/.test(text);
    fenced = fenced !== isFence;
    return { text, fenced, codes: fenced ? [text] : captures(text, /`([^`]+)`/g) };
  });
}
