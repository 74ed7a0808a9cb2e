/** Definite refusals of the provider against calls without an answer; and withdrawals of players whose card accepts no payouts. */
import { randomUUIDv7 } from 'node:crypto';
import { sign } from '@fairline/chassis/http/signature';
import { eventually, pathOf, problemOf } from '@fairline/chassis/testing';
import { pspRefusals } from '@fairline/proto/psp';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { paymentRefusals, type SavedMethod } from '@fairline/proto/wallet/payments';
import { playerRequests, type WalletLimits } from '@fairline/proto/wallet/players';
import { failureTexts } from '@fairline/proto/wallet/texts';
import { describe, expect, it } from 'vitest';
import { asPlayer, operator } from '../testing.ts';
import {
  deposit,
  forget,
  forOperator,
  saved,
  sql,
  untilStatus,
  useProviderServers,
  withdraw,
  world,
} from './testing-provider.ts';

useProviderServers();

const bank = { method: 'bank_transfer', destination: 'DE89370400440532013000' };
const approve = async (id: string) =>
  expect(
    (await world.http<PaymentForOperator>('POST', pathOf(approvalRoutes.approve, { id }), { as: operator() })).status,
  ).toBe(200);
const atProvider = (id: string, state: PaymentForOperator['provider']) =>
  eventually(
    () => forOperator(id),
    (one) => one?.provider === state,
  );
const asked = (id: string) =>
  world.toProvider.passed.filter(({ method, body }) => method === 'POST' && body.includes(id)).length;
const pollOf = async (id: string) =>
  (
    await sql<{ next: Date | null; polls: number }>('select next_poll_at as next, polls from payments where id = $1', [
      id,
    ])
  )[0];
/** Waits until a payment was polled this often and no instance still claims it, so that its next poll time is final. */
const letGo = (id: string, polls: number) =>
  eventually(
    () => pollOf(id),
    (one) => one?.polls === polls && one.next !== null && one.next.getTime() - world.clock.now().getTime() < 5_000,
  );
const refused = (id: string) =>
  eventually(
    () => sql('select 1 from payments where id = $1 and refused_at is not null', [id]),
    (rows) => rows.length === 1,
  );
const deadLettersOf = (id: string) =>
  sql(
    `select subject, error, payload::jsonb ->> 'status' as status from dead_letters where consumer = 'wallet_provider' and event_id like $1 order by id`,
    [`${id}%`],
  );
const hook = async (event: object) => {
  const raw = new Uint8Array(Buffer.from(JSON.stringify(event)));
  const headers = {
    'content-type': 'application/json',
    'psp-signature': sign(world.webhookSecret, raw, world.clock.now()),
  };
  return (await world.http('POST', '/api/wallet/provider/webhooks', { raw, headers })).status;
};
const loopOf = async (playerId: string) =>
  (await world.http<WalletLimits>('GET', '/api/wallet/limits', { as: asPlayer(playerId) })).body.closedLoop;

async function payByCard(playerId: string, amountMinor: number, number = '4242 4242 4242 4242'): Promise<SavedMethod> {
  const { body } = await deposit(playerId, { amountMinor, method: 'credit_card' });
  await fetch(body.redirectUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ number, expiry: '12/30', code: '123', do: 'pay' }),
    redirect: 'manual',
  });
  await untilStatus(playerId, body.id, 'approved');
  return (await saved(playerId)).find(({ label }) => label.endsWith(number.slice(-4))) as SavedMethod;
}

it('under gb cards take no deposits, and a card of before takes a withdrawal', async () => {
  const playerId = await world.player();
  const card = await payByCard(playerId, 10_000);
  const jurisdiction = (version: number, level: string) =>
    world.ask(playerRequests.restrict, {
      playerId,
      part: 'account',
      version,
      status: 'active',
      level,
      jurisdiction: 'gb',
    });
  await jurisdiction(2, 'verified');
  for (const body of [{ method: 'credit_card' }, { method: 'credit_card', savedMethodId: card.id }]) {
    const refusal = await deposit(playerId, body);
    expect([refusal.status, problemOf(refusal).code]).toEqual([422, paymentRefusals.depositRefused.code]);
  }
  expect((await deposit(playerId)).status).toBe(201);
  expect((await withdraw(playerId, { method: 'credit_card', destination: card.id })).status).toBe(201);
  await jurisdiction(3, 'unverified');
  expect(problemOf(await deposit(playerId)).code).toBe('kyc_required');
});

describe('a definite refusal', () => {
  it('of a deposit ends it at once with its reason, and it is not asked for again', async () => {
    const playerId = await world.player();
    const { status, body } = await deposit(playerId, { amountMinor: 10_009 });
    expect([status, body]).toMatchObject([201, { status: 'failed', rejectionReason: failureTexts.other }]);
    expect(await pollOf(body.id)).toMatchObject({ next: null });
    expect(asked(body.id)).toBe(1);
    expect(await world.account(playerId)).toMatchObject({ cash: 0, version: 0 });
    expect(
      await sql<{ reason: string }>(`select data ->> 'reason' as reason from outbox where subject = $1`, [body.id]),
    ).toEqual([{ reason: failureTexts.other }]);
  });

  it('of a payout gives the money back once, as returned, where it is repeated a minute later', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    const { body } = await withdraw(playerId, { amountMinor: 5_009 });
    await approve(body.id);
    await refused(body.id);
    world.clock.advance(59_000);
    const other = await world.player();
    await deposit(other, { amountMinor: 20_000 });
    const beside = await withdraw(other);
    await approve(beside.body.id);
    await atProvider(beside.body.id, 'paid');
    expect(asked(body.id)).toBe(1);
    await atProvider(body.id, 'waiting');
    expect(await world.account(playerId)).toMatchObject({ cash: 14_691 });
    world.clock.advance(1_100);
    expect(await untilStatus(playerId, body.id, 'failed')).toMatchObject({ rejectionReason: failureTexts.other });
    expect(await world.account(playerId)).toMatchObject({ cash: 19_700, held: 0 });
    expect(await sql('select kind from transfers where reference = $1 order by id', [body.id])).toEqual([
      { kind: 'withdrawal' },
      { kind: 'returned' },
    ]);
    expect(await pollOf(body.id)).toMatchObject({ next: null });
    world.clock.advance(3_600_000);
    const later = await withdraw(other);
    await approve(later.body.id);
    await atProvider(later.body.id, 'paid');
    expect(asked(body.id)).toBe(2);
    expect(await world.account(playerId)).toMatchObject({ cash: 19_700 });
  });

  it('of a payout that the provider pays after all is left to people, once', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    const { body } = await withdraw(playerId, { amountMinor: 5_009 });
    await approve(body.id);
    await refused(body.id);
    world.clock.advance(61_000);
    await untilStatus(playerId, body.id, 'failed');
    for (const status of ['processing', 'paid', 'paid']) {
      const data = {
        object: 'payout',
        id: randomUUIDv7(),
        reference: body.id,
        amount: 5_009,
        currency: 'USD',
        status,
        failure: null,
      };
      const event = { id: randomUUIDv7(), type: `payout.${status}`, createdAt: world.clock.now().toISOString(), data };
      expect(await hook(event)).toBe(204);
    }
    expect(await deadLettersOf(body.id)).toEqual([
      { subject: 'provider', error: 'the provider carries out a payout whose money went back', status: 'processing' },
      { subject: 'provider', error: 'the provider carries out a payout whose money went back', status: 'paid' },
    ]);
    expect(await world.account(playerId)).toMatchObject({ cash: 19_700, held: 0 });
  });

  it('never gives back what the provider accepted: that it knows nothing of it is left to people', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    const { body } = await withdraw(playerId);
    world.toProvider.state = 'cut';
    await approve(body.id);
    await letGo(body.id, 1);
    await sql(`update payments set provider_state = 'sent', next_poll_at = $2 where id = $1`, [
      body.id,
      world.clock.now(),
    ]);
    const before = asked(body.id);
    world.toProvider.state = 'open';
    expect(
      await eventually(
        () => deadLettersOf(body.id),
        (all) => all.length > 0,
      ),
    ).toMatchObject([{ error: 'the provider knows nothing of a payout that it had accepted' }]);
    await letGo(body.id, 2);
    world.clock.advance(3_600_000);
    await eventually(
      () => pollOf(body.id),
      (one) => (one?.polls ?? 0) > 2,
    );
    expect([await deadLettersOf(body.id), asked(body.id) - before]).toMatchObject([{ length: 1 }, 0]);
    await atProvider(body.id, 'sent');
    expect(await world.account(playerId)).toMatchObject({ cash: 14_700 });
  });

  it('of a saved card unknown to the provider ends the deposit; the card takes no refund', async () => {
    const playerId = await world.player();
    const card = await payByCard(playerId, 20_000);
    world.toProvider.answers = { status: 422, body: JSON.stringify({ code: pspRefusals.tokenUnknown.code }) };
    const { body } = await deposit(playerId, { method: 'credit_card', savedMethodId: card.id });
    expect(body).toMatchObject({ status: 'failed', rejectionReason: failureTexts.token_unknown });
    expect(await loopOf(playerId)).toEqual([]);
  });

  it('counts for nothing where the provider took an earlier call', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    const { body } = await withdraw(playerId);
    world.toProvider.state = 'deaf';
    await approve(body.id);
    await eventually(() => asked(body.id));
    world.toProvider.answers = { status: 422, body: JSON.stringify({ code: 'refused' }) };
    world.toProvider.state = 'open';
    world.clock.advance(60_000);
    await atProvider(body.id, 'paid');
    expect(await world.account(playerId)).toMatchObject({ cash: 14_700 });
  });
});

describe('any other response than a definite refusal', () => {
  it.each<[string, number, string]>([
    ['a fault', 500, '{"code":"internal"}'],
    ['a provider that is away', 503, '{"code":"unavailable"}'],
    ['too many calls', 429, '{"code":"rate_limited"}'],
    ['a call that took too long', 408, '{"code":"timeout"}'],
    ['a call that is under way', 409, '{"code":"in_progress"}'],
    ['a key of ours that is not taken', 401, '{"code":"unauthorized"}'],
    ['an address of ours that is wrong', 404, '{"code":"not_found"}'],
    ['a reference that is known with another body', 422, '{"code":"idempotency_key_reused"}'],
    ['a form that it does not take', 400, '{"code":"invalid_request"}'],
    ['a version of its API that is gone', 410, '{"code":"gone"}'],
    ['a country that its guard does not serve', 451, '{"code":"blocked"}'],
    ['a code it never gave us', 422, '{"code":"account_on_hold"}'],
    ['its code on a fault', 500, '{"code":"refused"}'],
    ['a code that is not the provider’s', 400, '{"error":"somebody in between"}'],
    ['a page of somebody in between', 400, '<html>Bad Request</html>'],
  ])('%s (%d) counts as no answer: retried under the same reference, carried out once', async (_name, status, text) => {
    const [payer, payee] = [await world.player(), await world.player()];
    await deposit(payee, { amountMinor: 20_000 });
    const out = await withdraw(payee);
    world.toProvider.answers = { status, body: text };
    const made = await deposit(payer);
    expect(made.body.status).toBe('pending');
    await approve(out.body.id);
    await eventually(() => asked(out.body.id));
    const first = await eventually(
      () => pollOf(out.body.id),
      (one) => one?.polls === 1,
    );
    expect(first?.next?.getTime()).toBeGreaterThan(world.clock.now().getTime());
    world.toProvider.answers = undefined;
    world.clock.advance(60_000);
    await untilStatus(payer, made.body.id, 'approved');
    await atProvider(out.body.id, 'paid');
    expect(await world.account(payer)).toMatchObject({ cash: 9_850 });
    expect(await world.account(payee)).toMatchObject({ cash: 14_700 });
  });
});

describe('the closed loop', () => {
  /** Pays this amount out to a card, and returns once the provider has returned it. */
  const comesBack = async (playerId: string, card: SavedMethod, amountMinor: number) => {
    const { body } = await withdraw(playerId, { method: 'credit_card', destination: card.id, amountMinor });
    await approve(body.id);
    if (amountMinor % 100 === 9) {
      await refused(body.id);
      world.clock.advance(61_000);
    }
    if (amountMinor % 100 === 7) {
      await atProvider(body.id, 'paid');
      world.clock.advance(3_100);
    }
    await untilStatus(playerId, body.id, 'failed');
  };

  it.each([
    ['was returned', 5_007],
    ['did not reach it', 5_008],
  ])('binds nobody to a card whose payout %s, until that card pays in again', async (_name, amountMinor) => {
    const playerId = await world.player();
    const card = await payByCard(playerId, 20_000);
    const early = await withdraw(playerId, bank);
    expect([early.status, problemOf(early)]).toMatchObject([
      422,
      { code: paymentRefusals.closedLoop.code, params: { method: 'credit_card' } },
    ]);
    await comesBack(playerId, card, amountMinor);
    expect(await loopOf(playerId)).toEqual([]);
    expect((await withdraw(playerId, { ...bank, amountMinor: 10_000 })).status).toBe(201);
    await payByCard(playerId, 10_000);
    expect(await loopOf(playerId)).toEqual([{ method: 'credit_card', amountMinor: 30_000 }]);
  });

  it('binds nobody to a card that the provider does not know any more', async () => {
    const playerId = await world.player();
    const card = await payByCard(playerId, 20_000);
    world.toProvider.answers = { status: 422, body: JSON.stringify({ code: pspRefusals.tokenUnknown.code }) };
    await comesBack(playerId, card, 5_009);
    expect(await loopOf(playerId)).toEqual([]);
  });

  it('is not escaped by a payout that the provider refuses for its amount', async () => {
    const playerId = await world.player();
    const card = await payByCard(playerId, 20_000);
    await comesBack(playerId, card, 5_009);
    expect(await loopOf(playerId)).toEqual([{ method: 'credit_card', amountMinor: 20_000 }]);
    expect(problemOf(await withdraw(playerId, { ...bank, amountMinor: 10_000 })).code).toBe(
      paymentRefusals.closedLoop.code,
    );
    expect(
      (await withdraw(playerId, { method: 'credit_card', destination: card.id, amountMinor: 10_000 })).status,
    ).toBe(201);
  });

  it('binds to another card that takes money back, and lets nobody forget that one', async () => {
    const playerId = await world.player();
    const visa = await payByCard(playerId, 20_000);
    const other = await payByCard(playerId, 20_000, '5555 5555 5555 4444');
    expect(other.id).not.toBe(visa.id);
    await comesBack(playerId, visa, 5_008);
    expect(await loopOf(playerId)).toEqual([{ method: 'credit_card', amountMinor: 40_000 }]);
    expect(problemOf(await forget(playerId, other.id)).code).toBe(paymentRefusals.closedLoop.code);
    expect((await forget(playerId, visa.id)).status).toBe(204);
    expect((await withdraw(playerId, bank)).status).toBe(422);
  });

  it('is not escaped by a destination that was typed wrong', async () => {
    const playerId = await world.player();
    await deposit(playerId, { amountMinor: 20_000 });
    const { body } = await withdraw(playerId, { amountMinor: 5_008, destination: 'nobody@wallet.example' });
    await approve(body.id);
    await untilStatus(playerId, body.id, 'failed');
    expect(problemOf(await withdraw(playerId, bank)).code).toBe(paymentRefusals.closedLoop.code);
    expect((await withdraw(playerId, { amountMinor: 19_700 })).status).toBe(201);
  });

  it('is not escaped by forgetting a card while its money is on the way', async () => {
    const playerId = await world.player();
    const card = await payByCard(playerId, 20_000);
    const out = await withdraw(playerId, { method: 'credit_card', destination: card.id, amountMinor: 19_420 });
    expect((await forget(playerId, card.id)).status).toBe(204);
    await world.http('POST', pathOf(approvalRoutes.reject, { id: out.body.id }), {
      as: operator(),
      body: { reason: 'Not now' },
    });
    expect(await saved(playerId)).toMatchObject([{ id: card.id }]);
    expect(problemOf(await withdraw(playerId, bank)).code).toBe(paymentRefusals.closedLoop.code);
  });

  it('binds nobody to a card of which the provider gave no token', async () => {
    const playerId = await world.player();
    const { body: payment } = await deposit(playerId, { amountMinor: 20_000, method: 'credit_card' });
    const data = {
      object: 'payment',
      id: randomUUIDv7(),
      reference: payment.id,
      amount: 20_000,
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
    expect(await hook(event)).toBe(204);
    await untilStatus(playerId, payment.id, 'approved');
    expect(await saved(playerId)).toEqual([]);
    expect((await withdraw(playerId, { ...bank, amountMinor: 19_420 })).status).toBe(201);
  });
});
