/** The event stream: every event of every service kept once, the timeline by its filters, and the story of one bet. */
import { randomBytes, randomUUID } from 'node:crypto';
import { asOperator, eventually, problemOf } from '@fairline/chassis/testing';
import { bettingAuditEvents } from '@fairline/proto/betting/audit';
import { betEvents } from '@fairline/proto/betting/bets';
import { common, type Envelope, pageSize } from '@fairline/proto/contract';
import { eventStream, everyEventDurable } from '@fairline/proto/processes';
import { type Story, type StreamEvent, storyMost } from '@fairline/proto/risk/stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Stage } from '../testing.ts';
import { deleteOldEvents, readStory } from './commands.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

const startedAt = Date.now() - 60_000;
const traceOf = () => `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
let count = 0;

function envelope(type: string, data: Record<string, unknown>, changes: Partial<Envelope> = {}): Envelope {
  const time = new Date(startedAt + 10 * count++).toISOString();
  const subject = randomUUID();
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: '/test',
    type,
    subject,
    time,
    datacontenttype: 'application/json',
    version: 1,
    data,
    ...changes,
  };
}

async function publish(...envelopes: Envelope[]): Promise<void> {
  for (const one of envelopes) await stage.world.nats.request(one.type, JSON.stringify(one), { timeout: 20_000 });
}

async function waitUntilDrained(): Promise<void> {
  await eventually(async () => {
    const reply = await stage.world.nats.request(`$JS.API.CONSUMER.INFO.${eventStream}.${everyEventDurable('risk')}`);
    const { num_pending, num_ack_pending } = reply.json<{ num_pending: number; num_ack_pending: number }>();
    return num_pending + num_ack_pending === 0;
  });
}

type Page = { items: StreamEvent[]; nextCursor: string | null };
const list = async (query: Record<string, string>) =>
  (await stage.as<Page>('auditor', 'GET', `/api/admin/risk/events?${new URLSearchParams(query)}`)).body;
const story = (id: string) => stage.as<Story>('auditor', 'GET', `/api/admin/risk/stories/${id}`);
const bet = (betId: string, playerId: string) => ({
  betId,
  playerId,
  currency: 'EUR',
  version: 1,
  stakeMinor: 100,
  dueMinor: 0,
  status: 'accepted',
  book: 'real',
});

it('keeps each event once, whatever its type, however often and in whatever order it arrives', async () => {
  const playerId = randomUUID();
  const events = [
    envelope(betEvents.betPlaced.subject, bet(randomUUID(), playerId)),
    envelope('evt.future.ThingDone.v9', { playerId, unknown: 'field \u0000' }),
    envelope(betEvents.betAccepted.subject, { playerId, betId: 'not what the contract says' }),
  ];
  await publish(...events, ...events.toReversed());
  await waitUntilDrained();
  const { items } = await eventually(
    () => list({ playerId }),
    ({ items }) => items.length >= 3,
  );
  expect(items.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toReversed());
  expect(items[1]).toMatchObject({
    service: 'future',
    name: 'ThingDone',
    version: 1,
    data: { unknown: 'field \u0000' },
  });
});

it('pages through the newest by service, name and aggregate', async () => {
  const aggregate = randomUUID();
  const events = Array.from({ length: pageSize + 3 }, () =>
    envelope('evt.paged.Counted.v1', {}, { subject: aggregate }),
  );
  await publish(...events, envelope('evt.paged.Other.v1', {}));
  await waitUntilDrained();
  const first = await list({ service: 'paged', name: 'Counted', aggregate });
  const second = await list({ service: 'paged', name: 'Counted', aggregate, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(events.map(({ id }) => id).toReversed());
  expect(second.nextCursor).toBeNull();
  expect((await list({ service: 'paged' })).items[0]?.name).toBe('Other');
  expect((await stage.as('auditor', 'GET', '/api/admin/risk/events?cursor=nonsense')).status).toBe(400);
});

it("shows the story of a bet: events that name it, events of its traces, operators' actions", async () => {
  const [betId, playerId, movementId] = [randomUUID(), randomUUID(), randomUUID()];
  const [placing, batch] = [traceOf(), traceOf()];
  const own = [
    envelope(betEvents.betPlaced.subject, bet(betId, playerId), { traceparent: placing }),
    envelope('evt.wallet.MoneyMoved.v1', { movementId }, { traceparent: placing }),
    envelope(betEvents.betSettled.subject, bet(betId, playerId), { traceparent: batch }),
    envelope(bettingAuditEvents.operatorActed.subject, {
      operatorId: randomUUID(),
      action: 'bet.settle',
      resourceType: 'bet',
      resourceId: betId,
      address: '192.0.2.1',
    }),
  ];
  const others = Array.from({ length: 201 }, () =>
    envelope(betEvents.betSettled.subject, bet(randomUUID(), randomUUID()), { traceparent: batch }),
  );
  await publish(...own, ...others);
  await waitUntilDrained();
  const { body } = await eventually(
    () => story(betId),
    ({ body }) => body.records?.length === 1,
  );
  expect(body.events.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
  expect(body.events[3]?.data).not.toHaveProperty('address');
  expect(body.records[0]).not.toHaveProperty('address');
  const { db } = stage.world;
  const rows = async (_row: object, text: string, values: unknown[]) => (await db.query(text, values)).rows;
  expect((await readStory({ db: { rows } as never }, betId, false)).records).toEqual([]);
  expect(body.isPartial).toBe(false);
  const byTrace = (await story(placing.split('-')[1] ?? '')).body;
  expect(byTrace.events.map(({ name }) => name)).toEqual(['BetPlaced', 'MoneyMoved']);
});

it('hides changes and reasons from operators who may not read the audit log', async () => {
  const resourceId = randomUUID();
  const act = { operatorId: randomUUID(), action: 'bet.settle', resourceType: 'bet', resourceId };
  const audited = { before: { status: 'accepted' }, after: { status: 'won' }, reason: 'the feed was wrong' };
  const rejected = { paymentId: resourceId, reason: 'declined' };
  await publish(
    envelope(bettingAuditEvents.operatorActed.subject, { ...act, ...audited }, { subject: resourceId }),
    envelope('evt.future.Rejected.v1', rejected, { subject: resourceId }),
  );
  await waitUntilDrained();
  const everything = asOperator('auditor');
  const reader = {
    ...everything,
    permissions: everything.permissions.filter((permission) => permission !== 'audit.read'),
  };
  const dataFor = async (as: typeof everything) => {
    const { body } = await stage.call<Story>('GET', `/api/admin/risk/stories/${resourceId}`, { as });
    const { items } = (await stage.call<Page>('GET', `/api/admin/risk/events?aggregate=${resourceId}`, { as })).body;
    return [...body.events, ...items.toReversed()].map(({ data }) => data);
  };
  const whole = [{ ...act, ...audited }, rejected];
  expect(
    await eventually(
      () => dataFor(everything),
      ({ length }) => length === 4,
    ),
  ).toEqual([...whole, ...whole]);
  expect(await dataFor(reader)).toEqual([act, rejected, act, rejected]);
});

it('prefers the newest events that name an id to other events of the traces', async () => {
  const [betId, trace] = [randomUUID(), traceOf()];
  const first = envelope(betEvents.betPlaced.subject, bet(betId, randomUUID()), { traceparent: trace });
  const caused = Array.from({ length: 100 }, () =>
    envelope('evt.wallet.MoneyMoved.v1', { movementId: randomUUID() }, { traceparent: trace }),
  );
  const own = Array.from({ length: storyMost - 50 }, () =>
    envelope(betEvents.betSettled.subject, bet(betId, randomUUID())),
  );
  await publish(first, ...caused, ...own);
  await waitUntilDrained();
  const { body } = await eventually(
    () => story(betId),
    ({ body }) => body.events?.at(-1)?.id === own.at(-1)?.id,
  );
  expect(body.events).toHaveLength(storyMost);
  expect(body.events.filter(({ name }) => name !== 'MoneyMoved').map(({ id }) => id)).toEqual(
    [first, ...own].map(({ id }) => id),
  );
  expect(body.isPartial).toBe(true);
  const more = Array.from({ length: 60 }, () => envelope(betEvents.betSettled.subject, bet(betId, randomUUID())));
  await publish(...more);
  await waitUntilDrained();
  const after = await eventually(
    () => story(betId),
    ({ body }) => body.events?.at(-1)?.id === more.at(-1)?.id,
  );
  expect(after.body.events.map(({ id }) => id)).toEqual([...own, ...more].slice(-storyMost).map(({ id }) => id));
});

it('answers 404 where nothing is known', async () => {
  for (const id of [randomUUID(), 'nothing', '__proto__']) {
    const reply = await story(id);
    expect([reply.status, problemOf(reply).code]).toEqual([404, common.notFound.code]);
  }
});

it('makes an invalid event a dead letter, and its retry fails again', async () => {
  await stage.world.nats.request('evt.broken.Thing.v1', JSON.stringify({ id: randomUUID(), type: 'nonsense' }), {
    timeout: 20_000,
  });
  const deadLetters = () =>
    stage.sql<{ id: string; subject: string }>(
      `select id, subject from dead_letters where consumer = 'risk_every_event'`,
    );
  const [deadLetter] = await eventually(deadLetters, ({ length }) => length === 1);
  expect(deadLetter?.subject).toBe('evt.broken.Thing.v1');
  expect(
    (await stage.as('super_admin', 'POST', `/api/admin/risk/deliveries/risk/${deadLetter?.id}/retry`, {})).status,
  ).toBe(409);
});

it('deletes events after seven days', async () => {
  const old = envelope('evt.old.Thing.v1', {}, { time: '2026-11-01T12:00:00.000Z' });
  await publish(old);
  await waitUntilDrained();
  const { db } = stage.world;
  const run = async (text: string, values: readonly unknown[] = []) =>
    (await db.query(text, [...values])).rowCount ?? 0;
  await deleteOldEvents({ db: { run } as never, clock: stage.clock });
  expect((await list({ service: 'old' })).items).toEqual([]);
  expect((await list({ service: 'paged' })).items.length).toBeGreaterThan(0);
});
