/** The rules about sizes and folders, each with a tree that it forbids and one that it allows. */
import { expect, it } from 'vitest';
import { layoutRules } from './layout.ts';
import { broken, many, type Tree } from './testing.ts';

const order = { 'services/wallet': ['payments', 'period.ts'] };
const rules = layoutRules(order, ['services', 'web', 'web/src']);
const named = (folder: string, count: number): Tree => Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/noun${at}.ts`, '']));

it('a file has 400 lines, prose 500', async () => {
  const fine = { 'proto/a.ts': many(400), 'README.md': many(500), 'b.json': many(900) };
  expect(await broken(rules, 'a file of code', fine)).toEqual([]);
  const long = { 'proto/a.ts': many(401), 'proto/a.test.ts': many(401), 'web/src/x.tsx': many(401), 'services/a/sql/x.sql': many(401), 'README.md': many(501) };
  expect(await broken(rules, 'a file of code', long)).toHaveLength(5);
});

it('an SQL function has 60 lines', async () => {
  const sql = (lines: number) => `create or replace function post(a int) returns void language sql as $$\n${'x\n'.repeat(lines - 2)}$$;\n`;
  expect(await broken(rules, 'an SQL function', { 'services/a/sql/post.sql': sql(60) + sql(60), 'services/a/migrations/0001_a.sql': sql(90) })).toEqual([]);
  expect(await broken(rules, 'an SQL function', { 'services/a/sql/post.sql': sql(60) + sql(61) })).toEqual(['services/a/sql/post.sql: post has 61 lines']);
});

it('a folder has 15 source files', async () => {
  const uncounted = {
    'services/a/noun.test.ts': '',
    'services/a/a.int.test.ts': '',
    'services/a/testing.ts': '',
    'services/a/testing-feed.ts': '',
    'services/a/package.json': '{}',
    'services/a/migrations/0001_a.sql': '',
    'services/a/sql/post.sql': '',
  };
  expect(await broken(rules, 'a folder has', { ...named('services/a', 15), ...uncounted })).toEqual([]);
  expect(await broken(rules, 'a folder has', named('services/a', 16))).toEqual(['services/a has 16 source files']);
  expect(await broken(rules, 'a folder has', { ...named('deploy/local', 16), ...named('web/src/ui', 16), ...named('services/chassis/http', 16) })).toHaveLength(
    3,
  );
});

it('subject folders and order.ts agree', async () => {
  const listed = 'every subject folder';
  const fine = { 'services/wallet/payments/store.ts': '', 'services/wallet/period.ts': '', 'services/wallet/sql/a.sql': '', 'web/src/ui/a.tsx': '' };
  expect(await broken(rules, listed, fine)).toEqual([]);
  expect(await broken(rules, 'every entry', fine)).toEqual([]);
  expect(await broken(rules, listed, { 'services/wallet/books/store.ts': '' })).toEqual(['services/wallet/books is not listed']);
  expect(await broken(rules, listed, { 'services/auth/mail/store.ts': '' })).toEqual(['services/auth/mail is not listed']);
  expect(await broken(rules, listed, { 'services/wallet/payments/cards/store.ts': '' })).toEqual(['services/wallet/payments/cards is not listed']);
  const deep = layoutRules({ ...order, 'services/wallet/payments': ['cards'] }, ['services']);
  expect(await broken(deep, listed, { 'services/wallet/payments/cards/store.ts': '' })).toEqual(['services/wallet/payments lies two levels deep']);
  expect(await broken(rules, 'every entry', { 'services/wallet/payments/store.ts': '' })).toEqual(['services/wallet/period.ts']);
});

it('beside subject folders lies the composition alone', async () => {
  const names = ['main', 'config', 'routes', 'requests', 'consumers', 'jobs', 'collections', 'testing', 'testing-feed', 'period', 'wallet.int.test'];
  const fine = Object.fromEntries(names.map((name) => [`services/wallet/${name}.ts`, '']));
  expect(await broken(rules, 'a service with', fine)).toEqual([]);
  expect(await broken(rules, 'a service with', { 'services/wallet/commands.ts': '', 'services/flat/commands.ts': '' })).toEqual([
    'services/wallet/commands.ts',
  ]);
});
