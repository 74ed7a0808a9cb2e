/**
 * The relay of the outbox: publishes committed events on the instance that holds the lease, those of an aggregate in the order of the outbox, whatever their types.
 * It never skips a late commit, repeats an event under the same id, and publishes recent events again after the message server restarted.
 * Consumers must not rely on an order all the same: each type has its own consumer, a repeat may come after later events, and the outbox orders
 * transactions by their first write. The version of an aggregate tells which of its events is later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Envelope, EventType } from '@fairline/proto/contract';
import type { ServiceName } from '@fairline/proto/processes';
import type { OutgoingEvent } from '../documents/collection.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { Lease, type LeaseStore } from '../storage/lease.ts';
import { isInfrastructure } from '../storage/postgres.ts';
import type { Bus } from './bus.ts';

/** Most events per message. Storing, delivering and acknowledging cost per message, not per event. */
const messageEvents = 32;
/** Half of the size that the message server accepts per message. */
const messageBytes = 500_000;
/** Polls in case the wake-up at commit was missed. */
const pollMs = 250;

export type OutboxEvent = OutgoingEvent & { readonly data: Record<string, unknown> };

/** The outbox of a service, as its store keeps it. Only the instance that holds the lease reads it. */
export interface OutboxReader {
  /** Called when this instance may have lost the lease, so that its cached position may be outdated. */
  forget(): void;
  /** Called before each page. If the message server is a new one, returns true, and the next pages repeat the recent events. */
  rewindFor(serverId: string): Promise<boolean>;
  /** The next events in order, and whether there may be more. */
  nextPage(): Promise<{ events: readonly OutboxEvent[]; isLast: boolean }>;
  /** Called once the message server has stored the page. */
  confirmPage(): Promise<void>;
  /** Saves the position. */
  close(): Promise<void>;
}

interface RelayParts {
  name: ServiceName;
  /** The events that the service publishes. */
  publishes: readonly EventType[];
  outbox: OutboxReader;
  leases: LeaseStore;
  bus: Bus;
  log: Log;
  metrics: Metrics;
}

export class Relay {
  private readonly lease: Lease;
  private readonly audiences: ReadonlyMap<string, EventType['audience']>;
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private wakeRequested = false;
  private stopped = false;
  private lagMs = 0;
  /** Milliseconds to wait between pages; lets a service under load serve its callers first. */
  pauseMs: (lagMs: number) => number = () => 0;

  private readonly parts: RelayParts;

  constructor(parts: RelayParts) {
    this.parts = parts;
    this.audiences = new Map(parts.publishes.map(({ subject, audience }) => [subject, audience]));
    this.lease = new Lease(parts.leases, 'relay', parts.log);
  }

  start(): void {
    this.lease.start();
    this.timer = setInterval(() => this.wake(), pollMs);
  }

  wake(): void {
    this.wakeRequested = true;
    this.working ??= this.work().finally(() => {
      this.working = undefined;
    });
  }

  /** Publishes all committed events, then releases the lease. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.working;
    await this.parts.outbox.close().catch(() => undefined);
    await this.lease.stop();
  }

  private async work(): Promise<void> {
    if (!this.lease.isHeld()) this.parts.outbox.forget();
    while (this.wakeRequested && this.lease.isHeld() && this.parts.bus.connected) {
      this.wakeRequested = false;
      try {
        if (await this.parts.outbox.rewindFor(this.parts.bus.serverId))
          this.parts.log.info('the message server was restarted or replaced: publishing recent events again');
        if (await this.publishPage()) this.wakeRequested = !this.stopped;
      } catch (error) {
        this.parts.log[isInfrastructure(error) ? 'warn' : 'error'](
          { error: (error as Error).message },
          'relay delayed',
        );
        await sleep(pollMs);
      }
      const pause = this.wakeRequested ? this.pauseMs(this.lagMs) : 0;
      if (pause > 0) await sleep(pause);
    }
  }

  /** Publishes one page; returns true if there may be more. */
  private async publishPage(): Promise<boolean> {
    const { events, isLast } = await this.parts.outbox.nextPage();
    this.lagMs = events[0] ? Date.now() - events[0].createdAt.getTime() : 0;
    this.parts.metrics.outboxLagSeconds.set(this.lagMs / 1_000);
    if (events.length > 0) await this.publish(events);
    await this.parts.outbox.confirmPage();
    return !isLast;
  }

  private async publish(page: readonly OutboxEvent[]): Promise<void> {
    await this.parts.bus.publishAll(packMessages(page.map((event) => this.envelope(event))));
    this.parts.metrics.eventsPublished.inc(page.length);
    for (const event of page) this.sendHints(event);
  }

  private envelope({ id, type, subject, version, data, traceparent, createdAt }: OutboxEvent): Envelope {
    return {
      specversion: '1.0',
      id,
      source: `/fairline/${this.parts.name}`,
      type,
      subject,
      time: createdAt.toISOString(),
      datacontenttype: 'application/json',
      ...(traceparent && { traceparent }),
      version,
      data,
    };
  }

  /** Sends a hint to the browsers of the event's audience, so that they refetch. */
  private sendHints({ type, subject, version, data }: OutboxEvent): void {
    const audience = this.audiences.get(type);
    const hint = { type, id: subject, version };
    if (audience?.player) this.parts.bus.hint(`live.player.${data[audience.player]}`, hint);
    if (audience?.operators) this.parts.bus.hint('live.operators', { ...hint, permission: audience.operators });
  }
}

/**
 * Packs events into messages of one type each: the CloudEvents JSON batch format, or a single event by itself. Read in order, the messages have the events
 * of each type, and those of each aggregate, in their order: an event joins the open message of its type only if its aggregate has no event in a later message.
 * The id of a message consists of its first and last event ids, so a batch with another end is another message. Consumers recognise each event by its own id.
 */
export function packMessages(envelopes: readonly Envelope[]): { subject: string; id: string; data: string }[] {
  const messages: { type: string; ids: string[]; events: string[]; bytes: number }[] = [];
  const openOfType = new Map<string, number>();
  const lastOfAggregate = new Map<string, number>();
  for (const envelope of envelopes) {
    const { id, type, subject: aggregate } = envelope;
    const event = JSON.stringify(envelope);
    const bytes = Buffer.byteLength(event);
    let place = openOfType.get(type) ?? -1;
    const open = messages[place];
    if (
      open &&
      place >= (lastOfAggregate.get(aggregate) ?? 0) &&
      open.ids.length < messageEvents &&
      open.bytes + bytes <= messageBytes
    ) {
      open.ids.push(id);
      open.events.push(event);
      open.bytes += bytes;
    } else place = messages.push({ type, ids: [id], events: [event], bytes }) - 1;
    openOfType.set(type, place);
    lastOfAggregate.set(aggregate, place);
  }
  return messages.map(({ type, ids: [first = '', ...more], events }) => {
    const id = more.length === 0 ? first : `${first} ${more.at(-1)}`;
    return { subject: type, id, data: events.length === 1 ? events.join() : `[${events.join()}]` };
  });
}
