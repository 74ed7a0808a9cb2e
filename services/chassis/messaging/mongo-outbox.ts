/**
 * The outbox in MongoDB, as the relay reads it: documents with unpublished events, each with its events in order. Once the message server has stored a page, its events are copied
 * to the collection `sent` and then removed from their documents. After a crash in between they are published again under the same ids.
 */
import { unprunedEvents } from '@fairline/proto/risk/deliveries';
import type { mongo } from 'mongoose';
import { type Bookkeeping, type Collection, carriers, type OutgoingEvent } from '../documents/collection.ts';
import type { Mongo } from '../documents/mongo.ts';
import type { OutboxEvent, OutboxReader } from './relay.ts';

const pageDocuments = 200;
const replayEvents = 500;
/**
 * After each scan for events of other instances, the relay pauses for this many times the duration of the scan, because without an index a scan reads every document.
 * The pause has a limit, so that one slow scan does not hold up the events that follow.
 */
const pauseFactor = 20;
const longestPauseMs = 3_000;
/** The events that are replayed to a new message server: those of the last ten minutes, but at least `unprunedEvents`. */
export const replayMs = 10 * 60_000;

/** A published event. `seq` is the order of publication. */
interface SentDocument extends Omit<OutgoingEvent, 'id'> {
  _id: string;
  seq: number;
}

interface RelayDocument {
  _id: 'relay';
  serverId: string;
}

type Page = { collection: string; id: string; events: readonly OutgoingEvent[] }[];

export class MongoOutbox implements OutboxReader {
  /** The id of the message server that has received all published events. */
  private serverId = '';
  /** During a replay: the last repeated event, and the server that it goes to. */
  private replay: { after: number; serverId: string } | undefined;
  private replayed: number | undefined;
  private page: Page = [];
  private lastSeq: number | undefined;

  /** Documents that this instance wrote events into, by collection. They are read by their ids; those of other instances are found by scanning every collection. */
  private readonly written = new Map<string, Set<string>>();
  private nextLookAt = 0;

  private readonly mongo: Mongo;
  private readonly names: readonly string[];

  constructor(mongo: Mongo, collections: readonly Collection[]) {
    this.mongo = mongo;
    this.names = [...collections.map(({ name }) => name), carriers];
    for (const name of this.names) this.written.set(name, new Set());
    mongo.onWakeRelay((name, id) => this.written.get(name)?.add(id));
  }

  forget(): void {
    this.nextLookAt = 0;
    for (const ids of this.written.values()) ids.clear();
    [this.serverId, this.replay, this.lastSeq] = ['', undefined, undefined];
  }

  async rewindFor(serverId: string): Promise<boolean> {
    if (serverId === this.serverId || serverId === this.replay?.serverId) return false;
    const saved = await this.mongo.raw<RelayDocument>('relay').findOne({ _id: 'relay' });
    if (saved?.serverId === serverId || !(await this.sent().findOne({}, { projection: { _id: 1 } }))) {
      await this.saveServer(serverId);
      return false;
    }
    this.replay = { after: await this.replayStart(), serverId };
    return saved !== null;
  }

  async nextPage(): Promise<{ events: readonly OutboxEvent[]; isLast: boolean }> {
    const startedAt = performance.now();
    // If the last page was not confirmed, or if this page fails, a scan finds the documents again.
    const looksAtAll = this.page.length > 0 || startedAt >= this.nextLookAt;
    const nextLookAt = this.nextLookAt;
    this.nextLookAt = 0;
    [this.page, this.replayed] = [[], undefined];
    if (this.replay) return this.nextReplay(this.replay.after);
    let isLast = true;
    for (const name of this.names) {
      const ids = [...(this.written.get(name) ?? [])].slice(0, pageDocuments);
      if (!looksAtAll && ids.length === 0) continue;
      for (const id of ids) this.written.get(name)?.delete(id);
      const found = await this.readUnsent(name, looksAtAll ? { unsent: true } : { _id: { $in: ids }, unsent: true });
      this.page.push(...found);
      if (found.length === pageDocuments || (this.written.get(name)?.size ?? 0) > 0) isLast = false;
    }
    if (!looksAtAll) this.nextLookAt = nextLookAt;
    else if (isLast) {
      const scanMs = performance.now() - startedAt;
      this.nextLookAt = performance.now() + Math.min(pauseFactor * scanMs, longestPauseMs);
    }
    return { events: this.page.flatMap(({ events }) => events) as unknown as OutboxEvent[], isLast };
  }

  private async readUnsent(name: string, filter: mongo.Filter<Bookkeeping>): Promise<Page> {
    const options = { projection: { outbox: 1 }, limit: pageDocuments };
    const documents = await this.mongo.raw<Bookkeeping>(name).find(filter, options).toArray();
    return documents.map(({ _id, outbox }) => ({ collection: name, id: _id, events: outbox }));
  }

  async confirmPage(): Promise<void> {
    if (this.replay && this.replayed !== undefined) {
      this.replay.after = this.replayed;
      return;
    }
    if (this.page.length === 0) return;
    await this.copyToSent(this.page.flatMap(({ events }) => events));
    for (const [name, entries] of Map.groupBy(this.page, ({ collection }) => collection))
      await this.takeOut(this.mongo.raw<Bookkeeping>(name), entries);
    this.page = [];
  }

  /** Nothing to save: the state is stored already. */
  async close(): Promise<void> {}

  private sent(): mongo.Collection<SentDocument> {
    return this.mongo.raw<SentDocument>('sent');
  }

  private async nextReplay(after: number): Promise<{ events: OutboxEvent[]; isLast: boolean }> {
    const sent = await this.sent()
      .find({ seq: { $gt: after } }, { sort: { seq: 1 }, limit: replayEvents })
      .toArray();
    this.replayed = sent.at(-1)?.seq ?? after;
    if (sent.length === 0 && this.replay) await this.saveServer(this.replay.serverId);
    return {
      events: sent.map(({ _id, seq: _seq, ...event }) => ({ id: _id, ...event }) as OutboxEvent),
      isLast: false,
    };
  }

  private async saveServer(serverId: string): Promise<void> {
    await this.mongo.raw<RelayDocument>('relay').updateOne({ _id: 'relay' }, { $set: { serverId } }, { upsert: true });
    [this.serverId, this.replay] = [serverId, undefined];
  }

  /** The position where a replay starts: ten minutes or 20,000 events before the newest event, whichever is earlier. */
  private async replayStart(): Promise<number> {
    const newestFirst = { sort: { seq: -1 }, projection: { seq: 1, createdAt: 1 } } as const;
    const newest = await this.sent().findOne({}, newestFirst);
    if (!newest) return 0;
    const older = await this.sent().findOne(
      { createdAt: { $lt: new Date(newest.createdAt.getTime() - replayMs) } },
      newestFirst,
    );
    const [beyond] = await this.sent()
      .find({}, { ...newestFirst, skip: unprunedEvents, limit: 1 })
      .toArray();
    return older && beyond ? Math.min(older.seq, beyond.seq) : 0;
  }

  private async copyToSent(events: readonly OutgoingEvent[]): Promise<void> {
    this.lastSeq ??= (await this.sent().findOne({}, { sort: { seq: -1 }, projection: { seq: 1 } }))?.seq ?? 0;
    const copies = events.map(({ id, ...event }) => {
      this.lastSeq = Math.max((this.lastSeq ?? 0) + 1, Date.now() * 1_000);
      return {
        updateOne: { filter: { _id: id }, update: { $setOnInsert: { ...event, seq: this.lastSeq } }, upsert: true },
      };
    });
    await this.sent().bulkWrite(copies, { ordered: true });
  }

  /** Removes published events. If others were added meanwhile, the document stays in the index. */
  private async takeOut(documents: mongo.Collection<Bookkeeping>, entries: Page): Promise<void> {
    if (documents.collectionName === carriers) {
      await documents.deleteMany({ _id: { $in: entries.map(({ id }) => id) } });
      return;
    }
    const updates: mongo.Document[] = entries.flatMap(({ id, events }) => [
      {
        updateOne: {
          filter: { _id: id },
          update: { $pull: { outbox: { id: { $in: events.map((event) => event.id) } } } },
        },
      },
      { updateOne: { filter: { _id: id, outbox: { $size: 0 } }, update: { $unset: { unsent: '' } } } },
    ]);
    await documents.bulkWrite(updates as never, { ordered: true });
  }
}
