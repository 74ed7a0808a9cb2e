/** The stream ends the same for a reader after one run, after restarts at any moment, with two feeds at once, and after an outage. */
import { createLog } from '@fairline/chassis/process/log';
import { type FeedMessage, feedSubject } from '@fairline/proto/feed';
import { beforeAll, expect, it, vi } from 'vitest';
import { seededRandom } from '../models/random.ts';
import { type Fixture, fixtureOf, slotsStarting, timetable } from '../schedule/schedule.ts';
import { Programme, publishAtStart } from './programme.ts';
import { Script } from './script.ts';

/** Thousands of fixtures take long on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const secret = 'the secret of the programmes under test';
const noon = Date.UTC(2026, 0, 31, 12);
/** Many matches are postponed, cancelled or cut short: a restart must find those too. */
const demo = timetable(true, { pace: 3, incidents: 20 });
/** A competition of each of two sports that are quick to price; the tests here depend neither on the sport nor on how many there are. */
const table = {
  ...demo,
  lanes: ['crown-league', 'northern-ice'].flatMap((id) =>
    demo.lanes.filter(({ competition }) => competition.id === id),
  ),
};

/** A stand-in for the message server: keeps one message per subject, and drops duplicates within a minute. */
class Stream {
  readonly kept = new Map<string, FeedMessage>();
  readonly received: FeedMessage[] = [];
  readonly #givenAt = new Map<string, number>();
  now = 0;
  fails: () => boolean = () => false;

  send = async (message: FeedMessage): Promise<void> => {
    if (this.fails()) throw new Error('the message server is away');
    const id = `${message.fixtureId}:${message.sequence}`;
    const known = (this.#givenAt.get(id) ?? Number.NEGATIVE_INFINITY) > this.now - 60_000;
    this.#givenAt.set(id, this.now);
    if (known) return;
    this.received.push(message);
    this.kept.set(feedSubject(message), message);
  };
}

async function run(
  stream: Stream,
  programmes: readonly Programme[],
  from: number,
  until: number,
  everyMs = 500,
): Promise<void> {
  for (stream.now = from; stream.now <= until; stream.now += everyMs) {
    for (const programme of programmes) await programme.advance(stream.now).catch(() => undefined);
  }
}

const begin = (stream: Stream) => new Programme(secret, table, stream.send);
const fiveMinutes = 300_000;
const sorted = (stream: Stream) => [...stream.kept].sort(([one], [other]) => (one < other ? -1 : 1));

/** What a feed published that never stopped. */
const unbroken = new Stream();
beforeAll(() => run(unbroken, [begin(unbroken)], noon, noon + fiveMinutes));

it('publishes every message of every fixture once, in sequence, while it runs', async () => {
  const announced = slotsStarting(table, noon + 310_000, noon + fiveMinutes + 290_000).map((slot) =>
    fixtureOf(table, secret, slot),
  );
  expect(announced.length).toBeGreaterThan(1);
  for (const fixture of announced) {
    const script = new Script(secret, table, fixture);
    expect(unbroken.received.filter(({ fixtureId }) => fixtureId === fixture.id)).toEqual(
      script.messages(-1, script.indexAt(noon + fiveMinutes)),
    );
  }
  const sequences = new Map<string, number>();
  for (const { fixtureId, sequence } of unbroken.received) {
    expect(sequence).toBeGreaterThan(sequences.get(fixtureId) ?? 0);
    sequences.set(fixtureId, sequence);
  }
});

it('started again at any moment, it leaves the stream as if it had never stopped', async () => {
  const random = seededRandom(17);
  for (let trial = 0; trial < 4; trial++) {
    const stream = new Stream();
    let from = noon;
    while (from < noon + fiveMinutes) {
      const stops = from + random() * 90_000;
      await run(stream, [begin(stream)], from, Math.min(stops, noon + fiveMinutes));
      from = stops + random() * 60_000;
    }
    await run(stream, [begin(stream)], noon + fiveMinutes, noon + fiveMinutes);
    expect(sorted(stream)).toEqual(sorted(unbroken));
  }
});

it('two feeds at once publish the same, and neither undoes messages of the other', async () => {
  const stream = new Stream();
  await run(stream, [begin(stream), begin(stream)], noon, noon + fiveMinutes);
  expect(sorted(stream)).toEqual(sorted(unbroken));
  expect(stream.received).toHaveLength(unbroken.received.length);
});

it('publishes later what could not be stored, and never an older message over a newer one', async () => {
  const stream = new Stream();
  const random = seededRandom(23);
  stream.fails = () => random() < 0.3;
  const programme = begin(stream);
  // After a failure all messages that are due are prepared again, so a step is longer here.
  await run(stream, [programme], noon, noon + fiveMinutes - 5_000, 5_000);
  stream.fails = () => false;
  await run(stream, [programme], noon + fiveMinutes, noon + fiveMinutes);
  expect(sorted(stream)).toEqual(sorted(unbroken));
  const newest = new Map<string, number>();
  for (const message of stream.received) {
    expect(message.sequence).toBeGreaterThan(newest.get(feedSubject(message)) ?? 0);
    newest.set(feedSubject(message), message.sequence);
  }
});

it('begins few fixtures at a time after a start, so that server replies are read in between', async () => {
  const unanswered = new Map<string, number>();
  let [most, messages] = [0, 0];
  const programme = new Programme(secret, table, async ({ fixtureId }) => {
    unanswered.set(fixtureId, (unanswered.get(fixtureId) ?? 0) + 1);
    most = Math.max(most, unanswered.size);
    messages += 1;
    await new Promise(setImmediate);
    const left = (unanswered.get(fixtureId) ?? 0) - 1;
    if (left > 0) unanswered.set(fixtureId, left);
    else unanswered.delete(fixtureId);
  });
  await programme.advance(noon);
  expect(messages).toBeGreaterThan(100);
  expect(most).toBe(2);
  expect(unanswered.size).toBe(0);
});

it('repeats a start until all is stored, and ends after ten attempts', async () => {
  const log = createLog('feed', 'silent');
  const expected = new Stream();
  await run(expected, [begin(expected)], noon, noon);
  const stream = new Stream();
  let failures = 3;
  stream.fails = () => failures-- > 0;
  const late = begin(stream);
  await publishAtStart(() => late.advance(noon), log);
  expect(sorted(stream)).toEqual(sorted(expected));
  let attempts = 0;
  const away = begin(stream);
  const advance = () => {
    attempts += 1;
    return away.advance(noon);
  };
  stream.fails = () => true;
  await expect(publishAtStart(advance, log)).rejects.toThrow('the message server is away');
  expect(attempts).toBe(10);
});

it('goes on after a pause with what is current, and publishes no price that is over', async () => {
  const stream = new Stream();
  const programme = begin(stream);
  await run(stream, [programme], noon, noon);
  const before = stream.received.length;
  await run(stream, [programme], noon + fiveMinutes, noon + fiveMinutes);
  expect(sorted(stream)).toEqual(sorted(unbroken));
  const subjects = stream.received.slice(before).map(feedSubject);
  expect(new Set(subjects).size).toBe(subjects.length);
});

it.each([
  ['asleep', 0],
  ['not heard by the message server', 240_000],
])('after an hour %s it still publishes how every fixture ended', async (_why, everyMs) => {
  const stream = new Stream();
  const programme = begin(stream);
  const hour = 60 * 60_000;
  await run(stream, [programme], noon, noon);
  stream.fails = () => true;
  if (everyMs > 0) await run(stream, [programme], noon + everyMs, noon + hour, everyMs);
  stream.fails = () => false;
  await programme.advance(noon + hour);
  while (await programme.catchUp(noon + hour));
  const planned = slotsStarting(table, noon - 60_000, noon + hour - 240_000).map((slot) =>
    fixtureOf(table, secret, slot),
  );
  const isOver = ({ incident }: Fixture) =>
    !(incident && 'startsAt' in incident) || incident.startsAt < noon + hour - 240_000;
  const played = planned.filter(isOver).map(({ id }) => id);
  expect(played.length).toBeGreaterThan(30);
  for (const id of played) {
    const messages = [...stream.kept.values()].filter(({ fixtureId }) => fixtureId === id);
    expect(['ended', 'cancelled']).toContain(messages.find((message) => message.kind === 'fixture_change')?.status);
    for (const message of messages) if (message.kind === 'bet_settlement') expect(message.certainty).toBe('confirmed');
  }
});

it('publishes again how the fixtures of the last hour ended, newest first, a few at a time', async () => {
  const stream = new Stream();
  const programme = begin(stream);
  programme.planCatchUp(noon - 60 * 60_000, noon);
  stream.now = noon;
  const starts: string[] = [];
  for (let more = true; more; ) {
    const messages = stream.received.length;
    more = await programme.catchUp(noon);
    const fixtures = new Set(stream.received.slice(messages).map(({ fixtureId }) => fixtureId));
    expect(fixtures.size).toBeLessThanOrEqual(2);
    starts.push(
      ...[...fixtures]
        .map((id) => id.slice(0, 13))
        .sort()
        .reverse(),
    );
  }
  expect(starts.length).toBeGreaterThan(25);
  expect(starts).toEqual([...starts].sort().reverse());
  const ended = [...stream.kept.values()]
    .filter((message) => message.kind === 'fixture_change')
    .map(({ status }) => status);
  expect(ended.every((status) => status === 'ended' || status === 'cancelled')).toBe(true);
});
