/** A warning if other deposits name the same bank transfer, with a link to each: one payment may have been reported twice. */
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { statusName } from '../../../domain/money/payment-labels.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Notice } from '../../../ui/content/states.tsx';

export function SameTransaction({
  payment: { sameTransaction = 0, sameTransactions = [] },
}: {
  payment: PaymentForOperator;
}) {
  if (sameTransaction === 0) return null;
  return (
    <Notice tone="down">
      {i18n._({
        id: 'approval.sameTransaction',
        message:
          '{count, plural, one {Another deposit names} other {# other deposits name}} the same bank transaction. Check that it was paid twice.',
        values: { count: sameTransaction },
      })}
      <ul className="mt-2 flex flex-col gap-1">
        {sameTransactions.map(({ id, reference, status }) => {
          const [label, tone] = statusName(status);
          return (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <Link
                to={`/admin/financial?status=all&payment=${id}`}
                className="figures font-medium underline underline-offset-4"
              >
                {reference}
              </Link>
              <Badge tone={tone}>{label}</Badge>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
