/** Asks for the reason of a rejection. The player reads this reason. */
import type { PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';

export interface ReasonProps {
  payment: PaymentForOperator;
  busy: boolean;
  failure: { title: string; text: string } | null;
  onReason: (reason: string) => void;
  onClose: () => void;
}

/** Open while it is rendered; its parent controls that. */
export function RejectDialog({ payment, ...rest }: ReasonProps) {
  return (
    <ReasonDialog
      {...rest}
      title={i18n._({
        id: 'panel.reject',
        message: 'Reject {amount}',
        values: { amount: moneyText(payment.amountMinor, payment.currency) },
      })}
      label={i18n._({ id: 'approval.reason', message: 'Reason, shown to the player' })}
      needed={i18n._({ id: 'approval.needsReason', message: 'Please provide a rejection reason' })}
      action={i18n._({ id: 'approval.reject', message: 'Reject' })}
      danger
    />
  );
}
