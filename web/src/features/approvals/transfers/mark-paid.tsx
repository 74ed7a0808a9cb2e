/** Marks the bank transfer of an approved withdrawal as paid, with the bank's reference, which the player then reads. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { approvalRoutes, BankReference, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { hasPermission } from '../../../domain/people/operators.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

export function MarkPaid({ payment, operator }: { payment: PaymentForOperator; operator: Operator }) {
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const amount = moneyText(payment.amountMinor, payment.currency);
  const marking = useAction<string, PaymentForOperator>({
    run: (bankReference) => call(approvalRoutes.markPaid, { params: { id: payment.id }, body: { bankReference } }),
    touches: [['admin', 'wallet']],
    onDone: () => {
      setAsked(false);
      notify.success(i18n._({ id: 'markPaid.done', message: 'Marked as paid. The player has been notified.' }));
    },
  });
  const isGood = BankReference.safeParse(typed).success;
  return (
    <div className="flex flex-col gap-3 border-t border-line bg-surface p-4">
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'markPaid.what',
          message:
            'Approved and booked. Make the bank transfer, then mark it as paid: the player sees the time and the bank reference.',
        })}
      </p>
      <Button
        className="self-end"
        why={
          !hasPermission(operator, 'payments') &&
          i18n._({ id: 'approval.notAllowed', message: 'Your role can view payments but not decide them.' })
        }
        quietly
        onClick={() => setAsked(true)}
      >
        {i18n._({ id: 'markPaid.open', message: 'Mark {amount} as paid', values: { amount } })}
      </Button>
      <Dialog
        open={asked}
        onClose={() => setAsked(false)}
        onSubmit={() => isGood && !marking.isPending && marking.mutate(typed.trim())}
        title={i18n._({ id: 'markPaid.open', message: 'Mark {amount} as paid', values: { amount } })}
        foot={
          <>
            <Button look="quiet" onClick={() => setAsked(false)}>
              {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
            </Button>
            <Button
              type="submit"
              busy={marking.isPending}
              why={!isGood && i18n._({ id: 'markPaid.needsReference', message: 'Please enter the bank reference' })}
            >
              {i18n._({ id: 'markPaid.confirm', message: 'Mark as paid' })}
            </Button>
          </>
        }
      >
        {marking.failure && (
          <Failure title={i18n._({ id: 'markPaid.failed', message: 'It was not marked as paid' })}>
            {errorText(marking.failure)}
          </Failure>
        )}
        <TextField
          label={i18n._({ id: 'markPaid.reference', message: 'Bank reference, shown to the player' })}
          value={typed}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Dialog>
    </div>
  );
}
