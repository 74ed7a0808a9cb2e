/**
 * Files in storage that no document refers to yet. Each is recorded before it is written and released once a document has it, so that files left behind
 * by a crash, a refusal or a repeated command are found and removed.
 */
import { randomUUID } from 'node:crypto';
import { common, Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import type { Log } from '../process/log.ts';
import { type Collection, collection } from './collection.ts';
import type { Mongo } from './mongo.ts';

const LooseFile = z.strictObject({ _id: z.uuid(), version: z.int(), ownerId: z.uuid(), createdAt: z.date() });

export const looseFiles: Collection<z.infer<typeof LooseFile>> = collection('loose_files', LooseFile, [
  { keys: { ownerId: 1 } },
  { keys: { createdAt: 1 } },
]);

/** A storage of files; `remove` does nothing if the file does not exist. */
export interface FilePlace {
  remove(id: string): Promise<void>;
}

export interface LooseOwner {
  readonly ownerId: string;
  /** The most loose files of one owner. */
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

  /** Writes a file and returns its id; `release` or `drop` must follow. If writing fails, nothing remains. Refuses `rate_limited` if the owner has too many loose files. */
  async keep<T>({ ownerId, atMost, now }: LooseOwner, write: (id: string) => Promise<T>): Promise<T> {
    const id = randomUUID();
    await this.mongo.insert(looseFiles, { _id: id, ownerId, createdAt: now });
    try {
      // The new file counts too, so that concurrent uploads cannot exceed the limit together.
      if ((await this.mongo.model(looseFiles).countDocuments({ ownerId })) > atMost)
        throw new Refusal(common.rateLimited, { retryAfterSeconds });
      return await write(id);
    } catch (error) {
      // If this fails, the sweep removes the file.
      await this.drop(id).catch((fault: Error) =>
        this.log.warn({ error: fault.message }, 'file of a failed upload not removed'),
      );
      throw error;
    }
  }

  /** Releases a file that a document now refers to. */
  async release(id: string): Promise<void> {
    await this.mongo.remove(looseFiles, id);
  }

  /** Removes a file that no document refers to. */
  async drop(id: string): Promise<void> {
    await this.files.remove(id);
    await this.release(id);
  }

  /** Removes files that were not released within ten minutes. */
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
