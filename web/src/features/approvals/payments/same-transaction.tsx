/** A warning where another deposit names the same bank transfer: it may be one payment reported twice. */
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { Notice } from '../../../ui/content/states.tsx';

export function SameTransaction({ payment: { sameTransaction = 0 } }: { payment: PaymentForOperator }) {
  if (sameTransaction === 0) return null;
  return (
    <Notice tone="live">
      {i18n._({
        id: 'approval.sameTransaction',
        message: '{count, plural, one {Another deposit names} other {# other deposits name}} the same bank transaction. Check that it was paid twice.',
        values: { count: sameTransaction },
      })}
    </Notice>
  );
}
