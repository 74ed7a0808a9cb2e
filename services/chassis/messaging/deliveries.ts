/**
 * Deliveries of a service for operators: counts of its outbox and inbox, dead letters and their retry, pruning of published events, and its operator actions by day.
 * A retry hands the stored event to its consumer through the inbox, which applies an event once: repeating it is harmless.
 */

import { common, type Infer, operatorActed, Refusal } from '@fairline/proto/contract';
import type { ServiceName } from '@fairline/proto/processes';
import {
  actionDaysKept,
  type Deliveries,
  type DeliveryCounts,
  type DeliveryRequests,
  deliveryRefusals,
  type OperatorActions,
  retriesPerCall,
} from '@fairline/proto/risk/deliveries';
import { dayMs } from '@fairline/proto/time';
import { z } from 'zod';
import { isInfrastructure } from '../storage/postgres.ts';
import { type RequestHandler, serve } from './bus.ts';
import { type Consumer, type DeadEvent, durableOf, eventOf, type InboxStore } from './inbox.ts';
import type { ActionDay } from './operator-action.ts';

/** Counts stop at this number, so that reading them stays cheap however many rows there are. */
export const countedAtMost = 100_000;
const IdCursor = z.uuid();
/** A call stops after this time and reports what it did; the next one continues. */
const workWithinMs = 8_000;
const pruneBatch = 5_000;
const pageSizes = { usual: 5, most: 50 };

/** A dead letter as a store keeps it. */
export interface StoredDeadLetter extends DeadEvent {
  readonly id: string;
  readonly consumer: string;
  readonly createdAt: Date;
}

/** Dead letters and counts of a service's store. Ids are UUIDv7, so their order is that of time. */
export interface DeliveryStore {
  counts(most: number): Promise<DeliveryCounts>;
  listDeadLetters(id: string | undefined, most: number): Promise<StoredDeadLetter[]>;
  /** Dead letters that were never retried first, oldest first; then by the time of the last retry. */
  takeDeadLettersInTurn(most: number): Promise<StoredDeadLetter[]>;
  deadLetter(id: string): Promise<StoredDeadLetter | undefined>;
  deleteDeadLetter(deadLetter: StoredDeadLetter): Promise<void>;
  /** Records a failed retry, which moves the dead letter to the end of the queue. */
  setError(id: string, error: string): Promise<void>;
  /** Deletes at most a given number of published events of the outbox, oldest first; returns how many. It keeps events younger than `prunableAfterMinutes`, the newest `unprunedEvents`, those that a replay repeats, and operator actions. */
  prune(most: number): Promise<number>;
  /** The operator actions of these times by UTC day. `from` is later than asked for if the store has no fingerprints of earlier ones. `type` is their event. */
  actionDays(type: string, from: Date, until: Date): Promise<{ from: Date; days: ActionDay[] }>;
}

interface MonitorParts {
  readonly name: ServiceName;
  readonly store: DeliveryStore;
  readonly inbox: Pick<InboxStore, 'apply'>;
}

export class DeliveryMonitor {
  /** Consumers by the name of their durable. */
  private consumers = new Map<string, Consumer>();
  private readonly parts: MonitorParts;

  constructor(parts: MonitorParts) {
    this.parts = parts;
  }

  /** Sets the consumers that retries go to; called at start. */
  setConsumers(consumers: readonly Consumer[]): void {
    this.consumers = new Map(consumers.map((consumer) => [durableOf(this.parts.name, consumer, consumers), consumer]));
  }

  async read({ limit = pageSizes.usual, cursor }: Infer<DeliveryRequests['deliveries']['input']>): Promise<Deliveries> {
    if (cursor && !IdCursor.safeParse(cursor).success)
      throw new Refusal(common.invalidRequest, undefined, { cursor: 'Not a cursor of this list' });
    const size = Math.min(limit, pageSizes.most);
    const [counts, found] = await Promise.all([
      this.parts.store.counts(countedAtMost),
      this.parts.store.listDeadLetters(cursor || undefined, size + 1),
    ]);
    const shown = found.slice(0, size);
    const last = found.length > size ? shown.at(-1) : undefined;
    return {
      ...counts,
      deadLetters: shown.map(({ createdAt, ...deadLetter }) => ({ ...deadLetter, createdAt: createdAt.toISOString() })),
      nextCursor: last?.id ?? null,
    };
  }

  /** Retries one dead letter. Deletes it once its consumer has applied it; otherwise stores the new error and refuses. */
  async retry({ id }: { id: string }): Promise<{ id: string }> {
    const deadLetter = IdCursor.safeParse(id).success ? await this.parts.store.deadLetter(id) : undefined;
    if (!deadLetter) throw new Refusal(deliveryRefusals.unknown);
    const error = await this.applyDeadLetter(deadLetter);
    if (error !== undefined) throw new Refusal(deliveryRefusals.failedAgain, { error });
    return { id };
  }

  /** Retries dead letters one after the other. One that fails again goes to the end. Stops at an infrastructure fault, because no dead letter caused it. */
  async retryAll(): Promise<Infer<DeliveryRequests['retryDeliveries']['output']>> {
    const { store } = this.parts;
    const until = performance.now() + workWithinMs;
    const done = { retried: 0, failed: 0 };
    for (const deadLetter of await store.takeDeadLettersInTurn(retriesPerCall)) {
      if (performance.now() > until) break;
      try {
        done[(await this.applyDeadLetter(deadLetter)) === undefined ? 'retried' : 'failed']++;
      } catch (error) {
        // A dead letter that always ends like this must not block the others.
        await store.setError(deadLetter.id, (error as Error).message).catch(() => undefined);
        if (done.retried + done.failed === 0) throw error;
        break;
      }
    }
    return { ...done, left: (await store.counts(countedAtMost)).dead };
  }

  /** Prunes published events of the outbox, in batches. */
  async prune(): Promise<{ pruned: number }> {
    const until = performance.now() + workWithinMs;
    let pruned = 0;
    for (let last = pruneBatch; last === pruneBatch && performance.now() < until; pruned += last)
      last = await this.parts.store.prune(pruneBatch);
    return { pruned };
  }

  /** The operator actions that this service committed, by day. What is pending is read first, so that no event is missed between the two. */
  async operatorActions({
    from,
    until,
  }: Infer<DeliveryRequests['operatorActions']['input']>): Promise<OperatorActions> {
    const { name, store } = this.parts;
    const type = operatorActed(name).subject;
    const earliest = Date.parse(until) - actionDaysKept * dayMs;
    const { oldestPendingAt } = (await store.counts(1)).outbox;
    const found = await store.actionDays(type, new Date(Math.max(Date.parse(from), earliest)), new Date(until));
    return { from: found.from.toISOString(), ...(oldestPendingAt && { oldestPendingAt }), days: found.days };
  }

  /** Hands a dead letter to its consumer and deletes it; returns the error of one that failed again. Throws infrastructure faults. */
  private async applyDeadLetter(deadLetter: StoredDeadLetter): Promise<string | undefined> {
    const { store, inbox } = this.parts;
    const consumer = this.consumers.get(deadLetter.consumer);
    try {
      if (!consumer) throw new Error('nothing consumes this event any more');
      await inbox.apply(deadLetter.consumer, consumer, [eventOf(consumer, deadLetter.payload)]);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      const { message } = error as Error;
      await store.setError(deadLetter.id, message);
      return message;
    }
    await store.deleteDeadLetter(deadLetter);
    return undefined;
  }

  /** The requests of the data monitor. */
  handlers(requests: DeliveryRequests): RequestHandler[] {
    return [
      serve(requests.deliveries, (input) => this.read(input)),
      serve(requests.retryDelivery, (input) => this.retry(input)),
      serve(requests.retryDeliveries, () => this.retryAll()),
      serve(requests.pruneDeliveries, () => this.prune()),
      serve(requests.operatorActions, (input) => this.operatorActions(input)),
    ];
  }
}
