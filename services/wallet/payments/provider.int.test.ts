/** Instant deposits and webhooks of a provider, against the project's simulated provider. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { sign } from '@fairline/chassis/http/signature';
import { eventually, pathOf, problemOf } from '@fairline/chassis/testing';
import { pspRefusals } from '@fairline/proto/psp';
import { approvalRoutes } from '@fairline/proto/wallet/approvals';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import type { Transaction } from '@fairline/proto/wallet/history';
import type { Balance } from '@fairline/proto/wallet/ledger';
import { type Payment, paymentRefusals } from '@fairline/proto/wallet/payments';
import { playerRequests } from '@fairline/proto/wallet/players';
import { afterEach, describe, expect, it } from 'vitest';
import { asPlayer, operator } from '../testing.ts';
import {
  accounts,
  approve,
  booksHold,
  deposit,
  eventTypesOf,
  hook,
  paidByCard,
  paymentOf,
  payOn,
  sql,
  untilStatus,
  useProviderServers,
  webhooksOf,
  world,
} from './testing-provider.ts';

useProviderServers();
afterEach(booksHold);

describe('an instant deposit', () => {
  it('by e-wallet is approved at once: the fee to the house, the rest to the player', async () => {
    const playerId = await world.player();
    const made = await deposit(playerId);
    expect([made.status, made.body]).toMatchObject([
      201,
      { status: 'approved', amountMinor: 10_000, feeMinor: 150, method: 'e_wallet' },
    ]);
    expect(made.body.redirectUrl).toBeUndefined();
    expect(await accounts(playerId)).toEqual({ USD: 9_850 });
    const legs = await sql(
      `select e.account, e.amount_minor::int4 as amount from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id where t.reference = $1 order by 1`,
      [made.body.id],
    );
    expect(legs).toEqual([
      { account: 'cash', amount: 9_850 },
      { account: 'clearing_e_wallet', amount: -10_000 },
      { account: 'fees', amount: 150 },
    ]);
    const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions', {
      as: asPlayer(playerId),
    });
    expect(body.items).toMatchObject([
      { id: made.body.id, type: 'deposit', amountMinor: 9_850, status: 'completed', balanceAfterMinor: 9_850 },
    ]);
    expect(await eventTypesOf(made.body.id)).toEqual(['DepositApproved']);
  });

  it('under one key is charged once and answers as it then stands', async () => {
    const playerId = await world.player();
    const key = randomUUID();
    const made = await Promise.all(Array.from({ length: 5 }, () => deposit(playerId, {}, key)));
    expect(new Set(made.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await deposit(playerId, {}, key)).body.status).toBe('approved');
    const other = await deposit(playerId, { amountMinor: 10_100 }, key);
    expect([other.status, problemOf(other).code]).toEqual([422, pspRefusals.keyReused.code]);
    expect(await accounts(playerId)).toEqual({ USD: 9_850 });
  });

  it('by card waits for the page, and is approved when the provider reports it', async () => {
    const playerId = await world.player();
    const made = await deposit(playerId, { method: 'credit_card' });
    expect([made.status, made.body]).toMatchObject([
      201,
      { status: 'pending', feeMinor: 290, redirectUrl: expect.stringContaining('/pay/') },
    ]);
    expect(await accounts(playerId)).toEqual({ USD: 0 });
    const back = await payOn(made.body);
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `http://shop.example/wallet?tab=deposit&payment=${made.body.id}`,
    ]);
    const approved = await untilStatus(playerId, made.body.id, 'approved');
    expect(approved.redirectUrl).toBeUndefined();
    expect(await accounts(playerId)).toEqual({ USD: 9_710 });
  });

  it('that is declined shows why, and may be tried again', async () => {
    const playerId = await world.player();
    const { id } = await paidByCard(10_002, playerId);
    expect(await untilStatus(playerId, id, 'failed')).toMatchObject({ rejectionReason: 'Declined for lack of funds' });
    const atOnce = await deposit(playerId, { amountMinor: 10_001 });
    expect([atOnce.status, atOnce.body]).toMatchObject([
      201,
      { status: 'failed', rejectionReason: 'Declined by the card issuer' },
    ]);
    expect(await accounts(playerId)).toEqual({ USD: 0 });
    expect(await eventTypesOf(id)).toEqual(['DepositFailed']);
  });

  it('that the payer cancels on the page has failed', async () => {
    const playerId = await world.player();
    const { body } = await deposit(playerId, { method: 'credit_card' });
    await payOn(body, { do: 'cancel' });
    expect(await untilStatus(playerId, body.id, 'failed')).toMatchObject({ rejectionReason: 'Cancelled by you' });
  });

  it('whose webhook never comes is asked about', async () => {
    const { playerId, id } = await paidByCard(10_006);
    expect(await paymentOf(playerId, id)).toMatchObject({ status: 'pending' });
    world.clock.advance(5_000);
    await untilStatus(playerId, id, 'approved');
    expect(webhooksOf(id)).toEqual([]);
    expect(await eventTypesOf(id)).toEqual(['DepositApproved']);
  });

  it('that nobody finishes within an hour is given up', async () => {
    const playerId = await world.player();
    const { body } = await deposit(playerId, { method: 'credit_card' });
    const before = world.clock.now();
    world.clock.advance(3_601_000);
    expect(await untilStatus(playerId, body.id, 'failed')).toMatchObject({ rejectionReason: 'Not finished in time' });
    world.clock.set(before);
  });

  it.each([
    ['late', 10_003, 1],
    ['twice', 10_004, 4],
    ['in the wrong order', 10_005, 2],
  ])('whose webhooks come %s is credited once', async (_name, amountMinor, webhooks) => {
    const { playerId, id } = await paidByCard(amountMinor);
    world.clock.advance(11_000);
    await untilStatus(playerId, id, 'approved');
    await eventually(
      () => webhooksOf(id).length,
      (count) => count >= webhooks,
    );
    const net = amountMinor - Math.floor((amountMinor * 290) / 10_000);
    expect(Math.abs(((await accounts(playerId)).USD ?? 0) - net)).toBeLessThanOrEqual(1);
    expect(await eventTypesOf(id)).toEqual(['DepositApproved']);
    expect(await sql('select 1 from transfers where reference = $1', [id])).toHaveLength(1);
  });

  it.each(['cut', 'deaf'] as const)(
    'to a provider that is %s waits, and is carried out once when it answers again',
    async (state) => {
      const playerId = await world.player();
      world.toProvider.state = state;
      world.toWallet.state = 'cut';
      const key = randomUUID();
      const made = await deposit(playerId, {}, key);
      expect([made.status, made.body.status]).toEqual([201, 'pending']);
      expect(await accounts(playerId)).toEqual({ USD: 0 });
      world.toProvider.state = 'open';
      world.toWallet.state = 'open';
      world.clock.advance(60_000);
      await untilStatus(playerId, made.body.id, 'approved');
      expect((await deposit(playerId, {}, key)).body).toMatchObject({ id: made.body.id, status: 'approved' });
      await eventually(() => webhooksOf(made.body.id).length);
      expect(await accounts(playerId)).toEqual({ USD: 9_850 });
      expect(await eventTypesOf(made.body.id)).toEqual(['DepositApproved']);
    },
  );

  it('belongs to the provider while it waits: no operator approves or rejects it', async () => {
    const { body } = await deposit(await world.player(), { method: 'credit_card' });
    const [yes, no] = [
      await approve(body.id),
      await world.http('POST', pathOf(approvalRoutes.reject, { id: body.id }), {
        as: operator(),
        body: { reason: 'No' },
      }),
    ];
    for (const reply of [yes, no]) {
      expect([reply.status, problemOf(reply)]).toMatchObject([
        409,
        { code: 'already_decided', detail: 'This payment was already given to the payment provider' },
      ]);
    }
    const queue = await world.http<{ items: Payment[] }>(
      'GET',
      '/api/admin/wallet/payments?order=queue&status=pending',
      { as: operator() },
    );
    expect(queue.body.items.map(({ id }) => id)).not.toContain(body.id);
  });
});

it('a deposit that is paid after its account was closed is credited, and operators are alerted', async () => {
  const playerId = await world.player();
  const { body } = await deposit(playerId, { method: 'credit_card' });
  await world.ask(playerRequests.restrict, {
    playerId,
    part: 'account',
    version: 2,
    status: 'closed',
    level: 'verified',
    jurisdiction: 'open',
  });
  await payOn(body);
  await untilStatus(playerId, body.id, 'approved');
  expect(await accounts(playerId)).toEqual({ USD: 9_710 });
  const reason = 'The provider paid a deposit of an account that is closed';
  expect(await sql('select error from dead_letters where event_id = $1', [`${body.id} closed`])).toEqual([
    { error: reason },
  ]);
  const [act] = await sql(`select data from outbox where subject = $1 and type = $2`, [
    body.id,
    walletAuditEvents.operatorActed.subject,
  ]);
  expect(act).toMatchObject({
    data: {
      action: 'payment.after_closing',
      resourceId: body.id,
      reason,
      after: { userId: playerId, amountMinor: 10_000 },
    },
  });
});

describe('a deposit in another currency', () => {
  it.each<[string, string, number]>([
    ['EUR', 'e_wallet', 10_000],
    ['BTC', 'crypto', 100_000],
  ])('%s goes to its own account', async (currency, method, amountMinor) => {
    const playerId = await world.player();
    const made = await deposit(playerId, { currency, method, amountMinor });
    expect([made.status, made.body]).toMatchObject([201, { status: 'approved', currency }]);
    expect(await accounts(playerId)).toEqual({ USD: 0, [currency]: amountMinor - made.body.feeMinor });
  });

  it('becomes play currency on arrival where its player set that', async () => {
    const playerId = await world.player();
    await world.http('PUT', '/api/wallet/settings', { as: asPlayer(playerId), body: { autoConvert: true } });
    await deposit(playerId, { currency: 'EUR', amountMinor: 10_000 });
    const held = await accounts(playerId);
    expect(held.EUR).toBe(0);
    const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions?type=conversion', {
      as: asPlayer(playerId),
    });
    expect(body.items.map(({ currency, amountMinor }) => [currency, amountMinor]).toSorted()).toEqual([
      ['EUR', -9_850],
      ['USD', held.USD],
    ]);
  });
});

describe('a webhook', () => {
  const webhookOf = (payment: Payment, changes: object = {}, id = randomUUIDv7()) =>
    JSON.stringify({
      id,
      type: 'payment.succeeded',
      createdAt: world.clock.now().toISOString(),
      data: {
        object: 'payment',
        id: randomUUIDv7(),
        reference: payment.id,
        amount: payment.amountMinor,
        currency: payment.currency,
        method: payment.method,
        status: 'succeeded',
        redirectUrl: null,
        token: null,
        failure: null,
        ...changes,
      },
    });
  const signed = (body: string, agoMs = 0, secret = world.webhookSecret) =>
    sign(secret, Buffer.from(body), new Date(world.clock.now().getTime() - agoMs));

  it('that is forged, stale or unsigned is refused and moves nothing', async () => {
    const playerId = await world.player();
    const { body: payment } = await deposit(playerId, { method: 'credit_card' });
    const body = webhookOf(payment);
    const wrong = [
      undefined,
      'nonsense',
      signed(body, 0, 'somebody-elses-secret'),
      signed(body, 301_000),
      signed(body, -301_000),
      signed(`${body} `),
    ];
    for (const signature of wrong) {
      const reply = await hook(body, signature);
      expect([reply.status, problemOf(reply).code]).toEqual([401, paymentRefusals.signatureInvalid.code]);
    }
    expect(await paymentOf(playerId, payment.id)).toMatchObject({ status: 'pending' });
    expect((await hook(body, signed(body, 299_000))).status).toBe(204);
    expect(await paymentOf(playerId, payment.id)).toMatchObject({ status: 'approved' });
  });

  it('that is signed but no event is refused', async () => {
    for (const body of ['{"id": 1}', 'not json']) {
      const reply = await hook(body, signed(body));
      expect([body, reply.status]).toEqual([body, 400]);
    }
  });

  it('that is replayed changes nothing', async () => {
    const { playerId, id } = await paidByCard(20_000);
    await untilStatus(playerId, id, 'approved');
    const [first] = await eventually(
      () => webhooksOf(id),
      (all) => all.length > 0,
    );
    const before = await world.account(playerId);
    for (let turn = 0; turn < 3; turn++)
      expect((await hook(first?.body ?? '', String(first?.headers['psp-signature']))).status).toBe(204);
    expect(await world.account(playerId)).toEqual(before);
  });

  it.each<[string, object]>([
    ['amount', { amount: 99_999 }],
    ['currency', { currency: 'EUR' }],
    ['method', { method: 'crypto' }],
  ])('of another %s leaves the deposit to people', async (_name, changes) => {
    const playerId = await world.player();
    const { body: payment } = await deposit(playerId, { method: 'credit_card' });
    const body = webhookOf(payment, changes);
    expect((await hook(body, signed(body))).status).toBe(204);
    expect(await paymentOf(playerId, payment.id)).toMatchObject({ status: 'pending' });
    expect(await accounts(playerId)).toEqual({ USD: 0 });
    const { rows } = await world.db.query('select error, payload from dead_letters where event_id like $1', [
      `${payment.id} %`,
    ]);
    expect(rows).toMatchObject([
      {
        error: expect.stringContaining('another amount, currency or method'),
        payload: expect.stringContaining('"token":null'),
      },
    ]);
  });

  it('of success after a failure is credited, and a failure after success is ignored', async () => {
    const playerId = await world.player();
    const { body: payment } = await deposit(playerId, { method: 'credit_card' });
    for (const status of ['failed', 'succeeded', 'failed', 'canceled']) {
      const body = webhookOf(payment, { status });
      expect((await hook(body, signed(body))).status).toBe(204);
    }
    expect(await paymentOf(playerId, payment.id)).toMatchObject({ status: 'approved' });
    expect(await eventTypesOf(payment.id)).toEqual(['DepositFailed', 'DepositApproved']);
  });

  it('of a payment that is not ours is received and forgotten', async () => {
    const body = webhookOf({ id: randomUUIDv7(), amountMinor: 1, currency: 'USD', method: 'crypto' } as Payment);
    expect((await hook(body, signed(body))).status).toBe(204);
  });
});

it('the methods are listed with those of the provider, and the balance with every currency', async () => {
  const { body } = await world.http<{ items: { kind: string; id: string }[] }>('GET', '/api/wallet/payment-methods');
  expect(body.items.filter(({ kind }) => kind === 'instant').map(({ id }) => id)).toEqual([
    'credit_card',
    'crypto',
    'e_wallet',
  ]);
  expect(body.items.filter(({ kind }) => kind === 'withdrawal').map(({ id }) => id)).toContain('credit_card');
  const playerId = await world.player();
  await deposit(playerId, { currency: 'EUR' });
  const { body: balance } = await world.http<Balance>('GET', '/api/wallet', { as: asPlayer(playerId) });
  expect(balance.accounts).toEqual(
    expect.arrayContaining([{ currency: 'EUR', cashMinor: 9_850, bonusMinor: 0, heldMinor: 0 }]),
  );
});
