/** The state of a payment as operators see it: its status, how many have approved it, and whether the money is play money. */
import type { PaymentForOperator } from '@fairline/proto/wallet';
import { i18n } from '@lingui/core';
import { Badge } from '../../ui/badge.tsx';
import { statusName } from '../../ui/money-names.ts';

export function StatusBadges({ payment }: { payment: PaymentForOperator }) {
  const [words, tone] = statusName(payment.status);
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{words}</Badge>
      {payment.status === 'pending' && payment.approvalsNeeded > 1 && (
        <Badge tone="info">
          {i18n._({ id: 'approvals.count', message: '{given} of {needed} approvals', values: { given: payment.approvals, needed: payment.approvalsNeeded } })}
        </Badge>
      )}
      {payment.demo && <Badge>{i18n._({ id: 'approvals.demo', message: 'Play money' })}</Badge>}
    </span>
  );
}
