/** Outbox, inbox, idempotency keys and leases give the same guarantees with PostgreSQL and MongoDB: one suite with two instances of a minimal service. */
import { randomUUID } from 'node:crypto';
import { userEvents } from '@fairline/proto/auth/users';
import { type Envelope, type EventType, Refusal, refusal } from '@fairline/proto/contract';
import { kycAuditEvents } from '@fairline/proto/kyc/audit';
import { verificationEvents } from '@fairline/proto/kyc/verifications';
import type { ServiceName } from '@fairline/proto/processes';
import { unprunedEvents } from '@fairline/proto/risk/deliveries';
import { walletAuditEvents } from '@fairline/proto/wallet/audit';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { received, totals } from '../documents/collections.ts';
import { runOnceInMongo } from '../documents/idempotency.ts';
import type { Running } from '../run.ts';
import { Service, serviceConfig } from '../service.ts';
import { fingerprint, type IdempotencyKey, runOnce } from '../storage/idempotency.ts';
import { serviceRole } from '../storage/rights.ts';
import { integer } from '../storage/rows.ts';
import { eventsIn, eventually, openWorld, type World } from '../testing.ts';
import { type Consumer, consume, consumeEach, DeadLetter, type Received } from './inbox.ts';
import { actionDaysOf, actionDigest, recordOperatorAction } from './operator-action.ts';
import { publish, type UnitOfWork } from './outbox.ts';

const tooMuch = refusal('too_much', 422, 'At most {most}');
const mostAmount = 50;

interface DeadLetterRow {
  readonly eventId: string;
  readonly error: string;
  readonly payload: string;
}

/** One store, with the functions that the suite needs. */
interface StoreUnderTest {
  readonly service: ServiceName;
  readonly folder: string;
  readonly published: EventType;
  prepare(world: World): Promise<void>;
  /** Adds to the only total, at most once per key, and publishes an event. Throws after its write the first `faults` times. */
  add(
    service: Service<object>,
    key: IdempotencyKey,
    amount: number,
    faults?: { left: number },
  ): Promise<{ total: number }>;
  consumer(service: Service<object>): Consumer;
  /** Records an operator action in a write of its own, which fails with the work. */
  record(service: Service<object>, work: (unit: UnitOfWork) => Promise<void>): Promise<void>;
  /** The players for whom events were applied, one entry per event. */
  applied(world: World): Promise<string[]>;
  total(world: World): Promise<number>;
  deadLetters(world: World): Promise<DeadLetterRow[]>;
  /** The store's record of the message server. */
  server(world: World): Promise<string | undefined>;
  replaceServer(world: World): Promise<void>;
  /** Adds events that were published three days ago, before all others; the first is an operator action. */
  addOld(world: World, count: number): Promise<void>;
}

/** Whether the handler can now apply the events that it could not apply before. */
let isRepaired = false;

type Changed = Received<{ playerId: string; status: string }>;

/** Handles an event: `suspended` can never be applied, `closed` fails at the first two attempts. */
function refuseSome({ data }: Changed, attempts: Map<string, number>): void {
  if (data.status === 'suspended' && !isRepaired) throw new DeadLetter('never');
  const attempt = (attempts.get(data.playerId) ?? 0) + 1;
  attempts.set(data.playerId, attempt);
  if (data.status === 'closed' && attempt < 3) throw new Error('not yet');
}

const playerId = randomUUID();

const rows: StoreUnderTest = {
  service: 'wallet',
  folder: new URL('../sql/', import.meta.url).href,
  published: grantEvents.bonusGranted,
  async prepare({ db }) {
    await db.query(`create table totals (id uuid primary key, version int not null, total int not null); insert into totals values ('${playerId}', 1, 0);
      create table received (id uuid); grant select, insert, update on totals, received to ${serviceRole('wallet')}`);
  },
  add: (service, key, amount, faults) =>
    runOnce(service.db, key, async (tx) => {
      if (amount > mostAmount) throw new Refusal(tooMuch, { most: mostAmount });
      const changed = await tx.row(
        { total: integer, version: integer },
        'update totals set total = total + $1, version = version + 1 returning total, version',
        [amount],
      );
      const { total = 0, version = 0 } = changed ?? {};
      await publish(tx, grantEvents.bonusGranted, playerId, version, {
        playerId,
        currency: 'USD',
        amountMinor: amount,
        book: 'real',
      });
      if (faults && faults.left-- > 0) throw new Error('died after the write');
      return { total };
    }),
  record: (service, work) => service.db.tx(work),
  consumer() {
    const attempts = new Map<string, number>();
    return consume(userEvents.verificationChanged, async (tx, events) => {
      for (const event of events) {
        refuseSome(event, attempts);
        await tx.run('insert into received values ($1)', [event.data.playerId]);
      }
    });
  },
  applied: async ({ db }) => (await db.query<{ id: string }>('select id from received')).rows.map(({ id }) => id),
  total: async ({ db }) => (await db.query<{ total: number }>('select total from totals')).rows[0]?.total ?? 0,
  deadLetters: async ({ db }) =>
    (await db.query<DeadLetterRow>('select event_id as "eventId", error, payload from dead_letters order by error'))
      .rows,
  server: async ({ db }) => (await db.query<{ id: string }>('select server_id as id from relay')).rows[0]?.id,
  replaceServer: async ({ db }) => void (await db.query(`update relay set server_id = 'another'`)),
  async addOld({ db }, count) {
    const day = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60_000).toISOString().slice(0, 10);
    await db.query(
      `create table outbox_before partition of outbox for values from ('${day(5)} 00:00:00+00') to ('${day(1)} 00:00:00+00')`,
    );
    await db.query(
      `insert into outbox (xid, type, subject, version, data, created_at)
       select '0', case n when 1 then 'evt.auth.OperatorActed.v1' else 'evt.auth.Old.v1' end, gen_random_uuid(), 1, '{}', now() - interval '3 days'
       from generate_series(1, $1::int) n`,
      [count],
    );
  },
};

const documents: StoreUnderTest = {
  service: 'kyc',
  folder: new URL('../documents/collections.ts', import.meta.url).href,
  published: verificationEvents.changed,
  prepare: async () => undefined,
  add: (service, key, amount, faults) =>
    runOnceInMongo(service.mongo, key, async (commandId) => {
      const changed = await service.mongo.change(
        totals,
        'only',
        async (document, out) => {
          if (amount > mostAmount) throw new Refusal(tooMuch, { most: mostAmount });
          document.total += amount;
          await publish(out, verificationEvents.changed, playerId, document.version, {
            verificationId: playerId,
            playerId,
            status: 'pending',
          });
        },
        { once: commandId, initial: () => ({ _id: 'only', total: 0 }) },
      );
      if (faults && faults.left-- > 0) throw new Error('died after the write');
      return { total: changed?.total ?? 0 };
    }),
  record: (service, work) => service.mongo.publish(work),
  consumer({ mongo }) {
    const attempts = new Map<string, number>();
    return consumeEach(userEvents.verificationChanged, async (event) => {
      refuseSome(event, attempts);
      const { playerId: _id } = event.data;
      const count = (document: { times: number }) => {
        document.times++;
      };
      await mongo.change(received, _id, count, { once: event.id, initial: () => ({ _id, times: 0 }) });
    });
  },
  async applied({ documents: db }) {
    const found = await db.collection<{ _id: string; times: number }>('received').find().toArray();
    return found.flatMap(({ _id, times }) => Array.from({ length: times }, () => _id));
  },
  total: async ({ documents: db }) => (await db.collection('totals').findOne())?.total ?? 0,
  async deadLetters({ documents: db }) {
    return db
      .collection<DeadLetterRow>('dead_letters')
      .find({}, { sort: { error: 1 }, projection: { _id: 0, eventId: 1, error: 1, payload: 1 } })
      .toArray();
  },
  server: async ({ documents: db }) =>
    (await db.collection<{ _id: string; serverId: string }>('relay').findOne({ _id: 'relay' }))?.serverId,
  replaceServer: async ({ documents: db }) =>
    void (await db.collection<{ _id: string }>('relay').updateOne({ _id: 'relay' }, { $set: { serverId: 'another' } })),
  async addOld({ documents: db }, count) {
    const createdAt = new Date(Date.now() - 3 * 24 * 60 * 60_000);
    const old = (n: number) => ({
      seq: createdAt.getTime() * 1_000 + n,
      type: `evt.kyc.${n === 0 ? 'OperatorActed' : 'Old'}.v1`,
      createdAt,
    });
    await db.collection('sent').insertMany(Array.from({ length: count }, (_, n) => old(n)));
  },
};

const verificationChanged = 'evt.auth.VerificationChanged.v1';
const keyOf = (key: string, body: object) => ({ scope: 'test', key, fingerprint: fingerprint(body) });
const changed = (status = 'active') => ({ playerId: randomUUID(), status, level: 'verified', jurisdiction: 'open' });
const envelopeOf = (data: unknown): Envelope => {
  const id = randomUUID();
  const time = new Date().toISOString();
  return {
    specversion: '1.0',
    id,
    source: '/test',
    type: verificationChanged,
    subject: id,
    time,
    datacontenttype: 'application/json',
    version: 1,
    data,
  };
};

describe.each([
  ['PostgreSQL', rows],
  ['MongoDB', documents],
])('over %s', (_name, store) => {
  let world: World;
  let instances: Running[];
  let services: Service<object>[];
  const leasedRuns: number[] = [];

  async function start(): Promise<Running> {
    const service = await Service.open(store.service, world.env, serviceConfig, store.folder);
    const place = services.push(service) - 1;
    const job = { name: 'leased', everyMs: 20, where: 'leased' as const, run: async () => void leasedRuns.push(place) };
    return service.start({
      publishes: { published: store.published },
      consumers: [store.consumer(service)],
      jobs: [job],
    });
  }

  beforeAll(async () => {
    services = [];
    world = await openWorld(store.service, store.folder);
    await store.prepare(world);
    instances = [await start(), await start()];
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await world.close();
  });

  const add = (key: string, amount: number, faults?: { left: number }, place = 0) =>
    store.add(services[place] as Service<object>, keyOf(key, { amount }), amount, faults);

  async function publishedEvents(subject = store.published.subject): Promise<Envelope[]> {
    const manager = await jetstreamManager(world.nats);
    const { messages } = (await manager.streams.info('EVENTS', { subjects_filter: '>' })).state;
    const stored = await Promise.all(
      Array.from({ length: messages }, (_, at) => manager.streams.getMessage('EVENTS', { seq: at + 1 })),
    );
    return stored.flatMap((message) => (message?.subject === subject ? eventsIn(message) : []));
  }

  test('a repeat under a key gets the first outcome, refusals included; another body is refused', async () => {
    const first = await add('key-1', 7);
    expect(first).toEqual({ total: 7 });
    expect(await add('key-1', 7, undefined, 1)).toEqual(first);
    await expect(add('key-1', 8)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(add('key-2', 51)).rejects.toMatchObject({
      code: tooMuch.code,
      message: 'At most 50',
      params: { most: 50 },
    });
    await expect(add('key-2', 51, undefined, 1)).rejects.toMatchObject({ code: tooMuch.code, message: 'At most 50' });
    const racing = await Promise.all(Array.from({ length: 8 }, (_, at) => add('key-3', 2, undefined, at % 2)));
    expect(new Set(racing.map(({ total }) => total))).toEqual(new Set([9]));
    expect(await store.total(world)).toBe(9);
  });

  test('a command that faults after its write may be repeated under its key, and acts once', async () => {
    const before = await store.total(world);
    await expect(add('key-4', 3, { left: 1 })).rejects.toThrow('died after the write');
    expect(await add('key-4', 3, undefined, 1)).toEqual({ total: before + 3 });
    expect(await add('key-4', 3)).toEqual({ total: before + 3 });
    expect(await store.total(world)).toBe(before + 3);
  });

  test('publishes each event once, those of an aggregate in order, with its envelope', async () => {
    const before = (await eventually(publishedEvents, (events) => events.length >= 3)).length;
    for (let at = 0; at < 40; at++) await add(`many-${at}`, 1, undefined, at % 2);
    const events = await eventually(publishedEvents, (found) => found.length >= before + 40);
    expect(events[0]).toMatchObject({
      specversion: '1.0',
      source: `/fairline/${store.service}`,
      type: store.published.subject,
    });
    expect(events.map(({ version }) => version)).toEqual(events.map((_, at) => (events[0]?.version ?? 0) + at));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  test('hints to the browsers of the audience that there is something new', async () => {
    const hints: unknown[] = [];
    world.nats.subscribe('live.>', { callback: (_error, message) => void hints.push(message.json()) });
    await world.nats.flush();
    await add('hinted', 1);
    await eventually(() => hints.some((hint) => (hint as { type: string }).type === store.published.subject));
  });

  test('two instances apply an event once, however often and in whatever order it is delivered', async () => {
    const events = Array.from({ length: 40 }, () => ({ id: randomUUID(), data: changed() }));
    for (const { id, data } of [...events, ...events.toReversed()])
      await world.publish(verificationChanged, data.playerId, 1, data, id);
    const last = changed();
    await world.publish(verificationChanged, last.playerId, 1, last);
    const expected = [...events.map(({ data }) => data.playerId), last.playerId].sort();
    expect(
      (
        await eventually(
          () => store.applied(world),
          (found) => found.length >= expected.length,
        )
      ).sort(),
    ).toEqual(expected);
  });

  test('retries a failing handler; an event that can never be handled becomes a dead letter', async () => {
    const later = changed('closed');
    await world.publish(verificationChanged, later.playerId, 1, later);
    await eventually(async () => (await store.applied(world)).includes(later.playerId));
    const never = changed('suspended');
    await world.publish(verificationChanged, never.playerId, 1, never);
    await world.publish(verificationChanged, randomUUID(), 1, { nonsense: true });
    const deadLetters = await eventually(
      () => store.deadLetters(world),
      ({ length }) => length === 2,
    );
    expect(deadLetters.map(({ error }) => error)).toEqual([
      'never',
      expect.stringContaining('not a VerificationChanged'),
    ]);
  });

  test('applies each event of a message once, whatever happens to the others', async () => {
    const players = ['active', 'active', 'suspended', 'active'].map(changed);
    const events = [...players, { nonsense: true }].map(envelopeOf);
    const publishBatch = (pack: unknown[]) => world.nats.request(verificationChanged, JSON.stringify(pack));
    const dead = async () =>
      (await store.deadLetters(world)).filter(({ eventId }) => events.some(({ id }) => id === eventId));
    await publishBatch(events.slice(0, 2));
    await publishBatch(events);
    await eventually(dead, ({ length }) => length === 2);
    await publishBatch(events.toReversed());
    const { consumers } = await jetstreamManager(world.nats);
    await eventually(async () => {
      const { num_pending, num_ack_pending } = await consumers.info('EVENTS', `${store.service}_VerificationChanged`);
      return num_pending + num_ack_pending === 0;
    });
    expect((await dead()).map(({ eventId }) => eventId).sort()).toEqual([events[2]?.id, events[4]?.id].sort());
    expect(JSON.parse((await dead()).find(({ eventId }) => eventId === events[2]?.id)?.payload ?? '')).toEqual(
      events[2],
    );
    const ids = new Set<string>(players.map(({ playerId }) => playerId));
    const applied = (await store.applied(world)).filter((id) => ids.has(id));
    expect(applied.sort()).toEqual(
      players.flatMap(({ playerId, status }) => (status === 'active' ? [playerId] : [])).sort(),
    );
  });

  test('counts what travels, and lists dead letters newest first, by pages', async () => {
    await add('counted', 1);
    const [service] = services;
    const read = () => service?.deliveries.read({ limit: 2 }) ?? expect.fail();
    const found = await eventually(read, ({ outbox }) => outbox.pending === 0);
    expect(found.outbox.published).toBe((await publishedEvents()).length);
    expect(found.inbox).toEqual({ applied: (await store.applied(world)).length, failing: 0, failed: found.dead });
    expect(found.dead).toBe((await store.deadLetters(world)).length);
    const next = await service?.deliveries.read({ limit: 50, cursor: found.nextCursor ?? '' });
    const ids = [...found.deadLetters, ...(next?.deadLetters ?? [])].map(({ id }) => id);
    expect(ids).toHaveLength(found.dead);
    expect(ids).toEqual(ids.toSorted().reverse());
    await expect(service?.deliveries.read({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('counts committed operator actions by day, with a hash over what was published', async () => {
    const [service] = services as [Service<object>];
    const event = store === rows ? walletAuditEvents.operatorActed : kycAuditEvents.operatorActed;
    const act = async (unit: UnitOfWork) =>
      recordOperatorAction(unit, event, { operatorId: randomUUID() }, 1, {
        action: 'act',
        resourceType: 'ünit',
        resourceId: randomUUID(),
      });
    const from = new Date(Date.now() - 1_000).toISOString();
    await Promise.all(Array.from({ length: 5 }, () => store.record(service, act)));
    const died = store.record(service, async (unit) => {
      await act(unit);
      throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    const published = await eventually(
      () => publishedEvents(event.subject),
      ({ length }) => length === 5,
    );
    const days = actionDaysOf(
      published.map(({ id, time, data }) => ({
        at: new Date(time),
        digest: actionDigest(id, data as Parameters<typeof actionDigest>[1]),
      })),
    );
    const read = () => service.deliveries.operatorActions({ from, until: new Date(Date.now() + 60_000).toISOString() });
    expect(await eventually(read, (found) => found.oldestPendingAt === undefined)).toEqual({
      from: expect.any(String),
      days,
    });
    const early = await service.deliveries.operatorActions({ from: '2020-01-01T00:00:00.000Z', until: from });
    expect([early.days, early.from > '2026-01-01']).toEqual([[], true]);
  });

  test('applies a retried dead letter once; one that fails again stays with the new error', async () => {
    const fixed = changed('suspended');
    await world.publish(verificationChanged, fixed.playerId, 1, fixed);
    const findDeadLetter = async (service: Service<object>) =>
      (await service.deliveries.read({ limit: 50 })).deadLetters.find(({ payload }) =>
        payload.includes(fixed.playerId),
      );
    const [one, other] = services as [Service<object>, Service<object>];
    const deadLetter = (await eventually(() => findDeadLetter(one))) ?? expect.fail();
    isRepaired = true;
    const dead = (await one.deliveries.read({})).dead;
    const retries = await Promise.allSettled([one, other].map(({ deliveries }) => deliveries.retry(deadLetter)));
    isRepaired = false;
    expect(retries.map(({ status }) => status)).toContain('fulfilled');
    expect((await store.applied(world)).filter((id) => id === fixed.playerId)).toHaveLength(1);
    expect((await one.deliveries.read({})).dead).toBe(dead - 1);
    await expect(one.deliveries.retry(deadLetter)).rejects.toMatchObject({ code: 'not_found' });
    const never =
      (await one.deliveries.read({ limit: 50 })).deadLetters.find(({ error }) => error === 'never') ?? expect.fail();
    await expect(one.deliveries.retry(never)).rejects.toMatchObject({
      code: 'delivery_failed',
      params: { error: 'never' },
    });
    const nonsense =
      (await one.deliveries.read({ limit: 50 })).deadLetters.find(({ payload }) => payload.includes('nonsense')) ??
      expect.fail();
    await expect(one.deliveries.retry(nonsense)).rejects.toMatchObject({ code: 'delivery_failed' });
    expect((await one.deliveries.read({})).dead).toBe(dead - 1);
  });

  test('retries all dead letters in turn: those that fail again go behind and delay none', async () => {
    const [service] = services as [Service<object>];
    const players = Array.from({ length: 3 }, () => changed('suspended'));
    for (const data of players) await world.publish(verificationChanged, data.playerId, 1, data);
    const ids = new Set<string>(players.map(({ playerId }) => playerId));
    const { dead } = await eventually(
      () => service.deliveries.read({ limit: 50 }),
      (found) => found.deadLetters.filter(({ payload }) => [...ids].some((id) => payload.includes(id))).length === 3,
    );
    expect(await service.deliveries.retryAll()).toEqual({ retried: 0, failed: dead, left: dead });
    isRepaired = true;
    const nonsense = (await store.deadLetters(world)).filter(({ payload }) => payload.includes('nonsense')).length;
    const all = await Promise.all(services.map(({ deliveries }) => deliveries.retryAll()));
    isRepaired = false;
    expect(all.map(({ left }) => left).toSorted()[0]).toBe(nonsense);
    expect((await store.applied(world)).filter((id) => ids.has(id)).sort()).toEqual([...ids].sort());
  });

  test('a leased job runs on one instance, and on the other once the first has stopped', async () => {
    await eventually(() => leasedRuns.length > 0);
    const holder = leasedRuns[0] as number;
    expect(new Set(leasedRuns)).toEqual(new Set([holder]));
    await instances[holder]?.stop();
    await eventually(() => leasedRuns.at(-1) === 1 - holder);
    instances = [instances[1 - holder] as Running];
  });

  test('publishes recent events again, in order, when the message server was replaced', async () => {
    const published: string[] = [];
    world.nats.subscribe(store.published.subject, {
      callback: (_error, message) => void published.push(...eventsIn(message).map(({ id }) => id)),
    });
    await world.nats.flush();
    const expected = (await publishedEvents()).map(({ id }) => id);
    await Promise.all(instances.map((instance) => instance.stop()));
    await store.replaceServer(world);
    instances = [await start()];
    await eventually(() => published.length >= expected.length);
    await eventually(async () => (await store.server(world)) !== 'another');
    expect(published).toEqual(expected);
  });

  test('prunes after a day, except the newest 20,000, what a replay needs and operator actions', async () => {
    const service = services.at(-1) as Service<object>;
    const read = () => service.deliveries.read({});
    const { outbox } = await eventually(read, ({ outbox }) => outbox.pending === 0);
    await store.addOld(world, unprunedEvents - outbox.published);
    expect(await service.deliveries.prune()).toEqual({ pruned: 0 });
    await add('newest', 1, undefined, services.length - 1);
    await eventually(read, ({ outbox: { pending, published } }) => pending === 0 && published === outbox.published + 1);
    // With it there are 20,001 events: the oldest is kept, because a replay starts there.
    expect(await service.deliveries.prune()).toEqual({ pruned: 0 });
    for (const key of ['one more', 'two more', 'three more']) await add(key, 1, undefined, services.length - 1);
    await eventually(read, ({ outbox: { pending, published } }) => pending === 0 && published === outbox.published + 4);
    // The first of the three oldest events is an operator action.
    expect(await service.deliveries.prune()).toEqual({ pruned: 2 });
    expect(await service.deliveries.prune()).toEqual({ pruned: 0 });
  });
});
