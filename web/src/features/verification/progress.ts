/** The progress of a player's verification. Pure, so every rule is a row in progress.test.ts. */
import { type Document, type DocumentType, provesAddress } from '@fairline/proto/kyc/documents';
import type { Verification } from '@fairline/proto/kyc/verifications';

interface Overview {
  verification?: Verification | undefined;
  documents: readonly Document[];
  required: readonly DocumentType[];
  movedAt?: string | undefined;
}

export function documentOf({ documents }: Overview, type: DocumentType): Document | undefined {
  return documents.find((document) => document.type === type);
}

/** Required types without a document that can be reviewed. */
export function missingTypes(overview: Overview): DocumentType[] {
  return overview.required.filter(
    (type) => !['pending', 'approved'].includes(documentOf(overview, type)?.status ?? ''),
  );
}

const closed: readonly string[] = ['pending', 'in_review', 'approved'];

/** `open`: documents can be submitted once all required ones are uploaded. */
export function submissionState(overview: Overview): 'open' | 'lacking' | 'closed' {
  if (overview.verification && closed.includes(overview.verification.status)) return 'closed';
  return missingTypes(overview).length === 0 ? 'open' : 'lacking';
}

/** Whether a document of the type may be uploaded now. */
export function mayUpload(overview: Overview, type: DocumentType): boolean {
  const document = documentOf(overview, type);
  const { status } = document ?? {};
  if (
    document &&
    overview.movedAt &&
    provesAddress(document) &&
    Date.parse(document.uploadedAt) < Date.parse(overview.movedAt)
  )
    return true;
  const isUnderReview = ['pending', 'in_review'].includes(overview.verification?.status ?? '');
  if (status === 'approved') return false;
  return !(status === 'pending' && isUnderReview);
}
