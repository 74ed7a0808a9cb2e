/** The decision on one payment: approve after a confirmation, or reject with a reason for the player. Both keyboard shortcuts work while the drawer is open. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useRef, useState } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { hasPermission } from '../../../domain/people/operators.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { useKeys } from '../../../ui/browser/use-keys.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { ApproveExcludedDialog } from './approve-excluded-dialog.tsx';
import { failureText, useDecision } from './decide.ts';
import { RejectDialog } from './reject-dialog.tsx';

export function ApprovalDecision({
  payment,
  operator,
  onDecided,
}: {
  payment: PaymentForOperator;
  operator: Operator;
  onDecided: () => void;
}) {
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const close = () => setAsked(null);
  const decision = useDecision(payment, operator, {
    onDecided: () => {
      close();
      onDecided();
    },
    // The drawer stays open and shows the outcome of the payment.
    onOvertaken: close,
  });
  const player = usePlayers([payment.userId], hasPermission(operator, 'users.read')).of(payment.userId);
  const allowed = hasPermission(operator, 'payments');
  const mine = payment.approvedBy.includes(operator.id);
  const why =
    !allowed && i18n._({ id: 'approval.notAllowed', message: 'Your role can view payments but not decide them.' });
  const overExclusion = payment.playerExcluded && hasPermission(operator, 'risk');
  const excluded =
    payment.playerExcluded &&
    i18n._({
      id: 'approval.excluded',
      message:
        'The player is excluded from play. Reject this deposit and return the money, or let compliance approve it with a reason.',
    });
  const approveWhy =
    (!overExclusion && (why || excluded)) ||
    (mine && i18n._({ id: 'approval.mine', message: 'You approved this. Another operator must approve it too.' }));
  useKeys(bar, (key) => {
    if (decision.isPending) return false;
    if (key.toLowerCase() === 'a' && !approveWhy) setAsked('approve');
    else if (key.toLowerCase() === 'r' && !why) setAsked('reject');
    else return false;
    return true;
  });
  const failed = decision.failure && failureText(payment, decision.variables?.kind ?? 'approve', decision.failure);
  return (
    <div ref={bar} className="flex flex-col gap-3 border-t border-line bg-surface p-4">
      {failed && !asked && <Failure title={failed.title}>{failed.text}</Failure>}
      <div className="flex flex-wrap items-start justify-end gap-2">
        <Button look="danger" why={why} quietly onClick={() => setAsked('reject')}>
          {i18n._({ id: 'approval.reject', message: 'Reject' })} <KeyHint of="R" />
        </Button>
        <Button why={approveWhy} busy={decision.isPending} onClick={() => setAsked('approve')}>
          {i18n._({
            id: 'approval.approve',
            message: 'Approve {amount}',
            values: { amount: moneyText(payment.amountMinor, payment.currency) },
          })}{' '}
          <KeyHint of="A" />
        </Button>
      </div>
      {asked === 'approve' && overExclusion && (
        <ApproveExcludedDialog
          payment={payment}
          busy={decision.isPending}
          failure={decision.variables?.kind === 'approve' ? failed : null}
          onReason={(reason) => decision.mutate({ kind: 'approve', reason })}
          onClose={close}
        />
      )}
      {asked === 'approve' && !overExclusion && (
        <ApproveDialog
          payment={payment}
          player={player && `${player.firstName} ${player.lastName}`}
          onApprove={() => {
            close();
            decision.mutate({ kind: 'approve' });
          }}
          onClose={close}
        />
      )}
      {asked === 'reject' && (
        <RejectDialog
          payment={payment}
          busy={decision.isPending}
          failure={decision.variables?.kind === 'reject' ? failed : null}
          onReason={(reason) => decision.mutate({ kind: 'reject', reason })}
          onClose={close}
        />
      )}
    </div>
  );
}

function KeyHint({ of }: { of: string }) {
  return (
    <kbd aria-hidden className="rounded-control border border-current px-1 text-12 font-normal max-md:hidden">
      {of}
    </kbd>
  );
}
