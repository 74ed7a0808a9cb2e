/** The documents of the repository name only what exists. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentFaults, readRepository } from './documents.ts';

it('the documents name only what exists', () => {
  expect(documentFaults(readRepository(fileURLToPath(new URL('../..', import.meta.url))))).toEqual([]);
});

const rest = {
  Makefile: 'up: ## Start\ntest:\n',
  'package.json': '{ "scripts": { "par": "node par.ts" } }',
  'node_modules/.bin/vitest': '',
  'deploy/config.ts': 'env.GATEWAY_PORT',
  'docs/tour.md': '# A tour\n## The first day',
};

function faultsOf(page: string, text: string) {
  const texts = new Map(Object.entries({ ...rest, [page]: text }));
  const exists = (to: string) => [...texts.keys()].some((path) => `${path}/`.startsWith(to.replace(/\/?$/, '/')));
  return documentFaults({ texts, exists });
}

const row = '| a requirement | `deploy/config.ts` | |\n';

it.each([
  ['links', 'README.md', '[day](docs/tour.md#the-first-day) [web](https://example.com) [top](#top)\n# Top', []],
  ['a lost page', 'docs/a.md', '\n[there](b.md)', ['2: b.md leads nowhere']],
  ['a lost heading', 'docs/a.md', '[day](tour.md#night)', ['1: tour.md#night leads nowhere']],
  ['paths', 'a.md', '`deploy/config.ts` `deploy/` `proto/generated/a.json` `other/a.ts`', []],
  ['a lost file', 'a.md', '`deploy/gone.ts`', ['1: deploy/gone.ts does not exist']],
  ['make', 'a.md', 'make sure to `make up`\n```sh\nmake test down  # both\n```', ['3: down is no target of make']],
  ['npm', 'a.md', '`npm run par` `npm run gone`', ['1: gone is no script of npm']],
  ['npx', 'a.md', '`npx vitest run` `npx jest`', ['1: jest is no program of a package']],
  ['variables', 'a.md', '`GATEWAY_PORT=1 make up` `NOBODY_READS`', ['1: NOBODY_READS is read nowhere']],
  ['a spelling', 'a.md', 'An E-mail', ['1: E-mail is spelled email']],
  ['a long README', 'README.md', 'x\n'.repeat(121), ['121: has more than 120 lines']],
  ['a README of a service', 'services/auth/README.md', 'x\n'.repeat(150), []],
  ['a long page', 'docs/a.md', 'x\n'.repeat(201), ['201: has more than 200 lines']],
  ['requirements', 'docs/requirements/a.md', `| requirement | where |\n| --- | --- |\n${row.repeat(201)}`, []],
  ['a lost row', 'docs/requirements/a.md', `${row}| b | auth | |`, ['2: the row names no place that exists']],
])('finds what is wrong with %s', (_, page, text, faults) => {
  expect(faultsOf(page, text)).toEqual(faults.map((fault) => `${page}:${fault}`));
});
