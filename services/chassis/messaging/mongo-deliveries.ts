/** Deliveries of a service with MongoDB. */
import type { DeliveryCounts } from '@fairline/proto/risk/deliveries';
import { type Bookkeeping, type Collection, carriers } from '../documents/collection.ts';
import type { Mongo } from '../documents/mongo.ts';
import type { DeliveryStore, StoredDeadLetter } from './deliveries.ts';
import type { DeadLetterDocument } from './mongo-inbox.ts';

const hourMs = 60 * 60_000;
const letterFields = { projection: { _id: 0 } } as const;

export class MongoDeliveries implements DeliveryStore {
  private readonly mongo: Mongo;
  private readonly names: readonly string[];

  constructor(mongo: Mongo, collections: readonly Collection[]) {
    this.mongo = mongo;
    this.names = [...collections.map(({ name }) => name), carriers];
  }

  async counts(most: number): Promise<DeliveryCounts> {
    const since = { $gt: new Date(Date.now() - hourMs) };
    const [pending, published, applied, failing, dead] = await Promise.all([
      this.pending(most),
      this.mongo.raw('sent').countDocuments({ createdAt: since }, { limit: most }),
      this.mongo.raw('inbox').countDocuments({ appliedAt: since }, { limit: most }),
      this.failing(most),
      this.mongo.raw('dead_letters').countDocuments({}, { limit: most }),
    ]);
    return { outbox: { ...pending, published }, inbox: { applied, failing }, dead };
  }

  private async pending(most: number): Promise<{ pending: number; oldestPendingAt?: string }> {
    const found = await Promise.all(
      this.names.map((name) =>
        this.mongo
          .raw<Bookkeeping>(name)
          .find({ unsent: true }, { projection: { 'outbox.createdAt': 1 }, limit: most })
          .toArray(),
      ),
    );
    const times = found.flat().flatMap(({ outbox }) => outbox.map(({ createdAt }) => createdAt.getTime()));
    const oldest = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    return { pending: times.length, ...(times.length > 0 && { oldestPendingAt: new Date(oldest).toISOString() }) };
  }

  /** Failed, and neither given up nor applied since. */
  private async failing(most: number): Promise<number> {
    const failures = await this.mongo
      .raw<{ _id: string }>('failures')
      .find({}, { projection: { _id: 1 }, limit: most })
      .toArray();
    const ids = failures.map(({ _id }) => _id);
    if (ids.length === 0) return 0;
    const among = (name: string) =>
      this.mongo
        .raw<{ _id: string }>(name)
        .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
        .toArray();
    const [applied, dead] = await Promise.all([among('inbox'), among('dead_letters')]);
    const over = new Set([...applied, ...dead].map(({ _id }) => _id));
    return ids.filter((id) => !over.has(id)).length;
  }

  lettersBefore(id: string | undefined, most: number): Promise<StoredDeadLetter[]> {
    return this.letters()
      .find(id === undefined ? {} : { id: { $lt: id } }, { ...letterFields, sort: { id: -1 }, limit: most })
      .toArray();
  }

  async letter(id: string): Promise<StoredDeadLetter | undefined> {
    return (await this.letters().findOne({ id }, letterFields)) ?? undefined;
  }

  async deleteLetter({ id }: StoredDeadLetter): Promise<void> {
    await this.letters().deleteOne({ id });
  }

  async setError(id: string, error: string): Promise<void> {
    await this.letters().updateOne({ id }, { $set: { error } });
  }

  private letters() {
    return this.mongo.raw<DeadLetterDocument>('dead_letters');
  }
}
