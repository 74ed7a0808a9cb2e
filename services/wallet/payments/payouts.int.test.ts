/** Saved methods and payouts by a provider, against the project's simulated provider. */
import { randomUUIDv7 } from 'node:crypto';
import { sign } from '@fairline/chassis/http/signature';
import { eventually, problemOf } from '@fairline/chassis/testing';
import type { Transaction } from '@fairline/proto/wallet/history';
import { paymentEvents, paymentRefusals } from '@fairline/proto/wallet/payments';
import { afterEach, describe, expect, it } from 'vitest';
import { asPlayer } from '../testing.ts';
import {
  accounts,
  approve,
  booksHold,
  deposit,
  eventTypesOf,
  forget,
  forOperator,
  hook,
  paidByCard,
  paymentOf,
  payOn,
  saved,
  sql,
  untilStatus,
  useProviderServers,
  webhooksOf,
  withdraw,
  world,
} from './testing-provider.ts';

useProviderServers();
afterEach(booksHold);

describe('a saved method', () => {
  it('is saved once however often its card is entered, with the newest expiry date', async () => {
    const { playerId, id } = await paidByCard(10_000);
    await untilStatus(playerId, id, 'approved');
    const renewed = await deposit(playerId, { method: 'credit_card' });
    await payOn(renewed.body, { number: '4242-4242-4242-4242', expiry: '01 / 35' });
    await untilStatus(playerId, renewed.body.id, 'approved');
    expect(await saved(playerId)).toMatchObject([{ label: 'Visa ending 4242', expires: '01/35' }]);
  });

  it("is charged without a page, is the player's own, and is deleted when nothing is due to it", async () => {
    const { playerId, id } = await paidByCard(20_000);
    await untilStatus(playerId, id, 'approved');
    const [card] = await saved(playerId);
    expect(card).toMatchObject({ method: 'credit_card', label: 'Visa ending 4242', expires: '12/30' });
    const again = await deposit(playerId, { method: 'credit_card', savedMethodId: card?.id });
    expect([again.status, again.body.status, again.body.redirectUrl]).toEqual([201, 'approved', undefined]);
    expect(await saved(playerId)).toHaveLength(1);
    const other = await world.player();
    const stolen = await deposit(other, { method: 'credit_card', savedMethodId: card?.id });
    expect([stolen.status, problemOf(stolen).code]).toEqual([422, paymentRefusals.destinationUnknown.code]);
    expect((await deposit(playerId, { savedMethodId: card?.id })).status).toBe(422);
    expect((await forget(other, card?.id ?? '')).status).toBe(404);
    const kept = await forget(playerId, card?.id ?? '');
    expect([kept.status, problemOf(kept)]).toMatchObject([
      422,
      { code: paymentRefusals.closedLoop.code, params: { method: 'credit_card', amountMinor: 30_000 } },
    ]);
    const all = (await accounts(playerId)).USD;
    const out = await withdraw(playerId, { method: 'credit_card', destination: card?.id, amountMinor: all });
    expect(out.status).toBe(201);
    expect((await forget(playerId, card?.id ?? '')).status).toBe(204);
    expect(await saved(playerId)).toEqual([]);
    expect(problemOf(await deposit(playerId, { method: 'credit_card', savedMethodId: card?.id })).code).toBe(
      'destination_unknown',
    );
    await approve(out.body.id);
    await eventually(
      () => forOperator(out.body.id),
      (one) => one?.provider === 'paid',
    );
    const sent = world.toProvider.passed.find(({ path, body }) => path === '/v1/payouts' && body.includes(out.body.id));
    expect(JSON.parse(String(sent?.body)).destination).toMatch(/^tok_/);
  });

  it('of an e-wallet is one, however often it pays', async () => {
    const playerId = await world.player();
    for (let turn = 0; turn < 3; turn++) await deposit(playerId, { amountMinor: 1_000 });
    expect(await saved(playerId)).toHaveLength(1);
  });

  it('is the only way to withdraw to a card', async () => {
    const { playerId, id } = await paidByCard(20_000);
    await untilStatus(playerId, id, 'approved');
    const stranger = await paidByCard(20_000);
    await untilStatus(stranger.playerId, stranger.id, 'approved');
    const [theirs] = await saved(stranger.playerId);
    for (const destination of ['4242 4242 4242 4242', randomUUIDv7(), 'Visa', theirs?.id]) {
      const reply = await withdraw(playerId, { method: 'credit_card', destination });
      expect([reply.status, problemOf(reply).code]).toEqual([422, 'destination_unknown']);
    }
    const [card] = await saved(playerId);
    expect((await withdraw(playerId, { method: 'credit_card', destination: card?.id })).status).toBe(201);
  });
});

describe('a payout', () => {
  const approved = async (amountMinor: number) => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    const { body } = await withdraw(playerId, { amountMinor });
    expect((await approve(body.id)).status).toBe(200);
    return { playerId, id: body.id };
  };

  it('is paid once', async () => {
    const { playerId, id } = await approved(5_000);
    await eventually(
      () => forOperator(id),
      (one) => one?.provider === 'paid',
    );
    const times = { approvedAt: expect.any(String), sentAt: expect.any(String), paidAt: expect.any(String) };
    expect(await paymentOf(playerId, id)).toMatchObject({ status: 'approved', payout: { stage: 'paid', ...times } });
    expect(await accounts(playerId)).toEqual({ USD: 14_700 });
    expect(
      new Set(
        world.toProvider.passed
          .filter(({ path, body }) => path === '/v1/payouts' && body.includes(id))
          .map(({ body }) => String(body)),
      ).size,
    ).toBe(1);
  });

  it.each([
    ['returned after it was paid', 5_007, 'returned', 'Returned by the receiving bank'],
    ['refused', 5_008, 'failed', 'The destination did not accept it'],
  ])('that is %s comes back once', async (_name, amountMinor, state, why) => {
    const { playerId, id } = await approved(amountMinor);
    if (state === 'returned') {
      await eventually(
        () => forOperator(id),
        (one) => one?.provider === 'paid',
      );
      expect(await accounts(playerId)).toEqual({ USD: 19_700 - amountMinor });
      world.clock.advance(3_100);
    }
    expect(await untilStatus(playerId, id, 'failed')).toMatchObject({ rejectionReason: why });
    expect(await forOperator(id)).toMatchObject({ provider: state });
    expect(await accounts(playerId)).toEqual({ USD: 19_700 });
    const last = await eventually(
      () => webhooksOf(id).find(({ body }) => body.includes(`payout.${state}`)),
      (one) => one !== undefined,
    );
    expect((await hook(last?.body ?? '', String(last?.headers['psp-signature']))).status).toBe(204);
    const again = String(last?.body).replace(/"id":"[^"]+"/, `"id":"${randomUUIDv7()}"`);
    expect((await hook(again, sign(world.webhookSecret, Buffer.from(again), world.clock.now()))).status).toBe(204);
    expect(await accounts(playerId)).toEqual({ USD: 19_700 });
    expect((await eventTypesOf(id)).filter((type) => type === 'WithdrawalReturned')).toHaveLength(1);
    const { body } = await world.http<{ items: Transaction[] }>('GET', '/api/wallet/transactions', {
      as: asPlayer(playerId),
    });
    const completed = body.items
      .filter(({ status }) => status === 'completed')
      .reduce((sum, one) => sum + one.amountMinor, 0);
    expect(completed).toBe(19_700);
    const { body: stats } = await world.http<{ withdrawnMinor: number }>('GET', '/api/wallet/stats', {
      as: asPlayer(playerId),
    });
    expect(stats.withdrawnMinor).toBe(0);
  });

  it('to a provider that does not answer is asked for again, under the same reference', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    const { body } = await withdraw(playerId);
    world.toProvider.state = 'deaf';
    await approve(body.id);
    const asked = () =>
      world.toProvider.passed.filter((one) => one.path === '/v1/payouts' && one.body.includes(body.id)).length;
    await eventually(asked);
    world.toProvider.state = 'open';
    world.clock.advance(60_000);
    await eventually(
      () => forOperator(body.id),
      (one) => one?.provider === 'paid',
    );
    expect(await accounts(playerId)).toEqual({ USD: 14_700 });
  });

  it('sends its player a notice when its destination is new, and only then', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 50_000 });
    const made: string[] = [];
    for (const destination of ['ada@wallet.example', 'ADA@wallet.example', 'ada @wallet.example', 'bob@wallet.example'])
      made.push((await withdraw(playerId, { destination })).body.id);
    const added = await sql<{ subject: string }>(
      'select subject from outbox where type = $1 and subject = any ($2) order by seq',
      [paymentEvents.destinationAdded.subject, made],
    );
    expect(added.map(({ subject }) => subject)).toEqual([made[0], made[3]]);
  });

  it('names its destination, and a deposit its card, by keys that two players share', async () => {
    const keysOf = async (id: string, key: 'destinationKey' | 'instrumentKey') =>
      (
        await sql<{ key: string }>(
          `select data ->> $2 as key from outbox where subject = $1 and data ->> $2 is not null order by seq`,
          [id, key],
        )
      ).map((row) => row.key);
    const paid = await Promise.all([paidByCard(20_000), paidByCard(20_000)]);
    for (const { playerId, id } of paid) await untilStatus(playerId, id, 'approved');
    const [card, same] = await Promise.all(paid.map(({ id }) => keysOf(id, 'instrumentKey')));
    expect([card, card?.length]).toEqual([same, 1]);
    const toCard = async (playerId: string) =>
      withdraw(playerId, { method: 'credit_card', destination: (await saved(playerId))[0]?.id });
    const outs = await Promise.all(paid.map(({ playerId }) => toCard(playerId)));
    for (const { body } of outs) expect(await keysOf(body.id, 'destinationKey')).toEqual([card?.[0], card?.[0]]);
    const wallets = [];
    for (const destination of ['eve@wallet.example', ' EVE @wallet.example', 'other@wallet.example']) {
      const playerId = await world.player();
      await deposit(playerId);
      wallets.push((await keysOf((await withdraw(playerId, { destination })).body.id, 'destinationKey'))[0]);
    }
    expect([wallets[0] === wallets[1], wallets[0] === wallets[2], wallets.includes(undefined)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('of the same balance twice at once is one', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const playerId = await world.player();
      await deposit(playerId);
      const both = await Promise.all([
        withdraw(playerId, { amountMinor: 9_850 }),
        withdraw(playerId, { amountMinor: 9_850 }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
      expect(problemOf(both.find(({ status }) => status === 422) as { body: unknown }).code).toBe(
        'insufficient_balance',
      );
    }
  });
});
