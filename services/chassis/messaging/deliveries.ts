/**
 * How the events of a service travel, for operators: counts of its outbox and inbox, its dead letters, and their retry.
 * A retry hands the stored event to its consumer through the inbox, which applies an event once: repeating it is harmless.
 */
import { common, type Infer, Refusal } from '@fairline/proto/contract';
import { type Deliveries, type DeliveryCounts, type DeliveryRequests, deliveryRefusals } from '@fairline/proto/risk/deliveries';
import { durableName, type ServiceName } from '@fairline/proto/services';
import { z } from 'zod';
import { isInfrastructure } from '../storage/postgres.ts';
import { type RequestHandler, serve } from './bus.ts';
import { type Consumer, type DeadEvent, eventOf, type InboxStore } from './inbox.ts';

/** Each count ends here, so that reading them stays cheap whatever has piled up. */
export const countedAtMost = 100_000;
const IdCursor = z.uuid();
const letters = { usual: 5, most: 50 };

/** A dead letter as a store keeps it. */
export interface StoredDeadLetter extends DeadEvent {
  readonly id: string;
  readonly consumer: string;
  readonly createdAt: Date;
}

/** Dead letters and counts of a service's store. Ids are UUIDv7, so their order is that of time. */
export interface DeliveryStore {
  counts(most: number): Promise<DeliveryCounts>;
  lettersBefore(id: string | undefined, most: number): Promise<StoredDeadLetter[]>;
  letter(id: string): Promise<StoredDeadLetter | undefined>;
  deleteLetter(letter: StoredDeadLetter): Promise<void>;
  setError(id: string, error: string): Promise<void>;
}

interface MonitorParts {
  readonly name: ServiceName;
  readonly store: DeliveryStore;
  readonly inbox: Pick<InboxStore, 'apply'>;
}

export class DeliveryMonitor {
  /** By the name of their durable. */
  private consumers = new Map<string, Consumer>();
  private readonly parts: MonitorParts;

  constructor(parts: MonitorParts) {
    this.parts = parts;
  }

  /** Called at start: retries go to these. */
  setConsumers(consumers: readonly Consumer[]): void {
    this.consumers = new Map(consumers.map((consumer) => [durableName(this.parts.name, consumer.event), consumer]));
  }

  async read({ limit = letters.usual, cursor }: Infer<DeliveryRequests['deliveries']['input']>): Promise<Deliveries> {
    if (cursor && !IdCursor.safeParse(cursor).success) throw new Refusal(common.invalidRequest, undefined, { cursor: 'Not a cursor of this list' });
    const size = Math.min(limit, letters.most);
    const [counts, found] = await Promise.all([this.parts.store.counts(countedAtMost), this.parts.store.lettersBefore(cursor || undefined, size + 1)]);
    const shown = found.slice(0, size);
    const last = found.length > size ? shown.at(-1) : undefined;
    return {
      ...counts,
      deadLetters: shown.map(({ createdAt, ...letter }) => ({ ...letter, createdAt: createdAt.toISOString() })),
      nextCursor: last?.id ?? null,
    };
  }

  /** Deletes the dead letter once its consumer applied it; otherwise keeps it with the new error and refuses. */
  async retry({ id }: { id: string }): Promise<{ id: string }> {
    const { store, inbox } = this.parts;
    const letter = IdCursor.safeParse(id).success ? await store.letter(id) : undefined;
    if (!letter) throw new Refusal(deliveryRefusals.unknown);
    const consumer = this.consumers.get(letter.consumer);
    try {
      if (!consumer) throw new Error('nothing consumes this event any more');
      await inbox.apply(letter.consumer, consumer, [eventOf(consumer.event, letter.payload)]);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      await store.setError(id, (error as Error).message);
      throw new Refusal(deliveryRefusals.failedAgain, { error: (error as Error).message });
    }
    await store.deleteLetter(letter);
    return { id };
  }

  /** The requests of the data monitor. */
  handlers(requests: DeliveryRequests): RequestHandler[] {
    return [serve(requests.deliveries, (input) => this.read(input)), serve(requests.retryDelivery, (input) => this.retry(input))];
  }
}
