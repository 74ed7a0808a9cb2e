/** New rules of automatic approval waiting for a second operator: the rules, the requester and their reason, and the decision. */
import type { Operator } from '@fairline/proto/auth/sessions';
import {
  type AutoApproval,
  type AutoApprovalChange,
  type AutoApprovalRule,
  automaticRoutes,
} from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { typeName } from '../../../domain/money/payment-labels.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { decimalText } from '../../../figures.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { localText } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';

export function WaitingRules({
  change,
  rules,
  operator,
}: {
  change: AutoApprovalChange;
  rules: readonly AutoApprovalRule[];
  operator: Operator;
}) {
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  const nameOf = useOperatorName(operator);
  const params = { id: change.id };
  const approval = useAction<void, AutoApproval>({
    run: () => call(automaticRoutes.approveAutoApproval, { params }),
    onDone: () => notify.success(i18n._({ id: 'rules.approved', message: 'New rules approved' })),
  });
  const rejection = useAction<string, AutoApproval>({
    run: (reason) => call(automaticRoutes.rejectAutoApproval, { params, body: { reason } }),
    onDone: () => notify.success(i18n._({ id: 'rules.rejected', message: 'New rules rejected' })),
  });
  const isOwn = change.requestedBy === operator.id;
  const why =
    !hasPermission(operator, 'payments') &&
    i18n._({ id: 'rules.notAllowed', message: 'Your role can view the rules but not change them.' });
  const ownWhy =
    isOwn && i18n._({ id: 'rules.own', message: 'You requested this change. Another operator must approve it.' });
  const rejectText = isOwn
    ? i18n._({ id: 'adjustments.takeBack', message: 'Withdraw' })
    : i18n._({ id: 'approval.reject', message: 'Reject' });
  const approveText = i18n._({ id: 'rules.approve', message: 'Approve the new rules' });
  return (
    <section
      aria-labelledby="rules-waiting"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 text-13"
    >
      <h3 id="rules-waiting" className="text-14 font-strong">
        {i18n._({ id: 'rules.waiting', message: 'New rules waiting for a second operator' })}
      </h3>
      <p className="text-ink-soft">
        {i18n._({
          id: 'rules.askedBy',
          message: 'Requested by {name}, {at}',
          values: { name: nameOf(change.requestedBy), at: localText(change.createdAt) },
        })}
      </p>
      <p className="break-words">{change.reason}</p>
      <Changes change={change} rules={rules} />
      {approval.failure && (
        <Failure title={i18n._({ id: 'rules.approveFailed', message: 'The new rules were not approved' })}>
          {errorText(approval.failure)}
        </Failure>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <Button size="small" look="danger" quietly why={why} onClick={() => setAsked('reject')}>
          {rejectText}
        </Button>
        <Button size="small" why={why || ownWhy} busy={approval.isPending} onClick={() => setAsked('approve')}>
          {i18n._({ id: 'panel.approve', message: 'Approve' })}
        </Button>
      </div>
      {asked === 'approve' && (
        <Dialog
          open
          title={approveText}
          onClose={() => setAsked(undefined)}
          onSubmit={() => {
            setAsked(undefined);
            approval.mutate();
          }}
          foot={
            <>
              <Button look="quiet" onClick={() => setAsked(undefined)}>
                {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
              </Button>
              <Button type="submit" data-first>
                {approveText}
              </Button>
            </>
          }
        >
          <Changes change={change} rules={rules} />
        </Dialog>
      )}
      {asked === 'reject' && (
        <ReasonDialog
          title={i18n._({ id: 'rules.reject', message: 'Reject the new rules' })}
          needed={i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' })}
          action={rejectText}
          danger
          busy={rejection.isPending}
          failure={
            rejection.failure && {
              title: i18n._({ id: 'rules.rejectFailed', message: 'The new rules were not rejected' }),
              text: errorText(rejection.failure),
            }
          }
          onReason={(reason) => rejection.mutate(reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Each condition of the new rules that differs, with its current value. */
function Changes({ change, rules }: { change: AutoApprovalChange; rules: readonly AutoApprovalRule[] }) {
  const points = change.rules.flatMap((next) => {
    const now = rules.find(({ type }) => type === next.type);
    const wasOff = !now?.enabled;
    return pointsOf(next)
      .map(
        ([name, value], place) =>
          [`${typeName(next.type)} · ${name}`, value, now && pointsOf(now)[place]?.[1]] as const,
      )
      .filter(([, value, before]) => wasOff || value !== before);
  });
  return (
    <dl className="flex flex-col">
      {points.map(([name, value, before]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-b-0">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures text-right">
            {before !== undefined && before !== value && <del className="mr-2 text-ink-soft">{before}</del>}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function pointsOf(rule: AutoApprovalRule): [name: string, value: string][] {
  const isOn = rule.enabled ? i18n._({ id: 'rules.on', message: 'On' }) : i18n._({ id: 'rules.off', message: 'Off' });
  return [
    [i18n._({ id: 'rules.enabled', message: 'Approve automatically' }), isOn],
    [i18n._({ id: 'rules.max', message: 'Largest single payment' }), decimalText(rule.maxAmountMinor, 'USD')],
    [
      i18n._({ id: 'rules.day', message: 'Largest total per player and UTC day' }),
      decimalText(rule.maxDayMinor, 'USD'),
    ],
    [i18n._({ id: 'rules.age', message: 'Minimum account age in days' }), String(rule.minAccountAgeDays)],
    [i18n._({ id: 'rules.before', message: 'Earlier approved payments of this type' }), String(rule.minApprovedBefore)],
  ];
}
