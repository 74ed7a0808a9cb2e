/** Deciding one payment: approve, or reject with a reason the player will read. Both letters work while the drawer is open. */
import type { Operator } from '@fairline/proto/auth';
import { common, Refusal } from '@fairline/proto/contract';
import { type PaymentForOperator, walletRefusals } from '@fairline/proto/wallet';
import { officeRoutes } from '@fairline/proto/wallet/office';
import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../client/call.ts';
import { wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { moneyText } from '../../ui/money.tsx';
import { notify } from '../../ui/notify.ts';
import { Notice } from '../../ui/states.tsx';

type Decision = { kind: 'approve' } | { kind: 'reject'; reason: string };

function decide(payment: PaymentForOperator, decision: Decision): Promise<PaymentForOperator> {
  const params = { id: payment.id };
  return decision.kind === 'approve' ? call(officeRoutes.approve, { params }) : call(officeRoutes.reject, { params, body: { reason: decision.reason } });
}

function doneWords(payment: PaymentForOperator): string {
  if (payment.status === 'pending') return i18n._({ id: 'approval.counted', message: 'Your approval counts. Another operator must approve it too.' });
  if (payment.type === 'deposit') {
    return payment.status === 'approved'
      ? i18n._({ id: 'approval.depositApproved', message: 'Deposit approved successfully!' })
      : i18n._({ id: 'approval.depositRejected', message: 'Deposit rejected' });
  }
  return payment.status === 'approved'
    ? i18n._({ id: 'approval.withdrawalApproved', message: 'Withdrawal approved successfully!' })
    : i18n._({ id: 'approval.withdrawalRejected', message: 'Withdrawal rejected successfully!' });
}

export function ApprovalDecision({ payment, operator, onDecided }: { payment: PaymentForOperator; operator: Operator; onDecided: () => void }) {
  const client = useQueryClient();
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const decision = useMutation({
    mutationFn: (made: Decision) => decide(payment, made),
    onSuccess: (answer) => {
      notify.success(doneWords(answer));
      onDecided();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'wallet'] }),
  });
  const may = operator.permissions.includes('payments');
  const why = !may && i18n._({ id: 'approval.notAllowed', message: 'Your role may read payments, not decide them.' });
  const approve = () => decision.mutate({ kind: 'approve' });
  const startRejecting = () => {
    setRejecting(true);
    requestAnimationFrame(() => field.current?.focus());
  };

  useEffect(() => {
    if (!may || decision.isPending) return;
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'a') approve();
      else if (event.key === 'r') startRejecting();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });

  const typed = reason.trim();
  const lost = decision.error instanceof Refusal && (decision.error.is(walletRefusals.alreadyDecided) || decision.error.is(common.notFound));
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-surface p-4">
      {decision.isError && <Notice tone={lost ? 'live' : 'down'}>{wordsOf(decision.error)}</Notice>}
      {rejecting ? (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed) decision.mutate({ kind: 'reject', reason: typed });
          }}
        >
          <label className="flex flex-col gap-1 text-13 font-medium">
            {i18n._({ id: 'approval.reason', message: 'Reason, shown to the player' })}
            <textarea
              ref={field}
              value={reason}
              maxLength={500}
              rows={3}
              onChange={(event) => setReason(event.target.value)}
              className="w-full rounded-control border border-control bg-surface p-3 text-16 font-normal focus-visible:outline-offset-0 md:text-14"
            />
          </label>
          <div className="flex items-start justify-end gap-2">
            <Button look="quiet" onClick={() => setRejecting(false)}>
              {i18n._({ id: 'approval.back', message: 'Back' })}
            </Button>
            <Button
              type="submit"
              look="danger"
              busy={decision.isPending}
              why={typed === '' && i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' })}
            >
              {i18n._({ id: 'approval.reject', message: 'Reject' })}
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex items-start justify-end gap-2">
          <Button look="danger" why={why} quietly onClick={startRejecting}>
            {i18n._({ id: 'approval.reject', message: 'Reject' })} <Letter of="R" />
          </Button>
          <Button why={why} busy={decision.isPending} onClick={approve}>
            {i18n._({ id: 'approval.approve', message: 'Approve {amount}', values: { amount: moneyText(payment.amountMinor, payment.currency) } })}{' '}
            <Letter of="A" />
          </Button>
        </div>
      )}
    </div>
  );
}

function Letter({ of }: { of: string }) {
  return (
    <kbd aria-hidden className="rounded-control border border-current px-1 text-12 font-normal max-md:hidden">
      {of}
    </kbd>
  );
}
