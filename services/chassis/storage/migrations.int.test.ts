/** Migrations on a real database: numbers are unique, applied files never change, a renamed file is not applied twice. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { openWorld, type World } from '../testing.ts';
import { migrate } from './migrations.ts';

let world: World;
let folder: string;

beforeAll(async () => {
  world = await openWorld('wallet', new URL('../process/', import.meta.url).href);
});
afterAll(() => world.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await mkdir(join(folder, 'migrations'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(folder, 'migrations', name), text);
const run = () => migrate(world.env.DATABASE_URL as string, pathToFileURL(`${folder}/`), createLog('test', 'silent'));
const hasTable = async (name: string) => (await world.db.query('select to_regclass($1) is not null as found', [name])).rows[0].found;

test('refuses two migrations with the same number, and applies neither', async () => {
  await write('0001_a.sql', 'create table numbered_a (id int)');
  await write('0001_b.sql', 'create table numbered_b (id int)');
  await expect(run()).rejects.toThrow('migrations/0001_a.sql and migrations/0001_b.sql have the same number');
  expect(await hasTable('numbered_a')).toBe(false);
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
