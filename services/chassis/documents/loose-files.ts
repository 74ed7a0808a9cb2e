/**
 * Files that lie in storage before a document names them. Each is noted before it is written and released once it is named, so that what a crash,
 * a refusal or a repeated command leaves behind is found and removed.
 */
import { randomUUID } from 'node:crypto';
import { common, Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import type { Log } from '../process/log.ts';
import { type Collection, collection } from './collection.ts';
import type { Mongo } from './mongo.ts';

const LooseFile = z.strictObject({ _id: z.uuid(), version: z.int(), ownerId: z.uuid(), createdAt: z.date() });

export const looseFiles: Collection<z.infer<typeof LooseFile>> = collection('loose_files', LooseFile, [{ keys: { ownerId: 1 } }, { keys: { createdAt: 1 } }]);

/** Where files lie; `remove` does nothing if there is none. */
export interface FilePlace {
  remove(id: string): Promise<void>;
}

export interface LooseOwner {
  readonly ownerId: string;
  /** How many files of one owner may be loose at once. */
  readonly atMost: number;
  readonly now: Date;
}

const keptMs = 10 * 60_000;
const sweptAtOnce = 100;
const retryAfterSeconds = 60;

export class LooseFiles {
  private readonly mongo: Mongo;
  private readonly files: FilePlace;
  private readonly log: Log;

  constructor(mongo: Mongo, files: FilePlace, log: Log) {
    this.mongo = mongo;
    this.files = files;
    this.log = log;
  }

  /** Writes a file under the id it gives; `release` or `drop` must follow. If writing fails, nothing stays. Refused `rate_limited` where too many of the owner are loose. */
  async keep<T>({ ownerId, atMost, now }: LooseOwner, write: (id: string) => Promise<T>): Promise<T> {
    const id = randomUUID();
    await this.mongo.insert(looseFiles, { _id: id, ownerId, createdAt: now });
    try {
      // The new file counts too, so that concurrent ones do not pass together.
      if ((await this.mongo.count(looseFiles, { ownerId })) > atMost) throw new Refusal(common.rateLimited, { retryAfterSeconds });
      return await write(id);
    } catch (error) {
      // The sweep removes it otherwise.
      await this.drop(id).catch((fault: Error) => this.log.warn({ error: fault.message }, 'file of a failed upload not removed'));
      throw error;
    }
  }

  /** A document names the file now. */
  async release(id: string): Promise<void> {
    await this.mongo.remove(looseFiles, id);
  }

  /** Removes a file that no document names. */
  async drop(id: string): Promise<void> {
    await this.files.remove(id);
    await this.release(id);
  }

  /** Removes files that no document named within ten minutes. */
  async sweep(now: Date, isNamed: (id: string) => Promise<boolean>): Promise<void> {
    const before = new Date(now.getTime() - keptMs);
    for (;;) {
      const loose = await this.mongo.find(looseFiles, { createdAt: { $lt: before } }, { limit: sweptAtOnce });
      for (const { _id: id } of loose) {
        if (await isNamed(id)) await this.release(id);
        else await this.drop(id);
      }
      if (loose.length < sweptAtOnce) return;
    }
  }
}
