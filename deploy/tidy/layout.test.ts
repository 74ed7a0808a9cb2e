/** The rules about folders, each with a tree that it forbids and one that it allows. */
import { expect, it } from 'vitest';
import { layoutRules } from './layout.ts';
import { broken } from './testing.ts';

const order = { 'services/wallet': ['payments', 'period.ts'] };
const rules = layoutRules(order, ['services', 'web', 'web/src']);

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
