/** The feed as a process on a real message server: the contents of the stream after restarts, and with two feeds at once. */
import { eventually, openWorld, type World } from '@fairline/chassis/testing';
import { FeedAlive, FeedMessage, feedAliveSubject, feedSubject } from '@fairline/proto/feed';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from './main.ts';
import { Script } from './publishing/script.ts';
import { type Fixture, fixtureOf, slotsStarting, timetable } from './schedule/schedule.ts';

const secret = 'a secret that only this test run knows of';
/** A match takes some twenty seconds, and a fixture starts every 1.6 s. */
const [speed, pace] = [10, 3];
const table = timetable(true, { speed, pace, incidents: 0 });
const settings = {
  FAIRLINE_DEMO: '1',
  FEED_SECRET: secret,
  FEED_SPEED: String(speed),
  FEED_PACE: String(pace),
  FEED_INCIDENTS: '0',
  FEED_CATCH_UP_HOURS: '0.06',
};

let world: World;
const received: FeedMessage[] = [];
const alive: FeedAlive[] = [];

beforeAll(async () => {
  world = await openWorld('feed', new URL('main.ts', import.meta.url).href, settings);
  world.nats.subscribe('feed.*.*.*', {
    callback: (_error, message) => void received.push(FeedMessage.parse(message.json())),
  });
  world.nats.subscribe(feedAliveSubject, {
    callback: (_error, message) => void alive.push(FeedAlive.parse(message.json())),
  });
  await world.nats.flush();
});
afterAll(() => world.close());

async function api<Reply>(subject: string, input: unknown): Promise<Reply> {
  return (await world.nats.request(`$JS.API.${subject}`, JSON.stringify(input), { timeout: 20_000 })).json<Reply>();
}

/** The message that the stream keeps under a subject. */
async function kept(subject: string): Promise<FeedMessage | undefined> {
  const { message } = await api<{ message?: { data: string } }>('STREAM.MSG.GET.FEED', { last_by_subj: subject });
  return message && FeedMessage.parse(JSON.parse(Buffer.from(message.data, 'base64').toString()));
}

async function keptSubjects(filter: string): Promise<{ subjects: string[]; stored: number }> {
  const { state } = await api<{ state: { last_seq: number; subjects?: Record<string, number> } }>('STREAM.INFO.FEED', {
    subjects_filter: filter,
  });
  return { subjects: Object.keys(state.subjects ?? {}).sort(), stored: state.last_seq };
}

const fixturesStarting = (from: number, until: number): Fixture[] =>
  slotsStarting(table, from, until).map((slot) => fixtureOf(table, secret, slot));

/** All messages of a fixture by the time it is over. */
function ending(fixture: Fixture): FeedMessage[] {
  const script = new Script(secret, table, fixture);
  return script.latest(script.indexAt(Number.POSITIVE_INFINITY));
}

async function expectPublished(fixture: Fixture): Promise<void> {
  const expected = ending(fixture);
  await eventually(
    () => keptSubjects(`feed.${fixture.id}.>`),
    ({ subjects }) => subjects.length === expected.length,
    60_000,
  );
  const last = expected.at(-1);
  if (last)
    await eventually(
      () => kept(feedSubject(last)),
      (message) => message?.sequence === last.sequence,
      60_000,
    );
  for (const message of expected) {
    const world = message.kind === 'fixture_change' ? { epoch: expect.stringMatching(/^[0-9a-f]{16}$/) } : {};
    expect(await kept(feedSubject(message))).toEqual({ ...message, ...world });
  }
}

it('is ready once all that is due is stored, sends heartbeats, and stops when told', async () => {
  const feed = await start(world.env);
  const now = Date.now();
  expect((await fetch(`${feed.internalUrl}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${feed.internalUrl}/metrics`)).text()).toContain('fairline_job_seconds');
  const announced = fixturesStarting(now, now + 28_000);
  expect(announced.length).toBeGreaterThan(12);
  for (const { id } of announced) expect((await keptSubjects(`feed.${id}.fixture_change.>`)).subjects).toHaveLength(1);
  await eventually(
    () => alive.length,
    (count) => count >= 2,
  );
  await feed.stop();
  await expect(fetch(`${feed.internalUrl}/readyz`)).rejects.toThrow();
});

it('goes on after a restart: missed messages, nothing twice, nothing older over newer', async () => {
  const first = await start(world.env);
  // One fixture is played while the feed is up, one starts or ends while it is down, and one is played afterwards.
  const from = Date.now();
  const watched = fixturesStarting(from - 12_000, from + 16_000);
  await eventually(
    () => received.some((message) => message.fixtureId === watched[4]?.id && message.kind === 'bet_stop'),
    Boolean,
    60_000,
  );
  await first.stop();
  const stoppedAt = received.length;
  const resumesAt = Date.now() + 8_000;
  await eventually(() => Date.now() >= resumesAt);
  expect(received.length).toBe(stoppedAt);
  const second = await start(world.env);
  for (const fixture of watched) await expectPublished(fixture);
  await second.stop();
  expect(watched.length).toBeGreaterThan(12);
  expect(new Set(alive.map(({ epoch }) => epoch)).size).toBe(1);
});

it('publishes again how fixtures ended long before it was started', async () => {
  const before = Date.now();
  const feed = await start(world.env);
  const longOver = fixturesStarting(before - 200_000, before - 120_000);
  expect(longOver.length).toBeGreaterThan(30);
  for (const fixture of longOver.slice(0, 5)) await expectPublished(fixture);
  await feed.stop();
});

it('two feeds at once do no harm: each message is stored once, and the stream ends as with one', async () => {
  const feeds = await Promise.all([start(world.env), start(world.env)]);
  const from = Date.now();
  const watched = fixturesStarting(from, from + 6_000);
  for (const fixture of watched) await expectPublished(fixture);
  await Promise.all(feeds.map((feed) => feed.stop()));
  const ids = received.map(({ fixtureId, sequence }) => `${fixtureId}:${sequence}`);
  expect(new Set(ids).size).toBeLessThan(ids.length);
  const texts = new Map<string, string>();
  for (const [index, message] of received.entries()) {
    const id = ids[index] ?? '';
    expect(texts.get(id) ?? JSON.stringify(message)).toBe(JSON.stringify(message));
    texts.set(id, JSON.stringify(message));
  }
  for (const subject of (await keptSubjects('feed.>')).subjects.slice(0, 200)) {
    const newest = Math.max(
      ...received.filter((message) => feedSubject(message) === subject).map(({ sequence }) => sequence),
    );
    expect((await kept(subject))?.sequence).toBe(newest);
  }
  // Two feeds may send one heartbeat at different moments, but none is left out while they run.
  const counts = [...new Set(alive.filter(({ at }) => Date.parse(at) >= from).map(({ sequence }) => sequence))].sort(
    (one, other) => one - other,
  );
  expect(counts).toEqual(counts.map((_, place) => (counts[0] ?? 0) + place));
  expect(counts.length).toBeGreaterThan(2);
});

it('does not start without a secret of at least 32 characters', async () => {
  await expect(start({ ...world.env, FEED_SECRET: 'short' })).rejects.toThrow(
    'FEED_SECRET: must have at least 32 characters',
  );
  await expect(start({ ...world.env, FEED_SECRET: undefined })).rejects.toThrow('FEED_SECRET');
});
