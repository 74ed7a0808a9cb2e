/** The rights of wallet's role in wallet's own database: its work, and nothing by which the ledger could be changed. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openWorld, type World } from '../testing.ts';

let world: World;
let wallet: pg.Client;
beforeAll(async () => {
  world = await openWorld('wallet', new URL('../../wallet/main.ts', import.meta.url).href);
});
afterAll(() => world.close());
beforeEach(async () => {
  wallet = new pg.Client({ connectionString: world.env.DATABASE_URL });
  await wallet.connect();
});
afterEach(() => wallet.end());

const asWallet = (statement: string) => wallet.query(statement);

describe('the role of a service', () => {
  it.each([
    'alter table entries disable trigger append_only',
    'alter table entries disable trigger all',
    'alter table entries drop constraint entries_pkey',
    'alter table entries rename to others',
    'alter table accounts add column x int',
    'drop trigger append_only on entries',
    'drop table entries',
    'drop table outbox',
    'drop function refuse_change cascade',
    'drop schema public cascade',
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create function mine() returns int language sql as $$ select 1 $$',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create function pg_temp.mine() returns int language sql as $$ select 1 $$',
    'create trigger mine before insert on entries for each row execute function touch_hold()',
    'create rule mine as on insert to entries do instead nothing',
    'create schema mine',
    'create extension pgcrypto',
    'truncate entries',
    'truncate accounts cascade',
    'set role fairline_wallet_owner',
    'set session authorization fairline_wallet_owner',
    'set session_replication_role = replica',
    'alter role fairline_wallet superuser',
    'alter database fairline_wallet owner to fairline_wallet',
    'alter function post_cash owner to fairline_wallet',
    "copy entries to program 'cat'",
    'update migrations set hash = name',
    'delete from migrations',
    'delete from outbox',
    'update outbox set data = data',
  ])('may not %s', async (statement) => {
    await expect(asWallet(statement)).rejects.toThrow(
      /permission denied|must be owner|must be able to SET ROLE|must be superuser|does not exist|no schema has been selected/,
    );
  });

  it.each(['transfers', 'entries'])('may add to and read %s, and change or remove nothing', async (table) => {
    await asWallet(`select * from ${table} limit 1`);
    for (const statement of [
      `update ${table} set amount_minor = 1`,
      `delete from ${table}`,
      `truncate ${table}`,
      `begin; lock table ${table} in exclusive mode`,
    ])
      await expect(
        asWallet(statement).finally(() => asWallet('rollback')),
        statement,
      ).rejects.toThrow(`permission denied for table ${table}`);
    const { rows } = await world.db.query(
      `select string_agg(lower(privilege_type), ' ' order by privilege_type) as rights from information_schema.table_privileges where grantee = 'fairline_wallet' and table_name = $1`,
      [table],
    );
    expect(rows).toEqual([{ rights: 'insert select' }]);
  });

  it('owns nothing', async () => {
    const owned = `select relname from pg_class where relowner = 'fairline_wallet'::regrole
      union all select proname from pg_proc where proowner = 'fairline_wallet'::regrole
      union all select datname from pg_database where datdba = 'fairline_wallet'::regrole`;
    expect((await world.db.query(owned)).rows).toEqual([]);
  });

  it('is not a member of another role, and no other of it', async () => {
    expect(
      (await world.db.query("select * from pg_auth_members where 'fairline_wallet'::regrole in (member, roleid)")).rows,
    ).toEqual([]);
  });

  it('has its operator actions fingerprinted, also before it has any right on their table', async () => {
    const write = (id: string) =>
      asWallet(
        `insert into outbox (id, type, subject, version, data) values ('${id}', 'evt.wallet.OperatorActed.v1', '${id}', 1, '{"operatorId": "${id}"}')`,
      );
    await write(randomUUID());
    await world.db.query('revoke all on operator_actions from fairline_wallet');
    await write(randomUUID());
    await world.migrate();
    expect((await asWallet('select count(*)::int as count from operator_actions')).rows).toEqual([{ count: 2 }]);
    for (const statement of [
      "insert into operator_actions values (now(), '')",
      'delete from operator_actions',
      'update operator_actions set at = now()',
    ])
      await expect(asWallet(statement)).rejects.toThrow('permission denied for table operator_actions');
  });

  it('has the days of the outbox kept for today only', async () => {
    await asWallet("select keep_outbox_days((now() at time zone 'utc')::date)");
    await expect(asWallet("select keep_outbox_days('2090-01-01')")).rejects.toThrow('not for 2090-01-01');
  });
});

test('a migration gives back what was taken, and takes what was given', async () => {
  const rights = async () =>
    (
      await world.db.query(`select table_name, string_agg(privilege_type, ' ' order by privilege_type) as rights
        from information_schema.table_privileges where grantee = 'fairline_wallet' group by 1 order by 1`)
    ).rows;
  const before = await rights();
  await world.db.query('grant all on entries to fairline_wallet; revoke all on accounts from fairline_wallet');
  await world.migrate();
  expect(await rights()).toEqual(before);
});
