/** Proofs over many accounts: the incremental one compares accounts that moved, and finds other changes in its rotation. Also the changes that the tables themselves refuse. */
import { describe, expect, it } from 'vitest';
import { proveBooks, proveWholeBooks } from './commands.ts';
import { proveWhole } from './integrity.ts';
import { broken, lived, page, sql, tamper, useProofServers, wallet, world } from './testing-proofs.ts';

useProofServers();

describe('large books', () => {
  /** More than an incremental proof compares in one turn. */
  const players = 5_000;
  const transfers = 15_000;

  async function proveInTurn(): Promise<void> {
    await world.db.query('begin isolation level repeatable read');
    await world.db.query('lock table mismatches in share row exclusive mode');
    await world.db.query('select prove_since($1, 2000)', [world.clock.now()]);
    await world.db.query('commit');
  }

  it('are proven incrementally; other changes are found by the whole proof and in rotation', async () => {
    await lived();
    await proveBooks(wallet());
    await world.db.query(
      `with made as (
         insert into players (player_id, book, currency, opened_at, level) select uuidv7(), 'real', 'USD', now(), 'verified' from generate_series(1, $1::int) returning player_id
       )
       insert into accounts (player_id, currency, book) select player_id, 'USD', 'real' from made`,
      [players],
    );
    await world.db.query(
      `create temp table made as
       select a.player_id, uuidv7() as id, row_number() over (partition by a.player_id order by n) as turn
       from generate_series(1, $1::int) n
       join (select player_id, row_number() over (order by player_id desc) - 1 as place from accounts where version = 0) a on a.place = n % $2::int`,
      [transfers, players],
    );
    await world.db.query(
      `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
       select player_id, id, 'welcome', 'USD', 9, turn * 9, player_id, now() from made`,
    );
    await world.db.query(
      `insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor, balance_after_minor, version)
       select pg_current_xact_id()::text::bigint, m.id, m.player_id, l.house, l.account, 'real', 'USD', l.amount, l.after, l.version
       from made m cross join lateral (
         select false, 'cash', 9, m.turn * 9, m.turn
         union all
         select true, 'bonus_expense', -1, null, null from generate_series(1, 9)
       ) as l (house, account, amount, after, version)`,
    );
    await world.db.query(
      `update accounts a set cash_minor = m.turn * 9, version = m.turn from (select player_id, max(turn) as turn from made group by player_id) m where a.player_id = m.player_id`,
    );
    await world.db.query('drop table made');
    // Autovacuum would do this soon after so many new rows.
    await world.db.query(`select brin_summarize_new_values('entries_order')`);
    await world.db.query('analyze');
    await proveBooks(wallet());
    expect((await proveWhole(world.env)).lines.join('\n')).toMatch(/✓ transfers sum to zero \(15\d,\d{3} checked\)/);

    const playerId = await lived();
    const [last] = await sql<{ id: string }>(
      'select player_id as id from accounts where player_id < $1 order by player_id desc limit 1',
      [playerId],
    );
    const inTurn = async () => {
      await proveInTurn();
      return broken(await page()).flatMap(([, offenders]) => offenders);
    };
    await tamper('update accounts set cash_minor = cash_minor + 1 where player_id = $1', [last?.id]);
    await world.db.query('update marks set walked_to = null');
    expect(await inTurn()).not.toContain(`${last?.id} USD`);
    world.clock.advance(2 * 3_600_000);
    expect(await proveWholeBooks(wallet())).toMatchObject({ stopped: true });
    // Every player of these books was given their first money more than once.
    expect(await sql(`select count(*)::int as listed from mismatches where name = 'players begin once'`)).toEqual([
      { listed: players },
    ]);
    expect(broken(await page()).flatMap(([, offenders]) => offenders)).toContain(`${last?.id} USD`);
    await world.db.query("delete from mismatches where name = 'balances equal their entries'");
    let turns = 1;
    while (!(await inTurn()).includes(`${last?.id} USD`)) expect(turns++).toBeLessThan(players / 2_000 + 3);
    await tamper('update accounts set cash_minor = cash_minor - 1 where player_id = $1', [last?.id]);
    await proveBooks(wallet());
    expect(broken(await page()).flatMap(([, offenders]) => offenders)).not.toContain(`${last?.id} USD`);
    await world.db.query('update stop set reason = null, since = null');
    world.clock.advance(-2 * 3_600_000);
  }, 120_000);
});

describe('the database itself refuses', () => {
  it.each<[string, string, RegExp]>([
    ['to change an entry', 'update entries set amount_minor = 1', /append-only/],
    ['to delete an entry', 'delete from entries', /append-only/],
    ['to empty the entries', 'truncate entries', /append-only/],
    ['to change a transfer', 'update transfers set amount_minor = 1', /append-only/],
    ['to delete a transfer', 'delete from transfers', /append-only/],
    ['a balance below what is held', 'update accounts set cash_minor = held_minor - 1', /check constraint/],
    ['a bonus below zero', 'update accounts set bonus_minor = -1', /check constraint/],
    ['a debt that is a credit', 'update accounts set receivable_minor = 1', /check constraint/],
    [
      'a transfer that does not sum to zero',
      `insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor) values (1, uuidv7(), uuidv7(), true, 'sports', 'real', 'USD', 5)`,
      /do not sum to zero/,
    ],
    [
      'an entry of nothing',
      `insert into entries (xid, transfer_id, player_id, house, account, book, currency, amount_minor) values (1, uuidv7(), uuidv7(), true, 'sports', 'real', 'USD', 0)`,
      /check constraint/,
    ],
  ])('%s', async (_name, text, why) => {
    await lived();
    await expect(world.db.query(text)).rejects.toThrow(why);
  });
});
