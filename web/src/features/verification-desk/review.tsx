/** One verification under review: the player, its documents, screenings, and the decision. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { OperatorDocument, OperatorVerification } from '@fairline/proto/kyc/desk';
import { openMatches } from '@fairline/proto/screening';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { documentName, screeningName, verificationStatus } from '../../domain/kyc/labels.ts';
import { countryName } from '../../domain/people/country-names.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { riskLevelName } from '../../domain/risk/labels.ts';
import { RiskBadges } from '../../domain/risk/risk-badges.tsx';
import { useRiskSummaries } from '../../domain/risk/summaries.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { DetailList } from '../../ui/content/details.tsx';
import { ErrorState, Failure, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { approvesUnscreened, type Decision, failedTitle, useDecision } from './decide.ts';
import { DocumentCard } from './document-card.tsx';
import { identityQuery, verificationQuery } from './queries.ts';
import { Screenings } from './screenings.tsx';
import { DocumentViewer } from './viewer.tsx';

interface ReviewProps {
  id: string;
  operator: Operator;
  onClose: () => void;
}

export function ReviewSheet({ id, operator, onClose }: ReviewProps) {
  const { data, error, isFetching, refetch } = useQuery(verificationQuery(id));
  const [rejecting, setRejecting] = useState<OperatorDocument | 'whole'>();
  const [unscreened, setUnscreened] = useState<Decision>();
  const [viewed, setViewed] = useState<string>();
  const decision = useDecision(id, () => setRejecting(undefined));
  const isOpen = data?.status === 'pending' || data?.status === 'in_review';
  const approve = (approval: Decision) =>
    data && approvesUnscreened(approval, data) ? setUnscreened(approval) : decision.mutate(approval);
  const viewedDocument = data?.documents.find((document) => document.id === viewed);
  return (
    <Sheet
      open
      title={i18n._({ id: 'kycDesk.title', message: 'KYC Verification' })}
      onClose={onClose}
      foot={
        data &&
        isOpen &&
        hasPermission(operator, 'kyc') && (
          <Actions
            verification={data}
            decision={decision}
            onApprove={() => approve({ kind: 'approve' })}
            onReject={() => setRejecting('whole')}
          />
        )
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {!data && !error && <SkeletonRows count={6} className="h-16" />}
        {!data && error && (
          <ErrorState
            title={i18n._({ id: 'kycDesk.oneFailed', message: 'This verification could not be loaded' })}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        )}
        {data && (
          <>
            <Summary verification={data} operator={operator} />
            {decision.failure && !rejecting && (
              <Failure title={failedTitle(decision.variables)}>{errorText(decision.failure)}</Failure>
            )}
            <IdentityDetails playerId={data.playerId} operator={operator} />
            <ul className="flex flex-col gap-3" aria-label={i18n._({ id: 'kycDesk.documents', message: 'Documents' })}>
              {data.documents.map((document) => (
                <DocumentCard
                  key={document.id}
                  document={document}
                  operator={operator}
                  decidable={isOpen || data.status === 'approved'}
                  busy={decision.isPending}
                  onView={() => setViewed(document.id)}
                  onApprove={() => approve({ kind: 'approveDocument', documentId: document.id })}
                  onReject={() => setRejecting(document)}
                />
              ))}
            </ul>
            <Screenings verification={data} operator={operator} />
          </>
        )}
      </div>
      {data && viewedDocument && (
        <DocumentViewer
          documents={data.documents}
          open={viewedDocument}
          onOpen={setViewed}
          onClose={() => setViewed(undefined)}
        />
      )}
      {unscreened && (
        <UnscreenedDialog
          onApprove={() => {
            setUnscreened(undefined);
            decision.mutate(unscreened);
          }}
          onClose={() => setUnscreened(undefined)}
        />
      )}
      {rejecting && (
        <RejectDialog
          what={rejecting}
          busy={decision.isPending}
          failure={decision.failure}
          onDecide={decision.mutate}
          onClose={() => setRejecting(undefined)}
        />
      )}
    </Sheet>
  );
}

function Summary({ verification, operator }: { verification: OperatorVerification; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  const { status, submittedAt, reviewedAt, reviewedBy, rejectionReason, expiresAt, approvals, mayApprove, amlChecks } =
    verification;
  const [label, tone] = verificationStatus(status);
  const [first] = approvals;
  const matches = [...openMatches(amlChecks).keys()];
  return (
    <>
      {matches.length > 0 && (
        <Notice tone="down">
          {i18n._({
            id: 'screening.matched',
            message: 'Screening match: {kinds}. The player is not verified until a clear result is recorded.',
            values: { kinds: matches.map(screeningName).join(', ') },
          })}
        </Notice>
      )}
      {first && (
        <Notice tone="live">
          {i18n._({
            id: 'kycDesk.firstApproval',
            message: 'Approved by {name}. A second operator must approve.',
            values: { name: nameOf(first) },
          })}
          {!mayApprove &&
            first !== operator.id &&
            ` ${i18n._({ id: 'kycDesk.notYou', message: 'You cannot be the second one.' })}`}
        </Notice>
      )}
      <DetailList
        title={i18n._({ id: 'kycDesk.summary', message: 'Verification' })}
        action={<Badge tone={tone}>{label}</Badge>}
        details={[
          [i18n._({ id: 'kycDesk.submitted', message: 'Submitted' }), <When key="at" at={submittedAt} />],
          expiresAt !== undefined && [
            i18n._({ id: 'kycDesk.expires', message: 'Expires' }),
            <When key="expires" at={expiresAt} />,
          ],
          reviewedAt !== undefined && [
            i18n._({ id: 'kycDesk.decided', message: 'Decided' }),
            <When key="reviewed" at={reviewedAt} />,
          ],
          reviewedBy !== undefined && [i18n._({ id: 'kycDesk.by', message: 'By' }), nameOf(reviewedBy)],
          rejectionReason !== undefined && [i18n._({ id: 'kycDesk.reason', message: 'Reason' }), rejectionReason],
        ]}
      />
    </>
  );
}

/** The name and birth date of the account, to compare with the documents. */
function IdentityDetails({ playerId, operator }: { playerId: string; operator: Operator }) {
  const { data, error } = useQuery(identityQuery(playerId));
  const risk = useRiskSummaries([playerId], hasPermission(operator, 'risk.read')).of(playerId);
  return (
    <DetailList
      title={i18n._({ id: 'kycDesk.account', message: 'Account holder' })}
      action={
        <Link to={`/admin/users/${playerId}`} className="text-12 underline underline-offset-4">
          {i18n._({ id: 'kycDesk.openAccount', message: 'Open account' })}
        </Link>
      }
      details={[
        [
          i18n._({ id: 'kycDesk.name', message: 'Name' }),
          data ? `${data.firstName} ${data.lastName}` : error ? errorText(error) : '…',
        ],
        data?.dateOfBirth !== undefined && [
          i18n._({ id: 'kycDesk.birth', message: 'Date of birth' }),
          data.dateOfBirth,
        ],
        data && [i18n._({ id: 'kycDesk.country', message: 'Country' }), countryName(data.country)],
        data?.address !== undefined && [i18n._({ id: 'kycDesk.address', message: 'Address' }), data.address],
        risk && [
          i18n._({ id: 'users.risk', message: 'Risk' }),
          <span key="risk" className="flex flex-wrap justify-end gap-1">
            {risk.riskLevel === 'low' && riskLevelName('low')[0]}
            <RiskBadges summary={risk} />
          </span>,
        ],
      ]}
    />
  );
}

interface ActionsProps {
  verification: OperatorVerification;
  decision: ReturnType<typeof useDecision>;
  onApprove: () => void;
  onReject: () => void;
}

function Actions({ verification, decision, onApprove, onReject }: ActionsProps) {
  const { status, mayApprove, amlChecks } = verification;
  const busyWith = decision.isPending ? decision.variables?.kind : undefined;
  const why =
    openMatches(amlChecks).size > 0
      ? i18n._({ id: 'screening.clearFirst', message: 'Clear the screening match first' })
      : !mayApprove && i18n._({ id: 'kycDesk.second', message: 'A second operator must approve' });
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {status === 'pending' && (
        <Button look="quiet" busy={busyWith === 'review'} onClick={() => decision.mutate({ kind: 'review' })}>
          {i18n._({ id: 'kycDesk.startReview', message: 'Start review' })}
        </Button>
      )}
      <Button look="danger" onClick={onReject}>
        {i18n._({ id: 'kycDesk.reject', message: 'Reject' })}
      </Button>
      <Button busy={busyWith === 'approve'} why={why} onClick={onApprove}>
        {i18n._({ id: 'kycDesk.approve', message: 'Approve' })}
      </Button>
    </div>
  );
}

/** Asks before a player is approved whom nobody has screened. */
function UnscreenedDialog({ onApprove, onClose }: { onApprove: () => void; onClose: () => void }) {
  return (
    <Dialog
      open
      title={i18n._({ id: 'screening.missing', message: 'Approve without a screening?' })}
      onClose={onClose}
      onSubmit={onApprove}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look="danger">
            {i18n._({ id: 'screening.approveWithout', message: 'Approve without screening' })}
          </Button>
        </>
      }
    >
      <p>
        {i18n._({
          id: 'screening.missingLead',
          message:
            'No clear result against sanctions lists is recorded for this player. The audit log will record that you approved them without one.',
        })}
      </p>
    </Dialog>
  );
}

interface RejectProps {
  what: OperatorDocument | 'whole';
  busy: boolean;
  failure: Error | null;
  onDecide: (decision: Decision) => void;
  onClose: () => void;
}

function RejectDialog({ what, busy, failure, onDecide, onClose }: RejectProps) {
  return (
    <ReasonDialog
      title={
        what === 'whole'
          ? i18n._({ id: 'kycDesk.rejectWhole', message: 'Reject verification' })
          : i18n._({
              id: 'kycDesk.rejectOne',
              message: 'Reject {document}',
              values: { document: documentName(what.type) },
            })
      }
      label={i18n._({ id: 'approval.reason', message: 'Reason, shown to the player' })}
      needed={i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' })}
      action={i18n._({ id: 'kycDesk.reject', message: 'Reject' })}
      danger
      busy={busy}
      failure={
        failure && {
          title: i18n._({ id: 'kycDesk.rejectFailed', message: 'Failed to reject verification' }),
          text: errorText(failure),
        }
      }
      onReason={(reason) =>
        onDecide(
          what === 'whole' ? { kind: 'reject', reason } : { kind: 'rejectDocument', documentId: what.id, reason },
        )
      }
      onClose={onClose}
    />
  );
}
