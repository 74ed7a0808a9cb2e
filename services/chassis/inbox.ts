/**
 * What a room hears: one durable consumer per reaction, effects written with their inbox rows in one transaction, then acknowledged.
 * A handler that fails eight times on a message gives it to the dead letters; a fault of infrastructure only delays.
 */

import { type Envelope, type EventType, type Infer, Refusal } from '@fairline/proto/contract';
import { durableName, eventStream, type ServiceName } from '@fairline/proto/services';
import type { JsMsg } from '@nats-io/jetstream';
import type { Bus } from './bus.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { type Database, isInfrastructure, type Tx } from './postgres.ts';
import { traced } from './trace.ts';

/** Thrown by a handler that can never take this message, however often it comes. */
export class DeadLetter extends Error {}

export interface Fact<D> {
  id: string;
  aggregate: string;
  version: number;
  at: Date;
  data: D;
}

export interface Reaction {
  event: EventType;
  handle: (tx: Tx, facts: Fact<never>[]) => Promise<void>;
}

/** One reaction: the facts are new to this room and come in arrival order; they may be out of the order in which they happened. */
export function react<E extends EventType>(event: E, handle: (tx: Tx, facts: Fact<Infer<E['data']>>[]) => Promise<void>): Reaction {
  return { event, handle: handle as Reaction['handle'] };
}

/** Facts of one transaction, as far as messages let them be counted out. */
const batchSize = 256;
const failuresAllowed = 8;
const infrastructureDelayMs = 1_000;

/** What the doors of a room with PostgreSQL work with. */
export interface Parts {
  name: ServiceName;
  db: Database;
  bus: Bus;
  log: Log;
  metrics: Metrics;
}

export class Inbox {
  private readonly busy = new Set<Promise<void>>();

  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  async listen(reactions: readonly Reaction[]): Promise<void> {
    await Promise.all(reactions.map((reaction) => this.listenTo(reaction)));
  }

  /** Waits for the handlers under way. */
  async settle(): Promise<void> {
    await Promise.all(this.busy);
  }

  private async listenTo(reaction: Reaction): Promise<void> {
    const consumer = durableName(this.parts.name, reaction.event);
    const queue: Letter[] = [];
    let working = false;
    const work = async () => {
      working = true;
      while (queue.length > 0) await this.take(consumer, reaction, nextOf(queue));
      working = false;
    };
    await this.parts.bus.consume(eventStream, consumer, reaction.event.subject, (message) => {
      queue.push({ message, facts: factsIn(message) });
      if (working) return;
      const underway = work().finally(() => this.busy.delete(underway));
      this.busy.add(underway);
    });
  }

  private async take(consumer: string, reaction: Reaction, letters: readonly Letter[]): Promise<void> {
    try {
      const facts = letters.flatMap((letter) => letter.facts);
      await this.apply(consumer, reaction, facts);
      for (const { message } of letters) message.ack();
      this.parts.metrics.eventsConsumed.inc({ consumer, outcome: 'done' }, facts.length);
    } catch (error) {
      if (isInfrastructure(error)) this.wait(consumer, letters, error);
      else if (letters.length > 1) for (const letter of letters) await this.take(consumer, reaction, [letter]);
      else for (const letter of letters) await this.takeApart(consumer, reaction, letter);
    }
  }

  /** One fact after the other, so that one that fails holds no other up. The message is over once each of them was taken or given up on. */
  private async takeApart(consumer: string, reaction: Reaction, letter: Letter): Promise<void> {
    let againMs = 0;
    for (const fact of letter.facts) {
      try {
        againMs = Math.max(againMs, await this.tryOne(consumer, reaction, fact));
      } catch (trouble) {
        againMs = Math.max(againMs, infrastructureDelayMs);
        this.parts.log.warn({ consumer, error: (trouble as Error).message }, 'events wait');
      }
    }
    if (againMs > 0) letter.message.nak(againMs);
    else letter.message.ack();
  }

  private wait(consumer: string, letters: readonly Letter[], error: unknown): void {
    for (const { message } of letters) message.nak(infrastructureDelayMs);
    this.parts.log.warn({ consumer, error: (error as Error).message }, 'events wait');
  }

  /** Answers after how many milliseconds the fact is to come again, 0 where it need not. Throws faults of infrastructure. */
  private async tryOne(consumer: string, reaction: Reaction, fact: Raw): Promise<number> {
    const { db } = this.parts;
    if (await db.row('select from dead_letters where consumer = $1 and event_id = $2', [consumer, fact.id])) return 0;
    try {
      await this.apply(consumer, reaction, [fact]);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      return this.failed(consumer, reaction.event, fact, error as Error);
    }
    this.parts.metrics.eventsConsumed.inc({ consumer, outcome: 'done' });
    return 0;
  }

  private async apply(consumer: string, { event, handle }: Reaction, raw: readonly Raw[]): Promise<void> {
    const envelopes = raw.map((fact) => readEnvelope(event, fact));
    await traced(envelopes[0]?.traceparent, () =>
      this.parts.db.tx(async (tx) => {
        const ids = [...new Set(envelopes.map(({ id }) => id))].sort();
        const fresh = await tx.rows<{ id: string }>(
          'insert into inbox (consumer, event_id) select $1, id from unnest($2::uuid[]) as id on conflict do nothing returning event_id as id',
          [consumer, ids],
        );
        const unseen = new Set(fresh.map(({ id }) => id));
        const facts = envelopes.filter(({ id }) => unseen.delete(id)).map(toFact);
        if (facts.length > 0) await handle(tx, facts as Fact<never>[]);
      }),
    );
  }

  private async failed(consumer: string, { subject }: EventType, { id, text }: Raw, error: Error): Promise<number> {
    const { db, log, metrics } = this.parts;
    const final = error instanceof DeadLetter || error instanceof Refusal;
    const { count } = (await db.row<{ count: number }>(
      `insert into failures (consumer, event_id, count, error) values ($1, $2, 1, $3)
       on conflict (consumer, event_id) do update set count = failures.count + 1, error = $3 returning count`,
      [consumer, id, error.message],
    )) ?? { count: 1 };
    if (!final && count < failuresAllowed) {
      metrics.eventsConsumed.inc({ consumer, outcome: 'failed' });
      log.error({ consumer, eventId: id, count, error: error.message, stack: error.stack }, 'event failed');
      return Math.min(100 * 2 ** count, 10_000);
    }
    const letter = 'insert into dead_letters (consumer, event_id, subject, payload, error) values ($1, $2, $3, $4, $5) on conflict do nothing';
    await db.run(letter, [consumer, id, subject, text(), error.message]);
    metrics.deadLetters.inc({ consumer });
    log.fatal({ consumer, eventId: id, error: error.message }, 'event given up on: it waits in dead_letters');
    return 0;
  }
}

/** A fact as it came, by whatever can be called its id. */
type Raw = { id: string; json: unknown; text: () => string };
/** A message with the facts it holds: one, or several of a kind. */
type Letter = { message: JsMsg; facts: readonly Raw[] };

/** The next messages whose facts fit one transaction; one at least. */
function nextOf(queue: Letter[]): Letter[] {
  const next: Letter[] = [];
  for (let room = batchSize; queue[0] && (next.length === 0 || queue[0].facts.length <= room); ) {
    const letter = queue.shift() as Letter;
    next.push(letter);
    room -= letter.facts.length;
  }
  return next;
}

function factsIn(message: JsMsg): Raw[] {
  const unknown = `sequence ${message.seq}`;
  try {
    return [message.json<unknown>()].flat().map((json, at) => ({
      id: (json as Partial<Envelope> | null)?.id ?? `${unknown}, ${at}`,
      json,
      text: () => JSON.stringify(json),
    }));
  } catch {
    return [{ id: unknown, json: undefined, text: () => message.string() }];
  }
}

function readEnvelope(event: EventType, { json }: Raw): Envelope {
  try {
    const envelope = json as Envelope;
    return { ...envelope, data: event.data.parse(envelope.data) };
  } catch (error) {
    throw new DeadLetter(`not a ${event.name}: ${(error as Error).message.slice(0, 500)}`);
  }
}

function toFact({ id, subject, version, time, data }: Envelope): Fact<unknown> {
  return { id, aggregate: subject, version, at: new Date(time), data };
}
