/** The decision on a verification or one of its documents: the request, and the texts for its outcome. */
import { kycDeskRoutes, type OperatorVerification } from '@fairline/proto/kyc/desk';
import { documentRules } from '@fairline/proto/kyc/documents';
import { openMatches } from '@fairline/proto/screening';
import { i18n } from '@lingui/core';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { notify } from '../../ui/notices/notify.ts';

export type Decision =
  | { kind: 'review' }
  | { kind: 'approve' }
  | { kind: 'reject'; reason: string }
  | { kind: 'approveDocument'; documentId: string }
  | { kind: 'rejectDocument'; documentId: string; reason: string };

export function useDecision(id: string, onDone: () => void) {
  return useAction<Decision, OperatorVerification>({
    run: (decision) => send(id, decision),
    onDone: (after, decision) => {
      notify.success(doneText(after, decision));
      onDone();
    },
    touches: [['admin', 'kyc']],
  });
}

function send(id: string, decision: Decision): Promise<OperatorVerification> {
  const params = { id };
  switch (decision.kind) {
    case 'review':
      return call(kycDeskRoutes.startReview, { params });
    case 'approve':
      return call(kycDeskRoutes.approveVerification, { params });
    case 'reject':
      return call(kycDeskRoutes.rejectVerification, { params, body: { reason: decision.reason } });
    case 'approveDocument':
      return call(kycDeskRoutes.approveDocument, { params: { id: decision.documentId } });
    case 'rejectDocument':
      return call(kycDeskRoutes.rejectDocument, {
        params: { id: decision.documentId },
        body: { reason: decision.reason },
      });
  }
}

/** Whether this approves the player without a clear screening: as a whole, or with the last required document. */
export function approvesUnscreened(decision: Decision, verification: OperatorVerification): boolean {
  const { status, screened, documents, amlChecks } = verification;
  if (screened !== false || status === 'approved' || openMatches(amlChecks).size > 0) return false;
  if (decision.kind !== 'approveDocument') return decision.kind === 'approve';
  const isApprovedThen = (document: OperatorVerification['documents'][number]) =>
    document.status === 'approved' || document.id === decision.documentId;
  return documentRules.required.every((type) =>
    documents.some((document) => document.type === type && isApprovedThen(document)),
  );
}

/** The outcome, which may be more than was requested: deciding the last document decides the verification. */
function doneText({ status, documents }: OperatorVerification, decision: Decision): string {
  if (decision.kind === 'review') return i18n._({ id: 'kycDesk.inReview', message: 'Verification is in review' });
  if (status === 'approved' && decision.kind !== 'rejectDocument')
    return i18n._({ id: 'kycDesk.wasApproved', message: 'Verification approved' });
  if (status === 'rejected') return i18n._({ id: 'kycDesk.wasRejected', message: 'Verification rejected' });
  if (decision.kind === 'rejectDocument')
    return i18n._({ id: 'kycDesk.documentRejected', message: 'Document rejected' });
  const document =
    decision.kind === 'approveDocument' ? documents.find(({ id }) => id === decision.documentId) : undefined;
  if (document?.status === 'approved') return i18n._({ id: 'kycDesk.documentApproved', message: 'Document approved' });
  return i18n._({ id: 'approval.counted', message: 'Your approval counts. Another operator must approve it too.' });
}

export function failedTitle(decision: Decision | undefined): string {
  if (decision?.kind === 'review')
    return i18n._({ id: 'kycDesk.reviewFailed', message: 'The review could not be started' });
  return decision?.kind === 'reject' || decision?.kind === 'rejectDocument'
    ? i18n._({ id: 'kycDesk.rejectFailed', message: 'Failed to reject verification' })
    : i18n._({ id: 'kycDesk.approveFailed', message: 'Failed to approve verification' });
}
