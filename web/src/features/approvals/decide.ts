/** The decision on one payment, wherever it is made: what is sent, and what is said of how it went. */
import { Refusal } from '@fairline/proto/contract';
import { type PaymentForOperator, walletRefusals } from '@fairline/proto/wallet';
import { officeRoutes } from '@fairline/proto/wallet/office';
import { i18n } from '@lingui/core';
import { useAction } from '../../client/action.ts';
import { call } from '../../client/call.ts';
import { wordsOf } from '../../client/words.ts';
import { notify } from '../../ui/notify.ts';

export type Decision = { kind: 'approve' } | { kind: 'reject'; reason: string };

export function useDecision(payment: Pick<PaymentForOperator, 'id'>, onDecided: () => void) {
  return useAction<Decision, PaymentForOperator>({
    run: (decision) => {
      const params = { id: payment.id };
      return decision.kind === 'approve' ? call(officeRoutes.approve, { params }) : call(officeRoutes.reject, { params, body: { reason: decision.reason } });
    },
    onDone: (answer) => {
      notify.success(doneWords(answer));
      onDecided();
    },
  });
}

function doneWords(payment: PaymentForOperator): string {
  if (payment.status === 'pending') return i18n._({ id: 'approval.counted', message: 'Your approval counts. Another operator must approve it too.' });
  if (payment.type === 'deposit') {
    return payment.status === 'approved'
      ? i18n._({ id: 'approval.depositApproved', message: 'Deposit approved successfully!' })
      : i18n._({ id: 'approval.depositRejected', message: 'Deposit rejected' });
  }
  return payment.status === 'approved'
    ? i18n._({ id: 'approval.withdrawalApproved', message: 'Withdrawal approved successfully' })
    : i18n._({ id: 'approval.withdrawalRejected', message: 'Withdrawal rejected successfully' });
}

/** What failed, and why. Somebody else's decision is told as what it is. */
export function failureWords(payment: Pick<PaymentForOperator, 'type'>, kind: Decision['kind'], error: Error): { title: string; words: string } {
  if (error instanceof Refusal && error.is(walletRefusals.alreadyDecided)) {
    return { title: i18n._({ id: 'approval.other', message: 'Another operator decided' }), words: wordsOf(error) };
  }
  if (error instanceof Refusal && error.is(walletRefusals.secondOperatorNeeded)) {
    return { title: i18n._({ id: 'approval.second', message: 'A second operator is needed' }), words: wordsOf(error) };
  }
  return { title: failedTitle(payment.type, kind), words: wordsOf(error) };
}

function failedTitle(type: PaymentForOperator['type'], kind: Decision['kind']): string {
  if (type === 'withdrawal') return i18n._({ id: 'approval.withdrawalFailed', message: 'Failed to approve/reject withdrawal' });
  return kind === 'approve'
    ? i18n._({ id: 'approval.approveFailed', message: 'Failed to approve deposit' })
    : i18n._({ id: 'approval.rejectFailed', message: 'Failed to reject deposit' });
}
