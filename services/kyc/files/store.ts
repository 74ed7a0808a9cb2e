/** Files that are written before a document names them, so that what a crash leaves behind is found and removed. */
import { type Collection, collection } from '@fairline/chassis/documents/collection';
import type { Mongo } from '@fairline/chassis/documents/mongo';
import { z } from 'zod';

const LooseFile = z.strictObject({ _id: z.uuid(), version: z.int(), playerId: z.uuid(), keptAt: z.date() });
export type LooseFile = z.infer<typeof LooseFile>;

export const looseFiles: Collection<LooseFile> = collection('loose_files', LooseFile, [{ keys: { playerId: 1 } }, { keys: { keptAt: 1 } }]);

export function countLoose(mongo: Mongo, playerId: string): Promise<number> {
  return mongo.count(looseFiles, { playerId });
}

export async function keepLoose(mongo: Mongo, id: string, playerId: string, now: Date): Promise<void> {
  await mongo.insert(looseFiles, { _id: id, playerId, keptAt: now });
}

export async function releaseLoose(mongo: Mongo, id: string): Promise<void> {
  await mongo.remove(looseFiles, id);
}

export function findLoose(mongo: Mongo, before: Date, atMost: number): Promise<LooseFile[]> {
  return mongo.find(looseFiles, { keptAt: { $lt: before } }, { limit: atMost });
}
