/** The confirmation before a payment is approved: amount, player and method. Enter confirms. */
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { methodName, typeName } from '../../../domain/money/payment-labels.ts';
import { ApproveQuestion } from './approve-question.tsx';
import { SameTransaction } from './same-transaction.tsx';

interface ApproveProps {
  payment: PaymentForOperator;
  /** The player, if the name is known. */
  player: string | undefined;
  onApprove: () => void;
  onClose: () => void;
}

export function ApproveDialog({ payment, player, onApprove, onClose }: ApproveProps) {
  const { data: methods } = useQuery(methodsQuery);
  const title = i18n._({
    id: 'panel.approveAmount',
    message: 'Approve {amount}',
    values: { amount: moneyText(payment.amountMinor, payment.currency) },
  });
  const details: [string, string | null | undefined][] = [
    [i18n._({ id: 'history.type', message: 'Type' }), typeName(payment.type)],
    [i18n._({ id: 'adjustments.player', message: 'Player' }), payment.customerName ?? player ?? payment.email],
    [i18n._({ id: 'approvals.method', message: 'Method' }), methodName(payment.method, methods?.items)],
    [i18n._({ id: 'approval.bankTransaction', message: 'Bank transaction id' }), payment.bankTransactionId],
    [i18n._({ id: 'approval.destination', message: 'Destination' }), payment.destination],
  ];
  return (
    <ApproveQuestion
      title={title}
      details={details}
      approvals={payment.approvals}
      approvalsNeeded={payment.approvalsNeeded}
      onApprove={onApprove}
      onClose={onClose}
    >
      <SameTransaction payment={payment} />
    </ApproveQuestion>
  );
}
