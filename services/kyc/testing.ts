/** Code that the tests of kyc share: dossiers in any state, and sample files. */

import { randomUUID } from 'node:crypto';
import { type DocumentType, documentRules } from '@fairline/proto/kyc/documents';
import { dayMs } from '@fairline/proto/time';
import { addDocument } from './documents/document.ts';
import { type Dossier, emptyDossier, type StoredDocument, type StoredVerification } from './documents/dossier.ts';
import { submitVerification } from './verifications/verification.ts';

export const startedAt = new Date('2026-03-01T12:00:00.000Z');
export const daysLater = (days: number): Date => new Date(startedAt.getTime() + days * dayMs);

/** A dossier with a pending document of each type. */
export function dossierWith(types: readonly DocumentType[] = documentRules.required): Dossier {
  const dossier: Dossier = { ...emptyDossier(randomUUID()), version: 1 };
  for (const type of types) upload(dossier, type);
  return dossier;
}

export function upload(dossier: Dossier, type: DocumentType, now = startedAt, movedAt?: Date): StoredDocument {
  const id = randomUUID();
  const blob = { id: randomUUID(), keyId: 'test', wrappedKey: 'wrapped' };
  addDocument(
    dossier,
    { id, type, fileName: `${type}.jpg`, fileSize: 1_000, pages: 1, scan: 'not_scanned', blob },
    now,
    movedAt,
  );
  return documentOf(dossier, type);
}

/** The current document of a type. */
export function documentOf({ documents }: Dossier, type: DocumentType): StoredDocument {
  return documents.find((document) => document.type === type && !document.replacedBy) as StoredDocument;
}

export function submitted(types?: readonly DocumentType[]): { dossier: Dossier; verification: StoredVerification } {
  const dossier = dossierWith(types);
  return { dossier, verification: submitVerification(dossier, randomUUID(), startedAt) };
}

/** The code and parameters of the refusal that a call throws. */
export function refusalOf(work: () => unknown): { code: string; params: unknown } {
  try {
    work();
  } catch (error) {
    const { code, params } = error as { code: string; params: unknown };
    return { code, params };
  }
  throw new Error('nothing was refused');
}
