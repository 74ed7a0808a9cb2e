/** Rules about the size and place of files: short files, small folders, and subject folders as listed in order.ts. */
import { posix } from 'node:path';
import { baseName, isCode, lineCount, type Rule, type SourceFile } from './files.ts';
import { type Order, order, unordered } from './order.ts';

const linesAtMost = 400;
const proseLinesAtMost = 500;
const functionLinesAtMost = 60;
const filesAtMost = 15;

export function layoutRules(subjects: Order = order, free: readonly string[] = unordered): Rule[] {
  return [
    { name: 'a file of code or SQL has at most 400 lines, any other text 500', offenders: lines },
    { name: 'an SQL function has at most 60 lines', offenders: functions },
    { name: 'a folder has at most 15 source files (tests, SQL and migrations not counted)', offenders: folders },
    { name: 'every subject folder is listed in order.ts, one level deep', offenders: (files) => unlisted(files, subjects, free) },
    { name: 'every entry of order.ts exists', offenders: (files) => missing(files, subjects) },
    { name: 'a service with subject folders keeps nothing but its composition beside them', offenders: (files) => strays(files, subjects) },
  ];
}

function lines(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const most = /\.(ts|tsx|js|mjs|sql)$/.test(path) ? linesAtMost : proseLinesAtMost;
    const count = lineCount(text);
    return count > most && !path.endsWith('.json') ? [`${path} has ${count} lines`] : [];
  });
}

/** Migrations are exempt, because an applied migration is never edited. */
function functions(files: readonly SourceFile[]): string[] {
  const replaced = files.filter(({ path }) => path.endsWith('.sql') && !path.includes('/migrations/'));
  return replaced.flatMap(({ path, text }) =>
    [...text.matchAll(/^create (?:or replace )?(?:function|procedure) ([\w.]+)[\s\S]*?(\$\w*\$)[\s\S]*?\2/gim)].flatMap(([whole, name]) => {
      const count = lineCount(whole);
      return count > functionLinesAtMost ? [`${path}: ${name} has ${count} lines`] : [];
    }),
  );
}

const governed = /^(services|gateway|proto|web\/src|deploy)\//;
const uncounted = /\.(test|spec)\.tsx?$|\.d\.ts$|\/testing(-[^/]+)?\.tsx?$/;
const isSource = (file: SourceFile) => governed.test(file.path) && isCode(file) && !uncounted.test(file.path);

function folders(files: readonly SourceFile[]): string[] {
  const byFolder = Map.groupBy(files.filter(isSource), ({ path }) => posix.dirname(path));
  return [...byFolder].flatMap(([folder, own]) => (own.length > filesAtMost ? [`${folder} has ${own.length} source files`] : []));
}

/** Every folder with code, and all folders above it. */
function foldersWithCode(files: readonly SourceFile[]): string[] {
  const up = (folder: string): string[] => (folder === '.' ? [] : [folder, ...up(posix.dirname(folder))]);
  const code = files.filter((file) => governed.test(file.path) && isCode(file));
  return [...new Set(code.flatMap(({ path }) => up(posix.dirname(path))))].sort();
}

function unlisted(files: readonly SourceFile[], subjects: Order, free: readonly string[]): string[] {
  // `deploy` is exempt: its parts, such as the launcher, have folders of their own, as services do.
  const nested = Object.entries(subjects)
    .filter(([parent]) => parent !== 'deploy')
    .flatMap(([parent, entries]) => entries.map((entry) => `${parent}/${entry}`).filter((path) => path in subjects));
  const unknown = foldersWithCode(files).filter((folder) => {
    const parent = posix.dirname(folder);
    return parent !== '.' && !free.includes(parent) && !subjects[parent]?.includes(posix.basename(folder));
  });
  return [...unknown.map((folder) => `${folder} is not listed`), ...nested.map((path) => `${path} lies two levels deep`)];
}

function missing(files: readonly SourceFile[], subjects: Order): string[] {
  const there = new Set([...foldersWithCode(files), ...files.map(({ path }) => path)]);
  return Object.entries(subjects).flatMap(([parent, entries]) => entries.map((entry) => `${parent}/${entry}`).filter((path) => !there.has(path)));
}

const composition = new Set(['main', 'config', 'routes', 'requests', 'consumers', 'jobs', 'collections']);

/** A file at the root that order.ts lists is not reported, because subjects share it. */
function strays(files: readonly SourceFile[], subjects: Order): string[] {
  const services = Object.entries(subjects).filter(([parent]) => /^(services\/[^/]+|gateway)$/.test(parent));
  return services.flatMap(([parent, entries]) =>
    files
      .filter((file) => isSource(file) && posix.dirname(file.path) === parent)
      .filter(({ path }) => !composition.has(baseName(path)) && !entries.includes(posix.basename(path)))
      .map(({ path }) => path),
  );
}
