/**
 * Idempotent consumers: one durable consumer per event type. The effect of an event and its inbox row are written in one transaction;
 * then the message is acknowledged. An event whose handler fails eight times becomes a dead letter; an infrastructure fault only delays it.
 */

import { type Envelope, type EventType, type Infer, Refusal } from '@fairline/proto/contract';
import { durableName, eventStream, type ServiceName } from '@fairline/proto/services';
import type { JsMsg } from '@nats-io/jetstream';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { traced } from '../process/trace.ts';
import { type Database, isInfrastructure, type Tx } from '../storage/postgres.ts';
import { integer, uuid } from '../storage/rows.ts';
import type { Bus } from './bus.ts';

/** Thrown by a handler for an event that it can never apply; the event becomes a dead letter at once. */
export class DeadLetter extends Error {}

/** An event as a handler receives it. */
export interface Received<D> {
  id: string;
  aggregate: string;
  version: number;
  at: Date;
  data: D;
}

export interface Consumer {
  event: EventType;
  handle: (tx: Tx, events: Received<never>[]) => Promise<void>;
}

/** Consumes one type of event. The handler gets events that this service has not applied yet, in order of arrival, which may differ from the order of publication. */
export function consume<E extends EventType>(event: E, handle: (tx: Tx, events: Received<Infer<E['data']>>[]) => Promise<void>): Consumer {
  return { event, handle: handle as Consumer['handle'] };
}

/** Most events per transaction, unless a single message holds more. */
const batchSize = 256;
const failuresAllowed = 8;
const infrastructureDelayMs = 1_000;

/** What inbox and relay need; every service with a PostgreSQL database has them. */
export interface MessagingContext {
  name: ServiceName;
  db: Database;
  bus: Bus;
  log: Log;
  metrics: Metrics;
}

export class Inbox {
  private readonly running = new Set<Promise<void>>();

  private readonly parts: MessagingContext;

  constructor(parts: MessagingContext) {
    this.parts = parts;
  }

  async start(consumers: readonly Consumer[]): Promise<void> {
    await Promise.all(consumers.map((consumer) => this.startOne(consumer)));
  }

  /** Waits for running handlers. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.running);
  }

  private async startOne(consumer: Consumer): Promise<void> {
    const durable = durableName(this.parts.name, consumer.event);
    const queue: Delivery[] = [];
    let working = false;
    const work = async () => {
      working = true;
      while (queue.length > 0) await this.handleAll(durable, consumer, takeBatch(queue));
      working = false;
    };
    await this.parts.bus.consume(eventStream, durable, (message) => {
      queue.push({ message, events: eventsIn(message) });
      if (working) return;
      const underway = work().finally(() => this.running.delete(underway));
      this.running.add(underway);
    });
  }

  private async handleAll(durable: string, consumer: Consumer, deliveries: readonly Delivery[]): Promise<void> {
    try {
      const events = deliveries.flatMap((delivery) => delivery.events);
      await this.apply(durable, consumer, events);
      for (const { message } of deliveries) message.ack();
      this.parts.metrics.eventsConsumed.inc({ consumer: durable, outcome: 'done' }, events.length);
    } catch (error) {
      if (isInfrastructure(error)) this.delay(durable, deliveries, error);
      else if (deliveries.length > 1) for (const delivery of deliveries) await this.handleAll(durable, consumer, [delivery]);
      else for (const delivery of deliveries) await this.handleOneByOne(durable, consumer, delivery);
    }
  }

  /** Handles each event of a message by itself, so that a failing one delays no other. Acknowledges the message once every event is applied or a dead letter. */
  private async handleOneByOne(durable: string, consumer: Consumer, delivery: Delivery): Promise<void> {
    let redeliverMs = 0;
    for (const event of delivery.events) {
      try {
        redeliverMs = Math.max(redeliverMs, await this.handleOne(durable, consumer, event));
      } catch (error) {
        redeliverMs = Math.max(redeliverMs, infrastructureDelayMs);
        this.parts.log.warn({ consumer: durable, error: (error as Error).message }, 'event delayed');
      }
    }
    if (redeliverMs > 0) delivery.message.nak(redeliverMs);
    else delivery.message.ack();
  }

  private delay(durable: string, deliveries: readonly Delivery[], error: unknown): void {
    for (const { message } of deliveries) message.nak(infrastructureDelayMs);
    this.parts.log.warn({ consumer: durable, error: (error as Error).message }, 'events delayed');
  }

  /** Returns the delay in ms before the event must be redelivered; 0 if it need not be. Throws infrastructure faults. */
  private async handleOne(durable: string, consumer: Consumer, event: RawEvent): Promise<number> {
    const { db } = this.parts;
    if (await db.exists('select from dead_letters where consumer = $1 and event_id = $2', [durable, event.id])) return 0;
    try {
      await this.apply(durable, consumer, [event]);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      return this.countFailure(durable, consumer.event, event, error as Error);
    }
    this.parts.metrics.eventsConsumed.inc({ consumer: durable, outcome: 'done' });
    return 0;
  }

  private async apply(durable: string, { event, handle }: Consumer, raw: readonly RawEvent[]): Promise<void> {
    const envelopes = raw.map((one) => readEnvelope(event, one));
    await traced(envelopes[0]?.traceparent, () =>
      this.parts.db.tx(async (tx) => {
        const ids = [...new Set(envelopes.map(({ id }) => id))].sort();
        const fresh = await tx.rows(
          inboxRow,
          'insert into inbox (consumer, event_id) select $1, id from unnest($2::uuid[]) as id on conflict do nothing returning event_id as id',
          [durable, ids],
        );
        const unapplied = new Set(fresh.map(({ id }) => id));
        const received = envelopes.filter(({ id }) => unapplied.delete(id)).map(toReceived);
        if (received.length > 0) await handle(tx, received as Received<never>[]);
      }),
    );
  }

  private async countFailure(durable: string, { subject }: EventType, { id, text }: RawEvent, error: Error): Promise<number> {
    const { db, log, metrics } = this.parts;
    const final = error instanceof DeadLetter || error instanceof Refusal;
    const { count } = (await db.row(
      failureRow,
      `insert into failures (consumer, event_id, count, error) values ($1, $2, 1, $3)
       on conflict (consumer, event_id) do update set count = failures.count + 1, error = $3 returning count`,
      [durable, id, error.message],
    )) ?? { count: 1 };
    if (!final && count < failuresAllowed) {
      metrics.eventsConsumed.inc({ consumer: durable, outcome: 'failed' });
      log.error({ consumer: durable, eventId: id, count, error: error.message, stack: error.stack }, 'event failed');
      return Math.min(100 * 2 ** count, 10_000);
    }
    const insert = 'insert into dead_letters (consumer, event_id, subject, payload, error) values ($1, $2, $3, $4, $5) on conflict do nothing';
    await db.run(insert, [durable, id, subject, text(), error.message]);
    metrics.deadLetters.inc({ consumer: durable });
    log.fatal({ consumer: durable, eventId: id, error: error.message }, 'event became a dead letter');
    return 0;
  }
}

/** An event as received; without an id in the envelope, `id` is its position in the stream. */
type RawEvent = { id: string; json: unknown; text: () => string };
/** A message with its events: one, or several of one type. */
type Delivery = { message: JsMsg; events: readonly RawEvent[] };

const inboxRow = { id: uuid };
const failureRow = { count: integer };

/** Takes the next messages whose events fit one transaction, at least one message. */
function takeBatch(queue: Delivery[]): Delivery[] {
  const next: Delivery[] = [];
  for (let left = batchSize; queue[0] && (next.length === 0 || queue[0].events.length <= left); ) {
    const delivery = queue.shift() as Delivery;
    next.push(delivery);
    left -= delivery.events.length;
  }
  return next;
}

function eventsIn(message: JsMsg): RawEvent[] {
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

function readEnvelope(event: EventType, { json }: RawEvent): Envelope {
  try {
    const envelope = json as Envelope;
    return { ...envelope, data: event.data.parse(envelope.data) };
  } catch (error) {
    throw new DeadLetter(`not a ${event.name}: ${(error as Error).message.slice(0, 500)}`);
  }
}

function toReceived({ id, subject, version, time, data }: Envelope): Received<unknown> {
  return { id, aggregate: subject, version, at: new Date(time), data };
}
