/** Use cases of documents: upload one, view an own one, erase all, and wrap their keys again after the master key changed. */
import { runOnceInMongo } from '@fairline/chassis/documents/idempotency';
import type { UploadedFile } from '@fairline/chassis/http/body';
import { publish } from '@fairline/chassis/messaging/outbox';
import { cleanFileName } from '@fairline/chassis/storage/file-name';
import type { IdempotencyKey } from '@fairline/chassis/storage/idempotency';
import { common, Refusal } from '@fairline/proto/contract';
import { type Document, type DocumentType, documentEvents, documentRefusals } from '@fairline/proto/kyc/documents';
import { fieldMessages } from '@fairline/proto/texts';
import type { Kyc } from '../config.ts';
import { type KeptFile, keepFile, looseFilesOf, readPage } from '../files/commands.ts';
import { rewrapKey } from '../files/keys.ts';
import { addDocument, checkUpload, eraseDossier, toDocument } from './document.ts';
import { type Dossier, dossiers, emptyDossier, type StoredDocument } from './dossier.ts';
import { movedAtOf, type Profile, profiles, recordIdentityChange } from './profile.ts';
import * as store from './store.ts';

export interface Upload {
  playerId: string;
  type: DocumentType;
  file: UploadedFile | undefined;
}

/** Stores a document. The same key returns the same document in its current state. Only the id is stored under the key, so that the file name can be erased. */
export async function uploadDocument(kyc: Kyc, upload: Upload, key: IdempotencyKey): Promise<Document> {
  const { playerId, type, file } = upload;
  const documentId = await runOnceInMongo(kyc.mongo, key, async (id) => {
    if (!file || file.bytes.length === 0)
      throw new Refusal(common.invalidRequest, undefined, { file: fieldMessages.fileRequired });
    const before = await store.getDossier(kyc.mongo, playerId);
    if (before?.documents.some((document) => document.id === id)) return id;
    const movedAt = movedAtOf(await store.getProfile(kyc.mongo, playerId));
    if (before) checkUpload(before, type, movedAt);
    const sent = { fileName: cleanFileName(file.name), fileSize: file.bytes.length };
    const kept = await keepFile(kyc, playerId, file);
    await nameFile(kyc, { ...upload, movedAt }, sent, kept, id);
    return id;
  });
  return toDocument(documentIn(await store.getDossier(kyc.mongo, playerId), documentId));
}

/** Adds the document that names the file. The file is then released, or dropped if no document names it. */
async function nameFile(
  kyc: Kyc,
  { playerId, type, movedAt }: Upload & { movedAt: Date | undefined },
  sent: Pick<StoredDocument, 'fileName' | 'fileSize'>,
  { blob, pages, scan }: KeptFile,
  id: string,
): Promise<void> {
  let isNamed = false;
  try {
    const after = await kyc.mongo.change(
      dossiers,
      playerId,
      async (dossier, out) => {
        addDocument(dossier, { id, type, ...sent, pages, scan, blob }, kyc.clock.now(), movedAt);
        await publish(out, documentEvents.documentUploaded, playerId, dossier.version, {
          documentId: id,
          playerId,
          type,
        });
      },
      { once: id, initial: () => emptyDossier(playerId) },
    );
    // Another attempt of the same command may have added the document before, with its own file.
    isNamed = documentIn(after, id).blob?.id === blob.id;
  } finally {
    if (isNamed) await looseFilesOf(kyc).release(blob.id);
    else if (!(await store.isFileNamed(kyc.mongo, blob.id))) await looseFilesOf(kyc).drop(blob.id);
  }
}

function documentIn(dossier: Dossier | undefined, id: string) {
  const document = dossier?.documents.find((one) => one.id === id);
  if (!document) throw new Error(`document ${id} is missing from its dossier`);
  return document;
}

/** Stores when the identity in a player's profile changed. Nothing stays of an erased account, whichever event comes first. */
export async function recordProfile(
  kyc: Kyc,
  playerId: string,
  { at, move }: { at: Date; move: Profile['move'] },
): Promise<void> {
  await kyc.mongo.change(profiles, playerId, (profile) => recordIdentityChange(profile, at, move), {
    initial: () => ({ _id: playerId, identityChangedAt: at }),
  });
  if ((await store.getDossier(kyc.mongo, playerId))?.erasedAt) await kyc.mongo.remove(profiles, playerId);
}

/** A page of the player's own document. */
export async function ownPage(kyc: Kyc, playerId: string, id: string, page: number): Promise<Uint8Array> {
  const dossier = await store.getDossier(kyc.mongo, playerId);
  const blob = dossier?.documents.find((document) => document.id === id)?.blob;
  if (!blob) throw new Refusal(documentRefusals.documentUnknown);
  return readPage(kyc, blob, page);
}

/** Removes the personal data of an erased account. The keys are removed first: without them nobody can read the files. */
export async function eraseDocuments(kyc: Kyc, playerId: string): Promise<void> {
  const erased = await kyc.mongo.change(
    dossiers,
    playerId,
    (dossier) => {
      if (!dossier.erasedAt || dossier.documents.some(({ blob }) => blob)) eraseDossier(dossier, kyc.clock.now());
    },
    { initial: () => emptyDossier(playerId) },
  );
  await kyc.mongo.remove(profiles, playerId);
  for (const id of erased?.doomedFiles ?? []) await kyc.storage.remove(id);
  await kyc.mongo.change(dossiers, playerId, (dossier) => {
    delete dossier.doomedFiles;
  });
}

/** Removes files of uploads that never finished. */
export function sweepUploads(kyc: Kyc): Promise<void> {
  return looseFilesOf(kyc).sweep(kyc.clock.now(), (id) => store.isFileNamed(kyc.mongo, id));
}

const rewrappedAtOnce = 100;

/** Wraps the keys of documents with the current master key, so that older master keys may be retired. */
export async function rewrapKeys({ mongo, keys, log }: Kyc): Promise<void> {
  let count = 0;
  for (;;) {
    const found = await store.findWrappedOtherwise(mongo, [keys.currentId], rewrappedAtOnce);
    for (const { _id } of found) {
      await mongo.change(dossiers, _id, ({ documents }) => {
        for (const document of documents)
          if (document.blob && document.blob.keyId !== keys.currentId) document.blob = rewrapKey(keys, document.blob);
      });
    }
    count += found.length;
    if (found.length < rewrappedAtOnce) break;
  }
  if (count > 0)
    log.info(
      { dossiers: count, keyId: keys.currentId },
      'keys of documents wrapped by the current master key; older ones may be retired',
    );
}

/** Refuses to start if a master key is missing that still wraps keys of documents. */
export async function checkKeys({ mongo, keys }: Pick<Kyc, 'mongo' | 'keys'>): Promise<void> {
  const [found] = await store.findWrappedOtherwise(mongo, [...keys.keys.keys()], 1);
  const missing = found?.documents.find(({ blob }) => blob && !keys.keys.has(blob.keyId))?.blob?.keyId;
  if (missing) throw new Error(`KYC_MASTER_KEYS lacks ${missing}, which documents are wrapped by`);
}
