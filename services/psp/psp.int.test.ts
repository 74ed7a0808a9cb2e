/** The simulated provider over HTTP: its API, its hosted page, and the webhooks that it sends until they are received. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSigned } from '@fairline/chassis/http/signature';
import type { Running } from '@fairline/chassis/run';
import { eventually, openWorld, problemOf, type World } from '@fairline/chassis/testing';
import { type PspEvent, PspPayment, PspPayout, pspRefusals, pspRoutes, pspSignatureHeader } from '@fairline/proto/psp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from './main.ts';

const key = 'test-key-test-key-test';
const secret = 'test-secret-test-secret';
const received: { event: PspEvent; signed: boolean }[] = [];
/** The number of webhooks that are still answered with a fault. */
let faultsLeft = 0;

let world: World;
let instances: Running[];
let listener: Server;
let turn = 0;

beforeAll(async () => {
  listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const signed = isSigned(secret, body, String(request.headers[pspSignatureHeader]), new Date(), 300);
      if (faultsLeft-- > 0) response.writeHead(500).end();
      else {
        received.push({ event: JSON.parse(body.toString('utf8')), signed });
        response.writeHead(204).end();
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  world = await openWorld('psp', new URL('./main.ts', import.meta.url).href, {
    FAIRLINE_DEMO: '1',
    PSP_API_KEY: key,
    PSP_WEBHOOK_SECRET: secret,
    PSP_WEBHOOK_URL: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hear`,
    PSP_PUBLIC_URL: 'http://pay.example',
  });
  instances = [await start(world.env), await start(world.env)];
});

afterAll(async () => {
  await Promise.all((instances ?? []).map((instance) => instance.stop()));
  await world?.close();
  listener?.close();
});

function call(method: string, path: string, body?: unknown, authorization = `Bearer ${key}`) {
  const instance = instances[turn++ % instances.length] as Running;
  return world.call(instance.httpUrl, method, path, {
    headers: { authorization },
    ...(body !== undefined && { body }),
  });
}

const asked = (changes: object = {}) => ({
  reference: randomUUID(),
  amount: 10_000,
  currency: 'USD',
  method: 'credit_card',
  customer: randomUUID(),
  returnUrl: 'http://shop.example/back?payment=1',
  ...changes,
});
const pay = async (changes: object = {}) => PspPayment.parse((await call('POST', '/v1/payments', asked(changes))).body);
const eventsOf = (reference: string) =>
  received.filter(({ event }) => event.data.reference === reference).map(({ event }) => event);
const submit = async (payment: PspPayment, form: Record<string, string>) => {
  const instance = instances[turn++ % instances.length] as Running;
  const path = new URL(payment.redirectUrl ?? '').pathname;
  return fetch(`${instance.httpUrl}${path}`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
};
const card = { do: 'pay', number: '4242 4242 4242 4242', expiry: '12/39', code: '123' };

describe('the API', () => {
  it('answers nobody without the key', async () => {
    for (const wrong of ['', 'Bearer wrong']) {
      const reply = await call('POST', '/v1/payments', asked(), wrong);
      expect([reply.status, problemOf(reply).code]).toEqual([401, pspRefusals.unauthorized.code]);
    }
  });

  it('decides a wallet at once and sends a signed webhook; a repeated reference is one payment', async () => {
    const body = asked({ method: 'e_wallet' });
    const first = PspPayment.parse((await call('POST', '/v1/payments', body)).body);
    expect(first).toMatchObject({ status: 'succeeded', token: { label: 'E-wallet' } });
    expect((await call('POST', '/v1/payments', body)).body).toEqual(first);
    expect(problemOf(await call('POST', '/v1/payments', { ...body, amount: 1 })).code).toBe('idempotency_key_reused');
    await eventually(() => eventsOf(body.reference).length === 1);
    expect(received.every(({ signed }) => signed)).toBe(true);
  });

  it('declines by the amount, and answers 404 for unknown references', async () => {
    expect(await pay({ method: 'crypto', amount: 10_001 })).toMatchObject({
      status: 'failed',
      failure: 'declined',
      token: null,
    });
    expect(await pay({ method: 'crypto', amount: 10_002 })).toMatchObject({
      status: 'failed',
      failure: 'insufficient_funds',
    });
    expect((await call('GET', `/v1/payments/${randomUUID()}`)).status).toBe(404);
    expect((await call('GET', `/v1/payouts/${randomUUID()}`)).status).toBe(404);
  });

  it('charges a token of the customer, and no other', async () => {
    const customer = randomUUID();
    const waiting = await pay({ customer });
    await submit(waiting, card);
    const { token } = PspPayment.parse((await call('GET', `/v1/payments/${waiting.reference}`)).body);
    expect(await pay({ customer, token: token?.token })).toMatchObject({ status: 'succeeded' });
    const stranger = await call('POST', '/v1/payments', asked({ token: token?.token }));
    expect([stranger.status, problemOf(stranger).code]).toEqual([422, pspRefusals.tokenUnknown.code]);
  });

  it('gives a card the same token when its customer enters it again, another one to others', async () => {
    const [customer, other] = [randomUUID(), randomUUID()];
    const tokenBy = async (who: string, entered: Record<string, string>) => {
      const waiting = await pay({ customer: who });
      await submit(waiting, entered);
      const { token } = PspPayment.parse((await call('GET', `/v1/payments/${waiting.reference}`)).body);
      fingerprints.add(token?.fingerprint ?? '');
      return token?.token;
    };
    const fingerprints = new Set<string>();
    const first = await tokenBy(customer, card);
    expect(await tokenBy(customer, { ...card, number: '4242-4242-4242-4242' })).toBe(first);
    expect(await tokenBy(customer, { ...card, expiry: ' 01 / 40 ' })).toBe(first);
    expect(await tokenBy(customer, { ...card, number: '5555 5555 5555 4444' })).not.toBe(first);
    expect(await tokenBy(other, card)).not.toBe(first);
    // One fingerprint per card, whichever player entered it.
    expect(fingerprints.size).toBe(2);
  });

  it('cancels a payment that waits for its payer', async () => {
    const waiting = await pay();
    expect((await call('POST', `/v1/payments/${waiting.reference}/cancel`)).body).toMatchObject({ status: 'canceled' });
    expect((await submit(waiting, card)).status).toBe(303);
    expect((await call('GET', `/v1/payments/${waiting.reference}`)).body).toMatchObject({ status: 'canceled' });
  });
});

describe('the hosted page', () => {
  it('shows the amount, takes a card once and sends the payer back; no number is kept', async () => {
    const waiting = await pay();
    expect(waiting.redirectUrl).toBe(`http://pay.example/pay/${waiting.id}`);
    const page = await call('GET', `/pay/${waiting.id}`);
    expect(String(page.body)).toContain('Pay 100.00 USD');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [first, second] = [
      await submit(waiting, card),
      await submit(waiting, { ...card, number: '5555555555554444' }),
    ];
    expect([first.status, first.headers.get('location'), second.status]).toEqual([
      303,
      'http://shop.example/back?payment=1',
      303,
    ]);
    const paid = PspPayment.parse((await call('GET', `/v1/payments/${waiting.reference}`)).body);
    expect(paid).toMatchObject({ status: 'succeeded', token: { label: 'Visa ending 4242', expires: '12/39' } });
    const { rows } = await world.db.query(
      "select p::text || coalesce(t::text, '') as text from payments p left join tokens t using (token)",
    );
    expect(rows.map(({ text }) => text).join()).not.toContain('424242424242');
  });

  it.each([
    [{ number: '4242 4242 4242 4241' }, 'Please enter a valid card number'],
    [{ expiry: '01/20' }, 'Please enter a date in the future, as MM/YY'],
    [{ code: '1' }, 'Please enter the 3 or 4 digits of the security code'],
  ])('names what is wrong with %o', async (change, text) => {
    const waiting = await pay();
    const reply = await submit(waiting, { ...card, ...change });
    expect([reply.status, (await reply.text()).includes(text)]).toEqual([422, true]);
    expect((await call('GET', `/v1/payments/${waiting.reference}`)).body).toMatchObject({ status: 'requires_action' });
  });

  it('lets the payer cancel, and shows 404 for an unknown payment', async () => {
    const waiting = await pay();
    expect((await submit(waiting, { do: 'cancel' })).status).toBe(303);
    await eventually(() => eventsOf(waiting.reference).some(({ type }) => type === 'payment.canceled'));
    expect((await call('GET', `/pay/${randomUUID()}`)).status).toBe(404);
  });
});

describe('webhooks', () => {
  it('are sent until they are received', async () => {
    faultsLeft = 2;
    const payment = await pay({ method: 'e_wallet' });
    await eventually(() => eventsOf(payment.reference).length === 1);
    expect(faultsLeft).toBeLessThanOrEqual(0);
  });

  it('come twice, in the wrong order, or not at all, by the amount', async () => {
    const [twice, late, never] = [
      await pay({ method: 'crypto', amount: 10_004 }),
      await pay({ method: 'crypto', amount: 10_005 }),
      await pay({ method: 'crypto', amount: 10_006 }),
    ];
    await eventually(() => eventsOf(twice.reference).length === 4);
    expect(new Set(eventsOf(twice.reference).map(({ id }) => id)).size).toBe(2);
    await eventually(() => eventsOf(late.reference).length === 2);
    expect(eventsOf(late.reference).map(({ type }) => type)).toEqual(['payment.succeeded', 'payment.processing']);
    expect(eventsOf(never.reference)).toEqual([]);
  });
});

it.each([
  [{ firstName: 'VIKTOR', lastName: 'embargó' }, ['match', 'clear', 'clear']],
  [{ firstName: 'Amelie', lastName: 'Ministere' }, ['clear', 'match', 'clear']],
  [{ firstName: 'Hugo', lastName: 'Scandalini' }, ['clear', 'clear', 'match']],
  [{ firstName: 'Viktor', lastName: 'Scandalini' }, ['clear', 'clear', 'clear']],
])('screens %o against its list of invented names', async (name, outcomes) => {
  const { status, body } = await call('POST', '/v1/screenings', { reference: randomUUID(), ...name, country: 'IE' });
  const { results } = pspRoutes.screen.reply.parse(body);
  expect([status, results.map(({ kind }) => kind), results.map(({ outcome }) => outcome)]).toEqual([
    200,
    ['sanctions', 'pep', 'adverse_media'],
    outcomes,
  ]);
});

it('outside demo mode screens nobody', async () => {
  const instance = await start({ ...world.env, FAIRLINE_DEMO: '0', PSP_STAND_IN: '1' });
  const body = { reference: randomUUID(), firstName: 'Ada', lastName: 'Player', country: 'IE' };
  const reply = await world.call(instance.httpUrl, 'POST', '/v1/screenings', { body });
  await instance.stop();
  expect([reply.status, problemOf(reply).code]).toEqual([404, 'not_found']);
});

describe('a payout', () => {
  const payOut = async (amount: number) => {
    const { reference, currency, method } = asked({ method: 'e_wallet' });
    return PspPayout.parse(
      (await call('POST', '/v1/payouts', { reference, amount, currency, method, destination: 'me@wallet.example' }))
        .body,
    );
  };

  it('is paid, comes back, or fails, by the amount', async () => {
    expect(await payOut(10_000)).toMatchObject({ status: 'paid' });
    expect(await payOut(10_008)).toMatchObject({ status: 'failed', failure: 'destination_refused' });
    const returned = await payOut(10_007);
    expect(returned.status).toBe('paid');
    await eventually(() => eventsOf(returned.reference).some(({ type }) => type === 'payout.returned'));
    expect((await call('GET', `/v1/payouts/${returned.reference}`)).body).toMatchObject({ status: 'returned' });
  });

  it('by card goes to an issued token only', async () => {
    const waiting = await pay();
    await submit(waiting, card);
    const { token } = PspPayment.parse((await call('GET', `/v1/payments/${waiting.reference}`)).body);
    const { reference, currency, method, amount } = asked();
    const to = (destination: string) =>
      call('POST', '/v1/payouts', { reference, amount, currency, method, destination });
    for (const destination of ['tok_unknown', '4242424242424242']) {
      const reply = await to(destination);
      expect([reply.status, problemOf(reply).code]).toEqual([422, pspRefusals.tokenUnknown.code]);
    }
    expect((await to(token?.token ?? '')).body).toMatchObject({ status: 'paid' });
  });
});

it('refuses by the amount, payment and payout alike, and keeps no trace of it', async () => {
  const { reference, currency } = asked();
  const amount = 10_009;
  const replies = [
    await call('POST', '/v1/payments', asked({ reference, amount, method: 'e_wallet' })),
    await call('POST', '/v1/payouts', {
      reference,
      amount,
      currency,
      method: 'e_wallet',
      destination: 'me@wallet.example',
    }),
  ];
  for (const reply of replies) expect([reply.status, problemOf(reply).code]).toEqual([422, pspRefusals.refused.code]);
  for (const path of ['payments', 'payouts']) expect((await call('GET', `/v1/${path}/${reference}`)).status).toBe(404);
});

it('deletes webhooks that were delivered long ago, and keeps undelivered ones', async () => {
  const fill = (receivedAt: string | null, count: number) =>
    world.db.query(
      `insert into webhooks (id, body, due_at, heard_at) select uuidv7(), '{}', now() + interval '1 day', now() - $1::interval from generate_series(1, $2)`,
      [receivedAt, count],
    );
  await fill('30 days 1 minute', 2_500);
  await fill('29 days 23 hours', 3);
  await fill(null, 4);
  // The job runs under a lease; the next holder of it deletes at once.
  await Promise.all(instances.map((instance) => instance.stop()));
  instances = [await start(world.env), await start(world.env)];
  const left = async () => {
    const { rows } = await world.db.query(
      `select count(*) filter (where heard_at is not null)::int4 as received, count(*)::int4 as all from webhooks where body = '{}'`,
    );
    return rows[0] as { received: number; all: number };
  };
  await eventually(left, ({ received }) => received === 3);
  expect(await left()).toEqual({ received: 3, all: 7 });
});
