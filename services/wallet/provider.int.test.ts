/** Payments that a provider carries out, at wallet's doors. The provider here is a third party under the test's hand; ours is tried by itself and by the browser journeys. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sign } from '@fairline/chassis/signed';
import { asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { type PspEvent, type PspPayment, type PspPayout, pspSignatureHeader } from '@fairline/proto/psp';
import { type Payment, type WalletLimits, walletEvents, walletRefusals } from '@fairline/proto/wallet';
import type { SavedMethod } from '@fairline/proto/wallet/cashier';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { proveWhole } from './integrity.ts';
import { openWallet, operator, type WalletWorld } from './testing.ts';

const secret = 'webhook-secret-of-a-test';
const payments = new Map<string, PspPayment>();
const payouts = new Map<string, PspPayout>();
/** What the provider does with the next charge or payout; `silent` breaks the line. */
let next: { status: PspPayment['status'] | PspPayout['status'] | 'silent'; failure?: string } = { status: 'succeeded' };
let charges = 0;
let world: WalletWorld;
let provider: Server;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = answerOf(request.method ?? '', request.url ?? '', chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString('utf8')) : {});
      if (answer === 'silent') return void request.socket.destroy();
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  world = await openWallet({ WELCOME_BONUS_MINOR: '0', PSP_URL: url, PSP_API_KEY: 'key', PSP_WEBHOOK_SECRET: secret });
});

afterAll(async () => {
  await world?.close();
  provider?.close();
});

afterEach(() => {
  next = { status: 'succeeded' };
});

type Asked = { reference: string; amount: number; currency: 'USD'; method: 'e_wallet'; token?: string };

function answerOf(method: string, url: string, body: Asked): PspPayment | PspPayout | 'silent' | undefined {
  const [, , kind, reference = '', verb] = url.split('/');
  const { status, failure = null } = next;
  if (method === 'GET') return kind === 'payments' ? payments.get(reference) : payouts.get(reference);
  if (verb === 'cancel') return payments.get(reference);
  if (status === 'silent') return 'silent';
  const { reference: of, amount, currency, method: by } = body;
  if (kind === 'payments') {
    charges++;
    const token = status === 'succeeded' ? { token: body.token ?? `tok_${of}`, label: 'Visa ending 4242', expires: '12/39' } : null;
    const redirectUrl = status === 'requires_action' ? `https://pay.example/${of}` : null;
    const made = { object: 'payment', id: randomUUIDv7(), reference: of, amount, currency, method: by, status, redirectUrl, token, failure } as PspPayment;
    payments.set(of, payments.get(of) ?? made);
    return payments.get(of);
  }
  const made = {
    object: 'payout',
    id: randomUUIDv7(),
    reference: of,
    amount,
    currency,
    status: status === 'succeeded' ? 'paid' : status,
    failure,
  } as PspPayout;
  payouts.set(of, payouts.get(of) ?? made);
  return payouts.get(of);
}

const deposit = (playerId: string, changes: object = {}) =>
  world.http<Payment>('POST', '/api/wallet/deposits', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: { amountMinor: 10_000, currency: 'USD', method: 'e_wallet', ...changes },
  });
const withdraw = (playerId: string, changes: object = {}) =>
  world.http<Payment>('POST', '/api/wallet/withdrawals', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: { amountMinor: 5_000, currency: 'USD', method: 'e_wallet', destination: 'me@wallet.example', ...changes },
  });
const approve = (id: string) => world.http('POST', `/api/admin/wallet/payments/${id}/approve`, { as: operator() });
const paymentOf = async (playerId: string, id: string) => (await world.http<Payment>('GET', `/api/wallet/payments/${id}`, { as: asPlayer(playerId) })).body;
const factsOf = async (id: string, { subject }: { subject: string }) =>
  (await world.db.query('select 1 from outbox where subject = $1 and type = $2', [id, subject])).rowCount;

function eventOf(data: PspPayment | PspPayout): PspEvent {
  return { id: randomUUIDv7(), type: `${data.object}.${data.status}`, createdAt: new Date().toISOString(), data };
}

function webhook(event: object, changes: { secret?: string; at?: Date } = {}) {
  const raw = JSON.stringify(event);
  const signature = sign(changes.secret ?? secret, Buffer.from(raw), changes.at ?? world.clock.now());
  return world.http('POST', '/api/wallet/provider/webhooks', { raw, headers: { [pspSignatureHeader]: signature } });
}

describe('an instant deposit', () => {
  it('that the provider has is credited at once, less the fee, once whatever is said again', async () => {
    const playerId = await world.player();
    const made = await deposit(playerId);
    expect([made.status, made.body]).toMatchObject([201, { status: 'approved', amountMinor: 10_000, feeMinor: 150 }]);
    expect(await world.account(playerId)).toMatchObject({ cash: 9_850 });
    const event = eventOf(payments.get(made.body.id) as PspPayment);
    for (const said of [event, event, eventOf(event.data)]) expect((await webhook(said)).status).toBe(204);
    expect(await world.account(playerId)).toMatchObject({ cash: 9_850, version: 1 });
    expect(await factsOf(made.body.id, walletEvents.depositApproved)).toBe(1);
    const { items } = (await world.http<{ items: { amountMinor: number }[] }>('GET', '/api/wallet/transactions', { as: asPlayer(playerId) })).body;
    expect(items).toMatchObject([{ type: 'deposit', amountMinor: 9_850, status: 'completed', balanceAfterMinor: 9_850 }]);
  });

  it('that waits for its payer shows the way, and is credited by the webhook whatever order they come in', async () => {
    next = { status: 'requires_action' };
    const playerId = await world.player();
    const made = await deposit(playerId, { method: 'credit_card' });
    expect(made.body).toMatchObject({ status: 'pending', redirectUrl: `https://pay.example/${made.body.id}` });
    const paid = { ...(payments.get(made.body.id) as PspPayment), status: 'succeeded', redirectUrl: null } as PspPayment;
    payments.set(made.body.id, paid);
    expect((await webhook(eventOf(paid))).status).toBe(204);
    expect((await webhook(eventOf({ ...paid, status: 'processing' }))).status).toBe(204);
    expect((await webhook(eventOf({ ...paid, status: 'failed', failure: 'declined' }))).status).toBe(204);
    expect(await paymentOf(playerId, made.body.id)).toMatchObject({ status: 'approved', feeMinor: 290 });
    expect(await world.account(playerId)).toMatchObject({ cash: 9_710 });
  });

  it('that is declined moves nothing and says why', async () => {
    next = { status: 'failed', failure: 'declined' };
    const playerId = await world.player();
    const made = await deposit(playerId);
    expect(made.body).toMatchObject({ status: 'failed', rejectionReason: 'Declined by the card issuer' });
    expect(await world.account(playerId)).toMatchObject({ cash: 0, version: 0 });
    expect(await factsOf(made.body.id, walletEvents.depositFailed)).toBe(1);
  });

  it('whose provider is silent stays pending, and is found by asking again', async () => {
    next = { status: 'silent' };
    const playerId = await world.player();
    const made = await deposit(playerId);
    expect([made.status, made.body.status]).toEqual([201, 'pending']);
    const before = charges;
    next = { status: 'succeeded' };
    world.clock.advance(5_000);
    await eventually(async () => (await paymentOf(playerId, made.body.id)).status === 'approved');
    expect(charges).toBe(before + 1);
    expect(await world.account(playerId)).toMatchObject({ cash: 9_850 });
  });

  it('is decided by no operator while the provider has it', async () => {
    next = { status: 'requires_action' };
    const playerId = await world.player();
    const made = await deposit(playerId, { method: 'credit_card' });
    expect(problemOf(await approve(made.body.id)).code).toBe('already_decided');
    expect(await paymentOf(playerId, made.body.id)).toMatchObject({ status: 'pending' });
  });

  it.each<[string, object, string]>([
    ['below the method', { amountMinor: 999 }, 'limit_exceeded'],
    ['above the method', { amountMinor: 250_001 }, 'limit_exceeded'],
    ['in a currency it does not take', { currency: 'BTC' }, 'currency_not_accepted'],
    ['by a saved method of nobody', { savedMethodId: randomUUIDv7() }, walletRefusals.destinationUnknown.code],
  ])('%s is refused', async (_name, changes, code) => {
    const playerId = await world.player();
    expect(problemOf(await deposit(playerId, changes))).toMatchObject({ code });
    expect((await deposit(playerId, { amountMinor: 1_000 })).status).toBe(201);
  });

  it('in another currency has an account of its own, or becomes play currency where its player wants that', async () => {
    const playerId = await world.player();
    await deposit(playerId, { currency: 'EUR' });
    await world.http('PUT', '/api/wallet/settings', { as: asPlayer(playerId), body: { autoConvert: true } });
    await deposit(playerId, { currency: 'EUR' });
    const { rows } = await world.db.query('select currency, cash_minor::int8 as cash from accounts where player_id = $1 order by currency', [playerId]);
    expect(rows).toEqual([
      { currency: 'EUR', cash: 9_850 },
      { currency: 'USD', cash: 10_682 },
    ]);
  });
});

describe('a webhook', () => {
  it('that is forged, stale, or of the future is refused and changes nothing', async () => {
    next = { status: 'requires_action' };
    const playerId = await world.player();
    const made = await deposit(playerId, { method: 'credit_card' });
    const paid = eventOf({ ...(payments.get(made.body.id) as PspPayment), status: 'succeeded' });
    const hour = 3_600_000;
    for (const change of [
      { secret: 'another-secret-of-somebody' },
      { at: new Date(world.clock.now().getTime() - hour) },
      { at: new Date(world.clock.now().getTime() + hour) },
    ]) {
      const reply = await webhook(paid, change);
      expect([reply.status, problemOf(reply).code]).toEqual([401, walletRefusals.signatureInvalid.code]);
    }
    expect((await world.http('POST', '/api/wallet/provider/webhooks', { body: paid })).status).toBe(401);
    expect(await paymentOf(playerId, made.body.id)).toMatchObject({ status: 'pending' });
  });

  it('about another amount is left to people', async () => {
    next = { status: 'requires_action' };
    const playerId = await world.player();
    const made = await deposit(playerId, { method: 'credit_card' });
    expect((await webhook(eventOf({ ...(payments.get(made.body.id) as PspPayment), status: 'succeeded', amount: 1_000_000 }))).status).toBe(204);
    expect(await world.account(playerId)).toMatchObject({ cash: 0 });
  });
});

describe('a payout', () => {
  async function paidOut(status: PspPayout['status'], failure?: string) {
    const playerId = await world.player();
    await deposit(playerId);
    const made = await withdraw(playerId);
    next = { status, ...(failure && { failure }) };
    await approve(made.body.id);
    return { playerId, id: made.body.id };
  }
  const stateOf = async (id: string) => (await world.db.query('select provider_state as state from payments where id = $1', [id])).rows[0].state;

  it('is sent once it is approved', async () => {
    const { playerId, id } = await paidOut('paid');
    await eventually(async () => (await stateOf(id)) === 'paid');
    expect(await world.account(playerId)).toMatchObject({ cash: 4_850, held: 0 });
    expect(payouts.get(id)).toMatchObject({ amount: 5_000 });
  });

  it('that comes back is the player’s again, once, however often and in whatever order it is said', async () => {
    const { playerId, id } = await paidOut('paid');
    await eventually(async () => (await stateOf(id)) === 'paid');
    const returned = { ...(payouts.get(id) as PspPayout), status: 'returned', failure: 'returned_by_bank' } as PspPayout;
    const event = eventOf(returned);
    for (const said of [event, event, eventOf(returned), eventOf({ ...returned, status: 'paid', failure: null })])
      expect((await webhook(said)).status).toBe(204);
    expect(await paymentOf(playerId, id)).toMatchObject({ status: 'failed', rejectionReason: 'Returned by the receiving bank' });
    expect(await world.account(playerId)).toMatchObject({ cash: 9_850, held: 0 });
    expect(await factsOf(id, walletEvents.withdrawalReturned)).toBe(1);
    expect((await proveWhole(world.env)).holds).toBe(true);
  });

  it('that fails is the player’s again', async () => {
    const { playerId, id } = await paidOut('failed', 'destination_refused');
    await eventually(async () => (await stateOf(id)) === 'failed');
    expect(await world.account(playerId)).toMatchObject({ cash: 9_850, held: 0 });
  });
});

describe('the closed loop', () => {
  it('sends withdrawals to what deposited first, up to what it deposited', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 10_000 });
    await deposit(playerId, { amountMinor: 20_000, method: 'crypto' });
    const limits = (await world.http<WalletLimits>('GET', '/api/wallet/limits', { as: asPlayer(playerId) })).body;
    expect(limits.closedLoop).toEqual([
      { method: 'crypto', amountMinor: 20_000 },
      { method: 'e_wallet', amountMinor: 10_000 },
    ]);
    const elsewhere = await withdraw(playerId, { method: 'bank_transfer', destination: 'DE89370400440532013000' });
    expect([elsewhere.status, problemOf(elsewhere)]).toMatchObject([
      422,
      { code: walletRefusals.closedLoop.code, params: { method: 'crypto', amountMinor: 20_000, currency: 'USD' } },
    ]);
    const more = await withdraw(playerId, { amountMinor: 10_001 });
    expect(problemOf(more)).toMatchObject({ code: 'closed_loop', params: { method: 'e_wallet', amountMinor: 10_000 } });
    expect((await withdraw(playerId, { amountMinor: 10_000 })).status).toBe(201);
    expect((await withdraw(playerId, { method: 'crypto', destination: 'bc1qxyz0123456789', amountMinor: 19_000 })).status).toBe(201);
  });

  it('lets what was won go anywhere once nothing is left', async () => {
    const playerId = await world.player();
    await deposit(playerId);
    await world.http('POST', '/api/admin/wallet/adjustments', {
      as: operator(),
      key: randomUUID(),
      body: { userId: playerId, amountMinor: 50_000, currency: 'USD', reason: 'won elsewhere' },
    });
    expect((await withdraw(playerId, { amountMinor: 10_000 })).status).toBe(201);
    expect((await withdraw(playerId, { amountMinor: 20_000, method: 'bank_transfer', destination: 'DE89370400440532013000' })).status).toBe(201);
  });
});

describe('saved methods', () => {
  const savedOf = async (playerId: string) =>
    (await world.http<{ items: SavedMethod[] }>('GET', '/api/wallet/saved-methods', { as: asPlayer(playerId) })).body.items;

  it('pay without a page, take withdrawals, and are forgotten when nothing must go to them', async () => {
    const playerId = await world.player();
    await deposit(playerId, { method: 'credit_card' });
    const [saved] = await savedOf(playerId);
    expect(saved).toMatchObject({ method: 'credit_card', label: 'Visa ending 4242', expires: '12/39' });
    expect((await deposit(playerId, { method: 'credit_card', savedMethodId: saved?.id })).body.status).toBe('approved');
    expect(await savedOf(playerId)).toHaveLength(1);
    const to = (destination: string) => withdraw(playerId, { method: 'credit_card', destination, amountMinor: 2_000 });
    expect(problemOf(await to('4242')).code).toBe('destination_unknown');
    const stranger = await world.player();
    await deposit(stranger, { method: 'credit_card' });
    expect(problemOf(await to((await savedOf(stranger))[0]?.id ?? '')).code).toBe('destination_unknown');
    expect((await to(saved?.id ?? '')).status).toBe(201);
    const forget = (id: string) => world.http('DELETE', `/api/wallet/saved-methods/${id}`, { as: asPlayer(playerId) });
    expect(problemOf(await forget(saved?.id ?? '')).code).toBe('closed_loop');
    expect((await forget(randomUUIDv7())).status).toBe(404);
  });
});

it('a destination is told of once', async () => {
  const playerId = await world.player();
  await deposit(playerId);
  const [first, second] = [
    await withdraw(playerId, { amountMinor: 2_000 }),
    await withdraw(playerId, { amountMinor: 2_000, destination: ' ME@wallet.example ' }),
  ];
  expect(await factsOf(first.body.id, walletEvents.destinationAdded)).toBe(1);
  expect(await factsOf(second.body.id, walletEvents.destinationAdded)).toBe(0);
});

it('of two browsers that withdraw the same balance at once, one does', async () => {
  const playerId = await world.player();
  await deposit(playerId);
  const replies = await Promise.all(Array.from({ length: 2 }, () => withdraw(playerId, { amountMinor: 9_000 })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(await world.account(playerId)).toMatchObject({ cash: 9_850, held: 9_000 });
});
