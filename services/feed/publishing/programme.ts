/**
 * Publishes all messages when they are due. It stores nothing, because everything can be computed again from the secret and the clock.
 * After a start, or a time without the message server, it publishes the last due message of each subject and continues from there.
 */
import type { Log } from '@fairline/chassis/process/log';
import { type FeedMessage, feedSubject } from '@fairline/proto/feed';
import { fixtureOf, type Slot, slotsAround, slotsStarting, type Timetable } from '../schedule/schedule.ts';
import { Script } from './script.ts';

/** Stores a message for all readers; resolves when it is stored. */
export type Publish = (message: FeedMessage) => Promise<void>;

/** A fixture, and the index up to which it is published; -1 before the first message. */
interface FixtureProgress {
  readonly script: Script;
  published: number;
}

/** The number of fixtures that are begun at once. The past messages of a fixture take long to compute, and meanwhile no reply of the message server is read. */
const begunAtOnce = 2;

export class Programme {
  readonly #secret: string;
  readonly #timetable: Timetable;
  readonly #publish: Publish;
  readonly #fixtures = new Map<string, FixtureProgress>();
  #advancedAt = Number.POSITIVE_INFINITY;
  /** Fixtures that were over before `advance` began them, the newest last. */
  #missed: Slot[] = [];

  constructor(secret: string, timetable: Timetable, publish: Publish) {
    this.#secret = secret;
    this.#timetable = timetable;
    this.#publish = publish;
  }

  /** Publishes everything due by `now` that is not published yet. If a message cannot be stored, the next call publishes it, or the newer one that replaces it. */
  async advance(now: number): Promise<void> {
    // After a pause of the process, fixtures may be over that it never began.
    this.planCatchUp(this.#advancedAt - this.#timetable.longestMs, now);
    this.#advancedAt = now;
    const around = new Map(slotsAround(this.#timetable, this.#secret, now).map((slot) => [keyOf(slot), slot]));
    for (const [key, { script, published }] of this.#fixtures)
      if (!around.has(key) && script.isOver(published)) this.#fixtures.delete(key);
    for (const [key, slot] of around) if (!this.#fixtures.has(key)) this.#fixtures.set(key, this.#begin(slot));
    const [going, fresh] = [true, false].map((begun) =>
      [...this.#fixtures.values()].filter(({ published }) => published >= 0 === begun),
    ) as [FixtureProgress[], FixtureProgress[]];
    const groups = [going, ...inGroups(fresh, begunAtOnce)];
    await oneAfterAnother(
      groups.map((fixtures) => () => allOf(fixtures.map((fixture) => this.#publishDue(fixture, now)))),
    );
  }

  /** Plans to publish again the endings of fixtures that started since an instant and are too old for `advance`. */
  planCatchUp(since: number, now: number): void {
    const over = slotsStarting(this.#timetable, since, now - this.#timetable.longestMs);
    this.#missed.push(...over.filter((slot) => !this.#fixtures.has(keyOf(slot))));
  }

  /** Publishes some of the planned endings, newest first; returns true while there are more. */
  async catchUp(now: number): Promise<boolean> {
    // A postponed fixture is not over yet: `advance` publishes it, and nothing older may follow that.
    this.#missed = this.#missed.filter((slot) => !this.#fixtures.has(keyOf(slot)));
    const next = this.#missed.slice(-begunAtOnce);
    await allOf(next.map((slot) => this.#publishDue(this.#begin(slot), now)));
    this.#missed = this.#missed.filter((slot) => !next.includes(slot));
    return this.#missed.length > 0;
  }

  #begin(slot: Slot): FixtureProgress {
    return {
      script: new Script(this.#secret, this.#timetable, fixtureOf(this.#timetable, this.#secret, slot)),
      published: -1,
    };
  }

  async #publishDue(fixture: FixtureProgress, now: number): Promise<void> {
    const { script, published } = fixture;
    const due = script.indexAt(now);
    if (due <= published) return;
    const messages = published === -1 ? script.latest(due) : lastOfEach(script.messages(published, due));
    await allOf(messages.map(this.#publish));
    fixture.published = due;
  }
}

function keyOf({ lane, startsAt }: Slot): string {
  return `${lane.competition.id} ${startsAt}`;
}

/** Drops messages with a newer one on the same subject: the stream keeps only the newest, and an older one must never replace it. */
function lastOfEach(messages: readonly FeedMessage[]): FeedMessage[] {
  const last = new Map(messages.map((message) => [feedSubject(message), message.sequence]));
  return messages.filter((message) => last.get(feedSubject(message)) === message.sequence);
}

function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Runs all parts in turn, even after a failure; then fails with the first error. */
async function oneAfterAnother(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const ended: Promise<void>[] = [];
  for (const part of parts) {
    const running = part();
    await running.catch(() => undefined);
    ended.push(running);
  }
  await allOf(ended);
}

/** Waits for all parts, then fails with the first error, so that none is still running when it returns. */
async function allOf(parts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected');
  if (failed) throw failed.reason;
}

const startAttempts = 10;

/** Publishes what is due at a start. A message that is stored too late fails an attempt; the next one publishes only what is missing. */
export async function publishAtStart(publishDue: () => Promise<void>, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await publishDue();
    } catch (error) {
      if (attempt === startAttempts) throw error;
      log.warn({ attempt, error: (error as Error).message }, 'start delayed');
    }
  }
}
