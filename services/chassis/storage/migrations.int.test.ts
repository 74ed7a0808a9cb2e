/** Migrations on a real database: numbers are unique, applied files never change, a renamed file is not applied twice. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from '../testing.ts';
import { requireMigrated } from './migrations.ts';

let world: World;
let folder: string;

beforeAll(async () => {
  world = await openWorld('wallet', new URL('../process/', import.meta.url).href);
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.query("delete from migrations where name not like 'chassis/%'");
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await mkdir(join(folder, 'migrations'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(folder, 'migrations', name), text);
const run = () => world.migrate(pathToFileURL(`${folder}/`).href);
const hasTable = async (name: string) =>
  (await world.db.query('select to_regclass($1) is not null as found', [name])).rows[0].found;

test('refuses two migrations with the same number, and applies neither', async () => {
  await write('0001_a.sql', 'create table numbered_a (id int)');
  await write('0001_b.sql', 'create table numbered_b (id int)');
  await expect(run()).rejects.toThrow('migrations/0001_a.sql and migrations/0001_b.sql have the same number');
  expect(await hasTable('numbered_a')).toBe(false);
});

test('a service refuses a database without a migration or with other functions, not a newer one', async () => {
  const check = () => requireMigrated(world.db as never, 'wallet', pathToFileURL(`${folder}/`));
  await run();
  await check();
  await write('0001_a.sql', 'create table required_a (id int)');
  await mkdir(join(folder, 'sql'));
  await writeFile(
    join(folder, 'sql/b.sql'),
    'create or replace function required() returns int language sql as $$ select 1 $$;',
  );
  await expect(check()).rejects.toThrow('the database of wallet lacks migrations/0001_a.sql');
  await run();
  await check();
  await writeFile(
    join(folder, 'sql/b.sql'),
    'create or replace function required() returns int language sql as $$ select 2 $$;',
  );
  await expect(check()).rejects.toThrow('the database of wallet lacks sql/b.sql');
  await run();
  await rm(join(folder, 'migrations/0001_a.sql'));
  await check();
});

test('recognises a renamed migration by its content', async () => {
  await write('0002_a.sql', 'create table renamed (id int)');
  await run();
  await rename(join(folder, 'migrations/0002_a.sql'), join(folder, 'migrations/0003_b.sql'));
  await run();
  const { rows } = await world.db.query("select name from migrations where name like 'migrations/%' order by name");
  expect(rows.map(({ name }) => name)).toEqual(['migrations/0003_b.sql']);
});

test('refuses a migration that was edited after it was applied', async () => {
  await write('0004_a.sql', 'create table edited (id int)');
  await run();
  await write('0004_a.sql', 'create table edited (id int, name text)');
  await expect(run()).rejects.toThrow('migration migrations/0004_a.sql was changed after it was applied');
});

test('applies all pending files or none', async () => {
  await write('0005_a.sql', 'create table whole_a (id int)');
  await write('0006_b.sql', 'create table whole_b (id no_such_type)');
  await expect(run()).rejects.toThrow('no_such_type');
  expect(await hasTable('whole_a')).toBe(false);
});

test('an older release applies nothing to the database of a newer one', async () => {
  await write('0007_a.sql', 'create table newer_a (id int)');
  await write('0008_b.sql', 'create table newer_b (id int)');
  await run();
  await rm(join(folder, 'migrations/0008_b.sql'));
  await mkdir(join(folder, 'sql'));
  await writeFile(
    join(folder, 'sql/old.sql'),
    'create function of_older_release() returns int language sql as $$ select 1 $$;',
  );
  await run();
  expect((await world.db.query("select to_regproc('of_older_release') is null as missing")).rows[0].missing).toBe(true);
});

test('replaces every function where one file changed, so that a function may move between files', async () => {
  await mkdir(join(folder, 'sql'));
  const file = (name: string, text: string) => writeFile(join(folder, 'sql', name), text);
  const answer = (value: number) =>
    `create or replace function moved_function() returns int language sql as 'select ${value}';`;
  await file('a.sql', answer(1));
  await run();
  await file('a.sql', '-- nothing');
  await file('b.sql', answer(2));
  await run();
  await world.db.query(answer(1));
  await file('a.sql', '-- nothing at all');
  await run();
  expect((await world.db.query('select moved_function() as value')).rows[0].value).toBe(2);
});
