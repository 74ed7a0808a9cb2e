/** Rules of verifications: submit, expire, and whether a player is verified. Pure: time and ids are arguments. */
import { Refusal } from '@fairline/proto/contract';
import { type DocumentType, documentNames, documentRules, provesAddress } from '@fairline/proto/kyc/documents';
import { type Verification, verificationRefusals, verificationRules } from '@fairline/proto/kyc/verifications';
import { expireDocuments } from '../documents/document.ts';
import { currentDocuments, type Dossier, indexDossier, isUndecided, latestVerification, type StoredVerification } from '../documents/dossier.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Names and types of documents, as parameters of a refusal. */
export function namesOf(types: readonly DocumentType[]): { names: string; types: string } {
  return { names: types.map((type) => documentNames[type]).join(', '), types: types.join(',') };
}

/** Required types without a document that is pending or approved. */
export function missingTypes(dossier: Dossier): DocumentType[] {
  const present = new Set(currentDocuments(dossier).flatMap(({ type, status }) => (status === 'pending' || status === 'approved' ? [type] : [])));
  return documentRules.required.filter((type) => !present.has(type));
}

/** Submits the current documents for review. */
export function submitVerification(dossier: Dossier, id: string, now: Date): StoredVerification {
  expireDocuments(dossier, now);
  const missing = missingTypes(dossier);
  if (missing.length > 0) throw new Refusal(verificationRefusals.missingDocuments, namesOf(missing));
  const latest = latestVerification(dossier);
  if (latest && (isUndecided(latest) || latest.status === 'approved')) throw new Refusal(verificationRefusals.alreadySubmitted);
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

export const isRequired = (type: DocumentType): boolean => (documentRules.required as readonly DocumentType[]).includes(type);

/** Expires documents and the latest verification if they are past their expiry date. Returns the verification if it expired now. */
export function expireDossier(dossier: Dossier, now: Date): { ended: StoredVerification; wasApproved: boolean } | undefined {
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

export function toVerification({ id, status, submittedAt, expiresAt, reviewedAt, rejectionReason }: StoredVerification): Verification {
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

/** When the newest approved proof of address was uploaded. */
export function newestProofOfAddress({ documents }: Pick<Dossier, 'documents'>): Date | undefined {
  const proofs = documents.filter((document) => document.status === 'approved' && provesAddress(document));
  return proofs.map(({ uploadedAt }) => uploadedAt).toSorted((one, other) => other.getTime() - one.getTime())[0];
}

/** The time of a move, unless an approved proof of address is newer. */
export function unprovenMove(dossier: Pick<Dossier, 'documents'>, movedAt: Date | undefined): Date | undefined {
  const provenAt = newestProofOfAddress(dossier);
  return movedAt && provenAt && provenAt >= movedAt ? undefined : movedAt;
}
