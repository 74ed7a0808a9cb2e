/**
 * Badges of a payment for operators: status, number of approvals, priority, progress of its payout, whether it is near the two-operator threshold, and whether
 * it is play money.
 */
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { stateName } from '../../../domain/money/payment-labels.ts';
import { Badge, type Tone } from '../../../ui/content/badge.tsx';

export function StatusBadges({ payment }: { payment: PaymentForOperator }) {
  // Operators see the provider's state beside the decision.
  const { payout, ...decided } = payment;
  const [label, tone] = stateName(decided);
  // A pending payment at the provider is named by its state.
  const provider = payment.status !== 'pending' && payment.provider && providerName(payment.provider);
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {payment.priority && payment.status === 'pending' && (
        <Badge tone="act">{i18n._({ id: 'approvals.priority', message: 'Priority' })}</Badge>
      )}
      {payment.waitsFor === 'review' && payment.approvalsNeeded > 1 && (
        <Badge tone="info">
          {i18n._({
            id: 'approvals.count',
            message: '{given} of {needed} approvals',
            values: { given: payment.approvals, needed: payment.approvalsNeeded },
          })}
        </Badge>
      )}
      {provider && <Badge tone={provider[1]}>{provider[0]}</Badge>}
      {payout?.stage === 'by_hand' && payment.status === 'approved' && (
        <Badge tone="live">{i18n._({ id: 'approvals.toTransfer', message: 'To be transferred' })}</Badge>
      )}
      {payment.paidBy && <Badge tone="act">{i18n._({ id: 'approvals.transferred', message: 'Transferred' })}</Badge>}
      {payment.flagged && <FlaggedBadge />}
      {payment.demo && <Badge>{i18n._({ id: 'approvals.demo', message: 'Play money' })}</Badge>}
    </span>
  );
}

function providerName(state: NonNullable<PaymentForOperator['provider']>): [string, Tone] {
  switch (state) {
    case 'waiting':
      return [i18n._({ id: 'provider.waiting', message: 'At provider' }), 'live'];
    case 'sent':
      return [i18n._({ id: 'provider.sent', message: 'Sent to provider' }), 'info'];
    case 'paid':
      return [i18n._({ id: 'provider.paid', message: 'Paid by provider' }), 'act'];
    case 'returned':
      return [i18n._({ id: 'provider.returned', message: 'Returned by provider' }), 'down'];
    case 'failed':
      return [i18n._({ id: 'provider.failed', message: 'Declined by provider' }), 'down'];
  }
}

/** Shown on decisions of one operator alone near the two-operator threshold. */
export function FlaggedBadge() {
  return (
    <Badge tone="live" className="h-auto min-h-5 whitespace-normal">
      {i18n._({ id: 'approvals.flagged', message: 'Near the two-operator threshold' })}
    </Badge>
  );
}
