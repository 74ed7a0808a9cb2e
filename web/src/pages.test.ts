/** Each page has a line, and each line a page. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operatorPages } from './operator-pages.ts';
import { addressOf, playerPages, sourceOf } from './pages.ts';

const lines = [...playerPages, ...operatorPages];
const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const files = globSync('{player,admin}/**/*.tsx', { cwd: import.meta.dirname }).filter(
  (file) => !file.includes('/frame/'),
);
const exported = files.flatMap((file) =>
  [...textOf(file).matchAll(/^export (?:function|const) (\w+Page)\b/gm)].map(([, name]) => `${file}#${name}`),
);

it('lists every page, and no page that does not exist', () => {
  const listed = lines.map(({ page }) => page as string);
  expect(exported.filter((page) => !listed.includes(page))).toEqual([]);
  expect(listed.filter((page) => !exported.includes(page))).toEqual([]);
});

it('gives every page a URL of its own', () => {
  const paths = lines.map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
});

it("keeps players' pages where the router looks for them", () => {
  const files = playerPages.map((page) => sourceOf(page).file);
  expect(files.filter((file) => !/^player\/(?!frame\/)[\w-]+\/[\w-]+(?<!frame|slip)\.tsx$/.test(file))).toEqual([]);
});

it('names parts that exist', () => {
  const parts = playerPages.flatMap((page) => page.parts ?? []);
  expect(parts.filter((part) => !files.includes(part))).toEqual([]);
});

it('shows every operator page in the menu, except those that the account or a list links to', () => {
  const menu = [...textOf('admin/frame/rail.tsx').matchAll(/\bpage: '([^']+)'/g)].map(([, path]) => path);
  const led = ['admin/users/:id', 'admin/settings'];
  const missing = operatorPages
    .filter(({ access, path }) => access === 'operator' && !menu.includes(path))
    .map(({ path }) => path);
  expect(missing).toEqual(led);
});

it('knows the URL of a page that needs no parameter', () => {
  const cases = {
    '': '/',
    bets: '/bets',
    'bets/:id': undefined,
    'admin/risk/:part?': '/admin/risk',
    'admin/users/:id': undefined,
  };
  expect(Object.fromEntries(Object.keys(cases).map((path) => [path, addressOf({ path })]))).toEqual(cases);
  expect(sourceOf({ page: 'player/betting/sports.tsx#LivePage' })).toEqual({
    file: 'player/betting/sports.tsx',
    name: 'LivePage',
  });
});
