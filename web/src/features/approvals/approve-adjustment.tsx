/** Asks once before an adjustment is approved: the amount, whose it is, why and who asked for it. Enter confirms. */
import type { Operator } from '@fairline/proto/auth';
import type { Adjustment } from '@fairline/proto/wallet/office';
import { i18n } from '@lingui/core';
import { may, useOperatorName } from '../../client/office.ts';
import { usePlayers } from '../../client/players.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { moneyText } from '../../ui/money.tsx';
import { localText } from '../../ui/when.tsx';

interface ApproveProps {
  adjustment: Adjustment;
  operator: Operator;
  onApprove: () => void;
  onClose: () => void;
}

export function ApproveAdjustment({ adjustment, operator, onApprove, onClose }: ApproveProps) {
  const { amountMinor, currency, userId, reason, requestedBy, createdAt, freeBetUntil, approvals, approvalsNeeded } = adjustment;
  const player = usePlayers([userId], may(operator, 'users.read')).of(userId);
  const nameOf = useOperatorName(operator);
  const amount = moneyText(amountMinor, currency);
  const words = i18n._({
    id: 'panel.approveAmount',
    message: 'Approve {amount}',
    values: { amount: amountMinor > 0 && !freeBetUntil ? `+${amount}` : amount },
  });
  const facts: [string, string | undefined][] = [
    [
      i18n._({ id: 'history.type', message: 'Type' }),
      freeBetUntil
        ? i18n._({ id: 'adjustments.freeBet', message: 'Free bet, until {at}', values: { at: localText(freeBetUntil) } })
        : amountMinor > 0
          ? i18n._({ id: 'adjustments.adds', message: 'Adds to the balance' })
          : i18n._({ id: 'adjustments.takes', message: 'Takes from the balance' }),
    ],
    [i18n._({ id: 'adjustments.player', message: 'Player' }), player ? `${player.firstName} ${player.lastName}, ${player.email}` : userId],
    [i18n._({ id: 'adjustments.reason', message: 'Reason' }), reason],
    [i18n._({ id: 'adjustments.by', message: 'Asked by' }), `${nameOf(requestedBy)}, ${localText(createdAt)}`],
  ];
  return (
    <Dialog
      open
      title={words}
      onClose={onClose}
      onSubmit={onApprove}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" data-first>
            {words}
          </Button>
        </>
      }
    >
      <dl className="flex flex-col text-13">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
            <dt className="shrink-0 text-ink-soft">{name}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {approvals + 1 < approvalsNeeded && (
        <p className="text-13 text-ink-soft">{i18n._({ id: 'approval.firstOfTwo', message: 'Another operator must approve it too before money moves.' })}</p>
      )}
    </Dialog>
  );
}
