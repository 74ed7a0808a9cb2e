/**
 * Publishes what is due, when it is due. It keeps nothing that the secret and the clock do not give again:
 * after a start, or after a while without the message server, it publishes the last message due of each subject and goes on from there.
 */
import { type FeedMessage, feedSubject } from '@fairline/proto/feed';
import { fixtureOf, type Slot, slotsAround, slotsStarting, type Timetable } from '../schedule/schedule.ts';
import { Script } from './script.ts';

/** Stores a message for all readers; resolves when it is stored. */
export type Publish = (message: FeedMessage) => Promise<void>;

/** One fixture and how much of it is published. */
interface FixtureProgress {
  readonly script: Script;
  published: number;
}

/** So few fixtures are begun at a time: what one has published so far takes its time to work out, and meanwhile no answer of the message server is read. */
const begunAtOnce = 2;

export class Programme {
  readonly #secret: string;
  readonly #timetable: Timetable;
  readonly #publish: Publish;
  readonly #fixtures = new Map<string, FixtureProgress>();
  #advancedAt = Number.POSITIVE_INFINITY;
  /** Fixtures that were over before they were looked at, the newest last. */
  #missed: Slot[] = [];

  constructor(secret: string, timetable: Timetable, publish: Publish) {
    this.#secret = secret;
    this.#timetable = timetable;
    this.#publish = publish;
  }

  /** Publishes everything due by `now` that is not published yet. What could not be stored is published the next time, or what has taken its place by then. */
  async advance(now: number): Promise<void> {
    // A process that slept finds fixtures over that it never saw begin.
    this.planCatchUp(this.#advancedAt - this.#timetable.longestMs, now);
    this.#advancedAt = now;
    const around = new Map(slotsAround(this.#timetable, now).map((slot) => [keyOf(slot), slot]));
    for (const [key, { script, published }] of this.#fixtures) if (!around.has(key) && script.isOver(published)) this.#fixtures.delete(key);
    for (const [key, slot] of around) if (!this.#fixtures.has(key)) this.#fixtures.set(key, this.#begin(slot));
    const [going, fresh] = [true, false].map((begun) => [...this.#fixtures.values()].filter(({ published }) => published >= 0 === begun)) as [
      FixtureProgress[],
      FixtureProgress[],
    ];
    const groups = [going, ...inGroups(fresh, begunAtOnce)];
    await oneAfterAnother(groups.map((fixtures) => () => allOf(fixtures.map((fixture) => this.#publishDue(fixture, now)))));
  }

  /** Plans to publish again how the fixtures ended that started since an instant and that `advance` does not look at. */
  planCatchUp(since: number, now: number): void {
    const over = slotsStarting(this.#timetable, since, now - this.#timetable.longestMs);
    this.#missed.push(...over.filter((slot) => !this.#fixtures.has(keyOf(slot))));
  }

  /** Publishes some of what is planned, newest first; true while there is more. */
  async catchUp(now: number): Promise<boolean> {
    const next = this.#missed.slice(-begunAtOnce);
    await allOf(next.map((slot) => this.#publishDue(this.#begin(slot), now)));
    this.#missed = this.#missed.filter((slot) => !next.includes(slot));
    return this.#missed.length > 0;
  }

  #begin(slot: Slot): FixtureProgress {
    return { script: new Script(this.#secret, this.#timetable, fixtureOf(this.#timetable, this.#secret, slot)), published: -1 };
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

/** A message whose subject has a newer one is not published any more: only the newest is kept, and an older one must never take its place. */
function lastOfEach(messages: readonly FeedMessage[]): FeedMessage[] {
  const last = new Map(messages.map((message) => [feedSubject(message), message.sequence]));
  return messages.filter((message) => last.get(feedSubject(message)) === message.sequence);
}

function inGroups<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Goes on after one that failed, and fails with the first that did. */
async function oneAfterAnother(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const ended: Promise<void>[] = [];
  for (const part of parts) {
    const running = part();
    await running.catch(() => undefined);
    ended.push(running);
  }
  await allOf(ended);
}

/** Waits for all of them before it fails with the first that failed, so nothing goes on behind its back. */
async function allOf(parts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected');
  if (failed) throw failed.reason;
}
