/** Rules of documents: which may be uploaded, which one each replaces, and how they expire. Pure: time and ids are arguments. */

import { common, Refusal } from '@fairline/proto/contract';
import {
  type Document,
  type DocumentType,
  documentRefusals,
  documentRules,
  provesAddress,
} from '@fairline/proto/kyc/documents';
import { dayMs } from '@fairline/proto/time';
import {
  currentDocuments,
  type Dossier,
  indexDossier,
  isUndecided,
  latestVerification,
  type StoredDocument,
} from './dossier.ts';

/**
 * Refuses an upload if it would replace a document that is approved or under review, or if the player has reached `maxDocuments`.
 * `movedAt`: the player moved then, so a proof of address from before can be replaced by a new one.
 */
export function checkUpload(dossier: Dossier, type: DocumentType, movedAt?: Date): void {
  if (dossier.erasedAt) throw new Refusal(common.forbidden);
  const verification = latestVerification(dossier);
  const reviewed = verification && isUndecided(verification) ? verification.documentIds : [];
  const isOutdated = (document: StoredDocument) =>
    movedAt !== undefined && provesAddress(document) && document.uploadedAt < movedAt;
  const isFixed = ({ id, status }: StoredDocument) =>
    status === 'approved' || (status === 'pending' && reviewed.includes(id));
  if (
    currentDocuments(dossier).some((document) => document.type === type && isFixed(document) && !isOutdated(document))
  )
    throw new Refusal(documentRefusals.documentFixed);
  if (dossier.documents.length >= documentRules.maxDocuments) throw new Refusal(documentRefusals.tooMany);
}

export type NewDocument = Pick<StoredDocument, 'id' | 'type' | 'fileName' | 'fileSize' | 'pages' | 'scan' | 'blob'>;

/** Adds a document, which replaces the current one of its type. It joins a verification that is undecided or approved; a first approval of that verification is dropped. */
export function addDocument(dossier: Dossier, added: NewDocument, now: Date, movedAt?: Date): void {
  checkUpload(dossier, added.type, movedAt);
  const replaced = currentDocuments(dossier).find(({ type }) => type === added.type);
  if (replaced) replaced.replacedBy = added.id;
  dossier.documents.push({
    ...added,
    status: 'pending',
    uploadedAt: now,
    expiresAt: new Date(now.getTime() + documentRules.expiryDays * dayMs),
  });
  const verification = latestVerification(dossier);
  if (verification && (isUndecided(verification) || verification.status === 'approved')) {
    verification.documentIds.push(added.id);
    verification.updatedAt = now;
    delete verification.approval;
  }
  indexDossier(dossier);
}

/** Expires documents that are past their expiry date. */
export function expireDocuments(dossier: Dossier, now: Date): void {
  for (const document of currentDocuments(dossier)) {
    if (document.status !== 'rejected' && document.expiresAt <= now) document.status = 'expired';
  }
}

/** Erases a dossier except its ids, types and decisions. Its keys are deleted, so nobody can read its files; the files are listed for removal. */
export function eraseDossier(dossier: Dossier, now: Date): void {
  dossier.erasedAt ??= now;
  dossier.doomedFiles = [
    ...(dossier.doomedFiles ?? []),
    ...dossier.documents.flatMap(({ blob }) => (blob ? [blob.id] : [])),
  ];
  for (const document of dossier.documents) {
    delete document.blob;
    document.fileName = '';
    if (document.rejectionReason !== undefined) document.rejectionReason = '';
  }
  for (const verification of dossier.verifications) {
    if (verification.rejectionReason !== undefined) verification.rejectionReason = '';
    if (isUndecided(verification)) verification.status = 'expired';
  }
  for (const screening of dossier.screenings) delete screening.note;
  delete dossier.dueAt;
  delete dossier.screeningDue;
}

export function toDocument({
  id,
  type,
  status,
  fileName,
  fileSize,
  pages,
  uploadedAt,
  expiresAt,
  rejectionReason,
}: StoredDocument): Document {
  return {
    id,
    type,
    status,
    fileName,
    fileSize,
    pages,
    uploadedAt: uploadedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(rejectionReason !== undefined && { rejectionReason }),
  };
}
