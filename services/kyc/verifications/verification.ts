/** Rules of verifications: submit, expire, and whether a player is verified. Pure: time and ids are arguments. */

import { Refusal } from '@fairline/proto/contract';
import { type DocumentType, documentNames, documentRules, provesAddress } from '@fairline/proto/kyc/documents';
import { type Verification, verificationRefusals, verificationRules } from '@fairline/proto/kyc/verifications';
import { dayMs } from '@fairline/proto/time';
import { expireDocuments } from '../documents/document.ts';
import {
  currentDocuments,
  type Dossier,
  indexDossier,
  isUndecided,
  latestVerification,
  type StoredDocument,
  type StoredVerification,
} from '../documents/dossier.ts';

/** Names and types of documents, as parameters of a refusal. */
export function namesOf(types: readonly DocumentType[]): { names: string; types: string } {
  return { names: types.map((type) => documentNames[type]).join(', '), types: types.join(',') };
}

/** Required types without a document that is pending or approved. */
export function missingTypes(dossier: Dossier): DocumentType[] {
  const present = new Set(
    currentDocuments(dossier).flatMap(({ type, status }) =>
      status === 'pending' || status === 'approved' ? [type] : [],
    ),
  );
  return documentRules.required.filter((type) => !present.has(type));
}

/** Submits the current documents for review. */
export function submitVerification(dossier: Dossier, id: string, now: Date): StoredVerification {
  expireDocuments(dossier, now);
  const missing = missingTypes(dossier);
  if (missing.length > 0) throw new Refusal(verificationRefusals.missingDocuments, namesOf(missing));
  const latest = latestVerification(dossier);
  if (latest && (isUndecided(latest) || latest.status === 'approved'))
    throw new Refusal(verificationRefusals.alreadySubmitted);
  const documents = currentDocuments(dossier).filter(({ status }) => status === 'pending' || status === 'approved');
  const verification: StoredVerification = {
    id,
    status: 'pending',
    documentIds: documents.map((document) => document.id),
    submittedAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + verificationRules.undecidedDays * dayMs),
  };
  dossier.verifications.push(verification);
  indexDossier(dossier);
  return verification;
}

/** An approved verification is valid until the first of its required documents expires. */
export function validUntil(dossier: Dossier): Date {
  const required = currentDocuments(dossier).filter(({ type, status }) => isRequired(type) && status === 'approved');
  return new Date(Math.min(...required.map(({ expiresAt }) => expiresAt.getTime())));
}

export const isRequired = (type: DocumentType): boolean =>
  (documentRules.required as readonly DocumentType[]).includes(type);

/** Expires documents and the latest verification if they are past their expiry date. Returns the verification if it expired now. */
export function expireDossier(
  dossier: Dossier,
  now: Date,
): { ended: StoredVerification; wasApproved: boolean } | undefined {
  expireDocuments(dossier, now);
  const latest = latestVerification(dossier);
  const isOver = latest && (isUndecided(latest) || latest.status === 'approved') && latest.expiresAt <= now;
  const wasApproved = latest?.status === 'approved';
  if (isOver) {
    latest.status = 'expired';
    latest.updatedAt = now;
    delete latest.approval;
  }
  indexDossier(dossier);
  return isOver ? { ended: latest, wasApproved } : undefined;
}

/** Auth's level decides, except after an approval that auth has not applied yet. */
export function isVerified(dossier: Dossier): boolean {
  const latest = latestVerification(dossier);
  const approvedAt = latest?.status === 'approved' ? latest.reviewedAt : undefined;
  if (approvedAt && (!dossier.level || dossier.level.at < approvedAt)) return true;
  return dossier.level?.value === 'verified';
}

export function toVerification({
  id,
  status,
  submittedAt,
  expiresAt,
  reviewedAt,
  rejectionReason,
}: StoredVerification): Verification {
  return {
    id,
    status,
    level: verificationRules.level,
    submittedAt: submittedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(reviewedAt && { reviewedAt: reviewedAt.toISOString() }),
    ...(rejectionReason !== undefined && { rejectionReason }),
  };
}

/** Approved, also if it has expired since. */
const wasApproved = ({
  status,
  reviewedAt,
}: Pick<StoredDocument | StoredVerification, 'status' | 'reviewedAt'>): boolean =>
  status === 'approved' || (status === 'expired' && reviewedAt !== undefined);

type Proofs = Pick<Dossier, 'documents' | 'verifications'>;

/** When the newest approved proof of address of an approved verification was uploaded. Of a player who is not identified it proves no move. */
export function addressProvenAt({ documents, verifications }: Proofs): Date | undefined {
  const ids = new Set(verifications.filter(wasApproved).flatMap(({ documentIds }) => documentIds));
  const proofs = documents.filter(
    (document) => ids.has(document.id) && wasApproved(document) && provesAddress(document),
  );
  return proofs.map(({ uploadedAt }) => uploadedAt).toSorted((one, other) => other.getTime() - one.getTime())[0];
}

/** The time of a move, unless a newer proof of address proves it. */
export function unprovenMove(dossier: Proofs, movedAt: Date | undefined): Date | undefined {
  const provenAt = addressProvenAt(dossier);
  return movedAt && provenAt && provenAt >= movedAt ? undefined : movedAt;
}
