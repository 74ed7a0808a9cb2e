/** Rules about the place of files: subject folders as listed in order.ts. */
import { posix } from 'node:path';
import { baseName, isCode, type Rule, type SourceFile } from './files.ts';
import { type Order, order, unordered } from './order.ts';

export function layoutRules(subjects: Order = order, free: readonly string[] = unordered): Rule[] {
  return [
    { name: 'every subject folder is listed in order.ts, one level deep', offenders: (files) => unlisted(files, subjects, free) },
    { name: 'every entry of order.ts exists', offenders: (files) => missing(files, subjects) },
    { name: 'a service with subject folders keeps nothing but its composition beside them', offenders: (files) => strays(files, subjects) },
  ];
}

const governed = /^(services|gateway|proto|web\/src|deploy)\//;
const uncounted = /\.(test|spec)\.tsx?$|\.d\.ts$|\/testing(-[^/]+)?\.tsx?$/;
const isSource = (file: SourceFile) => governed.test(file.path) && isCode(file) && !uncounted.test(file.path);

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
