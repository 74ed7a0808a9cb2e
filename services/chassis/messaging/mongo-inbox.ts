/**
 * The inbox in MongoDB: an event is recorded after all its changes are written. If the process dies in between, the event is delivered again,
 * and the documents that already have its id are not changed again.
 */
import { randomUUIDv7 } from 'node:crypto';
import type { Mongo } from '../documents/mongo.ts';
import type { Consumer, DeadEvent, InboxStore, Received } from './inbox.ts';

interface InboxDocument {
  _id: string;
  appliedAt: Date;
}

interface FailureDocument {
  _id: string;
  count: number;
  error: string;
  failedAt: Date;
}

export interface DeadLetterDocument extends DeadEvent {
  _id: string;
  id: string;
  consumer: string;
  createdAt: Date;
  /** The time of the last retry by an operator. */
  retriedAt?: Date;
}

const keyOf = (durable: string, eventId: string) => `${durable} ${eventId}`;

export class MongoInbox implements InboxStore {
  private readonly mongo: Mongo;

  constructor(mongo: Mongo) {
    this.mongo = mongo;
  }

  async apply(durable: string, consumer: Consumer, events: readonly Received<unknown>[]): Promise<void> {
    if (!('handleEach' in consumer)) throw new Error(`${durable} writes rows, but its service has MongoDB`);
    const inbox = this.mongo.raw<InboxDocument>('inbox');
    const keys = events.map(({ id }) => keyOf(durable, id));
    const known = await inbox.find({ _id: { $in: keys } }, { projection: { _id: 1 } }).toArray();
    const applied = new Set(known.map(({ _id }) => _id));
    const fresh: InboxDocument[] = [];
    try {
      for (const event of events) {
        const _id = keyOf(durable, event.id);
        if (applied.has(_id)) continue;
        await consumer.handleEach(event as Received<never>);
        applied.add(_id);
        fresh.push({ _id, appliedAt: new Date() });
      }
    } finally {
      // Upserts, because another instance may have applied the same event meanwhile.
      const upserts = fresh.map(({ _id, appliedAt }) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: { appliedAt } }, upsert: true },
      }));
      if (upserts.length > 0) await inbox.bulkWrite(upserts, { ordered: false });
    }
  }

  async isDead(durable: string, eventId: string): Promise<boolean> {
    return (
      (await this.mongo
        .raw<DeadLetterDocument>('dead_letters')
        .findOne({ _id: keyOf(durable, eventId) }, { projection: { _id: 1 } })) !== null
    );
  }

  async countFailure(durable: string, eventId: string, error: string): Promise<number> {
    const counted = await this.mongo
      .raw<FailureDocument>('failures')
      .findOneAndUpdate(
        { _id: keyOf(durable, eventId) },
        { $inc: { count: 1 }, $set: { error, failedAt: new Date() } },
        { upsert: true, returnDocument: 'after' },
      );
    return counted?.count ?? 1;
  }

  async addDeadLetter(durable: string, event: DeadEvent): Promise<void> {
    const deadLetter = { id: randomUUIDv7(), consumer: durable, ...event, createdAt: new Date() };
    await this.mongo
      .raw<DeadLetterDocument>('dead_letters')
      .updateOne({ _id: keyOf(durable, event.eventId) }, { $setOnInsert: deadLetter }, { upsert: true });
  }
}
