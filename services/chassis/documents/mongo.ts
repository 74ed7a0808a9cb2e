/**
 * MongoDB for a service: checked reads, and writes of one document together with its events.
 * A write is acknowledged once a majority has it in its journal. A change is optimistic: it is written only if the document is still the one that was read.
 */
import { randomUUIDv7 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Connection, createConnection, type Model, mongo, type PipelineStage, type QueryOptions } from 'mongoose';
import { z } from 'zod';
import type { Log } from '../process/log.ts';
import {
  type Aggregate,
  type Bookkeeping,
  type Collection,
  carriers,
  type Outgoing,
  type OutgoingEvent,
  withoutBookkeeping,
} from './collection.ts';
import { schemaOf } from './schema.ts';

type New<D extends Aggregate> = Omit<D, 'version'>;
type Fill = (out: Outgoing) => void | Promise<void>;

export interface ChangeOptions<D extends Aggregate> {
  /** Applies the change at most once per id, such as that of an event or a command. */
  readonly once?: string;
  /** The document to create if there is none. */
  readonly initial?: () => New<D>;
}

const text = z.string();

const conflictsAllowed = 50;
const appliedKept = 200;
const connectMs = 5_000;

/** Thrown if another writer changed the document before each attempt; counts as an infrastructure fault. */
export class Contended extends Error {
  override readonly name = 'Contended';
}

export class Mongo {
  readonly connection: Connection;
  private wakeListeners: ((collection: string, id: string) => void)[] = [];

  private constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Connects. After a loss the driver reconnects; until then commands fail after `connectMs`. */
  static async open(url: string, log: Log): Promise<Mongo> {
    const connection = createConnection(url, {
      maxPoolSize: 2 * availableParallelism() + 2,
      connectTimeoutMS: connectMs,
      serverSelectionTimeoutMS: connectMs,
      waitQueueTimeoutMS: connectMs,
      socketTimeoutMS: 10_000,
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: connectMs },
      // No retries by the driver: a repeated write could conflict with its own first attempt. Our changes are safe to repeat as a whole.
      retryWrites: false,
      ignoreUndefined: true,
      bufferCommands: false,
      // The administrator makes collections and indexes.
      autoCreate: false,
      autoIndex: false,
    });
    await connection.asPromise();
    connection.on('disconnected', () => log.warn('connection to MongoDB lost'));
    connection.on('reconnected', () => log.info('connected to MongoDB again'));
    return new Mongo(connection);
  }

  /** Counts and existence by mongoose. Reads and writes go through this class, which checks shapes and keeps versions and events. */
  model<D extends Aggregate>(collection: Collection<D>): Pick<Model<D>, 'countDocuments' | 'exists'> {
    return this.whole(collection);
  }

  private whole<D extends Aggregate>(collection: Collection<D>): Model<D> {
    const models = this.connection.models as Record<string, Model<D>>;
    return (
      models[collection.name] ?? this.connection.model<D>(collection.name, schemaOf(collection.shape), collection.name)
    );
  }

  /** A collection without a model, for bookkeeping of chassis. */
  raw<T extends mongo.Document>(name: string): mongo.Collection<T> {
    return this.connection.getClient().db().collection<T>(name);
  }

  async ping(): Promise<void> {
    await this.connection.getClient().db().command({ ping: 1 });
  }

  async get<D extends Aggregate>(collection: Collection<D>, id: string): Promise<D | undefined> {
    const [found] = await this.find(collection, { _id: id } as mongo.Filter<D>);
    return found;
  }

  async find<D extends Aggregate>(
    collection: Collection<D>,
    filter: mongo.Filter<D>,
    options?: Pick<QueryOptions<D>, 'sort' | 'limit'>,
  ): Promise<D[]> {
    const stored = await this.whole(collection)
      .find(filter as never, withoutBookkeeping as never, options)
      .lean();
    return stored.map((one) => check(collection, one));
  }

  /** The ids of documents, without reading their other fields. */
  async ids<D extends Aggregate>(collection: Collection<D>, filter: mongo.Filter<D>, limit: number): Promise<string[]> {
    const stored = await this.whole(collection)
      .find(filter as never, { _id: 1 } as never, { limit })
      .lean<Pick<Aggregate, '_id'>[]>();
    return stored.map(({ _id }) => text.parse(_id));
  }

  async aggregate<D extends Aggregate, R>(
    collection: Collection<D>,
    row: z.ZodType<R>,
    pipeline: object[],
  ): Promise<R[]> {
    const rows = await this.whole(collection).aggregate(pipeline as PipelineStage[]);
    return rows.map((one) => row.parse(one));
  }

  /** Inserts a document with its events. False if one with this `_id` exists. A violated unique index is an error: see `brokenIndex`. */
  async insert<D extends Aggregate>(
    collection: Collection<D>,
    document: New<D>,
    { events, once }: { events?: Fill; once?: string } = {},
  ): Promise<boolean> {
    const out = new Collected();
    await events?.(out);
    return this.insertWith(collection, { ...document, version: 1 } as unknown as D, out, once);
  }

  /**
   * Changes one document and publishes its events in the same write. `decide` may run several times, so it must only change the document and publish.
   * In `decide`, `version` is already the new version. Returns the document after the change; undefined if it does not exist.
   */
  async change<D extends Aggregate>(
    collection: Collection<D>,
    id: string,
    decide: (document: D, out: Outgoing) => void | Promise<void>,
    { once, initial }: ChangeOptions<D> = {},
  ): Promise<D | undefined> {
    for (let conflicts = 0; conflicts < conflictsAllowed; conflicts++) {
      if (conflicts > 1) await sleep(Math.random() * 5 * conflicts); // jitter
      const stored = await this.whole(collection).findById(id, { outbox: 0, unsent: 0 }).lean<Bookkeeping>();
      const out = new Collected();
      if (!stored) {
        if (!initial) return undefined;
        const document = check(collection, { ...initial(), version: 1 });
        await decide(document, out);
        if (await this.insertWith(collection, document, out, once)) return document;
        continue;
      }
      const { applied = [], ...fields } = stored;
      const before = check(collection, fields);
      if (once !== undefined && applied.includes(once)) return before;
      const after = check(collection, fields);
      after.version = before.version + 1;
      await decide(after, out);
      const { version: _version, ...changed } = after;
      const { version, ...unchanged } = before;
      if (once === undefined && out.isEmpty && isDeepStrictEqual(changed, unchanged)) return before;
      if (await this.replace(collection, before, check(collection, after), out, once)) return after;
    }
    throw new Contended(`document ${id} of ${collection.name} is changed by too many at once`);
  }

  /** Deletes a document; its unpublished events are still published. */
  async remove<D extends Aggregate>(collection: Collection<D>, id: string): Promise<boolean> {
    for (let conflicts = 0; conflicts < conflictsAllowed; conflicts++) {
      const stored = await this.whole(collection).findById(id, { version: 1, outbox: 1 }).lean<Bookkeeping>();
      if (!stored) return false;
      if (stored.outbox?.length) await this.carry(stored.outbox);
      const { deletedCount } = await this.whole(collection).deleteOne({ _id: id, version: stored.version } as never);
      if (deletedCount > 0) return true;
    }
    throw new Contended(`document ${id} of ${collection.name} is changed by too many at once`);
  }

  /** Publishes events that belong to no change of a document, such as the record that an operator viewed one. */
  async publish(events: Fill): Promise<void> {
    const out = new Collected();
    await events(out);
    if (!out.isEmpty) await this.carry(out.events);
  }

  /** Calls the listener with each document that this instance wrote events into. */
  onWakeRelay(listener: (collection: string, id: string) => void): void {
    this.wakeListeners.push(listener);
  }

  close(): Promise<void> {
    return this.connection.removeAllListeners('disconnected').destroy();
  }

  private wakeRelay(collection: string, id: string): void {
    for (const wake of this.wakeListeners) wake(collection, id);
  }

  private async carry(outbox: OutgoingEvent[]): Promise<void> {
    const _id = randomUUIDv7();
    await this.raw<Bookkeeping>(carriers).insertOne({ _id, version: 1, applied: [], outbox, unsent: true as const });
    this.wakeRelay(carriers, _id);
  }

  private async insertWith<D extends Aggregate>(
    collection: Collection<D>,
    document: D,
    out: Collected,
    once: string | undefined,
  ): Promise<boolean> {
    const { _id, ...fields } = check(collection, document);
    const bookkeeping = {
      applied: once === undefined ? [] : [once],
      outbox: out.events,
      ...(!out.isEmpty && { unsent: true }),
    };
    // An upsert, because mongoose gives each document that it inserts itself version 0.
    const insertion = { $setOnInsert: { ...fields, ...bookkeeping } };
    const { upsertedCount } = await this.whole(collection).updateOne({ _id } as never, insertion as never, {
      upsert: true,
    });
    if (upsertedCount > 0 && !out.isEmpty) this.wakeRelay(collection.name, _id);
    return upsertedCount > 0;
  }

  /** Writes the changed fields if the document still has the version that was read. Only changed fields are written, so the relay may empty the outbox at the same time. */
  private async replace<D extends Aggregate>(
    collection: Collection<D>,
    before: D,
    after: D,
    out: Collected,
    once: string | undefined,
  ): Promise<boolean> {
    const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
    const isSet = ([name, value]: [string, unknown]) => value !== undefined && !isDeepStrictEqual(old.get(name), value);
    const set = Object.fromEntries([...now].filter(isSet));
    const unset = Object.fromEntries(
      [...old.keys()].filter((name) => now.get(name) === undefined).map((name) => [name, '' as const]),
    );
    const push = {
      ...(!out.isEmpty && { outbox: { $each: out.events } }),
      ...(once !== undefined && { applied: { $each: [once], $slice: -appliedKept } }),
    };
    const update = {
      $set: { ...set, ...(!out.isEmpty && { unsent: true }) },
      ...(Object.keys(unset).length > 0 && { $unset: unset }),
      ...(Object.keys(push).length > 0 && { $push: push }),
    };
    const { matchedCount } = await this.whole(collection).updateOne(
      { _id: before._id, version: before.version } as never,
      update as never,
    );
    if (matchedCount > 0 && !out.isEmpty) this.wakeRelay(collection.name, before._id);
    return matchedCount > 0;
  }
}

class Collected implements Outgoing {
  readonly events: OutgoingEvent[] = [];

  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  add(events: readonly Omit<OutgoingEvent, 'id' | 'createdAt'>[]): void {
    for (const event of events) this.events.push({ id: randomUUIDv7(), ...event, createdAt: new Date() });
  }
}

function check<D extends Aggregate>({ name, shape }: Collection<D>, stored: unknown): D {
  const read = shape.safeParse(stored);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`document ${(stored as Partial<Aggregate>)._id} of ${name} has another shape: ${faults.join('; ')}`);
}

/** The name of the unique index that a write violated, such as `number_1`; `_id_` if the document exists. store.ts turns it into a Refusal. */
export function brokenIndex(error: unknown): string | undefined {
  if (!(error instanceof mongo.MongoServerError) || error.code !== 11_000) return undefined;
  return / index: (\S+)/.exec(error.message)?.[1];
}
