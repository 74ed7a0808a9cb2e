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
    const queue: JsMsg[] = [];
    let working = false;
    const work = async () => {
      working = true;
      while (queue.length > 0) await this.take(consumer, reaction, queue.splice(0, batchSize));
      working = false;
    };
    await this.parts.bus.consume(eventStream, consumer, reaction.event.subject, (message) => {
      queue.push(message);
      if (working) return;
      const underway = work().finally(() => this.busy.delete(underway));
      this.busy.add(underway);
    });
  }

  private async take(consumer: string, reaction: Reaction, messages: JsMsg[]): Promise<void> {
    try {
      await this.apply(consumer, reaction, messages);
      for (const message of messages) message.ack();
      this.parts.metrics.eventsConsumed.inc({ consumer, outcome: 'done' }, messages.length);
    } catch (error) {
      if (isInfrastructure(error)) {
        for (const message of messages) message.nak(infrastructureDelayMs);
        this.parts.log.warn({ consumer, error: (error as Error).message }, 'events wait');
      } else if (messages.length > 1) {
        for (const message of messages) await this.take(consumer, reaction, [message]);
      } else {
        await this.failed(consumer, messages[0] as JsMsg, error as Error);
      }
    }
  }

  private async apply(consumer: string, { event, handle }: Reaction, messages: JsMsg[]): Promise<void> {
    const envelopes = messages.map((message) => readEnvelope(event, message));
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

  private async failed(consumer: string, message: JsMsg, error: Error): Promise<void> {
    try {
      const id = eventId(message);
      const final = error instanceof DeadLetter || error instanceof Refusal;
      const { count } = (await this.parts.db.row<{ count: number }>(
        `insert into failures (consumer, event_id, count, error) values ($1, $2, 1, $3)
         on conflict (consumer, event_id) do update set count = failures.count + 1, error = $3 returning count`,
        [consumer, id, error.message],
      )) ?? { count: 1 };
      if (!final && count < failuresAllowed) {
        message.nak(Math.min(100 * 2 ** count, 10_000));
        this.parts.metrics.eventsConsumed.inc({ consumer, outcome: 'failed' });
        this.parts.log.error({ consumer, eventId: id, count, error: error.message, stack: error.stack }, 'event failed');
        return;
      }
      const letter = 'insert into dead_letters (consumer, event_id, subject, payload, error) values ($1, $2, $3, $4, $5) on conflict do nothing';
      await this.parts.db.run(letter, [consumer, id, message.subject, message.string(), error.message]);
      message.term(); // Without a reason: servers before 2.10 take one for no answer.
      this.parts.metrics.deadLetters.inc({ consumer });
      this.parts.log.fatal({ consumer, eventId: id, error: error.message }, 'event given up on: it waits in dead_letters');
    } catch (trouble) {
      message.nak(infrastructureDelayMs);
      this.parts.log.warn({ consumer, error: (trouble as Error).message }, 'events wait');
    }
  }
}

function readEnvelope(event: EventType, message: JsMsg): Envelope {
  try {
    const envelope = message.json<Envelope>();
    return { ...envelope, data: event.data.parse(envelope.data) };
  } catch (error) {
    throw new DeadLetter(`not a ${event.name}: ${(error as Error).message.slice(0, 500)}`);
  }
}

function eventId(message: JsMsg): string {
  try {
    return message.json<Envelope>().id ?? `sequence ${message.seq}`;
  } catch {
    return `sequence ${message.seq}`;
  }
}

function toFact({ id, subject, version, time, data }: Envelope): Fact<unknown> {
  return { id, aggregate: subject, version, at: new Date(time), data };
}
