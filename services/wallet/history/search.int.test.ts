/** Operators find a payment or a movement among many by any of its search fields, newest first. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import type { TransactionForOperator } from '@fairline/proto/wallet/history';
import type { Payment } from '@fairline/proto/wallet/payments';
import { transferReference } from '@fairline/proto/wallet/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlayer, openWallet, operator, type WalletWorld } from '../testing.ts';

const kept = 3_000;

let world: WalletWorld;
let playerId: string;
let withdrawal: Payment;

beforeAll(async () => {
  world = await openWallet();
  // Ids carry the time of the database.
  world.clock.set(new Date());
  playerId = await world.player();
  const body = { amountMinor: 2_000, currency: 'USD', method: 'bank_transfer', destination: 'DE95370400440532019876' };
  withdrawal = (
    await world.http<Payment>('POST', '/api/wallet/withdrawals', { as: asPlayer(playerId), key: randomUUID(), body })
  ).body;
  const busyPlayer = await world.player();
  await world.db.query(
    `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, customer_name, email, bank_transaction_id, submitted_at, decided_at)
     select uuidv7(), $1, 'deposit', 'approved', 1000, 1000, 'USD', 'real', 'bank_transfer', 'DEP-' || n, 'Crowd ' || md5(n::text), 'c' || n || '@crowd.example', 'BT' || n, now(), now()
     from generate_series(1, $2::int) n`,
    [busyPlayer, kept],
  );
  await world.db.query(
    `insert into transfers (player_id, id, kind, currency, amount_minor, balance_after_minor, reference, created_at)
     select $1, uuidv7(interval '-2 days'), 'stake', 'USD', -1, 0, gen_random_uuid(), $3::timestamptz - interval '2 days' from generate_series(1, $2::int) n`,
    [busyPlayer, kept, world.clock.now()],
  );
});
afterAll(() => world.close());

async function find(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await world.http<{ items: PaymentForOperator[] }>(
    'GET',
    `/api/admin/wallet/payments?${new URLSearchParams(query)}`,
    {
      as: operator(),
    },
  );
  expect(status).toBe(200);
  return body.items.map(({ id }) => id);
}

it.each([
  ['a term without a match', { q: 'nobody-has-this' }],
  ['a term of common parts', { q: 'crowd zzqx' }],
  ['what looks like a pattern', { q: '100%_' }],
  ['two characters', { q: 'zq' }],
  ['one sign', { q: '§' }],
  ['a status that none has', { status: 'failed' }],
  ['a term in the queue', { q: 'nobody-has-this', order: 'queue', status: 'pending' }],
  ['a term in the queue, whatever status', { q: 'nobody-has-this', order: 'queue' }],
  ['a term that everybody has, in the queue', { q: 'crowd', order: 'queue' }],
  ['a sign in the queue', { q: '§', order: 'queue' }],
  ['a queue of what was decided', { order: 'queue', status: 'approved' }],
])('%s finds no payment', async (_name, query) => {
  expect(await find(query)).toEqual([]);
});

it.each([
  ['searches of payments', 'payments', ['payments_search', 'payments_transaction_key']],
  [
    'lists of payments',
    'payments',
    ['payments_newest', 'payments_of_status', 'payments_of_type', 'payments_of_type_status', 'payments_of_method'],
  ],
  ['the queue of payments', 'payments', ['payments_queue']],
  ['the search for due payments', 'payments', ['payments_to_poll']],
  ['lists of movements', 'transfers', ['transfers_rare', 'transfers_by_time']],
])('has the indexes for %s', async (_what, table, needed) => {
  const { rows } = await world.db.query<{ name: string }>(
    'select indexname as name from pg_indexes where tablename = $1',
    [table],
  );
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(needed));
});

it('finds the oldest withdrawal by id, reference, player and the end of its destination', async () => {
  const asked = [
    { q: withdrawal.id },
    { q: withdrawal.reference.toLowerCase() },
    { q: withdrawal.reference.slice(2) },
    { q: playerId },
    { q: '9876', type: 'withdrawal' },
    { type: 'withdrawal' },
  ];
  for (const query of asked)
    expect(await find(query as Record<string, string>), JSON.stringify(query)).toContain(withdrawal.id);
});

it('finds payments by the reference that their player quotes in transfers', async () => {
  const reference = transferReference(playerId);
  for (const q of [reference, reference.toLowerCase(), reference.replace('FL', 'FL ')])
    expect(await find({ q }), q).toEqual([withdrawal.id]);
});

it('a withdrawal is found by its player, whom another service knows by name and address', async () => {
  expect(await find({ q: 'ada lovelace', players: [randomUUIDv7(), playerId].join() })).toEqual([withdrawal.id]);
  const wrong = await world.http('GET', '/api/admin/wallet/payments?q=ada&players=ada', { as: operator() });
  expect(wrong.status).toBe(400);
});

it('a term that many have fills its page with the newest', async () => {
  const ids = await find({ q: 'crowd' });
  expect(ids).toHaveLength(50);
  expect(ids).toEqual(ids.toSorted().toReversed());
});

describe('movements of all players', () => {
  const moved = async (query: Record<string, string>) => {
    const { status, body } = await world.http<{ items: TransactionForOperator[] }>(
      'GET',
      `/api/admin/wallet/transactions?${new URLSearchParams(query)}`,
      {
        as: operator(),
      },
    );
    expect(status, JSON.stringify(query)).toBe(200);
    return body.items;
  };

  it.each([
    { q: 'nobody-has-this' },
    { q: randomUUIDv7() },
    { type: 'conversion' },
    { type: 'adjustment', q: 'zzz' },
    { type: 'conversion', q: 'conversion' },
    { type: 'cash_out' },
  ])('that nobody made are none: %j', async (query) => {
    expect(await moved(query as Record<string, string>)).toEqual([]);
  });

  it('are found by kind, by search fields of payments, and by whole ids', async () => {
    expect((await moved({ type: 'bonus' })).map(({ userId }) => userId)).toContain(playerId);
    expect((await moved({ type: 'withdrawal' })).map(({ id }) => id)).toEqual([withdrawal.id]);
    expect((await moved({ q: withdrawal.reference })).map(({ id }) => id)).toEqual([withdrawal.id]);
    expect((await moved({ q: withdrawal.id })).map(({ id }) => id)).toEqual([withdrawal.id]);
    const [welcome] = await moved({ q: playerId, type: 'bonus' });
    expect(welcome).toMatchObject({ userId: playerId, type: 'bonus' });
    expect((await moved({ q: welcome?.id ?? '', type: 'bonus' })).map(({ id }) => id)).toEqual([welcome?.id]);
    expect((await moved({ q: 'welcome bonus' })).map(({ userId }) => userId)).toContain(playerId);
    const deposits = await moved({ type: 'deposit' });
    const next = await moved({ type: 'deposit', q: 'bank' });
    expect([deposits.length, next.length]).toEqual([50, 50]);
  });
});
