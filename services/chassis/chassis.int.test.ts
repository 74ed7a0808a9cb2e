/**
 * Chassis on real servers: two instances of a minimal service.
 * It uses the names of real contracts, with its own effects.
 */
import { randomUUID } from 'node:crypto';
import { userEvents } from '@fairline/proto/auth/users';
import { walletCheckEvents } from '@fairline/proto/checks';
import { type Envelope, Refusal, refusal, request, route } from '@fairline/proto/contract';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { handle } from './http/server.ts';
import { Bus, RequestTimeout, serve } from './messaging/bus.ts';
import { checkJobs } from './messaging/checks.ts';
import { consume, DeadLetter } from './messaging/inbox.ts';
import { publish } from './messaging/outbox.ts';
import { packMessages } from './messaging/relay.ts';
import { readConfig } from './process/config.ts';
import { createLog } from './process/log.ts';
import type { Running } from './run.ts';
import { Service, serviceConfig } from './service.ts';
import { Batch } from './storage/batch.ts';
import { runOnce } from './storage/idempotency.ts';
import { Database } from './storage/postgres.ts';
import { serviceRole } from './storage/rights.ts';
import { integer } from './storage/rows.ts';
import { asOperator, asPlayer, eventsIn, eventually, openWorld, problemOf, type World } from './testing.ts';

const tooMuch = refusal('too_much', 422, 'At most {most}');
const Body = z.strictObject({ amount: z.int('A whole number, please').max(1_000_000) });
const routes = {
  echo: route('POST /api/wallet/echo', {
    summary: 'echo',
    access: 'player',
    body: Body,
    reply: z.object({ amount: z.int() }),
  }),
  keyed: route('POST /api/wallet/keyed', {
    summary: 'keyed',
    access: 'player',
    keyed: true,
    body: Body,
    reply: z.object({ total: z.int() }),
    status: 201,
    refusals: [tooMuch],
  }),
  origin: route('POST /api/wallet/origin', {
    summary: 'origin',
    access: 'open',
    reply: z.object({ address: z.string() }),
  }),
  fault: route('GET /api/wallet/fault', { summary: 'fault', access: 'open', reply: z.object({}) }),
  admin: route('GET /api/admin/wallet/thing', {
    summary: 'admin',
    access: { operator: 'payments' },
    reply: z.object({ ok: z.boolean() }),
  }),
  upload: route('POST /api/wallet/upload', {
    summary: 'upload',
    access: 'player',
    upload: 'proof',
    body: Body.extend({ note: z.string() }),
    reply: z.object({ bytes: z.int(), amount: z.int() }),
  }),
};
const requests = {
  double: request('wallet', 'stake', {
    summary: 'double',
    input: z.object({ lane: z.string(), n: z.int() }),
    output: z.object({ n: z.int() }),
    refusals: [tooMuch],
  }),
  slow: request('wallet', 'stakesOf', { summary: 'slow', input: z.object({}), output: z.object({}) }),
};

let world: World;
let instances: Running[];
let services: Service<object>[];
const received: string[] = [];
let failing = 0;
/** A folder without migrations: this service has the tables of chassis only. */
const folder = new URL('./sql/', import.meta.url).href;

const doubles = new Batch<{ lane: string; n: number }, { n: number }>({
  laneOf: ({ lane }) => lane,
  run: async (items) => items.map(({ n }) => (n > 100 ? new Refusal(tooMuch, { most: 100 }) : { n: n * 2 })),
});

async function start(): Promise<Running> {
  const service = await Service.open('wallet', world.env, serviceConfig, folder);
  services.push(service);
  return service.start({
    publishes: {},
    routes: [
      handle(routes.echo, async ({ body }) => body),
      handle(routes.keyed, ({ body, idempotencyKey }) =>
        runOnce(service.db, idempotencyKey, async (tx) => {
          if (body.amount > 50) throw new Refusal(tooMuch, { most: 50 });
          const row = await tx.row({ total: integer }, 'update totals set total = total + $1 returning total', [
            body.amount,
          ]);
          await publish(tx, grantEvents.bonusGranted, randomUUID(), 1, {
            playerId: randomUUID(),
            currency: 'USD',
            amountMinor: body.amount,
            book: 'real',
          });
          return { total: row?.total ?? 0 };
        }),
      ),
      handle(routes.origin, async ({ address }) => ({ address })),
      handle(routes.fault, async () => {
        throw new Error('secret detail');
      }),
      handle(routes.admin, async () => ({ ok: true })),
      handle(routes.upload, async ({ file, body }) => ({ bytes: file?.bytes.length ?? 0, amount: body.amount })),
    ],
    requests: [
      serve(requests.double, (input) => doubles.add(input)),
      serve(requests.slow, () => new Promise((resolve) => setTimeout(resolve, 300, {}))),
    ],
    consumers: [
      consume(userEvents.userRegistered, async (tx, events) => {
        for (const { data } of events) {
          if (data.country === 'XX') throw new DeadLetter('never');
          if (data.country === 'YY' && failing++ < 2) throw new Error('not yet');
          await tx.run('insert into received values ($1)', [data.playerId]);
          received.push(data.playerId);
        }
      }),
    ],
  });
}

beforeAll(async () => {
  services = [];
  world = await openWorld('wallet', folder);
  await world.db.query(`create table totals (id int primary key, total int not null, check (total <= 100)); insert into totals values (1, 0);
    create table received (id uuid); grant select, insert, update on totals, received to ${serviceRole('wallet')}`);
  instances = [await start(), await start()];
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
  await world.close();
});

const url = () => instances[0]?.httpUrl ?? '';
const registered = (country: string) => ({
  playerId: randomUUID(),
  country,
  jurisdiction: 'open',
  currency: 'USD',
  level: 'unverified',
  demo: false,
});

test('returns 401 without a valid identity, and 403 with one that lacks access', async () => {
  expect((await world.call(url(), 'POST', '/api/wallet/echo', { body: { amount: 1 } })).status).toBe(401);
  expect(
    (
      await world.call(url(), 'POST', '/api/wallet/echo', {
        body: { amount: 1 },
        headers: { 'x-fairline-identity': 'forged' },
      })
    ).status,
  ).toBe(401);
  expect((await world.call(url(), 'GET', '/api/admin/wallet/thing', { as: asOperator('trader') })).status).toBe(403);
  expect((await world.call(url(), 'GET', '/api/admin/wallet/thing', { as: asOperator('finance') })).body).toEqual({
    ok: true,
  });
  expect(
    (await world.call(url(), 'POST', '/api/wallet/echo', { as: asOperator('finance'), body: { amount: 1 } })).status,
  ).toBe(403);
});

test.each([
  ['a wrong type', { amount: 'x' }, 'A whole number, please'],
  ['a fraction', { amount: 1.5 }, 'A whole number, please'],
  ['an unknown field', { amount: 1, more: 2 }, 'Unknown field more'],
  ['a field that every object has', { amount: 1, constructor: 2 }, 'Unknown field constructor'],
])('refuses %s with a message by field', async (_name, body, message) => {
  const reply = await world.call(url(), 'POST', '/api/wallet/echo', { as: asPlayer(), body });
  expect(reply.status).toBe(400);
  expect(problemOf(reply)).toMatchObject({ code: 'invalid_request', detail: message });
  expect(reply.headers.get('content-type')).toContain('application/problem+json');
});

test('refuses malformed and oversized bodies, and sends faults without detail', async () => {
  const as = asPlayer();
  const json = { 'content-type': 'application/json' };
  expect((await world.call(url(), 'POST', '/api/wallet/echo', { as, raw: '{"amount":', headers: json })).status).toBe(
    400,
  );
  expect(
    (await world.call(url(), 'POST', '/api/wallet/echo', { as, raw: '{"amount":"\\u0000"}', headers: json })).status,
  ).toBe(400);
  expect((await world.call(url(), 'POST', '/api/wallet/echo?constructor=1', { as, body: { amount: 1 } })).status).toBe(
    400,
  );
  expect((await world.call(url(), 'POST', '/api/wallet/echo?q=%00', { as, body: { amount: 1 } })).status).toBe(400);
  expect(
    (
      await world.call(url(), 'POST', '/api/wallet/echo', {
        as,
        raw: JSON.stringify({ amount: 'x'.repeat(200_000) }),
        headers: json,
      })
    ).status,
  ).toBe(413);
  expect(
    (
      await world.call(url(), 'POST', '/api/wallet/echo', {
        as,
        raw: 'amount=1',
        headers: { 'content-type': 'text/plain' },
      })
    ).status,
  ).toBe(400);
  const fault = await world.call(url(), 'GET', '/api/wallet/fault');
  expect(fault.status).toBe(500);
  expect(JSON.stringify(fault.body)).not.toContain('secret');
  expect((await world.call(url(), 'GET', '/api/wallet/nowhere')).status).toBe(404);
});

test('accepts a file as multipart or base64, up to the limit', async () => {
  const form = new FormData();
  form.set('amount', '12');
  form.set('note', '34');
  form.set('proof', new Blob([new Uint8Array(1_000)]), 'p.png');
  expect((await world.call(url(), 'POST', '/api/wallet/upload', { as: asPlayer(), raw: form })).body).toEqual({
    bytes: 1_000,
    amount: 12,
  });
  const proof = Buffer.alloc(300_000).toString('base64');
  expect(
    (await world.call(url(), 'POST', '/api/wallet/upload', { as: asPlayer(), body: { amount: 1, note: 'x', proof } }))
      .body,
  ).toEqual({
    bytes: 300_000,
    amount: 1,
  });
  form.set('proof', new Blob([new Uint8Array(6_000_000)]), 'p.png');
  expect((await world.call(url(), 'POST', '/api/wallet/upload', { as: asPlayer(), raw: form })).status).toBe(413);
});

test.each([
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'isPrototypeOf',
  '__defineGetter__',
  '__proto__',
  '__proto__[x]',
])('refuses a multipart field named %s', async (name) => {
  const form = new FormData();
  form.set('amount', '12');
  form.set('note', 'x');
  form.set(name, 'x');
  const reply = await world.call(url(), 'POST', '/api/wallet/upload', { as: asPlayer(), raw: form });
  expect([200, 201, 400]).toContain(reply.status);
});

test('takes open writes from the gateway alone, and the address from its signature alone', async () => {
  const direct = (headers: Record<string, string>, method = 'POST') =>
    fetch(`${url()}/api/wallet/origin`, { method, headers });
  const strangers = [{}, { 'x-fairline-address': '66.66.66.66' }, { 'x-fairline-address': 'e30.e30.e30' }];
  for (const headers of strangers) expect((await direct(headers as Record<string, string>)).status).toBe(401);
  const reply = await world.call(url(), 'POST', '/api/wallet/origin', {
    headers: { 'x-fairline-address': '203.0.113.9' },
  });
  expect([reply.status, reply.body]).toEqual([200, { address: '203.0.113.9' }]);
  expect((await fetch(`${url()}/api/wallet/fault`, { headers: { 'x-fairline-address': '66.66.66.66' } })).status).toBe(
    500,
  );
});

test('a repeat under a key gets the first outcome, refusals included; another body is refused', async () => {
  const as = asPlayer();
  const post = (key: string | undefined, amount: number, player = as) =>
    world.call(instances[Math.floor(amount) % 2]?.httpUrl ?? '', 'POST', '/api/wallet/keyed', {
      as: player,
      ...(key && { key }),
      body: { amount },
    });
  expect(problemOf(await post(undefined, 1)).code).toBe('idempotency_key_required');
  const first = await post('key-00001', 7);
  expect(first.status).toBe(201);
  expect((await post('key-00001', 7)).body).toEqual(first.body);
  expect(problemOf(await post('key-00001', 8)).code).toBe('idempotency_key_reused');
  const refused = await post('key-00002', 51);
  expect(problemOf(refused)).toMatchObject({ code: 'too_much', detail: 'At most 50', params: { most: 50 } });
  expect((await post('key-00002', 51)).body).toMatchObject({ code: 'too_much', detail: 'At most 50' });
  expect((await post('key-00001', 9, asPlayer())).status).toBe(201);
  const racing = await Promise.all(Array.from({ length: 8 }, () => post('key-00003', 2)));
  expect(new Set(racing.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await world.db.query('select total from totals')).rows[0].total).toBe(7 + 9 + 2);
});

test('publishes an event once, in order, with its envelope', async () => {
  const manager = (await import('@nats-io/jetstream')).jetstreamManager(world.nats);
  const events = await eventually(
    async () => {
      const { messages } = (await (await manager).streams.info('EVENTS')).state;
      const stored = await Promise.all(
        Array.from({ length: messages }, async (_, at) =>
          (await manager).streams.getMessage('EVENTS', { seq: at + 1 }),
        ),
      );
      return stored.flatMap((message) => (message ? eventsIn(message) : []));
    },
    ({ length }) => length >= 3,
  );
  expect(events.length).toBe(3);
  expect(events[0]).toMatchObject({
    specversion: '1.0',
    source: '/fairline/wallet',
    type: 'evt.wallet.BonusGranted.v1',
    version: 1,
  });
});

test('a request returns its reply, its refusal, or a timeout', async () => {
  const instance = services[0] as Service<object>;
  const bus = await Bus.open(
    'betting',
    readConfig('betting', { ...world.env, NATS_USER: 'betting' }, {}),
    instance.log,
    instance.metrics,
  );
  const replies = await Promise.all(
    Array.from({ length: 300 }, (_, n) => bus.request(requests.double, { lane: `${n % 7}`, n: n % 100 })),
  );
  expect(replies.map((reply) => reply.n)).toEqual(Array.from({ length: 300 }, (_, n) => (n % 100) * 2));
  await expect(bus.request(requests.double, { lane: 'a', n: 101 })).rejects.toMatchObject({
    code: 'too_much',
    status: 422,
    message: 'At most 100',
  });
  await expect(bus.request(requests.slow, {}, 50)).rejects.toBeInstanceOf(RequestTimeout);
  await expect(instance.bus.request(requests.slow, {}, 50)).rejects.toBeInstanceOf(RequestTimeout);
  await bus.close();
});

test('two instances apply an event once, however often it is delivered', async () => {
  const events = Array.from({ length: 40 }, () => ({ id: randomUUID(), data: registered('US') }));
  for (const { id, data } of [...events, ...events.toReversed()])
    await world.publish('evt.auth.UserRegistered.v1', data.playerId, 1, data, id);
  await eventually(
    () => received.length,
    (count) => count >= 40,
  );
  const last = registered('US');
  await world.publish('evt.auth.UserRegistered.v1', last.playerId, 1, last);
  await eventually(() => received.includes(last.playerId));
  expect(new Set(received).size).toBe(received.length);
});

test('retries a failing handler; an event that can never be handled becomes a dead letter', async () => {
  const later = registered('YY');
  await world.publish('evt.auth.UserRegistered.v1', later.playerId, 1, later);
  await eventually(() => received.includes(later.playerId));
  const never = registered('XX');
  await world.publish('evt.auth.UserRegistered.v1', never.playerId, 1, never);
  await world.publish('evt.auth.UserRegistered.v1', randomUUID(), 1, { nonsense: true });
  const deadLetters = await eventually(
    async () => (await world.db.query('select error from dead_letters order by error')).rows,
    (rows) => rows.length === 2,
  );
  expect(deadLetters.map(({ error }) => error)).toEqual(['never', expect.stringContaining('not a UserRegistered')]);
});

const envelopeOf = (type: string, data: unknown, aggregate?: string): Envelope => {
  const id = randomUUID();
  return {
    specversion: '1.0',
    id,
    source: '/test',
    type,
    subject: aggregate ?? id,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    version: 1,
    data,
  };
};

test('applies each event of a message once, whatever happens to the others', async () => {
  const players = ['US', 'US', 'XX', 'US'].map(registered);
  const events = [...players, { nonsense: true }].map((data) => envelopeOf('evt.auth.UserRegistered.v1', data));
  const publishBatch = (pack: unknown[]) => world.nats.request('evt.auth.UserRegistered.v1', JSON.stringify(pack));
  const idsOf = async (query: string, ids: unknown[]) =>
    (await world.db.query<{ id: string }>(query, [ids])).rows.map(({ id }) => id).sort();
  const applied = () =>
    idsOf(
      'select id from received where id = any ($1)',
      players.map(({ playerId }) => playerId),
    );
  const dead = () =>
    idsOf(
      'select event_id as id from dead_letters where event_id = any ($1)',
      events.map(({ id }) => id),
    );
  await publishBatch(events.slice(0, 2));
  await publishBatch(events);
  await eventually(dead, ({ length }) => length === 2);
  await publishBatch(events.toReversed());
  const consumers = (await (await import('@nats-io/jetstream')).jetstreamManager(world.nats)).consumers;
  await eventually(async () => {
    const { num_pending, num_ack_pending } = await consumers.info('EVENTS', 'wallet_UserRegistered');
    return num_pending + num_ack_pending === 0;
  });
  expect(await dead()).toEqual([events[2]?.id, events[4]?.id].sort());
  expect(await applied()).toEqual(
    players
      .filter(({ country }) => country === 'US')
      .map(({ playerId }) => playerId)
      .sort(),
  );
  const deadLetters = await world.db.query('select payload::jsonb as event from dead_letters where event_id = $1', [
    events[2]?.id,
  ]);
  expect(deadLetters.rows).toEqual([{ event: events[2] }]);
});

test('packs events into messages in order, up to the limits of a message', () => {
  const events = Array.from({ length: 70 }, (_, at) =>
    envelopeOf('evt.wallet.BonusGranted.v1', at === 40 ? 'x'.repeat(600_000) : at),
  );
  const messages = packMessages(events).map(({ id, data }) => ({ id, events: [JSON.parse(data)].flat() }));
  expect(messages.map((pack) => pack.events.length)).toEqual([32, 8, 1, 29]);
  expect(messages.flatMap((pack) => pack.events)).toEqual(events);
  const named = ([from, to]: [number, number]) =>
    from === to ? events[from]?.id : `${events[from]?.id} ${events[to]?.id}`;
  expect(messages.map(({ id }) => id)).toEqual(
    (
      [
        [0, 31],
        [32, 39],
        [40, 40],
        [41, 69],
      ] as [number, number][]
    ).map(named),
  );
});

test('packs a page of mixed types so that no event overtakes an earlier one of its aggregate', () => {
  const types = ['Placed', 'Accepted', 'Settled', 'Resettled'].map((name) => `evt.betting.Bet${name}.v1`);
  const aggregates = Array.from({ length: 60 }, () => randomUUID());
  // Ten bets begin at once and each goes through all types, then the next ten. One goes back to a type it had before.
  const story = Array.from({ length: 6 }, (_, group) =>
    types.flatMap((type) =>
      aggregates.slice(group * 10, group * 10 + 10).map((aggregate) => envelopeOf(type, {}, aggregate)),
    ),
  ).flat();
  const page = [
    ...story,
    envelopeOf(types[2] as string, 'again', aggregates.at(-1)),
    envelopeOf(types[0] as string, 'new'),
  ];
  const messages = packMessages(page).map(({ subject, data }) => ({
    subject,
    events: [JSON.parse(data)].flat() as Envelope[],
  }));
  expect(
    messages.every(({ subject, events }) => events.length <= 32 && events.every(({ type }) => type === subject)),
  ).toBe(true);
  const published = messages.flatMap(({ events }) => events);
  for (const key of ['subject', 'type'] as const) {
    for (const [value, own] of Map.groupBy(page, (event) => event[key]))
      expect(published.filter((event) => event[key] === value)).toEqual(own);
  }
  expect(published).toHaveLength(page.length);
  // As few messages as types alone would need, and one for the event that goes back.
  expect(messages).toHaveLength(2 * types.length + 1);
});

test('publishing messages twice stores them once; publishing fails without a stream', async () => {
  const bus = (services[0] as Service<object>).bus;
  const manager = await (await import('@nats-io/jetstream')).jetstreamManager(world.nats);
  const stored = async () => (await manager.streams.info('EVENTS')).state.messages;
  const before = await stored();
  const page = Array.from({ length: 300 }, () => ({
    subject: 'evt.wallet.BonusGranted.v1',
    data: '{}',
    id: randomUUID(),
  }));
  await bus.publishAll(page);
  await bus.publishAll(page);
  expect(await stored()).toBe(before + page.length);
  await expect(
    bus.publishAll([...page.slice(0, 1), { subject: 'live.operators', data: '{}', id: randomUUID() }]),
  ).rejects.toThrow('refused a message');
  await expect(
    bus.publishAll([{ subject: 'evt.auth.UserRegistered.v1', data: '{}', id: randomUUID() }]),
  ).rejects.toThrow('1 of 1 messages were not stored');
});

test('the message server refuses to publish an event of another service', async () => {
  await expect(services[0]?.bus.publish('evt.auth.UserRegistered.v1', {}, randomUUID())).rejects.toThrow();
});

/** An event type that nothing else here publishes. */
const rates = 'evt.wallet.RatesChanged.v1';
async function collectPublishedRates(): Promise<string[]> {
  const published: string[] = [];
  world.nats.subscribe(rates, {
    callback: (_error, message) => void published.push(...eventsIn(message).map(({ id }) => id)),
  });
  await world.nats.flush();
  return published;
}

test('reports a check that does not succeed, once per failure and day, whichever instance looks', async () => {
  const db = new Database(world.env.DATABASE_URL ?? '', createLog('test', 'silent'));
  let now = new Date('2026-01-31T12:00:00Z');
  let finds: number | 'nothing' = 0;
  const run = async () => {
    if (finds === 'nothing') throw new Error('canceling statement due to statement timeout');
    return finds;
  };
  const jobs = () =>
    checkJobs({ db, clock: { now: () => now } }, walletCheckEvents.checkOverdue, [
      { check: 'books', name: 'proof', everyMs: 1, where: 'leased', run },
    ]);
  const [[check, watch], [, otherWatch]] = [jobs(), jobs()];
  const pass = async (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
    await check?.run().catch(() => undefined);
    await Promise.all([watch?.run(), otherWatch?.run()]);
    const { rows } = await world.db.query('select version, data from outbox where type = $1 order by version', [
      walletCheckEvents.checkOverdue.subject,
    ]);
    return rows.map(({ version, data }) => [Number(version), data.overdueMinutes, data.completedAt.slice(11, 16)]);
  };
  expect(await pass(0)).toEqual([]);
  for (const minutes of [4, 4, 4]) expect(await pass(minutes)).toEqual([]);
  finds = 'nothing';
  expect(await pass(5)).toEqual([]);
  const first = [1, 6, '12:12'];
  for (const minutes of [1, 60, 1_379]) expect(await pass(minutes)).toEqual([first]);
  const second = [2, 1_447, '12:12'];
  expect(await pass(2)).toEqual([first, second]);
  finds = 0;
  expect(await pass(2)).toEqual([first, second]);
  finds = 2;
  expect(await pass(6)).toEqual([first, second, [3, 6, '12:21']]);
  await db.close();
});

test('the relay saves its position, and repeats recent events to another message server', async () => {
  const published = await collectPublishedRates();
  const written = async (minutesAgo: number, type = rates, count = 1) => {
    const { rows } = await world.db.query(
      `insert into outbox (type, subject, version, data, created_at)
       select $1, gen_random_uuid(), 1, '{}', now() - $2 * interval '1 minute' from generate_series(1, $3) returning id`,
      [type, minutesAgo, count],
    );
    return rows[0].id as string;
  };
  const isSaved = `select (r.xid, r.seq) = (select o.xid, o.seq from outbox o order by o.xid desc, o.seq desc limit 1) as all from relay r`;
  const saved = async () => (await world.db.query(isSaved)).rows[0].all;
  // The ten minutes count back from the newest published event, however old, and at least 20,000 events are repeated.
  const old = await written(65);
  await written(55, 'evt.wallet.CurrencyConverted.v1', 20_050);
  const last = [await written(65), await written(54), await written(50)];
  await eventually(() => published.length === 4);
  await eventually(saved);
  await Promise.all(instances.map((instance) => instance.stop()));
  await world.db.query(`update relay set server_id = 'another'`);
  instances = [await start()];
  await eventually(() => published.length === 7);
  const server = async () => (await world.db.query('select server_id from relay')).rows[0].server_id;
  await eventually(async () => (await server()) !== 'another');
  expect(published).toEqual([old, ...last, ...last]);
});

test('the relay continues from the position that another instance saved', async () => {
  const published = await collectPublishedRates();
  const place = async () => (await world.db.query('select xid::text, seq from relay')).rows[0];
  const before = await place();
  const write = `insert into outbox (type, subject, version, data) values ($1, gen_random_uuid(), 1, '{}') returning id`;
  const { id } = (await world.db.query(write, [rates])).rows[0];
  await eventually(async () => (await place()).seq !== before.seq);
  await world.db.query(
    `update leases set holder = gen_random_uuid(), until = now() + interval '4 s' where name = 'relay'`,
  );
  await world.db.query('update relay set xid = $1::text::xid8, seq = $2', [before.xid, before.seq]);
  await eventually(() => published.length === 2);
  expect(published).toEqual([id, id]);
});
