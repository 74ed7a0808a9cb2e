/** Verifications as operators see them. */
import type { Operator } from '@fairline/chassis/http/identity';
import type { OperatorDocument, OperatorVerification } from '@fairline/proto/kyc/desk';
import type { Kyc } from '../config.ts';
import { toDocument } from '../documents/document.ts';
import type { StoredDocument } from '../documents/dossier.ts';
import type { Profile } from '../documents/profile.ts';
import { getProfiles } from '../documents/store.ts';
import { storedType } from '../files/commands.ts';
import { isScreened } from '../screenings/screening.ts';
import { toVerification } from '../verifications/verification.ts';
import { documentsOf, mayApproveVerification } from './decision.ts';
import type { Found } from './store.ts';

/** How an operator sees these verifications. */
export async function viewerOf(
  { mongo, clock }: Kyc,
  operator: Operator,
  found: readonly Found[],
): Promise<(one: Found) => OperatorVerification> {
  const profiles = await getProfiles(
    mongo,
    found.map(({ dossier }) => dossier._id),
  );
  return (one) => toOperatorVerification(one, { operator, now: clock.now(), profile: profiles.get(one.dossier._id) });
}

interface Viewing {
  operator: Operator;
  now: Date;
  profile: Profile | undefined;
}

function toOperatorVerification(
  { dossier, verification }: Found,
  { operator, now, profile }: Viewing,
): OperatorVerification {
  const { submittedAt, updatedAt, reviewedBy, approval } = verification;
  return {
    ...toVerification(verification),
    playerId: dossier._id,
    documents: documentsOf(dossier, verification).map((document) => toOperatorDocument(dossier._id, document)),
    amlChecks: dossier.screenings.map(({ checkedAt, ...screening }) => ({
      ...screening,
      checkedAt: checkedAt.toISOString(),
    })),
    createdAt: submittedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...(reviewedBy && { reviewedBy }),
    approvals: approval ? [approval.requester.operatorId] : [],
    mayApprove: mayApproveVerification(verification, operator, now),
    screened: isScreened(dossier, profile),
  };
}

function toOperatorDocument(playerId: string, document: StoredDocument): OperatorDocument {
  const { scan, reviewedAt, reviewedBy } = document;
  return {
    ...toDocument(document),
    playerId,
    contentType: storedType,
    scan,
    ...(reviewedAt && { reviewedAt: reviewedAt.toISOString() }),
    ...(reviewedBy && { reviewedBy }),
  };
}
