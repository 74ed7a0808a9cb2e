/** The dashboard's panel of deposits that wait: the proof, Approve, and Reject with a typed reason, without leaving the page. */
import type { Operator } from '@fairline/proto/auth';
import type { PaymentForOperator } from '@fairline/proto/wallet';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { methodsQuery } from '../../client/methods.ts';
import { may } from '../../client/office.ts';
import { wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, moneyText } from '../../ui/money.tsx';
import { methodName } from '../../ui/money-names.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { EmptyState, ErrorState, Failure, SkeletonRows } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { pendingDepositsQuery } from './approvals-queries.ts';
import { failureWords, useDecision } from './decide.ts';
import { ProofView } from './proof-view.tsx';
import { SameTransaction } from './same-transaction.tsx';
import { StatusBadges } from './status-badges.tsx';

/** As many as stand beside the latest activity; the rest is one press away. */
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
        <ErrorState title={i18n._({ id: 'approvals.failed', message: 'Payments could not be read' })} onRetry={() => void refetch()} busy={isFetching}>
          {wordsOf(error)}
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
  const amount = moneyText(payment.amountMinor, payment.currency);
  const decision = useDecision(payment, () => setRejecting(false));
  const why =
    (!may(operator, 'payments') && i18n._({ id: 'approval.notAllowed', message: 'Your role may read payments, not decide them.' })) ||
    (payment.approvedBy.includes(operator.id) && i18n._({ id: 'approval.mine', message: 'You approved it. Another operator must approve it too.' }));
  const failed = decision.failure && failureWords(payment, decision.variables?.kind ?? 'approve', decision.failure);
  const rejectFailed = decision.variables?.kind === 'reject' ? failed : null;
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 text-13 last:border-b-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <Link to={`/admin/users/${payment.userId}`} className="block truncate font-medium hover:underline">
            {payment.customerName ?? payment.reference}
          </Link>
          <p className="truncate text-12 text-ink-soft">
            {[payment.email, methodName(payment.method, methods?.items), payment.bankTransactionId].filter(Boolean).join(' · ')} ·{' '}
            <When at={payment.submittedAt} />
          </p>
        </div>
        <Money minor={payment.amountMinor} currency={payment.currency} className="font-strong" />
      </div>
      <StatusBadges payment={payment} />
      {failed && !rejecting && <Failure title={failed.title}>{failed.words}</Failure>}
      <div className="flex flex-wrap items-start justify-between gap-2">
        <ProofView payment={payment} allowed={may(operator, 'documents')} />
        <span className="ml-auto flex items-start gap-2">
          <Button size="small" look="danger" quietly why={!may(operator, 'payments') && why} onClick={() => setRejecting(true)}>
            {i18n._({ id: 'approval.reject', message: 'Reject' })}
          </Button>
          <Button size="small" quietly why={why} busy={decision.isPending} onClick={() => setApproving(true)}>
            {i18n._({ id: 'panel.approve', message: 'Approve' })}
          </Button>
        </span>
      </div>
      {approving && (
        <Dialog
          open
          title={i18n._({ id: 'panel.approveAmount', message: 'Approve {amount}', values: { amount } })}
          onClose={() => setApproving(false)}
          onSubmit={() => {
            setApproving(false);
            decision.mutate({ kind: 'approve' });
          }}
          foot={
            <>
              <Button look="quiet" onClick={() => setApproving(false)}>
                {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
              </Button>
              <Button type="submit">{i18n._({ id: 'panel.approveAmount', message: 'Approve {amount}', values: { amount } })}</Button>
            </>
          }
        >
          <p className="text-13">{[payment.customerName, methodName(payment.method, methods?.items), payment.bankTransactionId].filter(Boolean).join(' · ')}</p>
          <SameTransaction payment={payment} />
        </Dialog>
      )}
      {rejecting && (
        <ReasonDialog
          title={i18n._({ id: 'panel.reject', message: 'Reject {amount}', values: { amount } })}
          label={i18n._({ id: 'approval.reason', message: 'Reason, shown to the player' })}
          needed={i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' })}
          action={i18n._({ id: 'approval.reject', message: 'Reject' })}
          danger
          busy={decision.isPending}
          failure={rejectFailed}
          onReason={(reason) => decision.mutate({ kind: 'reject', reason })}
          onClose={() => setRejecting(false)}
        />
      )}
    </li>
  );
}
