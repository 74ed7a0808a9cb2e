/** Rows on a real database: a difference between declared and actual columns is a fault that names the column. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { openWorld, type World } from '../testing.ts';
import { Database } from './postgres.ts';
import {
  bool,
  bytes,
  type Columns,
  day,
  float,
  instant,
  integer,
  integers,
  json,
  nullable,
  numeric,
  oneOf,
  text,
  texts,
  uuid,
  uuids,
} from './rows.ts';

let world: World;
let db: Database;

beforeAll(async () => {
  world = await openWorld('wallet', new URL('../process/', import.meta.url).href);
  db = new Database(world.env.DATABASE_URL as string, createLog('test', 'silent'));
});
afterAll(async () => {
  await db.close();
  await world.close();
});

const id = '019aa1c8-7f00-7000-8000-000000000001';

test.each<[string, Columns[string], string, unknown]>([
  ['uuid', uuid, `'${id}'::uuid`, id],
  ['text', text, `'a'::text`, 'a'],
  ['name', text, `'a'::name`, 'a'],
  ['int4', integer, '7::int4', 7],
  ['int8', integer, '9007199254740991::int8', 9_007_199_254_740_991],
  ['float8', float, '0.5::float8', 0.5],
  ['numeric', numeric, '1.10::numeric', '1.10'],
  ['bool', bool, 'true', true],
  ['timestamptz', instant, `'2026-01-31T12:00:00Z'::timestamptz`, new Date('2026-01-31T12:00:00Z')],
  ['date', day, `'2026-01-31'::date`, '2026-01-31'],
  ['bytea', bytes, `'\\x01'::bytea`, Buffer.from([1])],
  ['uuid[]', uuids, `array['${id}']::uuid[]`, [id]],
  ['text[]', texts, `array['a','b']`, ['a', 'b']],
  ['int8[]', integers, 'array[1,2]::int8[]', [1, 2]],
  ['closed set', oneOf(['open', 'closed']), `'open'`, 'open'],
  ['jsonb', json(z.object({ n: z.int() })), `'{"n":1}'::jsonb`, { n: 1 }],
  ['null', nullable(integer), 'null::int4', null],
])('reads %s', async (_name, column, expression, expected) => {
  expect(await db.row({ value: column }, `select ${expression} as value`)).toEqual({ value: expected });
});

describe('refuses', () => {
  test.each<[string, Columns, string, string]>([
    ['a renamed column', { stakeMinor: integer }, 'select 1 as amount', 'column "stakeMinor" is missing'],
    ['a column that is not declared', { a: integer }, 'select 1 as a, 2 as b', 'column "b" is not declared'],
    ['another type', { a: integer }, `select 'x' as a`, 'column "a" has type 25, not 21 or 23 or 20'],
    ['an unexpected null', { a: integer }, 'select null::int4 as a', 'column "a" is null'],
    [
      'a value outside the closed set',
      { a: oneOf(['open']) },
      `select 'gone' as a`,
      'column "a": "gone" is none of open',
    ],
    ['JSON of another shape', { a: json(z.object({ n: z.int() })) }, `select '{}'::jsonb as a`, 'column "a": '],
  ])('%s', async (_name, columns, statement, message) => {
    await expect(db.rows(columns, statement)).rejects.toThrow(message);
  });

  test('a mismatch and names the statement', async () => {
    await expect(db.row({ a: integer }, 'select 1 as b')).rejects.toThrow('in: select 1 as b');
  });
});
