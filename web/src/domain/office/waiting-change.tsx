/** A change that waits for a second operator: its content, who requested it, and both decisions. No operator approves their own request. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';
import type { Permission } from '@fairline/proto/permissions';
import { i18n } from '@lingui/core';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { Notice } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { ReasonDialog } from '../../ui/overlays/reason-dialog.tsx';
import { hasPermission, useOperatorName } from '../people/operators.ts';

interface WaitingChangeProps {
  operator: Operator;
  /** The parts a decision needs. */
  needs: Permission;
  change: { requestedBy: string; requestedAt: string; mayApprove: boolean };
  title: ReactNode;
  children?: ReactNode;
  /** The dialog in which it is approved, and the one in which it is rejected or withdrawn. */
  approving: (onClose: () => void) => ReactNode;
  rejecting: (isOwn: boolean, onClose: () => void) => ReactNode;
}

export function WaitingChange({ operator, needs, change, title, children, approving, rejecting }: WaitingChangeProps) {
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  const nameOf = useOperatorName(operator);
  const close = () => setAsked(undefined);
  const { requestedBy, requestedAt, mayApprove } = change;
  const isOwn = requestedBy === operator.id;
  const why =
    (isOwn && i18n._({ id: 'adjustments.own', message: 'You requested this. Another operator must approve it.' })) ||
    (!mayApprove && i18n._({ id: 'requests.notYours', message: 'You cannot be the second operator of this request' }));
  return (
    <Notice
      tone="live"
      action={
        hasPermission(operator, needs) && (
          <span className="flex flex-wrap gap-2">
            <Button size="small" look="danger" onClick={() => setAsked('reject')}>
              {rejectText(isOwn)}
            </Button>
            <Button size="small" why={why} onClick={() => setAsked('approve')}>
              {i18n._({ id: 'panel.approve', message: 'Approve' })}
            </Button>
          </span>
        )
      }
    >
      <p className="font-strong break-words">{title}</p>
      {children}
      <p className="text-12 text-ink-soft">
        {i18n._({ id: 'gameChange.waits', message: 'Waiting for a second operator' })} · {nameOf(requestedBy)} ·{' '}
        <When at={requestedAt} />
      </p>
      {asked === 'approve' && approving(close)}
      {asked === 'reject' && rejecting(isOwn, close)}
    </Notice>
  );
}

const rejectText = (isOwn: boolean) =>
  isOwn
    ? i18n._({ id: 'adjustments.takeBack', message: 'Withdraw' })
    : i18n._({ id: 'approval.reject', message: 'Reject' });

/** Why the decision failed; every service uses the same code for a change that was already decided. */
export function undecidedTitle(error: Error): string {
  return error instanceof Refusal && error.code === 'already_decided'
    ? i18n._({ id: 'approval.other', message: 'Another operator decided' })
    : i18n._({ id: 'decide.failed', message: 'The decision was not saved' });
}

interface RejectChangeProps {
  title: ReactNode;
  isOwn: boolean;
  /** The success message after the decision. */
  done: string;
  run: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Rejects a change, or withdraws one's own, with a reason. */
export function RejectChange({ title, isOwn, done, run, onClose }: RejectChangeProps) {
  const rejection = useAction<string, unknown>({
    run,
    onDone: () => {
      notify.success(done);
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={title}
      {...(!isOwn && { needed: i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' }) })}
      action={rejectText(isOwn)}
      danger
      busy={rejection.isPending}
      failure={rejection.failure && { title: undecidedTitle(rejection.failure), text: errorText(rejection.failure) }}
      onReason={(reason) => rejection.mutate(reason)}
      onClose={onClose}
    />
  );
}
