/** Deciding one payment: approve, or reject with a reason the player will read. Both letters work while the drawer is open. */
import type { Operator } from '@fairline/proto/auth';
import type { PaymentForOperator } from '@fairline/proto/wallet';
import { i18n } from '@lingui/core';
import { useRef, useState } from 'react';
import { may } from '../../client/office.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Letter, useLetters } from '../../ui/letters.tsx';
import { moneyText } from '../../ui/money.tsx';
import { Failure } from '../../ui/states.tsx';
import { failureWords, useDecision } from './decide.ts';

export function ApprovalDecision({ payment, operator, onDecided }: { payment: PaymentForOperator; operator: Operator; onDecided: () => void }) {
  const [rejecting, setRejecting] = useState(false);
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const decision = useDecision(payment, onDecided);
  const allowed = may(operator, 'payments');
  const mine = payment.approvedBy.includes(operator.id);
  const why = !allowed && i18n._({ id: 'approval.notAllowed', message: 'Your role may read payments, not decide them.' });
  const approveWhy = why || (mine && i18n._({ id: 'approval.mine', message: 'You approved it. Another operator must approve it too.' }));
  const approve = () => decision.mutate({ kind: 'approve' });
  const startRejecting = () => {
    setRejecting(true);
    requestAnimationFrame(() => form.current?.querySelector('textarea')?.focus());
  };

  useLetters({ a: !mine && approve, r: startRejecting }, { off: !allowed || decision.isPending });

  const typed = reason.trim();
  const failed = decision.failure && failureWords(payment, decision.variables?.kind ?? 'approve', decision.failure);
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-surface p-4">
      {failed && <Failure title={failed.title}>{failed.words}</Failure>}
      {rejecting ? (
        <form
          ref={form}
          className="flex flex-col gap-1"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed) decision.mutate({ kind: 'reject', reason: typed });
          }}
        >
          <TextArea
            label={i18n._({ id: 'approval.reason', message: 'Reason, shown to the player' })}
            value={reason}
            maxLength={500}
            rows={3}
            onChange={(event) => setReason(event.target.value)}
          />
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
          <Button why={approveWhy} busy={decision.isPending} onClick={approve}>
            {i18n._({ id: 'approval.approve', message: 'Approve {amount}', values: { amount: moneyText(payment.amountMinor, payment.currency) } })}{' '}
            <Letter of="A" />
          </Button>
        </div>
      )}
    </div>
  );
}
