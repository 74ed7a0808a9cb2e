/**
 * Durable consumers on a real message server: who may create them, what happens to one with another configuration,
 * and that no user can make a stream deliver its messages as requests or hints.
 */
import { randomUUID } from 'node:crypto';
import { userEvents } from '@fairline/proto/auth/users';
import { feedAliveSubject } from '@fairline/proto/feed';
import { replyInbox } from '@fairline/proto/processes';
import { grantRequests } from '@fairline/proto/wallet/grants';
import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  type JetStreamManager,
  jetstreamManager,
} from '@nats-io/jetstream';
import { connect, type NatsConnection } from 'nats';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../process/config.ts';
import { createLog } from '../process/log.ts';
import { createMetrics } from '../process/metrics.ts';
import { eventually, openWorld, type World } from '../testing.ts';
import { Bus, serve } from './bus.ts';
import { prepareMessageServer } from './streams.ts';

const registered = userEvents.userRegistered.subject;
const durable = 'wallet_UserRegistered';
let world: World;
let admin: JetStreamManager;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await openWorld('wallet', new URL('../sql/', import.meta.url).href);
  admin = await jetstreamManager(world.nats);
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => world.close());

const server = () => ({ url: world.env.NATS_URL ?? '', user: 'admin', password: world.env.NATS_PASSWORD ?? '' });

async function as(user: string): Promise<NatsConnection> {
  const options = { servers: world.env.NATS_URL ?? '', user, pass: world.env.NATS_PASSWORD ?? '' };
  const connection = await connect({ ...options, inboxPrefix: `_INBOX_${user}` });
  open.push(connection);
  return connection;
}

async function busOf(name: 'wallet' | 'betting'): Promise<Bus> {
  const config = readConfig(name, { ...world.env, NATS_USER: name }, {});
  const bus = await Bus.open(name, config, createLog(name, 'silent'), createMetrics(name));
  open.push(bus);
  return bus;
}

describe('a message that a stream delivers', () => {
  const forfeited: unknown[] = [];
  beforeEach(async () => {
    forfeited.length = 0;
    const bus = await busOf('wallet');
    bus.serve([serve(grantRequests.forfeit, async (input) => void forfeited.push(input) as never)]);
    // The service is subscribed once a request to itself has been answered.
    await bus.publish('evt.wallet.BonusGranted.v1', {}, randomUUID());
  });
  const { subject } = grantRequests.forfeit;
  const forged = { input: { claimId: randomUUID() } };

  /** Waits until earlier messages have arrived: a message that is allowed is sent after them, and received. */
  const arrived = async () => {
    const reply = await world.nats.request(subject, JSON.stringify({ input: {} }), { timeout: 5_000 });
    expect(reply.json()).toMatchObject({ refusal: { code: 'invalid_request' } });
  };

  test('cannot be aimed by a service, which may not create or change consumers', async () => {
    const auth = await as('auth');
    const push = (name: string) => ({
      durable_name: name,
      deliver_subject: subject,
      deliver_group: 'wallet',
      filter_subject: registered,
    });
    const apis = [
      ...['auth_UserRegistered', 'auth_Mine'].map((name) => [
        `$JS.API.CONSUMER.CREATE.EVENTS.${name}.${registered}`,
        name,
      ]),
      ['$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.auth_UserRegistered', 'auth_UserRegistered'],
      ['$JS.API.CONSUMER.CREATE.EVENTS', 'auth_UserRegistered'],
      ['$JS.API.CONSUMER.CREATE.EVENTS.auth_UserRegistered', 'auth_UserRegistered'],
    ] as const;
    for (const [api = '', name = ''] of apis) {
      const config = { ...push(name), ack_policy: AckPolicy.Explicit };
      await expect(
        auth.request(api, JSON.stringify({ stream_name: 'EVENTS', config }), { timeout: 2_000 }),
        api,
      ).rejects.toThrow(/[Pp]ermission/);
    }
  });

  test('is no request, pushed by a consumer that delivers to its subject', async () => {
    const config = {
      durable_name: 'left_behind',
      deliver_subject: subject,
      deliver_group: 'wallet',
      filter_subject: registered,
    };
    await admin.consumers.add('EVENTS', { ...config, ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.New });
    try {
      await world.nats.request(registered, JSON.stringify(forged));
      await eventually(async () => (await admin.consumers.info('EVENTS', 'left_behind')).num_pending === 0);
      await arrived();
    } finally {
      await admin.consumers.delete('EVENTS', 'left_behind');
    }
    expect(forfeited).toEqual([]);
  });

  test('is no request, fetched with its subject as the inbox', async () => {
    const auth = await as('auth');
    await world.nats.request(registered, JSON.stringify(forged));
    auth.publish('$JS.API.CONSUMER.MSG.NEXT.EVENTS.auth_UserRegistered', '{"batch":1}', { reply: subject });
    await eventually(async () => (await admin.consumers.info('EVENTS', 'auth_UserRegistered')).num_ack_pending > 0);
    await arrived();
    expect(forfeited).toEqual([]);
  });

  test('is no heartbeat of the feed, fetched with that subject as the inbox', async () => {
    const heartbeats: unknown[] = [];
    const betting = await busOf('betting');
    betting.onHint(feedAliveSubject, (data) => heartbeats.push(data));
    await betting.publish('evt.betting.BetPlaced.v1', {}, randomUUID());
    const auth = await as('auth');
    await world.nats.request(registered, JSON.stringify({ kind: 'alive', forged: true }));
    const delivered = async () => (await admin.consumers.info('EVENTS', 'auth_UserRegistered')).delivered.consumer_seq;
    const before = await delivered();
    auth.publish('$JS.API.CONSUMER.MSG.NEXT.EVENTS.auth_UserRegistered', '{"batch":1}', { reply: feedAliveSubject });
    await eventually(async () => (await delivered()) > before);
    world.nats.publish(feedAliveSubject, '{"kind":"alive"}');
    await eventually(() => heartbeats.length > 0);
    expect(heartbeats).toEqual([{ kind: 'alive' }]);
  });

  test.each([
    ['nobody', undefined],
    ['a process that may not send the service requests', replyInbox('feed')],
    ['an acknowledgement', '$JS.ACK.EVENTS.auth_UserRegistered.1.1.1.1.0'],
  ])('or whose reply would go to %s is no request', async (_whom, inbox) => {
    world.nats.publish(subject, JSON.stringify(forged), inbox ? { reply: `${inbox}.1` } : {});
    await arrived();
    expect(forfeited).toEqual([]);
  });
});

test('the gateway cannot make one consumer in the name of another', async () => {
  const gateway = await as('gateway');
  const api = `$JS.API.CONSUMER.CREATE.EVENTS.mine.${userEvents.userStatusChanged.subject}`;
  const create = async (config: object) =>
    (await gateway.request(api, JSON.stringify({ stream_name: 'EVENTS', config }), { timeout: 5_000 })).json<{
      error?: object;
    }>().error;
  const own = { ack_policy: AckPolicy.None, filter_subject: userEvents.userStatusChanged.subject };
  expect(await create({ ...own, name: 'mine', filter_subject: 'evt.wallet.>' })).toBeDefined();
  expect(await create({ ...own, name: 'mine', filter_subject: '' })).toBeDefined();
  await create({ ...own, durable_name: 'auth_UserStatusChanged' });
  await create({ ...own, name: 'auth_UserStatusChanged' });
  expect((await admin.consumers.info('EVENTS', 'auth_UserStatusChanged')).config.ack_policy).toBe(AckPolicy.Explicit);
});

describe('a durable with another configuration', () => {
  const leave = async (config: Partial<ConsumerConfig>) => {
    await admin.consumers.delete('EVENTS', durable).catch(() => undefined);
    const differing = {
      durable_name: durable,
      filter_subject: registered,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
    };
    await admin.consumers.add('EVENTS', { ...differing, ...config });
  };
  const write = async (count: number) => {
    for (let at = 0; at < count; at++) await world.nats.request(registered, `{"at":${at}}`);
  };
  const place = async () => (await admin.consumers.info('EVENTS', durable)).ack_floor.stream_seq;
  const pendingNow = async () => (await admin.consumers.info('EVENTS', durable)).num_pending;

  beforeEach(() => admin.streams.purge('EVENTS'));

  test('is replaced, and goes on after what was acknowledged', async () => {
    await leave({ ack_wait: 60_000_000_000, max_ack_pending: 7 });
    await write(5);
    const service = await busOf('wallet');
    const places: number[] = [];
    await service.consume('EVENTS', durable, (message) => {
      places.push(message.seq);
      if (places.length !== 3) message.ack();
    });
    await eventually(() => places.length === 5);
    await service.drain();
    await eventually(place);
    await prepareMessageServer(server());
    expect((await admin.consumers.info('EVENTS', durable)).config).toMatchObject({
      ack_wait: 5_000_000_000,
      max_ack_pending: 64,
    });
    const again: number[] = [];
    const next = await busOf('wallet');
    await next.consume('EVENTS', durable, (message) => {
      again.push(message.seq);
      message.ack();
    });
    await eventually(() => again.length === 3);
    expect(again).toEqual(places.slice(2));
  });

  test.each<[string, Partial<ConsumerConfig>]>([
    ['wanted no acknowledgements', { ack_policy: AckPolicy.None }],
    ['was of another event', { filter_subject: 'evt.auth.SessionRevoked.v1' }],
    ['began at the end', { deliver_policy: DeliverPolicy.New }],
    ['pushed', { deliver_subject: grantRequests.grant.subject }],
  ])('that %s is replaced without losing an event', async (_how, config) => {
    await write(4);
    await leave(config);
    await prepareMessageServer(server());
    expect(await pendingNow()).toBe(4);
    const read: number[] = [];
    await (await busOf('wallet')).consume('EVENTS', durable, (message) => void read.push(message.seq));
    await eventually(() => read.length === 4);
  });

  test('is replaced once: a second run changes nothing', async () => {
    await leave({ ack_wait: 60_000_000_000 });
    await prepareMessageServer(server());
    const created = async () => (await admin.consumers.info('EVENTS', durable)).created;
    const first = await created();
    await prepareMessageServer(server());
    expect(await created()).toEqual(first);
  });
});

test('a missing durable ends the start with a line that names who makes it', async () => {
  await admin.consumers.delete('EVENTS', durable);
  const bus = await busOf('wallet');
  await expect(bus.consume('EVENTS', durable, () => undefined)).rejects.toThrow(/wallet_UserRegistered.*streams\.ts/);
});
