/** A deposit whose player left the provider's page: it waits for them and they can cancel it. Money that the provider has taken meanwhile is still credited. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { sign } from '@fairline/chassis/http/signature';
import { eventually, pathOf, problemOf } from '@fairline/chassis/testing';
import type { Transaction } from '@fairline/proto/wallet/history';
import { type Payment, paymentRoutes } from '@fairline/proto/wallet/payments';
import { expect, it } from 'vitest';
import { asPlayer } from '../testing.ts';
import { eventTypesOf, paymentOf, payOn, untilStatus, useProviderServers, world } from './testing-provider.ts';

useProviderServers();

const begin = async (playerId: string, amountMinor = 10_000) => {
  const body = { amountMinor, currency: 'USD', method: 'credit_card' };
  return (
    await world.http<Payment>('POST', '/api/wallet/deposits', { as: asPlayer(playerId), key: randomUUID(), body })
  ).body;
};
const cancel = (playerId: string, id: string) =>
  world.http<Payment>('POST', pathOf(paymentRoutes.cancelDeposit, { id }), { as: asPlayer(playerId) });
const history = async (playerId: string) =>
  (await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions', { as: asPlayer(playerId) })).body
    .items;
const cash = async (playerId: string) => {
  const { rows } = await world.db.query('select cash_minor::int4 as cash from accounts where player_id = $1', [
    playerId,
  ]);
  return (rows[0] as { cash: number }).cash;
};

it('shows in the history whether a deposit waits for its payer or for an operator', async () => {
  const playerId = await world.player();
  const card = await begin(playerId);
  expect(card).toMatchObject({ status: 'pending', waitsFor: 'payer', redirectUrl: expect.stringContaining('/pay/') });
  const report = {
    amountMinor: 10_000,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: 'Ada Park',
    email: 'ada@example.com',
    bankTransactionId: 'BT-1',
  };
  const manual = await world.http<Payment>('POST', '/api/wallet/deposits/manual', {
    as: asPlayer(playerId),
    key: randomUUID(),
    body: report,
  });
  expect(manual.body).toMatchObject({ status: 'pending', waitsFor: 'review' });
  expect((await history(playerId)).map(({ id, waitsFor }) => [id, waitsFor])).toEqual([
    [manual.body.id, 'review'],
    [card.id, 'payer'],
  ]);
  await payOn(card);
  const paid = await untilStatus(playerId, card.id, 'approved');
  expect(paid.waitsFor).toBeUndefined();
  expect((await history(playerId)).find(({ id }) => id === card.id)).not.toHaveProperty('waitsFor');
});

it('one that the payer has paid waits for the provider, and there is no page to go on to', async () => {
  const playerId = await world.player();
  const late = await begin(playerId, 10_003);
  await payOn(late);
  const paid = await eventually(
    () => paymentOf(playerId, late.id),
    (one) => one.waitsFor === 'provider',
  );
  expect([paid.status, paid.redirectUrl]).toEqual(['pending', undefined]);
  expect((await history(playerId))[0]).toMatchObject({ id: late.id, waitsFor: 'provider' });
  const refused = await cancel(playerId, late.id);
  expect([refused.status, problemOf(refused)]).toMatchObject([
    409,
    { detail: 'This payment was already given to the payment provider' },
  ]);
  world.clock.advance(11_000);
  await untilStatus(playerId, late.id, 'approved');
});

it('an older answer of the provider does not bring the page back once the payer is done there', async () => {
  const playerId = await world.player();
  const late = await begin(playerId, 10_003);
  await payOn(late);
  await eventually(
    () => paymentOf(playerId, late.id),
    (one) => one.waitsFor === 'provider',
  );
  const data = {
    object: 'payment',
    id: randomUUIDv7(),
    reference: late.id,
    amount: 10_003,
    currency: 'USD',
    method: 'credit_card',
    status: 'requires_action',
    redirectUrl: late.redirectUrl,
    token: null,
    failure: null,
  };
  const event = {
    id: randomUUIDv7(),
    type: 'payment.requires_action',
    createdAt: world.clock.now().toISOString(),
    data,
  };
  const raw = new Uint8Array(Buffer.from(JSON.stringify(event)));
  const headers = {
    'content-type': 'application/json',
    'psp-signature': sign(world.webhookSecret, raw, world.clock.now()),
  };
  expect((await world.http('POST', '/api/wallet/provider/webhooks', { raw, headers })).status).toBe(204);
  expect(await paymentOf(playerId, late.id)).toMatchObject({ status: 'pending', waitsFor: 'provider' });
  expect(await paymentOf(playerId, late.id)).not.toHaveProperty('redirectUrl');
  world.clock.advance(11_000);
  await untilStatus(playerId, late.id, 'approved');
});

it('one that has failed for another reason was not cancelled by its player', async () => {
  const playerId = await world.player();
  const card = await begin(playerId, 10_001);
  await payOn(card);
  await untilStatus(playerId, card.id, 'failed');
  const refused = await cancel(playerId, card.id);
  expect([refused.status, problemOf(refused)]).toMatchObject([
    409,
    { code: 'already_decided', detail: 'This payment was already failed' },
  ]);
});

it('cancelling ends it at once, frees the limits, and its page takes no card any more', async () => {
  const playerId = await world.player();
  const card = await begin(playerId);
  const ended = await cancel(playerId, card.id);
  expect([ended.status, ended.body]).toMatchObject([200, { status: 'failed', rejectionReason: 'Cancelled by you' }]);
  expect(ended.body.redirectUrl).toBeUndefined();
  expect(await cancel(playerId, card.id)).toMatchObject({ status: 200, body: { status: 'failed' } });
  const back = await payOn(card);
  expect([back.status, back.headers.get('location')]).toEqual([303, expect.stringContaining(card.id)]);
  expect(await paymentOf(playerId, card.id)).toMatchObject({ status: 'failed' });
  expect(await cash(playerId)).toBe(0);
  expect(await eventTypesOf(card.id)).toEqual(['DepositFailed']);
  const limits = await world.http<{ remaining: { dailyDepositMinor: number }; dailyDepositMinor: number }>(
    'GET',
    '/api/wallet/limits',
    {
      as: asPlayer(playerId),
    },
  );
  expect(limits.body.remaining.dailyDepositMinor).toBe(limits.body.dailyDepositMinor);
});

it('credits what the provider took before wallet knew, and refuses to cancel it', async () => {
  const playerId = await world.player();
  const card = await begin(playerId);
  world.toWallet.state = 'cut';
  await payOn(card);
  expect(await paymentOf(playerId, card.id)).toMatchObject({ status: 'pending', waitsFor: 'payer' });
  const refused = await cancel(playerId, card.id);
  expect([refused.status, problemOf(refused)]).toMatchObject([
    409,
    { code: 'already_decided', detail: 'This payment was already approved' },
  ]);
  expect(await cash(playerId)).toBe(9_710);
  expect(await eventTypesOf(card.id)).toEqual(['DepositApproved']);
});

it('paid and cancelled at the same moment, one of the two holds and the money agrees with it', async () => {
  const playerId = await world.player();
  const card = await begin(playerId);
  const [answer] = await Promise.all([cancel(playerId, card.id), payOn(card)]);
  const decided = await eventually(
    () => paymentOf(playerId, card.id),
    (one) => one.status !== 'pending',
  );
  expect([
    [409, 'approved', 9_710],
    [200, 'failed', 0],
  ]).toContainEqual([answer.status, decided.status, await cash(playerId)]);
});

it.each(['cut', 'deaf'] as const)(
  'where the provider is %s it is not cancelled, and can be paid or cancelled later',
  async (state) => {
    const playerId = await world.player();
    const card = await begin(playerId);
    world.toProvider.state = state;
    const refused = await cancel(playerId, card.id);
    expect([refused.status, problemOf(refused).code]).toEqual([503, 'unavailable']);
    expect(await paymentOf(playerId, card.id)).toMatchObject({ status: 'pending' });
    world.toProvider.state = 'open';
    expect((await cancel(playerId, card.id)).body).toMatchObject({ status: 'failed' });
    expect(await cash(playerId)).toBe(0);
  },
);

it("another's payment is none that could be cancelled", async () => {
  const [playerId, other] = [await world.player(), await world.player()];
  const card = await begin(playerId);
  expect((await cancel(other, card.id)).status).toBe(404);
  expect(await paymentOf(playerId, card.id)).toMatchObject({ status: 'pending' });
});
