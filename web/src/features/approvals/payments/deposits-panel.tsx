/** The dashboard's panel of pending deposits: the proof, Approve, and Reject with a typed reason, without leaving the page. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { Money } from '../../../domain/money/money.tsx';
import { methodName } from '../../../domain/money/payment-labels.ts';
import { hasPermission } from '../../../domain/people/operators.ts';
import { EmptyState, ErrorState, Failure, SkeletonRows } from '../../../ui/content/states.tsx';
import { When } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { failureText, useDecision } from './decide.ts';
import { ProofView } from './proof-view.tsx';
import { pendingDepositsQuery } from './queries.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { StatusBadges } from './status-badges.tsx';

/** As many as fit beside the latest activity; a link leads to the rest. */
const shown = 5;

export function DepositsPanel({ operator }: { operator: Operator }) {
  const { data, error, isFetching, refetch } = useInfiniteQuery(pendingDepositsQuery);
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <section aria-labelledby="pending-deposits" className="rounded-card border border-line bg-surface">
      <header className="flex h-11 items-center justify-between border-b border-line px-4">
        <h2 id="pending-deposits" className="text-14 font-strong">
          {i18n._({ id: 'panel.title', message: 'Pending deposits' })}
        </h2>
        <Link to="/admin/financial?type=deposit" className="text-13 font-medium text-act underline underline-offset-4">
          {i18n._({ id: 'panel.all', message: 'See all' })}
        </Link>
      </header>
      {!items && !error && (
        <div className="p-4">
          <SkeletonRows count={3} className="h-16" />
        </div>
      )}
      {!items && error && (
        <ErrorState
          title={i18n._({ id: 'approvals.failed', message: 'Payments could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {items?.length === 0 && <EmptyState title={i18n._({ id: 'panel.none', message: 'No pending deposits' })} />}
      {items && (
        <ul>
          {items.slice(0, shown).map((payment) => (
            <Waiting key={payment.id} payment={payment} operator={operator} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Waiting({ payment, operator }: { payment: PaymentForOperator; operator: Operator }) {
  const [rejecting, setRejecting] = useState(false);
  const [approving, setApproving] = useState(false);
  const { data: methods } = useQuery(methodsQuery);
  const decision = useDecision(payment, operator, {
    onDecided: () => setRejecting(false),
    // The row disappears with the next refetch of the list; its outcome stays until the operator has read it.
    onOvertaken: notify.error,
  });
  const why =
    (!hasPermission(operator, 'payments') &&
      i18n._({ id: 'approval.notAllowed', message: 'Your role can view payments but not decide them.' })) ||
    (payment.approvedBy.includes(operator.id) &&
      i18n._({ id: 'approval.mine', message: 'You approved this. Another operator must approve it too.' }));
  const failed = decision.failure && failureText(payment, decision.variables?.kind ?? 'approve', decision.failure);
  const rejectFailed = decision.variables?.kind === 'reject' ? failed : null;
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 text-13 last:border-b-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Link to={`/admin/users/${payment.userId}`} className="block truncate font-medium hover:underline">
            {payment.customerName ?? payment.reference}
          </Link>
          <p className="truncate text-12 text-ink-soft">
            {[payment.email, methodName(payment.method, methods?.items), payment.bankTransactionId]
              .filter(Boolean)
              .join(' · ')}{' '}
            · <When at={payment.submittedAt} />
          </p>
        </div>
        <Money minor={payment.amountMinor} currency={payment.currency} className="font-strong" />
      </div>
      <StatusBadges payment={payment} />
      {failed && !rejecting && <Failure title={failed.title}>{failed.text}</Failure>}
      <div className="flex flex-wrap items-start justify-between gap-2">
        <ProofView payment={payment} allowed={hasPermission(operator, 'payments.proofs')} />
        <span className="ml-auto flex items-start gap-2">
          <Button
            size="small"
            look="danger"
            quietly
            why={!hasPermission(operator, 'payments') && why}
            onClick={() => setRejecting(true)}
          >
            {i18n._({ id: 'approval.reject', message: 'Reject' })}
          </Button>
          <Button size="small" quietly why={why} busy={decision.isPending} onClick={() => setApproving(true)}>
            {i18n._({ id: 'panel.approve', message: 'Approve' })}
          </Button>
        </span>
      </div>
      {approving && (
        <ApproveDialog
          payment={payment}
          player={undefined}
          onApprove={() => {
            setApproving(false);
            decision.mutate({ kind: 'approve' });
          }}
          onClose={() => setApproving(false)}
        />
      )}
      {rejecting && (
        <RejectDialog
          payment={payment}
          busy={decision.isPending}
          failure={rejectFailed}
          onReason={(reason) => decision.mutate({ kind: 'reject', reason })}
          onClose={() => setRejecting(false)}
        />
      )}
    </li>
  );
}
