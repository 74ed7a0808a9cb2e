/** Deliveries of a service with MongoDB. */

import { type DeliveryCounts, prunableAfterMinutes, unprunedEvents } from '@fairline/proto/risk/deliveries';
import { hourMs } from '@fairline/proto/time';
import { type Bookkeeping, type Collection, carriers } from '../documents/collection.ts';
import type { Mongo } from '../documents/mongo.ts';
import type { DeliveryStore, StoredDeadLetter } from './deliveries.ts';
import type { DeadLetterDocument } from './mongo-inbox.ts';
import { replayMs } from './mongo-outbox.ts';
import { type ActionDay, actionDaysOf, actionDigest } from './operator-action.ts';

/** Operator actions are never pruned, so that the audit log can be compared with them. */
const operatorActed = /^evt\.[^.]+\.OperatorActed\./;
const deadLetterFields = { projection: { _id: 0, retriedAt: 0 } } as const;

export class MongoDeliveries implements DeliveryStore {
  private readonly mongo: Mongo;
  private readonly names: readonly string[];

  constructor(mongo: Mongo, collections: readonly Collection[]) {
    this.mongo = mongo;
    this.names = [...collections.map(({ name }) => name), carriers];
  }

  async counts(most: number): Promise<DeliveryCounts> {
    const since = { $gt: new Date(Date.now() - hourMs) };
    const [pending, published, applied, failing, failed, dead] = await Promise.all([
      this.pending(most),
      this.mongo.raw('sent').countDocuments({ createdAt: since }, { limit: most }),
      this.mongo.raw('inbox').countDocuments({ appliedAt: since }, { limit: most }),
      this.failing(most),
      this.mongo.raw('dead_letters').countDocuments({ createdAt: since }, { limit: most }),
      this.mongo.raw('dead_letters').countDocuments({}, { limit: most }),
    ]);
    return { outbox: { ...pending, published }, inbox: { applied, failing, failed }, dead };
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

  /** Events that failed and have neither been applied nor become dead letters since. */
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

  listDeadLetters(id: string | undefined, most: number): Promise<StoredDeadLetter[]> {
    return this.deadLetters()
      .find(id === undefined ? {} : { id: { $lt: id } }, { ...deadLetterFields, sort: { id: -1 }, limit: most })
      .toArray();
  }

  takeDeadLettersInTurn(most: number): Promise<StoredDeadLetter[]> {
    return this.deadLetters()
      .find({}, { ...deadLetterFields, sort: { retriedAt: 1, id: 1 }, limit: most })
      .toArray();
  }

  async deadLetter(id: string): Promise<StoredDeadLetter | undefined> {
    return (await this.deadLetters().findOne({ id }, deadLetterFields)) ?? undefined;
  }

  async deleteDeadLetter({ id }: StoredDeadLetter): Promise<void> {
    await this.deadLetters().deleteOne({ id });
  }

  async setError(id: string, error: string): Promise<void> {
    await this.deadLetters().updateOne({ id }, { $set: { error, retriedAt: new Date() } });
  }

  /** Compared by `seq`, which begins with the time of publication. */
  async prune(most: number): Promise<number> {
    const sent = this.mongo.raw<{ _id: string; seq: number; createdAt: Date; type: string }>('sent');
    const newestFirst = { sort: { seq: -1 }, projection: { seq: 1, createdAt: 1 } } as const;
    const newest = await sent.findOne({}, newestFirst);
    const kept = await sent.findOne({}, { ...newestFirst, skip: unprunedEvents });
    if (!newest || !kept) return 0;
    const prunable = {
      seq: { $lt: Math.min(kept.seq, (Date.now() - prunableAfterMinutes * 60_000) * 1_000) },
      createdAt: { $lt: new Date(newest.createdAt.getTime() - replayMs) },
      type: { $not: operatorActed },
    };
    const old = await sent.find(prunable, { projection: { _id: 1 }, sort: { seq: 1 }, limit: most }).toArray();
    if (old.length === 0) return 0;
    return (await sent.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } })).deletedCount;
  }

  /** Read from the published events, where a repeat changes nothing: they hold the id and time of each action for 30 days. */
  async actionDays(type: string, from: Date, until: Date): Promise<{ from: Date; days: ActionDay[] }> {
    const found = await this.mongo
      .raw<{ _id: string; createdAt: Date; data: Parameters<typeof actionDigest>[1] }>('sent')
      .find({ type, createdAt: { $gte: from, $lte: until } }, { projection: { createdAt: 1, data: 1 } })
      .toArray();
    return {
      from,
      days: actionDaysOf(found.map(({ _id, createdAt, data }) => ({ at: createdAt, digest: actionDigest(_id, data) }))),
    };
  }

  private deadLetters() {
    return this.mongo.raw<DeadLetterDocument>('dead_letters');
  }
}
