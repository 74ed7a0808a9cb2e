/**
 * Keeps uploads: checked by type and scanner, rebuilt as images, encrypted while they are written. The bytes that were sent are neither stored nor shown.
 * A file is loose until a document names it.
 */
import { LooseFiles } from '@fairline/chassis/documents/loose-files';
import type { UploadedFile } from '@fairline/chassis/http/body';
import { sealParts, typeOf } from '@fairline/chassis/storage/blob';
import { pageIn, rebuildPages, Unreadable } from '@fairline/chassis/storage/uploads';
import { common, Refusal } from '@fairline/proto/contract';
import { documentRefusals, documentRules } from '@fairline/proto/kyc/documents';
import type { Kyc } from '../config.ts';
import { newKey, type StoredBlob, unsealBlob } from './keys.ts';

export type SentFile = Pick<UploadedFile, 'bytes' | 'release'>;

export interface KeptFile {
  readonly blob: StoredBlob;
  readonly pages: number;
  readonly scan: 'clean' | 'not_scanned';
}

/** The content type of stored pages. */
export const storedType = 'image/jpeg';

/** The most loose files of one player. Uploads by hand never leave so many at once. */
const looseAtMost = 4;

/** Writes the file and frees the bytes that were sent; `drop` or `release` of the loose file must follow. */
export async function keepFile(kyc: Kyc, playerId: string, file: SentFile): Promise<KeptFile> {
  const type = await typeOf(file.bytes, documentRules.accepts);
  if (!type) throw new Refusal(documentRefusals.fileType);
  return looseFilesOf(kyc).keep({ ownerId: playerId, atMost: looseAtMost, now: kyc.clock.now() }, async (id) => {
    const scan = await kyc.scanner.scan(file.bytes);
    if (scan === 'infected') throw new Refusal(documentRefusals.infected);
    const { blob, key } = newKey(kyc.keys, id);
    try {
      const pages = await rebuildPages(file.bytes, type, playerId, (parts) =>
        putFile(kyc, id, sealParts(key, id, parts)),
      );
      if (pages === undefined) throw new Refusal(documentRefusals.unreadable);
      return { blob, pages, scan };
    } finally {
      file.release();
    }
  });
}

async function putFile({ storage, log }: Kyc, id: string, sealed: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await storage.put(id, sealed);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    log.error({ error: (error as Error).message }, 'storage of documents failed');
    throw new Refusal(common.unavailable);
  }
}

export function looseFilesOf({ mongo, storage, log }: Pick<Kyc, 'mongo' | 'storage' | 'log'>): LooseFiles {
  return new LooseFiles(mongo, storage, log);
}

/** One page as JPEG. */
export async function readPage(kyc: Kyc, blob: StoredBlob, page: number): Promise<Uint8Array> {
  const found = pageIn(unsealBlob(kyc.keys, blob, await kyc.storage.get(blob.id)), page);
  if (!found) throw new Refusal(documentRefusals.documentUnknown);
  return found;
}
