/** The store that messaging and jobs need, on MongoDB. */
import type { ServiceName } from '@fairline/proto/processes';
import { collectionsOf, requireIndexes } from '../documents/administration.ts';
import { MongoLeases } from '../documents/leases.ts';
import { Mongo } from '../documents/mongo.ts';
import type { Log } from '../process/log.ts';
import { MongoDeliveries } from './mongo-deliveries.ts';
import { MongoInbox } from './mongo-inbox.ts';
import { MongoOutbox } from './mongo-outbox.ts';
import { hourly, keepDays, type MessageStore } from './row-store.ts';

export interface DocumentStore extends MessageStore {
  readonly mongo: Mongo;
}

/** Opens the database and refuses one without the indexes of this release. */
export async function openDocumentStore(
  name: ServiceName,
  url: string,
  folder: string,
  log: Log,
): Promise<DocumentStore> {
  const mongo = await Mongo.open(url, log);
  const collections = await collectionsOf(folder);
  // Made now, so that a shape that mongoose cannot hold fails the start.
  for (const one of collections) mongo.model(one);
  await requireIndexes(mongo.connection.getClient(), name, collections);
  return {
    mongo,
    outbox: new MongoOutbox(mongo, collections),
    inbox: new MongoInbox(mongo),
    deliveries: new MongoDeliveries(mongo, collections),
    leases: new MongoLeases(mongo),
    housekeeping: hourly(() => deleteOldDocuments(mongo)),
    onWakeRelay: (wake) => mongo.onWakeRelay(wake),
  };
}

async function deleteOldDocuments(mongo: Mongo): Promise<void> {
  const before = new Date(Date.now() - keepDays * 24 * 60 * 60_000);
  for (const [name, at] of Object.entries({
    sent: 'createdAt',
    inbox: 'appliedAt',
    idempotency: 'createdAt',
    failures: 'failedAt',
  })) {
    await mongo.raw(name).deleteMany({ [at]: { $lt: before } });
  }
}
