/** One payment in a drawer: every field with its copy button, the proof, and the decision while it is pending. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { Money, moneyText } from '../../../domain/money/money.tsx';
import { methodName, typeName } from '../../../domain/money/payment-labels.ts';
import { StoryLink } from '../../../domain/office/story-link.tsx';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { usePlayers } from '../../../domain/people/players.ts';
import { RiskBadges } from '../../../domain/risk/risk-badges.tsx';
import { useRiskSummaries } from '../../../domain/risk/summaries.ts';
import { Notice } from '../../../ui/content/states.tsx';
import { localText } from '../../../ui/content/when.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { MarkPaid } from '../transfers/mark-paid.tsx';
import { ApprovalDecision } from './approval-decision.tsx';
import { overtakenText } from './decided-labels.ts';
import { DestinationView } from './destination-view.tsx';
import { ProofView } from './proof-view.tsx';
import { SameTransaction } from './same-transaction.tsx';
import { StatusBadges } from './status-badges.tsx';

/** Ids stay on one line of the drawer. */
const idLength = 30;

interface DetailsProps {
  payment: PaymentForOperator | undefined;
  operator: Operator;
  /** It was pending when opened, and is no longer. */
  overtaken: boolean;
  onClose: () => void;
}

export function ApprovalDetails({ payment, operator, overtaken, onClose }: DetailsProps) {
  const nameOf = useOperatorName(operator);
  const risks = useRiskSummaries(payment ? [payment.userId] : [], hasPermission(operator, 'risk.read'));
  const elsewhere = payment?.waitsFor === 'payer' || payment?.waitsFor === 'provider';
  return (
    <Sheet open={payment !== undefined} onClose={onClose} title={payment ? typeName(payment.type) : ''}>
      {payment && (
        <div className="flex min-h-full flex-col">
          <div className="flex grow flex-col gap-6 p-4">
            {overtaken && (
              <Notice tone="live">
                {overtakenText(
                  `${typeName(payment.type)} ${moneyText(payment.amountMinor, payment.currency)}`,
                  payment,
                  nameOf,
                )}
              </Notice>
            )}
            <div className="flex items-start justify-between gap-4">
              <Money minor={payment.amountMinor} currency={payment.currency} className="display text-28" />
              <StatusBadges payment={payment} />
            </div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Link
                to={`/admin/users/${payment.userId}`}
                className="text-13 font-medium text-act underline underline-offset-4"
              >
                {i18n._({ id: 'approval.toUser', message: 'Open the player' })}
              </Link>
              <StoryLink id={payment.id} operator={operator} />
              <RiskBadges summary={risks.of(payment.userId)} />
            </div>
            {payment.status === 'pending' && elsewhere && (
              <Notice>
                {payment.waitsFor === 'payer'
                  ? i18n._({
                      id: 'approval.atPayer',
                      message: 'The player has not finished it at the payment provider. There is nothing to decide.',
                    })
                  : i18n._({
                      id: 'approval.atProvider',
                      message: 'The payment provider is processing it. There is nothing to decide.',
                    })}
              </Notice>
            )}
            <SameTransaction payment={payment} />
            <Fields payment={payment} operator={operator} />
            {payment.type === 'withdrawal' && (
              <DestinationView key={payment.id} payment={payment} allowed={hasPermission(operator, 'payments')} />
            )}
            {payment.type === 'deposit' && payment.provider === null && (
              <section className="flex flex-col gap-2">
                <h3 className="text-13 font-strong">{i18n._({ id: 'approval.proof', message: 'Payment proof' })}</h3>
                <ProofView key={payment.id} payment={payment} allowed={hasPermission(operator, 'payments.proofs')} />
              </section>
            )}
          </div>
          {payment.status === 'approved' && payment.payout?.stage === 'by_hand' && (
            <div className="sticky bottom-0">
              <MarkPaid key={payment.id} payment={payment} operator={operator} />
            </div>
          )}
          {payment.status === 'pending' && !elsewhere && (
            <div className="sticky bottom-0">
              <ApprovalDecision key={payment.id} payment={payment} operator={operator} onDecided={onClose} />
            </div>
          )}
        </div>
      )}
    </Sheet>
  );
}

function Fields({ payment, operator }: { payment: PaymentForOperator; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  const player = usePlayers([payment.userId], hasPermission(operator, 'users.read')).of(payment.userId);
  const { data: methods } = useQuery(methodsQuery);
  const fields: [string, string | null | undefined | false, boolean?][] = [
    [
      i18n._({ id: 'approvals.customer', message: 'Customer' }),
      payment.customerName ?? (player && `${player.firstName} ${player.lastName}`),
      true,
    ],
    [i18n._({ id: 'field.email', message: 'Email' }), payment.email ?? player?.email, true],
    [i18n._({ id: 'approvals.method', message: 'Method' }), methodName(payment.method, methods?.items)],
    [i18n._({ id: 'approval.bankTransaction', message: 'Bank transaction id' }), payment.bankTransactionId, true],
    [i18n._({ id: 'approval.upi', message: 'UPI id' }), payment.upiId, true],
    [i18n._({ id: 'approval.reference', message: 'Reference' }), payment.reference, true],
    [i18n._({ id: 'approval.payment', message: 'Payment id' }), payment.id, true],
    [i18n._({ id: 'approval.user', message: 'User id' }), payment.userId, true],
    [i18n._({ id: 'approvals.submitted', message: 'Submitted' }), localText(payment.submittedAt)],
    [i18n._({ id: 'approval.decided', message: 'Decided' }), payment.decidedAt && localText(payment.decidedAt)],
    [
      i18n._({ id: 'approval.by', message: 'Approved by' }),
      payment.approvedBy.length > 0 &&
        payment.approvedBy.map(nameOf).join(', ') +
          (payment.approvalsNeeded > 1 ? ` (${payment.approvals}/${payment.approvalsNeeded})` : ''),
    ],
    [
      i18n._({ id: 'approval.sent', message: 'Sent to provider' }),
      payment.payout?.sentAt && localText(payment.payout.sentAt),
    ],
    [i18n._({ id: 'payout.paid', message: 'Paid' }), payment.payout?.paidAt && localText(payment.payout.paidAt)],
    [i18n._({ id: 'approval.paidBy', message: 'Marked as paid by' }), payment.paidBy && nameOf(payment.paidBy)],
    [i18n._({ id: 'approval.bankReference', message: 'Bank reference' }), payment.payout?.bankReference, true],
    [i18n._({ id: 'approval.rejectedBy', message: 'Rejected by' }), payment.rejectedBy && nameOf(payment.rejectedBy)],
    [
      i18n._({ id: 'approval.fee', message: 'Fee' }),
      payment.feeMinor > 0 && moneyText(payment.feeMinor, payment.currency),
    ],
    [i18n._({ id: 'approval.rejection', message: 'Rejection reason' }), !payment.withdrawn && payment.rejectionReason],
  ];
  return (
    <dl className="flex flex-col">
      {fields.map(
        ([name, value, copies]) =>
          value && (
            <div
              key={name}
              className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1 text-13"
            >
              <dt className="shrink-0 text-ink-soft">{name}</dt>
              <dd className="flex min-w-0 items-center gap-1 text-right">
                <span className={cx('figures break-all', value.length > idLength && 'text-12')}>{value}</span>
                {copies && <CopyButton text={value} what={name} />}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
