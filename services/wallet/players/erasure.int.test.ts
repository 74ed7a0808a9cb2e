/** After auth has erased an account, wallet keeps its ids and amounts, and no personal data. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createLog } from '@fairline/chassis/process/log';
import { Blobs } from '@fairline/chassis/storage/blob';
import { Database } from '@fairline/chassis/storage/postgres';
import { eventually, pathOf } from '@fairline/chassis/testing';
import { userEvents } from '@fairline/proto/auth/users';
import { adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import type { Transaction } from '@fairline/proto/wallet/history';
import type { Payment } from '@fairline/proto/wallet/payments';
import { playerRoutes } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proveWhole } from '../books/integrity.ts';
import type { Wallet } from '../config.ts';
import { byPlayer } from '../consumers.ts';
import { sweepProofs } from '../payments/manual-deposits.ts';
import { asPlayer, openWallet, operator, type WalletWorld } from '../testing.ts';

let world: WalletWorld;
let db: Database;
beforeAll(async () => {
  world = await openWallet();
  db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
});
afterAll(async () => {
  await db.close();
  await world.close();
});

const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const publishErasure = (playerId: string, id: string = randomUUID()) =>
  world.publish(userEvents.accountErased.subject, playerId, 3, { playerId }, id);
const decide = (id: string) => world.http('POST', pathOf(approvalRoutes.approve, { id }), { as: operator() });

async function lived(): Promise<{ playerId: string; paid: Payment; out: Payment }> {
  const playerId = await world.player();
  const as = asPlayer(playerId, { level: 'verified' });
  const report = {
    amountMinor: 10_000,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Grace Hopper',
    email: 'grace@example.com',
  };
  const body = { ...report, bankTransactionId: `TX-of-${playerId}`, proof: image };
  const paid = await world.http<Payment>('POST', '/api/wallet/deposits/manual', { as, key: randomUUID(), body });
  await world.http('PUT', pathOf(playerRoutes.setPin), { as, body: { pin: '1234' } });
  const asked = {
    amountMinor: 5_000,
    currency: 'USD',
    method: 'bank_transfer',
    destination: 'DE89370400440532013000',
    save: { label: 'The mortgage' },
    pin: '1234',
  };
  const out = await world.http<Payment>('POST', '/api/wallet/withdrawals', { as, key: randomUUID(), body: asked });
  expect([paid.status, out.status]).toEqual([201, 201]);
  await world.db.query(
    `insert into saved_methods (id, player_id, method, token, token_key, label, last_used_at) values (uuidv7(), $1, 'credit_card', 'token', 'key', '•••• 4242', now())`,
    [playerId],
  );
  const refused = await world.http<Payment>('POST', '/api/wallet/deposits/manual', {
    as,
    key: randomUUID(),
    body: { ...body, bankTransactionId: `TX-of-her-${playerId}` },
  });
  const reason = { reason: 'A blurred passport' };
  expect(
    (await world.http('POST', pathOf(approvalRoutes.reject, { id: refused.body.id }), { as: operator(), body: reason }))
      .status,
  ).toBe(200);
  const gift = { userId: playerId, amountMinor: 2_000_000, currency: 'USD', reason: 'Because her sister wrote' };
  const asking = await world.http<{ id: string }>('POST', pathOf(adjustmentRoutes.adjust, {}), {
    as: operator(),
    key: randomUUID(),
    body: gift,
  });
  const rejection = { as: operator(), body: { reason: 'She moved house' } };
  expect(
    (await world.http('POST', pathOf(adjustmentRoutes.rejectAdjustment, { id: asking.body.id }), rejection)).status,
  ).toBe(200);
  return { playerId, paid: paid.body, out: out.body };
}

/** Every value in every row of every table with a player id. */
async function kept(playerId: string): Promise<string> {
  const tables = await world.db.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'player_id' and t.table_type = 'BASE TABLE'`,
  );
  expect(tables.rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'payments',
      'adjustments',
      'saved_methods',
      'saved_destinations',
      'pins',
      'grants',
      'entries',
    ]),
  );
  const texts = tables.rows.map(
    ({ name }) => `select coalesce(jsonb_agg(to_jsonb(x)), '[]')::text as content from ${name} x where player_id = $1`,
  );
  const { rows } = await world.db.query<{ content: string }>(texts.join(' union all '), [playerId]);
  return rows.map(({ content }) => content).join();
}

const personal = [
  'Grace',
  'grace@',
  '3000',
  '4242',
  'The mortgage',
  'argon2',
  'TX-of-',
  'her sister',
  'blurred passport',
  'moved house',
];

it('names, addresses, destinations, cards and proofs are erased, and money stays as it was', async () => {
  const [{ playerId, paid, out }, other] = [await lived(), await lived()];
  for (const { id } of [paid, out]) expect((await decide(id)).status).toBe(200);
  const before = await world.account(playerId);
  for (const detail of personal) expect(await kept(playerId)).toContain(detail);
  const files = (await readdir(world.blobDir, { recursive: true })).length;

  const id = randomUUID();
  await publishErasure(playerId, id);
  await publishErasure(playerId, id);
  await publishErasure(playerId);
  await eventually(
    () => kept(playerId),
    (content) => !content.includes('Grace'),
  );
  await world.settled();
  const after = await kept(playerId);
  for (const detail of personal) expect(after, detail).not.toContain(detail);
  expect(after).toContain(paid.id);
  expect(await world.account(playerId)).toEqual(before);
  const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions', {
    as: asPlayer(playerId),
  });
  expect(body.items.filter(({ status }) => status === 'completed').map(({ amountMinor }) => amountMinor)).toEqual([
    -5_000, 10_000, 10_000,
  ]);
  // The same bank transfer is recognised when another player reports it.
  const report = {
    amountMinor: 10_000,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Ada',
    email: 'ada@example.com',
    proof: image,
  };
  const as = asPlayer(other.playerId);
  const again = { ...report, bankTransactionId: `tx - of-${playerId}` };
  const reported = await world.http<Payment>('POST', '/api/wallet/deposits/manual', {
    as,
    key: randomUUID(),
    body: again,
  });
  const seen = await world.http<{ items: PaymentForOperator[] }>(
    'GET',
    `/api/admin/wallet/payments?q=${reported.body.id}`,
    { as: operator() },
  );
  expect(seen.body.items[0]?.sameTransaction).toBe(1);
  const found = await world.http<{ items: PaymentForOperator[] }>('GET', '/api/admin/wallet/payments?q=grace', {
    as: operator(),
  });
  expect(new Set(found.body.items.map(({ userId }) => userId))).toEqual(new Set([other.playerId]));
  for (const detail of personal) expect(await kept(other.playerId)).toContain(detail);

  world.clock.advance(2 * 3_600_000);
  const key = Buffer.from(world.env.BLOB_KEY ?? '', 'base64url');
  await sweepProofs({ db, clock: world.clock, blobs: new Blobs(world.blobDir, key) } as unknown as Wallet);
  expect((await readdir(world.blobDir, { recursive: true })).length).toBeLessThan(files);
  world.clock.advance(-2 * 3_600_000);
  expect((await proveWhole(world.env)).holds).toBe(true);
});

it('erases nothing while money is under way, and alerts operators', async () => {
  const { playerId } = await lived();
  const id = randomUUID();
  await publishErasure(playerId, id);
  await eventually(
    async () => (await world.db.query('select error from dead_letters where event_id = $1', [id])).rows[0]?.error ?? '',
    (error) => error.includes('money is under way'),
  );
  for (const detail of personal) expect(await kept(playerId)).toContain(detail);
});

it("sorts events by player, and keeps the order of one player's events", () => {
  const event = (playerId: string, version: number) => ({
    id: `${playerId}${version}`,
    aggregate: playerId,
    version,
    at: new Date(0),
    data: { playerId },
  });
  const came = [
    event('b', 2),
    event('a', 1),
    event('b', 1),
    event('a', 3),
    event('a', 2),
    ...Array.from({ length: 20 }, (_, at) => event('c', 20 - at)),
  ];
  expect(byPlayer(came).map(({ id }) => id)).toEqual([
    'a1',
    'a3',
    'a2',
    'b2',
    'b1',
    ...Array.from({ length: 20 }, (_, at) => `c${20 - at}`),
  ]);
});
