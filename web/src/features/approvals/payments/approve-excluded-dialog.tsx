/** Asks compliance why a deposit is approved although its player is excluded. The reason is for the audit log. */
import { i18n } from '@lingui/core';
import { moneyText } from '../../../domain/money/money.tsx';
import { ReasonDialog } from '../../../ui/overlays/reason-dialog.tsx';
import type { ReasonProps } from './reject-dialog.tsx';

/** Open while it is rendered; its parent controls that. */
export function ApproveExcludedDialog({ payment, ...rest }: ReasonProps) {
  const title = i18n._({
    id: 'panel.approveAmount',
    message: 'Approve {amount}',
    values: { amount: moneyText(payment.amountMinor, payment.currency) },
  });
  return (
    <ReasonDialog {...rest} title={title} action={title}>
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'approval.excludedQuestion',
          message:
            'The player is excluded from play. The money is credited, and they can withdraw it but not play with it.',
        })}
      </p>
    </ReasonDialog>
  );
}
