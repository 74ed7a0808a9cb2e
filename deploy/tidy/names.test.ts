/** The rules about names, each fed what it forbids and what it allows. */
import { describe, expect, it } from 'vitest';
import { nameRules } from './names.ts';
import { broken } from './testing.ts';

describe('chassis', () => {
  it.each(['const bet = 1;', 'takeStake(x);', '// as the wallet does', 'oddsMilli', "'evt.deposits'", 'fixture_id'])('does not say %j', async (line) => {
    expect(await broken(nameRules, 'chassis knows', { 'services/chassis/bus.ts': `ok;\n${line}\n` })).toHaveLength(1);
  });

  it('may say what only looks like a noun of the domain', async () => {
    expect(await broken(nameRules, 'chassis knows', { 'services/chassis/bus.ts': 'between, better, alphabet, legal, oddly, mistaken\n' })).toEqual([]);
  });
});

it('refuses a retired word in the name of a file or folder', async () => {
  const name = 'no retired word names';
  const paths = ['services/auth/letter.ts', 'services/wallet/standing.ts', 'web/src/features/rooms/list.tsx', 'gateway/frontDoor.ts', 'proto/auth/say-yes.ts'];
  for (const path of paths) expect(await broken(nameRules, name, { [path]: '' }), path).toHaveLength(1);
  const fine = {
    'services/chassis/dead-letter.ts': '',
    'web/src/ui/bedroom.tsx': '',
    'services/a/migrations/0001_standing.sql': '',
    'deploy/local/tell.ts': '',
  };
  expect(await broken(nameRules, name, fine)).toEqual([]);
});

it('refuses a retired word in an exported name of chassis and of the grammar of contracts', async () => {
  const name = 'no retired word in a name';
  const refused = [
    'export const sayAll = 1;',
    'export async function tell() {}',
    'export class Silence {}',
    'export type RoomName = 1;',
    'const x = 1;\nexport { x as hear };',
  ];
  for (const text of refused) expect(await broken(nameRules, name, { 'services/chassis/bus.ts': text }), text).toHaveLength(1);
  const fine = 'export const deadLetter = 1;\nconst say = 2;\n// export const tell = 3\nexport function essay() {}\n';
  expect(await broken(nameRules, name, { 'proto/contract.ts': fine, 'proto/wallet/grants.ts': 'export const say = 1;' })).toEqual([]);
});

it('keeps the business out of ui and client', async () => {
  const name = 'web: ui and client';
  expect(await broken(nameRules, name, { 'web/src/ui/bet-words.ts': '' })).toHaveLength(1);
  expect(await broken(nameRules, name, { 'web/src/client/live.ts': 'const fixtureIds = [];' })).toHaveLength(1);
  const fine = { 'web/src/client/http.ts': "// a bet\ncall('/api/wallet');\n", 'web/src/features/betting/slip.ts': 'const bet = 1;' };
  expect(await broken(nameRules, name, fine)).toEqual([]);
});

it('refuses rows of an unchecked type in production', async () => {
  const name = 'rows are read';
  expect(await broken(nameRules, name, { 'services/a/store.ts': 'db.rows<Bet>(sql);\ntx.row<{ id: string }>(sql);\n' })).toEqual([
    'services/a/store.ts:1',
    'services/a/store.ts:2',
  ]);
  expect(await broken(nameRules, name, { 'services/a/store.ts': 'db.rows(bet, sql);', 'services/a/a.int.test.ts': 'db.rows<Bet>(sql);' })).toEqual([]);
});
