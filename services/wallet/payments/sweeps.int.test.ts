/** Sweeps delete unreferenced proofs and old event ids, and due payments are found by an index. Reports do not wait for a disk while they hold locks. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { sign } from '@fairline/chassis/http/signature';
import { createLog } from '@fairline/chassis/process/log';
import { Blobs } from '@fairline/chassis/storage/blob';
import { Database } from '@fairline/chassis/storage/postgres';
import { eventually, pathOf, problemOf } from '@fairline/chassis/testing';
import { common } from '@fairline/proto/contract';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { type Payment, paymentRefusals } from '@fairline/proto/wallet/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Wallet } from '../config.ts';
import { asPlayer, openWalletWithProvider, operator, type ProviderWorld } from '../testing.ts';
import { sweepProofs } from './manual-deposits.ts';
import { forgetEvents } from './provider-updates.ts';
import { claimDue } from './store-provider.ts';

let world: ProviderWorld;
let wallet: Wallet;
beforeAll(async () => {
  world = await openWalletWithProvider({ WELCOME_BONUS_MINOR: '0' });
  const db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
  wallet = {
    db,
    clock: world.clock,
    eventsKeptDays: 30,
    blobs: new Blobs(world.blobDir, Buffer.alloc(32, 7)),
  } as unknown as Wallet;
});
afterAll(async () => {
  await wallet.db.close();
  await world.close();
});

const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
const files = async () => (await readdir(world.blobDir)).toSorted();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const report = (playerId: string, changes: object = {}, key = randomUUID()) => {
  const who = { customerName: 'Ada Lovelace', email: 'ada@example.com', bankTransactionId: 'TX-4711' };
  const body = {
    amountMinor: 10_000,
    currency: 'USD',
    method: 'bank_transfer',
    ...who,
    proof: png.toString('base64'),
    ...changes,
  };
  return world.http<Payment>('POST', '/api/wallet/deposits/manual', { as: asPlayer(playerId), key, body });
};
const proofOf = (id: string) => world.http('GET', pathOf(approvalRoutes.proof, { id }), { as: operator() });

it('a proof is written before any money is locked for it', async () => {
  const playerId = await world.player();
  const before = await files();
  const { made, written } = await wallet.db.tx(async (tx) => {
    await tx.run('select from players where player_id = $1 for update', [playerId]);
    const asked = { made: report(playerId) };
    return {
      ...asked,
      written: await eventually(
        files,
        (now) => now.length > before.length && now.every((name) => !name.endsWith('.part')),
      ),
    };
  });
  const { status, body } = await made;
  expect([status, written.length]).toEqual([201, before.length + 1]);
  expect((await proofOf(body.id)).status).toBe(200);
  expect(await sql('select id from loose_files')).toEqual([]);
});

it('a proof that no payment names is swept after ten minutes, and any other stays', async () => {
  const playerId = await world.player();
  const named = await report(playerId);
  const refused = await report(playerId, { currency: 'EUR' });
  expect(problemOf(refused).code).toBe(ledgerRefusals.currencyNotAccepted.code);
  const all = await files();
  await sweepProofs(wallet);
  expect(await files()).toEqual(all);
  world.clock.advance(601_000);
  await report(playerId, { currency: 'EUR' });
  await Promise.all([sweepProofs(wallet), sweepProofs(wallet)]);
  const kept = await files();
  expect(all.filter((name) => !kept.includes(name))).toHaveLength(1);
  expect(await sql('select player_id from loose_files')).toEqual([{ player_id: playerId }]);
  expect((await proofOf(named.body.id)).status).toBe(200);
});

it('writes no file for a report that is refused in any case, or that is known already', async () => {
  const playerId = await world.player();
  const key = randomUUID();
  const once = await report(playerId, {}, key);
  const before = await files();
  expect((await report(playerId, {}, key)).body.id).toBe(once.body.id);
  expect(problemOf(await report(playerId, { amountMinor: 1 })).code).toBe(paymentRefusals.depositRange.code);
  expect(problemOf(await report(playerId, { customerName: '4242 4242 4242 4242' })).code).toBe(common.cardNumber.code);
  expect(problemOf(await report(playerId, { proof: Buffer.from('no image').toString('base64') })).code).toBe(
    paymentRefusals.proofInvalid.code,
  );
  expect(await files()).toEqual(before);
  expect((await proofOf(once.body.id)).status).toBe(200);
});

it('refused reports of one player leave five files at most and hold up no others', async () => {
  const playerId = await world.player();
  const before = (await files()).length;
  const replies = await Promise.all(Array.from({ length: 12 }, () => report(playerId, { currency: 'EUR' })));
  const codes = replies.map((reply) => problemOf(reply).code);
  expect(codes.filter((code) => code === common.rateLimited.code)).toHaveLength(7);
  expect((await files()).length - before).toBe(5);
  expect((await report(playerId)).status).toBe(429);
  expect((await report(await world.player())).status).toBe(201);
  world.clock.advance(601_000);
  await sweepProofs(wallet);
  expect((await report(playerId)).status).toBe(201);
});

it('forgets events of the provider after their days, when none can be replayed', async () => {
  const now = world.clock.now().getTime();
  const day = 86_400_000;
  const fill = 'insert into provider_events (id, taken_at) select uuidv7(), $1 from generate_series(1, $2)';
  await sql(fill, [new Date(now - 30 * day - 1_000), 12_000]);
  await sql(fill, [new Date(now - 30 * day + 1_000), 10]);
  await forgetEvents(wallet);
  expect(await sql('select count(*)::int4 as left from provider_events')).toEqual([{ left: 10 }]);
  const playerId = await world.player();
  const { body: payment } = await world.http<Payment>('POST', '/api/wallet/deposits', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: { amountMinor: 10_000, currency: 'USD', method: 'credit_card' },
  });
  const data = {
    object: 'payment',
    id: randomUUIDv7(),
    reference: payment.id,
    amount: 10_000,
    currency: 'USD',
    method: 'credit_card',
  };
  const rest = { status: 'succeeded', redirectUrl: null, token: null, failure: null };
  const event = {
    id: randomUUIDv7(),
    type: 'payment.succeeded',
    createdAt: world.clock.now().toISOString(),
    data: { ...data, ...rest },
  };
  const raw = new Uint8Array(Buffer.from(JSON.stringify(event)));
  const hook = (signedAt: Date) =>
    world.http('POST', '/api/wallet/provider/webhooks', {
      raw,
      headers: { 'content-type': 'application/json', 'psp-signature': sign(world.webhookSecret, raw, signedAt) },
    });
  const signedAt = world.clock.now();
  expect((await hook(signedAt)).status).toBe(204);
  const credited = await world.account(playerId);
  expect(credited.cash).toBe(9_710);
  world.clock.advance(31 * day);
  await forgetEvents(wallet);
  expect(await sql('select 1 from provider_events where id = $1', [event.id])).toEqual([]);
  expect((await hook(signedAt)).status).toBe(401);
  expect((await hook(world.clock.now())).status).toBe(204);
  expect(await world.account(playerId)).toEqual(credited);
});

const hour = 3_600_000;

it('finds due payments among finished ones, the longest due first', async () => {
  const playerId = await world.player();
  const insert = (count: number, state: string, dueInMs: number | null) =>
    sql<{ id: string }>(
      `insert into payments (id, player_id, type, status, amount_minor, counts_minor, currency, book, method, reference, approvals_needed, provider_state, submitted_at, decided_at, next_poll_at)
       select uuidv7(), $1, 'withdrawal', 'approved', 5000, 5000, 'USD', 'real', 'e_wallet', gen_random_uuid()::text, 1, $3, now(), now(), $4 from generate_series(1, $2::int) n returning id`,
      [playerId, count, state, dueInMs === null ? null : new Date(world.clock.now().getTime() + dueInMs)],
    );
  await insert(200, 'paid', null);
  // Due in the future, so that the jobs of the instances do not claim them.
  const [later] = await insert(1, 'sent', 2 * hour);
  const [sooner] = await insert(1, 'sent', hour);
  await insert(1, 'sent', 9 * hour);
  const now = new Date(world.clock.now().getTime() + 3 * hour);
  const claim = async (most: number) =>
    (await claimDue(wallet.db, now, most, new Date(now.getTime() + hour))).map(({ id }) => id);
  expect([await claim(1), await claim(20), await claim(20)]).toEqual([[sooner?.id], [later?.id], []]);
  await sql('update payments set next_poll_at = null where player_id = $1', [playerId]);
});

it('a stop of the books holds payouts back and nothing else', async () => {
  const playerId = await world.player();
  const body = { amountMinor: 20_000, currency: 'USD', method: 'e_wallet' };
  const asked = (changes: object = {}) =>
    world.http<Payment>('POST', '/api/wallet/deposits', {
      as: asPlayer(playerId),
      key: randomUUID(),
      body: { ...body, ...changes },
    });
  await asked();
  world.toProvider.state = 'cut';
  const { body: waiting } = await asked();
  const out = await world.http<Payment>('POST', '/api/wallet/withdrawals', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: { ...body, amountMinor: 5_000, destination: 'ada@wallet.example' },
  });
  await world.http('POST', pathOf(approvalRoutes.approve, { id: out.body.id }), { as: operator() });
  await sql(`update stop set reason = 'a test', since = now()`);
  const sent = () =>
    world.toProvider.passed.filter(({ path, body: text }) => path === '/v1/payouts' && text.includes(out.body.id))
      .length;
  const sentBefore = sent();
  world.toProvider.state = 'open';
  world.clock.advance(60_000);
  const state = async (id: string) =>
    (await sql<{ state: string }>('select provider_state as state from payments where id = $1', [id]))[0]?.state;
  await eventually(
    () => state(waiting.id),
    (now) => now === 'paid',
  );
  expect([await state(out.body.id), sent()]).toEqual(['waiting', sentBefore]);
  await sql('update stop set reason = null, since = null');
  world.clock.advance(600_000);
  await eventually(
    () => state(out.body.id),
    (now) => now === 'paid',
  );
});
