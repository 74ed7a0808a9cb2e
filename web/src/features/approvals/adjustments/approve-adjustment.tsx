/** The confirmation before an adjustment is approved: amount, player, reason and requester. Enter confirms. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Adjustment } from '@fairline/proto/wallet/adjustments';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { localText } from '../../../ui/content/when.tsx';
import { ApproveQuestion } from '../payments/approve-question.tsx';

interface ApproveProps {
  adjustment: Adjustment;
  operator: Operator;
  onApprove: () => void;
  onClose: () => void;
}

export function ApproveAdjustment({ adjustment, operator, onApprove, onClose }: ApproveProps) {
  const { amountMinor, currency, userId, reason, requestedBy, createdAt, freeBetUntil, approvals, approvalsNeeded } =
    adjustment;
  const player = usePlayers([userId], hasPermission(operator, 'users.read')).of(userId);
  const nameOf = useOperatorName(operator);
  const amount = moneyText(amountMinor, currency);
  const title = i18n._({
    id: 'panel.approveAmount',
    message: 'Approve {amount}',
    values: { amount: amountMinor > 0 && !freeBetUntil ? `+${amount}` : amount },
  });
  const details: [string, string | undefined][] = [
    [
      i18n._({ id: 'history.type', message: 'Type' }),
      freeBetUntil
        ? i18n._({
            id: 'adjustments.freeBet',
            message: 'Free bet, until {at}',
            values: { at: localText(freeBetUntil) },
          })
        : amountMinor > 0
          ? i18n._({ id: 'adjustments.adds', message: 'Adds to the balance' })
          : i18n._({ id: 'adjustments.takes', message: 'Takes from the balance' }),
    ],
    [
      i18n._({ id: 'adjustments.player', message: 'Player' }),
      player ? `${player.firstName} ${player.lastName}, ${player.email}` : userId,
    ],
    [i18n._({ id: 'adjustments.reason', message: 'Reason' }), reason],
    [i18n._({ id: 'adjustments.by', message: 'Requested by' }), `${nameOf(requestedBy)}, ${localText(createdAt)}`],
  ];
  return (
    <ApproveQuestion
      title={title}
      details={details}
      approvals={approvals}
      approvalsNeeded={approvalsNeeded}
      onApprove={onApprove}
      onClose={onClose}
    />
  );
}
