/**
 * Idempotent consumers: one durable consumer per event type, and one of all events if a service declares it. The service's store records which events were applied; then the message is acknowledged.
 * An event whose handler fails eight times becomes a dead letter; an infrastructure fault only delays it.
 */

import { type Envelope, type EventType, type Infer, Refusal } from '@fairline/proto/contract';
import { durableNameAmong, eventStream, everyEventDurable, type ServiceName } from '@fairline/proto/processes';
import type { JsMsg } from '@nats-io/jetstream';
import { z } from 'zod';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { traced } from '../process/trace.ts';
import { isInfrastructure, type Tx } from '../storage/postgres.ts';
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

/** A consumer of a service with PostgreSQL. */
export interface RowConsumer {
  event: EventType;
  handle: (tx: Tx, events: Received<never>[]) => Promise<void>;
  /** Runs after the commit and before the acknowledgement, also when all events were applied before. If it fails, the events are delivered again. */
  confirm?: (() => Promise<void>) | undefined;
}

/** A consumer of a service with MongoDB. */
export interface DocumentConsumer {
  event: EventType;
  handleEach: (event: Received<never>) => Promise<void>;
}

/** An event of any service, as the consumer of all events receives it. */
export interface AnyEvent extends Received<unknown> {
  service: string;
  /** The name of the event without its version. */
  name: string;
  /** `evt.<service>.<Name>.v<n>` */
  type: string;
  traceparent: string | undefined;
  /** Parsed by its contract. Data of an unknown type or version, or that break their contract, are left as they arrived. */
  isDeclared: boolean;
}

/** A consumer of all events, of a service with PostgreSQL. */
export interface EveryConsumer {
  /** The declared events by type. */
  every: ReadonlyMap<string, EventType>;
  handle: (tx: Tx, events: AnyEvent[]) => Promise<void>;
}

export type Consumer = RowConsumer | DocumentConsumer | EveryConsumer;

/** Consumes one type of event. The handler gets events that this service has not applied yet, in order of arrival, which may differ from the order of publication. */
export function consume<E extends EventType>(
  event: E,
  handle: (tx: Tx, events: Received<Infer<E['data']>>[]) => Promise<void>,
  confirm?: () => Promise<void>,
): RowConsumer {
  return { event, handle: handle as RowConsumer['handle'], confirm };
}

/** Consumes the events of all services in order of arrival, including those of types or versions that are not among the declared. */
export function consumeEvery(declared: readonly EventType[], handle: EveryConsumer['handle']): EveryConsumer {
  return { every: new Map(declared.map((event) => [event.subject, event])), handle };
}

/** The name of a consumer's durable. `all`: all consumers of the service. */
export function durableOf(service: ServiceName, consumer: Consumer, all: readonly Consumer[]): string {
  if ('every' in consumer) return everyEventDurable(service);
  return durableNameAmong(
    service,
    consumer.event,
    all.flatMap((one) => ('every' in one ? [] : [one.event])),
  );
}

/** Consumes one type of event into documents, one event at a time. The handler passes the event's id as `once` to each change it makes, since it may get an event again. */
export function consumeEach<E extends EventType>(
  event: E,
  handleEach: (event: Received<Infer<E['data']>>) => Promise<void>,
): DocumentConsumer {
  return { event, handleEach: handleEach as DocumentConsumer['handleEach'] };
}

/** Most events per transaction, unless a single message holds more, and most messages fetched ahead. */
const usualBatch = { events: 256, ahead: 32 } as const;
/** In the stream of all events, most messages hold one event. */
const everyBatch = { events: 512, ahead: 512 } as const;
const failuresAllowed = 8;
const infrastructureDelayMs = 1_000;

/** An event that cannot be applied, kept for operators. */
export interface DeadEvent {
  readonly eventId: string;
  readonly subject: string;
  readonly payload: string;
  readonly error: string;
}

/** A service's record of consumed events. `durable` names the consumer. */
export interface InboxStore {
  /** Applies the events that have not been applied yet, in order, each once. */
  apply(durable: string, consumer: Consumer, events: readonly Received<unknown>[]): Promise<void>;
  isDead(durable: string, eventId: string): Promise<boolean>;
  /** Returns how often the event has failed. */
  countFailure(durable: string, eventId: string, error: string): Promise<number>;
  addDeadLetter(durable: string, event: DeadEvent): Promise<void>;
}

interface InboxParts {
  name: ServiceName;
  store: InboxStore;
  bus: Bus;
  log: Log;
  metrics: Metrics;
}

export class Inbox {
  private readonly running = new Set<Promise<void>>();

  private readonly parts: InboxParts;

  constructor(parts: InboxParts) {
    this.parts = parts;
  }

  async start(consumers: readonly Consumer[]): Promise<void> {
    await Promise.all(
      consumers.map((consumer) => this.startOne(consumer, durableOf(this.parts.name, consumer, consumers))),
    );
  }

  /** Waits for running handlers. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all(this.running);
  }

  private async startOne(consumer: Consumer, durable: string): Promise<void> {
    const { events: mostEvents, ahead } = 'every' in consumer ? everyBatch : usualBatch;
    const queue: Delivery[] = [];
    let working = false;
    const work = async () => {
      working = true;
      while (queue.length > 0) await this.handleAll(durable, consumer, takeBatch(queue, mostEvents));
      working = false;
    };
    const receive = (message: JsMsg) => {
      queue.push({ message, events: eventsIn(message) });
      if (working) return;
      const underway = work().finally(() => this.running.delete(underway));
      this.running.add(underway);
    };
    await this.parts.bus.consume(eventStream, durable, receive, ahead);
  }

  private async handleAll(durable: string, consumer: Consumer, deliveries: readonly Delivery[]): Promise<void> {
    try {
      const events = deliveries.flatMap((delivery) => delivery.events);
      await this.apply(durable, consumer, events);
      if (!(await this.isConfirmed(durable, consumer))) return this.redeliver(deliveries);
      for (const { message } of deliveries) message.ack();
      this.parts.metrics.eventsConsumed.inc({ consumer: durable, outcome: 'done' }, events.length);
    } catch (error) {
      if (isInfrastructure(error)) this.delay(durable, deliveries, error);
      else if (deliveries.length > 1)
        for (const delivery of deliveries) await this.handleAll(durable, consumer, [delivery]);
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
    if (redeliverMs === 0 && !(await this.isConfirmed(durable, consumer))) return this.redeliver([delivery]);
    if (redeliverMs > 0) delivery.message.nak(redeliverMs);
    else delivery.message.ack();
  }

  /** A failed confirmation is no failure of an event: nothing becomes a dead letter. */
  private async isConfirmed(durable: string, consumer: Consumer): Promise<boolean> {
    try {
      if ('confirm' in consumer) await consumer.confirm?.();
      return true;
    } catch (error) {
      this.parts.log.error({ consumer: durable, error: (error as Error).message }, 'events applied but not confirmed');
      return false;
    }
  }

  private redeliver(deliveries: readonly Delivery[]): void {
    for (const { message } of deliveries) message.nak(infrastructureDelayMs);
  }

  private delay(durable: string, deliveries: readonly Delivery[], error: unknown): void {
    this.redeliver(deliveries);
    this.parts.log.warn({ consumer: durable, error: (error as Error).message }, 'events delayed');
  }

  /** Returns the delay in ms before the event must be redelivered; 0 if it need not be. Throws infrastructure faults. */
  private async handleOne(durable: string, consumer: Consumer, event: RawEvent): Promise<number> {
    if (await this.parts.store.isDead(durable, event.id)) return 0;
    try {
      await this.apply(durable, consumer, [event]);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      return this.countFailure(durable, event, error as Error);
    }
    this.parts.metrics.eventsConsumed.inc({ consumer: durable, outcome: 'done' });
    return 0;
  }

  private async apply(durable: string, consumer: Consumer, raw: readonly RawEvent[]): Promise<void> {
    const parent = (raw[0]?.json as Partial<Envelope> | null | undefined)?.traceparent;
    const events = raw.map(({ json }) => readEvent(consumer, json));
    await traced(parent, () => this.parts.store.apply(durable, consumer, events));
  }

  private async countFailure(durable: string, { id, subject, text }: RawEvent, error: Error): Promise<number> {
    const { store, log, metrics } = this.parts;
    const final = error instanceof DeadLetter || error instanceof Refusal;
    const count = await store.countFailure(durable, id, error.message);
    if (!final && count < failuresAllowed) {
      metrics.eventsConsumed.inc({ consumer: durable, outcome: 'failed' });
      log.error({ consumer: durable, eventId: id, count, error: error.message, stack: error.stack }, 'event failed');
      return Math.min(100 * 2 ** count, 10_000);
    }
    await store.addDeadLetter(durable, { eventId: id, subject, payload: text(), error: error.message });
    metrics.deadLetters.inc({ consumer: durable });
    log.fatal({ consumer: durable, eventId: id, error: error.message }, 'event became a dead letter');
    return 0;
  }
}

/** An event as received; without an id in the envelope, `id` is its position in the stream. */
type RawEvent = { id: string; subject: string; json: unknown; text: () => string };
/** A message with its events: one, or several of one type. */
type Delivery = { message: JsMsg; events: readonly RawEvent[] };

/** Takes the next messages whose events fit one transaction, at least one message. */
function takeBatch(queue: Delivery[], most: number): Delivery[] {
  const next: Delivery[] = [];
  for (let left = most; queue[0] && (next.length === 0 || queue[0].events.length <= left); ) {
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
      subject: message.subject,
      json,
      text: () => JSON.stringify(json),
    }));
  } catch {
    return [{ id: unknown, subject: message.subject, json: undefined, text: () => message.string() }];
  }
}

/** Parses an event for its consumer. Throws a DeadLetter for a message that is no event. */
function readEvent(consumer: Consumer, json: unknown): Received<unknown> {
  return 'every' in consumer ? readAny(consumer.every, json) : readDeclared(consumer.event, json);
}

function readDeclared(event: EventType, json: unknown): Received<unknown> {
  try {
    const envelope = json as Envelope;
    return toReceived({ ...envelope, data: event.data.parse(envelope.data) });
  } catch (error) {
    throw new DeadLetter(`not a ${event.name}: ${(error as Error).message.slice(0, 500)}`);
  }
}

const AnyEnvelope = z.object({
  id: z.uuid(),
  type: z.string().regex(/^evt\.[a-z]+\.[A-Za-z]+\.v\d+$/),
  subject: z.uuid(),
  time: z.iso.datetime(),
  traceparent: z.string().optional(),
  version: z.int(),
  data: z.record(z.string(), z.unknown()),
});

function readAny(declared: EveryConsumer['every'], json: unknown): AnyEvent {
  const read = AnyEnvelope.safeParse(json);
  if (!read.success) throw new DeadLetter(`not an event: ${read.error.message.slice(0, 500)}`);
  const { id, type, subject, time, traceparent, version } = read.data;
  const [, service = '', name = ''] = type.split('.');
  const data = declared.get(type)?.data.safeParse(read.data.data);
  return {
    id,
    aggregate: subject,
    version,
    at: new Date(time),
    data: data?.success ? data.data : read.data.data,
    service,
    name,
    type,
    traceparent,
    isDeclared: data?.success ?? false,
  };
}

/** Parses the event stored in a dead letter, for its consumer. Throws if it is not an event. */
export function eventOf(consumer: Consumer, payload: string): Received<unknown> {
  try {
    return readEvent(consumer, JSON.parse(payload) as unknown);
  } catch (error) {
    throw error instanceof DeadLetter ? error : new DeadLetter(`not an event: ${(error as Error).message}`);
  }
}

function toReceived({ id, subject, version, time, data }: Envelope): Received<unknown> {
  return { id, aggregate: subject, version, at: new Date(time), data };
}
