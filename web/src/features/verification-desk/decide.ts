/** The decision on a verification or one of its documents: the request, and the texts for its outcome. */
import { Refusal } from '@fairline/proto/contract';
import { kycDeskRefusals, kycDeskRoutes, type OperatorVerification } from '@fairline/proto/kyc/desk';
import { i18n } from '@lingui/core';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { notify } from '../../ui/notices/notify.ts';

/** `withoutScreening`: nobody has screened the player, and the operator approves all the same. */
export type Decision =
  | { kind: 'review' }
  | { kind: 'approve'; withoutScreening?: true }
  | { kind: 'reject'; reason: string }
  | { kind: 'approveDocument'; documentId: string; withoutScreening?: true }
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
      return call(kycDeskRoutes.approveVerification, { params, body: acknowledged(decision) });
    case 'reject':
      return call(kycDeskRoutes.rejectVerification, { params, body: { reason: decision.reason } });
    case 'approveDocument':
      return call(kycDeskRoutes.approveDocument, { params: { id: decision.documentId }, body: acknowledged(decision) });
    case 'rejectDocument':
      return call(kycDeskRoutes.rejectDocument, { params: { id: decision.documentId }, body: { reason: decision.reason } });
  }
}

const acknowledged = ({ withoutScreening }: { withoutScreening?: true }) => (withoutScreening ? { withoutScreening } : {});

/** The approval that was refused because nobody has screened the player. */
export function unscreenedApproval(decision: ReturnType<typeof useDecision>): Decision | undefined {
  const { failure, variables } = decision;
  const isApproval = variables?.kind === 'approve' || variables?.kind === 'approveDocument';
  return isApproval && failure instanceof Refusal && failure.is(kycDeskRefusals.notScreened) ? { ...variables, withoutScreening: true } : undefined;
}

/** The outcome, which may be more than was requested: deciding the last document decides the verification. */
function doneText({ status, documents }: OperatorVerification, decision: Decision): string {
  if (decision.kind === 'review') return i18n._({ id: 'kycDesk.inReview', message: 'Verification is in review' });
  if (status === 'approved' && decision.kind !== 'rejectDocument') return i18n._({ id: 'kycDesk.wasApproved', message: 'Verification approved' });
  if (status === 'rejected') return i18n._({ id: 'kycDesk.wasRejected', message: 'Verification rejected' });
  if (decision.kind === 'rejectDocument') return i18n._({ id: 'kycDesk.documentRejected', message: 'Document rejected' });
  const document = decision.kind === 'approveDocument' ? documents.find(({ id }) => id === decision.documentId) : undefined;
  if (document?.status === 'approved') return i18n._({ id: 'kycDesk.documentApproved', message: 'Document approved' });
  return i18n._({ id: 'approval.counted', message: 'Your approval counts. Another operator must approve it too.' });
}

export function failedTitle(decision: Decision | undefined): string {
  if (decision?.kind === 'review') return i18n._({ id: 'kycDesk.reviewFailed', message: 'The review could not be started' });
  return decision?.kind === 'reject' || decision?.kind === 'rejectDocument'
    ? i18n._({ id: 'kycDesk.rejectFailed', message: 'Failed to reject verification' })
    : i18n._({ id: 'kycDesk.approveFailed', message: 'Failed to approve verification' });
}
