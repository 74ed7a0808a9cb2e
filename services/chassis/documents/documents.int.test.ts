/** Documents on a real server: optimistic changes, their events, unique indexes, keys of commands that died, and shapes that are checked. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Refusal } from '@fairline/proto/contract';
import { verificationEvents, verificationRefusals } from '@fairline/proto/kyc/verifications';
import { mongo as driver } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publish } from '../messaging/outbox.ts';
import type { Env } from '../process/config.ts';
import type { Log } from '../process/log.ts';
import type { Running } from '../run.ts';
import { Service, serviceConfig } from '../service.ts';
import { isInfrastructure } from '../storage/postgres.ts';
import { eventsIn, eventually, openWorld, type World } from '../testing.ts';
import { requireUsers } from './administration.ts';
import { received, totals } from './collections.ts';
import { deriveId, runOnceInMongo } from './idempotency.ts';
import { brokenIndex, Mongo } from './mongo.ts';

const folder = new URL('./collections.ts', import.meta.url).href;
const changedEvent = verificationEvents.changed;

let world: World;
let service: Service<object>;
let running: Running;
let mongo: Mongo;
const published: { id: string; subject: string; version: number }[] = [];

beforeAll(async () => {
  world = await openWorld('kyc', folder);
  world.nats.subscribe(changedEvent.subject, {
    callback: (_error, message) => void published.push(...eventsIn(message)),
  });
  service = await Service.open('kyc', world.env, serviceConfig, folder);
  running = await service.start({ publishes: {} });
  mongo = service.mongo;
});
afterAll(async () => {
  await running.stop();
  await world.close();
});

const event = (id: string) => ({ verificationId: id, playerId: id, status: 'pending' as const });

/** Adds one to a total and publishes that. */
const increase = (id: string, once?: string) =>
  mongo.change(
    totals,
    id,
    async (document, out) => {
      document.total += 1;
      await publish(out, changedEvent, id, document.version, event(id));
    },
    { initial: () => ({ _id: id, total: 0 }), ...(once !== undefined && { once }) },
  );

test('applies every change of many at once, with their events in the order of the versions', async () => {
  const id = randomUUID();
  await Promise.all(Array.from({ length: 40 }, () => increase(id)));
  expect(await mongo.get(totals, id)).toEqual({ _id: id, version: 40, total: 40 });
  const own = () => published.filter(({ subject }) => subject === id);
  await eventually(() => own().length >= 40);
  expect(own().map(({ version }) => version)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});

test('a change under an id takes effect once, also when many try at once', async () => {
  const [id, once] = [randomUUID(), randomUUID()];
  await Promise.all(Array.from({ length: 8 }, () => increase(id, once)));
  expect(await increase(id, once)).toEqual({ _id: id, version: 1, total: 1 });
  for (let other = 0; other < 199; other++) await increase(id, randomUUID());
  expect(await increase(id, once)).toMatchObject({ total: 200 });
  expect(
    (await world.documents.collection<{ _id: string; applied: string[] }>('totals').findOne({ _id: id }))?.applied,
  ).toHaveLength(200);
});

test('a refused change writes and publishes nothing; one that changes nothing keeps the version', async () => {
  const id = randomUUID();
  expect(await mongo.change(totals, id, () => undefined)).toBeUndefined();
  await increase(id);
  const refused = mongo.change(totals, id, async (document, out) => {
    document.total = 100;
    await publish(out, changedEvent, id, document.version, event(id));
    throw new Refusal(verificationRefusals.unknown);
  });
  await expect(refused).rejects.toMatchObject({ code: 'not_found' });
  expect(await mongo.change(totals, id, () => undefined)).toEqual({ _id: id, version: 1, total: 1 });
  expect(published.filter(({ subject, version }) => subject === id && version > 1)).toEqual([]);
});

test('fields are removed when they become undefined, and names such as __proto__ are values only', async () => {
  const id = randomUUID();
  expect(await mongo.insert(received, { _id: id, times: 1, nickname: '__proto__', at: new Date(5) })).toBe(true);
  expect(await mongo.insert(received, { _id: id, times: 7 })).toBe(false);
  const stored = () => world.documents.collection<{ _id: string }>('received').findOne({ _id: id });
  expect(await stored()).toEqual({
    _id: id,
    version: 1,
    times: 1,
    nickname: '__proto__',
    at: new Date(5),
    applied: [],
    outbox: [],
  });
  const changed = await mongo.change(received, id, (document) => {
    document.nickname = undefined;
    document.times = 2;
  });
  expect(changed).toMatchObject({ times: 2, at: new Date(5) });
  expect(await stored()).toEqual({ _id: id, version: 2, times: 2, at: new Date(5), applied: [], outbox: [] });
  expect(await mongo.find(received, { nickname: { $exists: true }, _id: id })).toEqual([]);
  expect(await mongo.model(received).countDocuments({ _id: id, times: 2 })).toBe(1);
});

test('names the unique index that a write violates', async () => {
  await mongo.insert(received, { _id: randomUUID(), times: 0, nickname: 'taken' });
  const second = randomUUID();
  const fault = await mongo
    .insert(received, { _id: second, times: 0, nickname: 'taken' })
    .catch((error: unknown) => error);
  expect(brokenIndex(fault)).toBe('nickname_1');
  await mongo.insert(received, { _id: second, times: 0 });
  const change = mongo.change(received, second, (document) => {
    document.nickname = 'taken';
  });
  expect(brokenIndex(await change.catch((error: unknown) => error))).toBe('nickname_1');
});

test('refuses to read or write a document of another shape', async () => {
  const id = randomUUID();
  await expect(mongo.insert(totals, { _id: id, total: 1.5 })).rejects.toThrow(
    `document ${id} of totals has another shape: total`,
  );
  await world.documents
    .collection<{ _id: string; version: number; total: string }>('totals')
    .insertOne({ _id: id, version: 1, total: 'many' });
  await expect(mongo.get(totals, id)).rejects.toThrow('has another shape');
  await world.documents.collection<{ _id: string }>('totals').deleteOne({ _id: id });
});

test('publishes what a removed document had not, and events without a document', async () => {
  const [removed, alone] = [randomUUID(), randomUUID()];
  await increase(removed);
  expect(await mongo.remove(totals, removed)).toBe(true);
  expect(await mongo.remove(totals, removed)).toBe(false);
  await mongo.publish((out) => publish(out, changedEvent, alone, 1, event(alone)));
  await eventually(() => [removed, alone].every((id) => published.some(({ subject }) => subject === id)));
  await eventually(async () => (await world.documents.collection('outbox').countDocuments()) === 0);
});

test('an event that was published but not yet taken out is published again under its id', async () => {
  const id = randomUUID();
  await increase(id);
  const sent = await eventually(() => published.find(({ subject }) => subject === id));
  const copies = world.documents.collection<{ _id: string }>('sent');
  const copy = await eventually(() => copies.findOne({ _id: sent?.id ?? '' }));
  const isTakenOut = async () =>
    (await world.documents.collection<{ _id: string }>('totals').countDocuments({ _id: id, unsent: true })) === 0;
  await eventually(isTakenOut);
  const { _id, ...rest } = copy ?? { _id: '' };
  await world.documents
    .collection<{ _id: string; outbox: object[] }>('totals')
    .updateOne({ _id: id }, { $push: { outbox: { id: _id, ...rest } }, $set: { unsent: true } });
  await eventually(() => published.filter((one) => one.id === _id).length === 2);
  await eventually(isTakenOut);
  expect(await copies.countDocuments({ _id })).toBe(1);
});

test('a command whose process died is taken over under the same id, by one of many', async () => {
  const key = { scope: 'test', key: randomUUID(), fingerprint: 'one' };
  const ids: string[] = [];
  const work = async (commandId: string) => {
    ids.push(commandId);
    return increase(deriveId(commandId, 'total'), commandId);
  };
  const first = await runOnceInMongo(mongo, key, work);
  // As if it had died between its write and its outcome.
  await world.documents.collection('idempotency').updateOne({ commandId: ids[0] }, { $unset: { outcome: '' } });
  const repeats = await Promise.all(Array.from({ length: 4 }, () => runOnceInMongo(mongo, key, work)));
  expect(repeats).toEqual(Array.from({ length: 4 }, () => first));
  expect(ids).toEqual([ids[0], ids[0]]);
  expect(first).toMatchObject({ total: 1 });
});

test('derives the same UUID each time, and another for another name', () => {
  const id = randomUUID();
  expect(deriveId(id, 'a')).toBe(deriveId(id, 'a'));
  expect(deriveId(id, 'a')).not.toBe(deriveId(id, 'b'));
  expect(deriveId(id, 'a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a server that cannot be reached is an infrastructure fault', async () => {
  const nowhere = Mongo.open('mongodb://127.0.0.1:1/none', service.log);
  await expect(nowhere).rejects.toSatisfy(isInfrastructure);
  const closed = await Mongo.open(world.env.MONGO_URL ?? '', service.log);
  await closed.ping();
  await closed.close();
  await expect(closed.ping()).rejects.toSatisfy(isInfrastructure);
});

test('commands fail within seconds while the server is away; loss and return are logged', async () => {
  const url = new URL(world.env.MONGO_URL ?? '');
  const behind = Number(url.port);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(behind, url.hostname);
    for (const socket of [client, server]) sockets.add(socket.on('error', () => socket.destroy()));
    client.pipe(server).pipe(client);
  });
  const listen = async (port = 0) => void (await once(proxy.listen(port, '127.0.0.1'), 'listening'));
  const cut = () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  await listen();
  const { port } = proxy.address() as AddressInfo;
  Object.assign(url, { port: String(port) });
  url.searchParams.set('directConnection', 'true');
  url.searchParams.set('heartbeatFrequencyMS', '500');
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const severed = await Mongo.open(url.href, { warn: note, info: note } as unknown as Log);
  cut();
  const writes = [{ updateOne: { filter: { _id: 'a' as never }, update: { $set: { times: 1 } } } }];
  const commands = [
    severed.get(totals, 'a'),
    severed.insert(totals, { _id: 'a', total: 1 }),
    severed.raw('received').bulkWrite(writes),
  ];
  await Promise.all(commands.map((command) => expect(command).rejects.toSatisfy(isInfrastructure)));
  await eventually(() => lines.includes('connection to MongoDB lost'));
  await listen(port);
  await eventually(() => lines.includes('connected to MongoDB again'));
  expect(await severed.get(totals, 'a')).toBeUndefined();
  await severed.close();
  cut();
  expect(lines).toHaveLength(2);
});

test.each([
  ['a lost connection', new driver.MongoNetworkError('socket closed'), true],
  ['a server that steps down', new driver.MongoServerError({ message: 'not primary', code: 10_107 }), true],
  ['a write that is not confirmed in time', { message: 'waiting for replication timed out', code: 64 }, true],
  ['a document that exists', { message: 'E11000 duplicate key', code: 11_000 }, false],
])('a bulk write that ends with %s: infrastructure fault or not', (_, cause, expected) => {
  expect(isInfrastructure(new driver.MongoBulkWriteError(cause, {} as never))).toBe(expected);
});

test('outside demo mode a service refuses to start on a server without users', async () => {
  const given = new URL(world.env.MONGO_URL ?? '');
  const isOpen = given.username === '';
  const nameless = Object.assign(new URL(given), { username: '', password: '' }).href;
  const open = (env: Env) =>
    Service.open('kyc', { ...world.env, MONGO_URL: nameless, FAIRLINE_MONGO_OPEN: '0', ...env }, serviceConfig, folder);
  await expect(open({})).rejects.toThrow('need a MongoDB with users: MONGO_URL names no user');
  const named = isOpen ? Object.assign(new URL(given), { username: 'somebody', password: 'secret' }) : given;
  const refusal = await requireUsers(named.href, 'kyc').then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect(refusal).toEqual(isOpen ? expect.stringContaining('can be read without a password') : undefined);
});

test('a service refuses to start on a database without its indexes', async () => {
  await world.documents.collection('received').dropIndex('nickname_1');
  await expect(Service.open('kyc', world.env, serviceConfig, folder)).rejects.toThrow(
    'lack index nickname_1 of received',
  );
});
