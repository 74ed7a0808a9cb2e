/** Asks once before a payment is approved: the amount, whose it is and how it came or goes. Enter confirms. */
import type { PaymentForOperator } from '@fairline/proto/wallet';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { methodsQuery } from '../../client/methods.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { moneyText } from '../../ui/money.tsx';
import { methodName, typeName } from '../../ui/money-names.ts';
import { SameTransaction } from './same-transaction.tsx';

interface ApproveProps {
  payment: PaymentForOperator;
  /** The player, where somebody knows his name. */
  player: string | undefined;
  onApprove: () => void;
  onClose: () => void;
}

/** Stands while it is drawn; whoever draws it decides when. */
export function ApproveDialog({ payment, player, onApprove, onClose }: ApproveProps) {
  const { data: methods } = useQuery(methodsQuery);
  const words = i18n._({ id: 'panel.approveAmount', message: 'Approve {amount}', values: { amount: moneyText(payment.amountMinor, payment.currency) } });
  const isFirst = payment.approvals + 1 < payment.approvalsNeeded;
  const facts: [string, string | null | undefined][] = [
    [i18n._({ id: 'history.type', message: 'Type' }), typeName(payment.type)],
    [i18n._({ id: 'adjustments.player', message: 'Player' }), payment.customerName ?? player ?? payment.email],
    [i18n._({ id: 'approvals.method', message: 'Method' }), methodName(payment.method, methods?.items)],
    [i18n._({ id: 'approval.bankTransaction', message: 'Bank transaction id' }), payment.bankTransactionId],
    [i18n._({ id: 'approval.destination', message: 'Destination' }), payment.destination],
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
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="min-w-0 text-right break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {isFirst && (
        <p className="text-13 text-ink-soft">{i18n._({ id: 'approval.firstOfTwo', message: 'Another operator must approve it too before money moves.' })}</p>
      )}
      <SameTransaction payment={payment} />
    </Dialog>
  );
}
