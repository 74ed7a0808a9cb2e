/** The rules about names, each with names that it forbids and names that it allows. */
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

it('refuses a retired term in the name of a file or folder', async () => {
  const name = 'no retired term names';
  const paths = ['services/auth/letter.ts', 'services/wallet/standing.ts', 'gateway/rooms/list.ts', 'gateway/frontDoor.ts', 'proto/auth/say-yes.ts'];
  for (const path of paths) expect(await broken(nameRules, name, { [path]: '' }), path).toHaveLength(1);
  const fine = {
    'services/chassis/dead-letter.ts': '',
    'gateway/bedroom.ts': '',
    'services/a/migrations/0001_standing.sql': '',
    'deploy/local/tell.ts': '',
  };
  expect(await broken(nameRules, name, fine)).toEqual([]);
});

describe('a retired term in a name', () => {
  const name = 'no retired term in a name';

  it.each([
    ['services/wallet/store.ts', 'const told = 1;', 'told'],
    ['services/wallet/store.test.ts', 'for (const { said } of all) run(said);', 'said'],
    ['gateway/server.ts', 'function f(door: string) {}', 'door'],
    ['deploy/local/up.ts', 'class Silence {}', 'Silence'],
    ['proto/wallet/rules.ts', 'export const sayAll = (facts: string[], wordOf: never) => facts;', 'sayAll, facts, wordOf'],
    ['gateway/list.tsx', 'const Room = ({ letter }: Props) => <p>{letter}</p>;', 'Room, letter'],
    ['services/wallet/sql/books.sql', 'create function fold_house() returns void -- folds', 'fold_house'],
  ])('is refused in %s: %s', async (path, text, names) => {
    expect(await broken(nameRules, name, { [path]: text })).toEqual([`${path}: ${names}`]);
  });

  it.each([
    ['gateway/list.tsx', 'const deadLetters = 1; // told\nconst title = () => <p className="word">A word, as they say</p>;'],
    ['services/wallet/store.ts', "const leagueStandings = [`said`, 'told'];\nconst essay = /door/;"],
    ['services/betting/sql/bets.sql', "insert into leg_words (selection_id, words) values (a, 'told');"],
    ['services/betting/migrations/0001_words.sql', 'create table market_facts (told text);'],
    ['services/chassis/sql/0001_chassis.sql', 'create table inbox (heard_at timestamptz);'],
  ])('is exempt in %s: %s', async (path, text) => {
    expect(await broken(nameRules, name, { [path]: text })).toEqual([]);
  });
});

it('keeps the business out of ui and client', async () => {
  const name = 'web: ui and client';
  expect(await broken(nameRules, name, { 'web/src/ui/bet-list.ts': '' })).toHaveLength(1);
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
