/** The decision on a waiting welcome bonus. An operator's payout counts with their adjustments of the day; above the limit another operator must decide. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { common, Refusal } from '@fairline/proto/contract';
import { type WelcomeBonus, welcomeRoutes } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { hasPermission } from '../../../domain/people/operators.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import { ApproveQuestion } from '../payments/approve-question.tsx';
import { sharedName } from './bonus-labels.ts';

interface DecideProps {
  bonus: WelcomeBonus;
  operator: Operator;
  player: string;
}

export function DecideBonus({ bonus, operator, player }: DecideProps) {
  const [asked, setAsked] = useState<'approve' | 'reject'>();
  const amount = moneyText(bonus.amountMinor, bonus.currency);
  const approval = useAction<void, WelcomeBonus>({
    run: () => call(welcomeRoutes.approveBonus, { params: { id: bonus.id } }),
    onDone: () =>
      notify.success(i18n._({ id: 'bonuses.approved', message: 'Welcome bonus of {amount} paid', values: { amount } })),
  });
  const why =
    !hasPermission(operator, 'adjustments') &&
    i18n._({ id: 'bonuses.notAllowed', message: 'Your role may not decide welcome bonuses.' });
  return (
    <span className="flex flex-col gap-1 md:items-end">
      <span className="flex gap-2 whitespace-nowrap">
        <Button size="small" look="danger" quietly why={why} onClick={() => setAsked('reject')}>
          {i18n._({ id: 'approval.reject', message: 'Reject' })}
        </Button>
        <Button size="small" quietly why={why} busy={approval.isPending} onClick={() => setAsked('approve')}>
          {i18n._({ id: 'panel.approve', message: 'Approve' })}
        </Button>
      </span>
      {approval.failure && (
        <span role="alert" className="max-w-56 text-12 text-down md:text-right">
          {approvalFailureText(approval.failure)}
        </span>
      )}
      {asked === 'approve' && (
        <ApproveQuestion
          title={i18n._({ id: 'panel.approveAmount', message: 'Approve {amount}', values: { amount } })}
          details={[
            [i18n._({ id: 'history.type', message: 'Type' }), i18n._({ id: 'bonuses.one', message: 'Welcome bonus' })],
            [i18n._({ id: 'adjustments.player', message: 'Player' }), player],
            [i18n._({ id: 'bonuses.why', message: 'Shared with' }), sharedText(bonus)],
          ]}
          approvals={0}
          approvalsNeeded={1}
          onApprove={() => {
            setAsked(undefined);
            approval.mutate();
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'reject' && <Rejecting bonus={bonus} amount={amount} onClose={() => setAsked(undefined)} />}
    </span>
  );
}

function sharedText({ shared }: WelcomeBonus): string {
  return shared
    .map(({ kind, userIds }) =>
      i18n._({
        id: 'bonuses.sharedWith',
        message: '{count, plural, one {{what}: # player} other {{what}: # players}}',
        values: { what: sharedName(kind), count: userIds.length },
      }),
    )
    .join(', ');
}

function approvalFailureText(error: Error): string {
  return error instanceof Refusal && error.is(common.secondOperatorNeeded)
    ? i18n._({
        id: 'bonuses.dayFull',
        message:
          'With this bonus you reach the daily amount that needs two operators. Another operator must approve it.',
      })
    : errorText(error);
}

function Rejecting({ bonus, amount, onClose }: { bonus: WelcomeBonus; amount: string; onClose: () => void }) {
  const rejection = useAction<string, WelcomeBonus>({
    run: (reason) => call(welcomeRoutes.rejectBonus, { params: { id: bonus.id }, body: { reason } }),
    onDone: () => {
      notify.success(
        i18n._({ id: 'bonuses.rejected', message: 'Welcome bonus of {amount} rejected', values: { amount } }),
      );
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={i18n._({ id: 'adjustments.reject', message: 'Reject {amount}', values: { amount } })}
      needed={i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' })}
      action={i18n._({ id: 'approval.reject', message: 'Reject' })}
      danger
      busy={rejection.isPending}
      failure={
        rejection.failure && {
          title: i18n._({ id: 'bonuses.rejectFailed', message: 'The bonus was not rejected' }),
          text: errorText(rejection.failure),
        }
      }
      onReason={(reason) => rejection.mutate(reason)}
      onClose={onClose}
    />
  );
}
