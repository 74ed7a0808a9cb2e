/** The operators' list of all transactions: every filter, pages, the limit of rows that a page reads, and the export. */

import { randomUUIDv7 } from 'node:crypto';
import { proven } from '@fairline/chassis/testing';
import { minuteMs } from '@fairline/proto/time';
import type { TransactionForOperator } from '@fairline/proto/wallet/history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWallet, operator, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
let players: [string, string];
/** The time of the first transaction of the test data; each next one is a minute later. */
let start: number;

beforeAll(async () => {
  world = await openWallet();
  // Ids carry the time of the database.
  world.clock.set(new Date());
  players = [await world.player(), await world.player()];
  start = Math.floor(world.clock.now().getTime() / minuteMs) * minuteMs - 10 * 24 * 3_600_000;
  const at = `to_timestamp($2::float8 / 1000) + n * interval '1 minute'`;
  const id = `uuidv7(${at} - now())`;
  await world.db.query(
    `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
     select ($1::uuid[])[1 + n % 2], ${id}, case when n % 10 = 0 then 'refund' else 'stake' end, case when n % 4 = 0 then 'EUR' else 'USD' end,
       case when n % 10 = 0 then n else -n end, 0, gen_random_uuid(), ${at} from generate_series(1, 200) n`,
    [players, start],
  );
  await world.db.query(
    `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, customer_name, rejection_reason, submitted_at, decided_at)
     select ${id}, ($1::uuid[])[1 + n % 2], case when n % 3 = 0 then 'withdrawal' else 'deposit' end, s.status, n * 100, n * 100, case when n % 4 = 0 then 'EUR' else 'USD' end, 'real',
       case when n % 5 = 0 then 'phonepe' else 'bank_transfer' end, '=REF-' || n, case when n % 7 = 0 then 'Ada Lovelace' end, case s.status when 'rejected' then 'No' end,
       ${at}, case when s.status <> 'pending' then ${at} end
     from generate_series(1, 120) n cross join lateral (select (array['pending', 'approved', 'rejected', 'failed'])[1 + n % 4] as status) s`,
    [players, start],
  );
});
afterAll(() => world.close());

const path = '/api/admin/wallet/transactions';
interface Listed {
  items: TransactionForOperator[];
  nextCursor: string | null;
}

async function listed(query: string): Promise<{ items: TransactionForOperator[]; pages: number }> {
  const items: TransactionForOperator[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const { status, body }: { status: number; body: Listed } = await world.http(
      'GET',
      `${path}?${query}${cursor && `&cursor=${cursor}`}`,
      {
        as: proven(operator(), world.clock),
      },
    );
    expect(status, query).toBe(200);
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return { items, pages };
}

const instant = (minutes: number) => new Date(start + minutes * minuteMs).toISOString();
const amountOf = ({ amountMinor }: TransactionForOperator) => Math.abs(amountMinor);

type Rule = (one: TransactionForOperator) => boolean;
const isPayment: Rule = ({ type }) => type === 'deposit' || type === 'withdrawal';
const filters: [string, () => string, Rule][] = [
  ['a currency', () => 'currency=EUR', ({ currency }) => currency === 'EUR'],
  [
    'an amount',
    () => 'currency=USD&minMinor=90&maxMinor=700',
    (one) => one.currency === 'USD' && amountOf(one) >= 90 && amountOf(one) <= 700,
  ],
  [
    'an amount of a rare type',
    () => 'type=refund&minMinor=100',
    (one) => one.type === 'refund' && amountOf(one) >= 100,
  ],
  ['what waits', () => 'status=pending', ({ status }) => status === 'pending'],
  ['what failed', () => 'status=failed', ({ status }) => status === 'failed'],
  [
    'failed deposits',
    () => 'status=failed&type=deposit',
    ({ status, type }) => status === 'failed' && type === 'deposit',
  ],
  [
    'completed withdrawals',
    () => 'status=completed&type=withdrawal',
    ({ status, type }) => status === 'completed' && type === 'withdrawal',
  ],
  ['what is completed', () => 'status=completed', ({ status }) => status === 'completed'],
  ['a method', () => 'method=phonepe', ({ method }) => method === 'phonepe'],
  [
    'a method and a status',
    () => 'method=phonepe&status=failed&currency=USD',
    (one) => one.method === 'phonepe' && one.status === 'failed' && one.currency === 'USD',
  ],
  [
    'days',
    () => `from=${instant(50)}&until=${instant(60)}`,
    ({ createdAt }) => createdAt >= instant(50) && createdAt < instant(60),
  ],
  [
    'stakes of days',
    () => `type=bet&from=${instant(50)}&until=${instant(90)}&minMinor=60`,
    (one) => one.type === 'bet' && one.createdAt >= instant(50) && one.createdAt < instant(90) && amountOf(one) >= 60,
  ],
  [
    'payments of days',
    () => `type=deposit&until=${instant(40)}`,
    ({ type, createdAt }) => type === 'deposit' && createdAt < instant(40),
  ],
  [
    'a player',
    () => `userId=${players[0]}&currency=EUR&status=completed`,
    (one) => one.userId === players[0] && one.currency === 'EUR' && one.status === 'completed',
  ],
  [
    'players found by name',
    () => `q=zzzz&players=${players[1]},${randomUUIDv7()}&minMinor=100`,
    (one) => one.userId === players[1] && amountOf(one) >= 100,
  ],
  [
    'a text and a currency',
    () => 'q=phonepe&currency=USD',
    (one) => one.method === 'phonepe' && one.currency === 'USD',
  ],
];

describe('the list of all transactions', () => {
  it.each(filters)('has exactly those of %s, newest first', async (_what, query, meant) => {
    const { items } = await listed('');
    const { items: found } = await listed(query());
    expect(found.map(({ id }) => id)).toEqual(items.filter(meant).map(({ id }) => id));
    expect(found.length).toBeGreaterThan(0);
  });

  it('has each transaction once, over all pages', async () => {
    const { items, pages } = await listed('');
    expect([items.length, new Set(items.map(({ id }) => id)).size, pages]).toEqual([322, 322, 7]);
    expect(items.filter(isPayment)).toHaveLength(120);
  });

  it('finds payments by a customer who is named in them', async () => {
    const { items } = await listed('q=lovelace&status=completed');
    expect(items.map(({ reference }) => reference)).toEqual(['=REF-105', '=REF-77', '=REF-49', '=REF-21']);
  });

  it.each(['currency=XXX', 'method=cheque', 'from=yesterday', 'minMinor=-1', 'players=ada', 'status=gone'])(
    'refuses %s',
    async (query) => {
      expect((await world.http('GET', `${path}?${query}`, { as: operator() })).status).toBe(400);
    },
  );

  it('is read by every role that may read money, and by no other', async () => {
    for (const [role, expected] of [
      ['auditor', 200],
      ['finance', 200],
      ['support', 403],
      ['trader', 403],
    ] as const) {
      expect([role, (await world.http('GET', path, { as: operator(role) })).status]).toEqual([role, expected]);
      expect([
        role,
        (await world.http('GET', `${path}/export.csv?currency=BTC`, { as: proven(operator(role), world.clock) }))
          .status,
      ]).toEqual([role, expected]);
    }
  });

  it('has an index for each status, and for each type with its status', async () => {
    const { rows } = await world.db.query<{ name: string }>(
      `select indexname as name from pg_indexes where tablename = 'payments'`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['payments_of_status_newest', 'payments_of_type_status_newest']),
    );
  });
});

describe('the export', () => {
  const exported = async (query: string) => {
    const { body } = await world.http<string>('GET', `${path}/export.csv?${query}`, {
      as: proven(operator(), world.clock),
    });
    return body.trimEnd().split('\n').slice(1);
  };

  it.each(filters)('is the list of %s', async (_what, query) => {
    const { items } = await listed(query());
    expect((await exported(query())).map((line) => line.split(',')[1])).toEqual(items.map(({ id }) => id));
  });

  it('writes no cell that a spreadsheet would run', async () => {
    const [line = ''] = await exported('q=lovelace&status=completed');
    expect(line).toContain(`'=REF-105`);
  });

  it('is recorded with what was asked for', async () => {
    const as = proven(operator('auditor'), world.clock);
    for (const q of ['4242424242424242', 'ada@example.com'])
      await world.http('GET', `${path}/export.csv?status=failed&q=${q}`, { as });
    const { rows } = await world.db.query(
      `select data from outbox where type like '%.OperatorActed.%' and data ->> 'operatorId' = $1`,
      [as.id],
    );
    const record = { data: { action: 'transaction.export', after: { status: 'failed', q: '[text]' } } };
    expect(rows).toMatchObject([record, record]);
  });
});

it('reads a limited number of rows per page, and continues where a page stopped', async () => {
  const crowd = 45_000;
  const busy = await world.player();
  await world.db.query(
    `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, submitted_at, decided_at)
     select uuidv7(), $1, 'deposit', 'failed', 100, 100, 'USD', 'real', 'crypto', 'C-' || n, now(), now() from generate_series(1, $2::int) n`,
    [busy, crowd],
  );
  const query = 'status=failed&type=deposit&minMinor=9000';
  const first = await world.http<Listed>('GET', `${path}?${query}`, { as: proven(operator(), world.clock) });
  expect([first.body.items, first.body.nextCursor === null]).toEqual([[], false]);
  const { items, pages } = await listed(query);
  const { items: all } = await listed(`from=${instant(0)}&until=${instant(200)}&type=deposit`);
  expect(items.map(({ id }) => id)).toEqual(
    all.filter((one) => one.status === 'failed' && amountOf(one) >= 9_000).map(({ id }) => id),
  );
  expect(pages).toBe(3);
});
