/**
 * Keeps uploads: checked by type and scanner, rebuilt as images, encrypted. Nobody opens the bytes that were sent, and they are not stored.
 * A file is noted as loose before it is written, and released once a document names it.
 */
import { randomUUID } from 'node:crypto';
import { typeOf } from '@fairline/chassis/storage/blob';
import { pageIn, rebuildPages } from '@fairline/chassis/storage/uploads';
import { common, Refusal } from '@fairline/proto/contract';
import { documentRefusals, documentRules } from '@fairline/proto/kyc/documents';
import type { Kyc } from '../config.ts';
import { type StoredBlob, sealUnderNewKey, unsealBlob } from './keys.ts';
import * as store from './store.ts';

export interface KeptFile {
  readonly blob: StoredBlob;
  readonly pages: number;
  readonly scan: 'clean' | 'not_scanned';
}

/** Type of what is stored and shown. */
export const storedType = 'image/jpeg';

/** Files of a player that are rebuilt or wait for their documents; more at once is nobody who uploads by hand. */
const looseAtMost = 4;

/** Writes the file; `dropFile` or `releaseLoose` must follow. */
export async function keepFile(kyc: Kyc, playerId: string, bytes: Uint8Array): Promise<KeptFile> {
  const type = await typeOf(bytes, documentRules.accepts);
  if (!type) throw new Refusal(documentRefusals.fileType);
  const id = randomUUID();
  await store.keepLoose(kyc.mongo, id, playerId, kyc.clock.now());
  try {
    // Counted with itself, so that uploads at the same time do not pass together.
    if ((await store.countLoose(kyc.mongo, playerId)) > looseAtMost) throw new Refusal(common.rateLimited);
    const scan = await kyc.scanner.scan(bytes);
    if (scan === 'infected') throw new Refusal(documentRefusals.infected);
    const rebuilt = await rebuildPages(bytes, type);
    if (!rebuilt) throw new Refusal(documentRefusals.unreadable);
    const { blob, sealed } = sealUnderNewKey(kyc.keys, id, rebuilt.bytes);
    await putFile(kyc, id, sealed);
    return { blob, pages: rebuilt.count, scan };
  } catch (error) {
    // What stays is swept.
    await dropFile(kyc, id).catch((fault: Error) => kyc.log.warn({ error: fault.message }, 'file of a refused upload not removed'));
    throw error;
  }
}

async function putFile({ storage, log }: Kyc, id: string, sealed: Uint8Array): Promise<void> {
  try {
    await storage.put(id, sealed);
  } catch (error) {
    log.error({ error: (error as Error).message }, 'storage of documents failed');
    throw new Refusal(common.unavailable);
  }
}

/** Removes a file that no document names. */
export async function dropFile(kyc: Kyc, id: string): Promise<void> {
  await kyc.storage.remove(id);
  await store.releaseLoose(kyc.mongo, id);
}

/** One page as JPEG. */
export async function readPage(kyc: Kyc, blob: StoredBlob, page: number): Promise<Uint8Array> {
  const found = pageIn(unsealBlob(kyc.keys, blob, await kyc.storage.get(blob.id)), page);
  if (!found) throw new Refusal(documentRefusals.documentUnknown);
  return found;
}

const looseKeptMs = 10 * 60 * 1_000;
const sweptAtOnce = 100;

/** Removes files whose upload never finished. */
export async function sweepFiles(kyc: Kyc, isNamed: (id: string) => Promise<boolean>): Promise<void> {
  const before = new Date(kyc.clock.now().getTime() - looseKeptMs);
  for (;;) {
    const loose = await store.findLoose(kyc.mongo, before, sweptAtOnce);
    for (const { _id: id } of loose) {
      if (await isNamed(id)) await store.releaseLoose(kyc.mongo, id);
      else await dropFile(kyc, id);
    }
    if (loose.length < sweptAtOnce) return;
  }
}
