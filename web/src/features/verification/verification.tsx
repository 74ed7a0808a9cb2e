/** The player's verification: its status, the documents, and the limits it changes. */
import type { User } from '@fairline/proto/auth/users';
import type { Infer } from '@fairline/proto/contract';
import { documentTypes } from '@fairline/proto/kyc/documents';
import { type Verification, verificationRoutes, verificationRules } from '@fairline/proto/kyc/verifications';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { documentName, verificationStatus } from '../../domain/kyc/labels.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { ErrorState, Failure, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { DocumentRow } from './document-row.tsx';
import { LimitsTable } from './limits.tsx';
import { documentOf, mayUpload, missingTypes, submissionState } from './progress.ts';
import { kycQuery } from './queries.ts';

type Overview = Infer<typeof verificationRoutes.kyc.reply>;

export function VerificationTab({ user }: { user: User }) {
  const { data, error, isFetching, refetch } = useQuery(kycQuery);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <section className="flex flex-col gap-4">
        <h2 className="border-b border-line pb-2 text-16 font-strong">
          {i18n._({ id: 'account.verification', message: 'Verification' })}
        </h2>
        {!data && !error && <SkeletonRows count={4} className="h-20" />}
        {!data && error && (
          <ErrorState
            title={i18n._({ id: 'verification.failed', message: 'Your verification could not be loaded' })}
            onRetry={() => void refetch()}
            busy={isFetching}
          >
            {errorText(error)}
          </ErrorState>
        )}
        {data?.isShared && (
          <Notice>
            {i18n._({
              id: 'verification.shared',
              message:
                'This demo account is shared with other visitors, so documents cannot be uploaded here. Register your own account to get verified.',
            })}
          </Notice>
        )}
        {data && !data.isShared && <Documents overview={data} isVerified={data.isVerified || user.isVerified} />}
      </section>
      <section className="flex flex-col gap-3">
        <h2 className="border-b border-line pb-2 text-16 font-strong">
          {i18n._({ id: 'verification.benefits', message: 'What verification gives you' })}
        </h2>
        <LimitsTable currency={user.currency} />
      </section>
    </div>
  );
}

function Documents({ overview, isVerified }: { overview: Overview; isVerified: boolean }) {
  const optional = documentTypes.filter((type) => !overview.required.includes(type));
  const row = (type: (typeof documentTypes)[number]) => (
    <DocumentRow key={type} type={type} document={documentOf(overview, type)} canUpload={mayUpload(overview, type)} />
  );
  return (
    <>
      <State verification={overview.verification} isVerified={isVerified} />
      {overview.movedAt && (
        <Notice tone="live">
          {i18n._({
            id: 'verification.moved',
            message:
              'You have moved. The rules of your earlier country apply until we approve a proof of your new address, which you can upload below.',
          })}
        </Notice>
      )}
      <SubmitPanel overview={overview} />
      <h3 className="text-14 font-strong">{i18n._({ id: 'verification.required', message: 'Required documents' })}</h3>
      <ul className="flex flex-col gap-3">{overview.required.map(row)}</ul>
      <details className="flex flex-col gap-3" open={optional.some((type) => documentOf(overview, type))}>
        <summary className="cursor-pointer text-14 font-strong">
          {i18n._({ id: 'verification.optional', message: 'Other documents, if we ask for them' })}
        </summary>
        <ul className="mt-3 flex flex-col gap-3">{optional.map(row)}</ul>
      </details>
    </>
  );
}

function State({ verification, isVerified }: { verification: Verification | undefined; isVerified: boolean }) {
  const status = verification && verificationStatus(verification.status);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-13">
        <Badge tone={isVerified ? 'act' : 'live'}>
          {isVerified
            ? i18n._({ id: 'overview.verified', message: 'Verified' })
            : i18n._({ id: 'overview.unverified', message: 'Unverified' })}
        </Badge>
        {status && verification.status !== 'approved' && <Badge tone={status[1]}>{status[0]}</Badge>}
        {verification?.status === 'approved' && verification.expiresAt && (
          <span className="text-ink-soft">
            {i18n._({ id: 'document.validUntil', message: 'Valid until' })} <When at={verification.expiresAt} />
          </span>
        )}
      </p>
      <StateText verification={verification} isVerified={isVerified} />
    </div>
  );
}

function StateText({ verification, isVerified }: { verification: Verification | undefined; isVerified: boolean }) {
  const [from, to] = verificationRules.reviewHours;
  switch (verification?.status) {
    case 'pending':
    case 'in_review':
      return (
        <Notice>
          {i18n._({
            id: 'verification.waiting',
            message: 'Your documents are under review. This usually takes {from}-{to} hours.',
            values: { from, to },
          })}
        </Notice>
      );
    case 'rejected':
      return (
        <Notice tone="down">
          {i18n._({
            id: 'verification.rejected',
            message: 'Your verification was rejected: {reason}',
            values: { reason: verification.rejectionReason ?? '' },
          })}
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="live">
          {i18n._({
            id: 'verification.expired',
            message: 'Your verification has expired. Please submit current documents.',
          })}
        </Notice>
      );
    case 'approved':
      return (
        <p className="text-13 text-ink-soft">
          {i18n._({ id: 'verification.confirmed', message: 'Your identity is confirmed.' })}
        </p>
      );
    default:
      return isVerified ? (
        <p className="text-13 text-ink-soft">
          {i18n._({ id: 'verification.confirmed', message: 'Your identity is confirmed.' })}
        </p>
      ) : (
        <p className="text-13 text-ink-soft">
          {i18n._({
            id: 'verification.start',
            message:
              'Upload your passport and a recent utility bill, then submit them. Review usually takes {from}-{to} hours.',
            values: { from, to },
          })}
        </p>
      );
  }
}

/** Shown once every required document is uploaded, unless a verification is in progress or approved. */
function SubmitPanel({ overview }: { overview: Overview }) {
  const sending = useAction<null, Verification>({
    run: (_nothing, key) => call(verificationRoutes.submit, { key }),
    onDone: () =>
      notify.success(
        i18n._({
          id: 'verification.submitted',
          message: 'Verification submitted for review! You will be notified once reviewed.',
        }),
      ),
    touches: [['kyc']],
  });
  const state = submissionState(overview);
  if (state === 'closed') return null;
  if (state === 'lacking') {
    const hasAny = overview.documents.length > 0;
    const names = missingTypes(overview).map(documentName).join(', ');
    return hasAny ? (
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'verification.missing',
          message: 'Please upload required documents: {names}',
          values: { names },
        })}
      </p>
    ) : null;
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-act bg-act-soft p-4">
      <p className="text-13">
        {i18n._({ id: 'verification.ready', message: 'All required documents are here. Submit them for review.' })}
      </p>
      {sending.failure && (
        <Failure title={i18n._({ id: 'verification.submitFailed', message: 'Submission failed' })}>
          {errorText(sending.failure)}
        </Failure>
      )}
      <Button className="self-start" busy={sending.isPending} onClick={() => sending.mutate(null)}>
        {i18n._({ id: 'verification.submit', message: 'Submit for verification' })}
      </Button>
    </div>
  );
}
