/**
 * Rules of decisions: what is decidable by whom, and what the decision of a document means for its verification (see README.md).
 * Pure: time and operators are arguments.
 */
import { checkSecondOperator, mayApprove, requesterOf } from '@fairline/chassis/http/four-eyes';
import type { Operator } from '@fairline/chassis/http/identity';
import { common, Refusal } from '@fairline/proto/contract';
import { kycDeskRefusals } from '@fairline/proto/kyc/desk';
import { documentNames, documentRules } from '@fairline/proto/kyc/documents';
import { openMatches } from '@fairline/proto/screening';
import {
  currentDocuments,
  type Dossier,
  indexDossier,
  isUndecided,
  type StoredDocument,
  type StoredVerification,
} from '../documents/dossier.ts';
import { isRequired, missingTypes, namesOf, validUntil } from '../verifications/verification.ts';

/** Who decides, and when. */
export interface Decider {
  readonly operator: Operator;
  readonly now: Date;
  readonly needsTwoOperators: boolean;
}

/** `waiting`: a second operator has to approve as well. */
export type Outcome = 'waiting' | 'open' | 'approved' | 'rejected';

/** The documents of a verification, without those that another of its documents replaced. */
export function documentsOf(dossier: Dossier, { documentIds }: StoredVerification): StoredDocument[] {
  const isIn = (id: string | undefined) => id !== undefined && documentIds.includes(id);
  return dossier.documents.filter(({ id, replacedBy }) => isIn(id) && !isIn(replacedBy));
}

export function startReview(dossier: Dossier, verification: StoredVerification, now: Date): void {
  if (verification.status !== 'pending') throw alreadyDecided(verification.status);
  verification.status = 'in_review';
  verification.updatedAt = now;
  indexDossier(dossier);
}

export function approveVerification(dossier: Dossier, verification: StoredVerification, decider: Decider): Outcome {
  requireUndecided(verification);
  const missing = missingTypes(dossier);
  if (missing.length > 0) throw new Refusal(kycDeskRefusals.documentRejected, namesOf(missing));
  refuseMatch(dossier);
  if (isFirstApproval(verification, decider)) return waitFor(verification, verification, decider);
  for (const document of documentsOf(dossier, verification))
    if (document.status === 'pending') settle(document, 'approved', decider);
  conclude(dossier, verification, 'approved', decider);
  return 'approved';
}

export function rejectVerification(
  dossier: Dossier,
  verification: StoredVerification,
  reason: string,
  decider: Decider,
): Outcome {
  requireUndecided(verification);
  for (const document of documentsOf(dossier, verification))
    if (document.status === 'pending') settle(document, 'rejected', decider, reason);
  conclude(dossier, verification, 'rejected', decider, reason);
  return 'rejected';
}

export function approveDocument(
  dossier: Dossier,
  verification: StoredVerification,
  document: StoredDocument,
  decider: Decider,
): Outcome {
  requirePending(verification, document);
  refuseMatch(dossier);
  if (isFirstApproval(document, decider)) return waitFor(document, verification, decider);
  settle(document, 'approved', decider);
  return follow(dossier, verification, decider);
}

export function rejectDocument(
  dossier: Dossier,
  verification: StoredVerification,
  document: StoredDocument,
  reason: string,
  decider: Decider,
): Outcome {
  requirePending(verification, document);
  settle(document, 'rejected', decider, reason);
  return follow(dossier, verification, decider);
}

/** Whether this operator may approve now. */
export function mayApproveVerification(verification: StoredVerification, operator: Operator, now: Date): boolean {
  if (!isUndecided(verification) || !operator.permissions.includes('kyc')) return false;
  return !verification.approval || mayApprove(operator, verification.approval.requester, verification.approval.at, now);
}

/** The effect of a document's decision on its verification. */
function follow(dossier: Dossier, verification: StoredVerification, decider: Decider): Outcome {
  verification.updatedAt = decider.now;
  indexDossier(dossier);
  if (!isUndecided(verification)) return 'open';
  const documents = currentDocuments(dossier).filter(({ id }) => verification.documentIds.includes(id));
  const required = documents.filter(({ type }) => isRequired(type));
  if (required.filter(({ status }) => status === 'approved').length === documentRules.required.length) {
    if (openMatches(dossier.screenings).size > 0) return 'open';
    conclude(dossier, verification, 'approved', decider);
    return 'approved';
  }
  const rejected = required.filter(({ status }) => status === 'rejected');
  if (rejected.length === 0 || documents.some(({ status }) => status === 'pending')) return 'open';
  const reason = rejected.map(({ type, rejectionReason }) => `${documentNames[type]}: ${rejectionReason}`).join('; ');
  conclude(dossier, verification, 'rejected', decider, reason);
  return 'rejected';
}

function conclude(
  dossier: Dossier,
  verification: StoredVerification,
  status: 'approved' | 'rejected',
  { operator, now }: Decider,
  reason?: string,
): void {
  verification.status = status;
  verification.reviewedAt = now;
  verification.updatedAt = now;
  verification.reviewedBy = operator.id;
  if (reason !== undefined) verification.rejectionReason = reason;
  if (status === 'approved') verification.expiresAt = validUntil(dossier);
  delete verification.approval;
  indexDossier(dossier);
}

function settle(
  document: StoredDocument,
  status: 'approved' | 'rejected',
  { operator, now }: Decider,
  reason?: string,
): void {
  document.status = status;
  document.reviewedAt = now;
  document.reviewedBy = operator.id;
  if (reason !== undefined) document.rejectionReason = reason;
  delete document.approval;
}

/** Whether this is the first of two approvals. Refuses a second one by an operator who may not give it. */
function isFirstApproval(
  { approval }: StoredVerification | StoredDocument,
  { operator, now, needsTwoOperators }: Decider,
): boolean {
  if (!needsTwoOperators) return false;
  if (approval) checkSecondOperator(operator, approval.requester, approval.at, now);
  return !approval;
}

function waitFor(
  decided: StoredVerification | StoredDocument,
  verification: StoredVerification,
  { operator, now }: Decider,
): Outcome {
  decided.approval = { requester: requesterOf(operator), at: now };
  verification.updatedAt = now;
  return 'waiting';
}

function refuseMatch(dossier: Dossier): void {
  const kinds = [...openMatches(dossier.screenings).keys()];
  if (kinds.length > 0) throw new Refusal(kycDeskRefusals.amlMatch, { kinds: kinds.join(',') });
}

function requireUndecided(verification: StoredVerification): void {
  if (!isUndecided(verification)) throw alreadyDecided(verification.status);
}

function requirePending(verification: StoredVerification, { status, replacedBy }: StoredDocument): void {
  if (replacedBy !== undefined) throw new Refusal(common.notFound);
  if (status !== 'pending') throw alreadyDecided(status);
  if (!isUndecided(verification) && verification.status !== 'approved') throw alreadyDecided(verification.status);
}

function alreadyDecided(status: string): Refusal {
  return new Refusal(kycDeskRefusals.alreadyDecided, { status });
}
