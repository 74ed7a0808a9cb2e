/** The decision on one payment: the request, and the texts for its outcome and for a decision by another operator. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { common, Refusal } from '@fairline/proto/contract';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { paymentRefusals } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { typeName } from '../../../domain/money/payment-labels.ts';
import { paymentSearchQuery } from '../../../domain/money/payment-search.ts';
import { useOperatorName } from '../../../domain/people/operators.ts';
import { notify } from '../../../ui/notices/notify.ts';
import { overtakenText } from './decided-labels.ts';

/** An approval with a reason is that of compliance, during an exclusion of the player. */
export type Decision = { kind: 'approve'; reason?: string } | { kind: 'reject'; reason: string };

interface Deciding {
  onDecided: () => void;
  /** Another operator decided first: the text names the operator, the decision and the time. */
  onOvertaken: (text: string) => void;
}

export function useDecision(payment: PaymentForOperator, operator: Operator, { onDecided, onOvertaken }: Deciding) {
  const client = useQueryClient();
  const nameOf = useOperatorName(operator);
  return useAction<Decision, PaymentForOperator>({
    run: async (decision) => {
      const params = { id: payment.id };
      try {
        const { kind, reason } = decision;
        if (reason === undefined) return await call(approvalRoutes.approve, { params });
        return await call(kind === 'approve' ? approvalRoutes.approveExcluded : approvalRoutes.reject, {
          params,
          body: { reason },
        });
      } catch (error) {
        const now =
          error instanceof Refusal && error.is(paymentRefusals.alreadyDecided) && (await readPayment(payment.id));
        if (now && now.status !== 'pending') return now;
        throw error;
      }
    },
    onDone: (answer, decision) => {
      const mine =
        decision.kind === 'approve' ? answer.approvedBy.includes(operator.id) : answer.rejectedBy === operator.id;
      if (!mine)
        return onOvertaken(
          overtakenText(`${typeName(answer.type)} ${moneyText(answer.amountMinor, answer.currency)}`, answer, nameOf),
        );
      notify.success(doneText(answer));
      onDecided();
    },
  });

  async function readPayment(id: string): Promise<PaymentForOperator | undefined> {
    const { items } = await client.fetchQuery({ ...paymentSearchQuery(id), staleTime: 0 });
    return items.find((one) => one.id === id);
  }
}

function doneText(payment: PaymentForOperator): string {
  if (payment.status === 'pending')
    return i18n._({ id: 'approval.counted', message: 'Your approval counts. Another operator must approve it too.' });
  if (payment.type === 'deposit') {
    return payment.status === 'approved'
      ? i18n._({ id: 'approval.depositApproved', message: 'Deposit approved successfully!' })
      : i18n._({ id: 'approval.depositRejected', message: 'Deposit rejected' });
  }
  return payment.status === 'approved'
    ? i18n._({ id: 'approval.withdrawalApproved', message: 'Withdrawal approved successfully' })
    : i18n._({ id: 'approval.withdrawalRejected', message: 'Withdrawal rejected successfully' });
}

/** The failed action, and why it failed. */
export function failureText(
  payment: Pick<PaymentForOperator, 'type'>,
  kind: Decision['kind'],
  error: Error,
): { title: string; text: string } {
  if (error instanceof Refusal && error.is(common.secondOperatorNeeded)) {
    return { title: i18n._({ id: 'approval.second', message: 'A second operator is needed' }), text: errorText(error) };
  }
  return { title: failedTitle(payment.type, kind), text: errorText(error) };
}

function failedTitle(type: PaymentForOperator['type'], kind: Decision['kind']): string {
  if (type === 'withdrawal')
    return i18n._({ id: 'approval.withdrawalFailed', message: 'Failed to approve/reject withdrawal' });
  return kind === 'approve'
    ? i18n._({ id: 'approval.approveFailed', message: 'Failed to approve deposit' })
    : i18n._({ id: 'approval.rejectFailed', message: 'Failed to reject deposit' });
}
