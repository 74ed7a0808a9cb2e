/** Actions on a pending deposit: one that waits for the player at the provider can be continued or cancelled; a reported one can be withdrawn. */
import { Refusal } from '@fairline/proto/contract';
import { type Payment, paymentRefusals, paymentRoutes } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { Failure } from '../../../ui/content/states.tsx';
import { Button, buttonClass } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { cx } from '../../../ui/theme/cx.ts';

/** Nothing if it does not wait for the player. */
export function UnfinishedWays({
  payment: { id, waitsFor, redirectUrl },
  className,
}: {
  payment: Payment;
  className?: string;
}) {
  const cancel = useAction<void, Payment>({
    run: () => call(paymentRoutes.cancelDeposit, { params: { id } }),
    touches: [['wallet']],
    onDone: () =>
      notify.success(i18n._({ id: 'unfinished.cancelled', message: 'Deposit cancelled. Nothing was taken.' })),
  });
  if (waitsFor !== 'payer' || !redirectUrl || !/^https?:/.test(redirectUrl)) return null;
  const failure = cancel.failure;
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)}>
      <a href={redirectUrl} className={buttonClass('secondary', 'small')}>
        {i18n._({ id: 'unfinished.continue', message: 'Continue payment' })}
      </a>
      <Button look="quiet" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
      </Button>
      {failure && (
        <p role="alert" className="w-full text-12 text-down">
          {failure instanceof Refusal && failure.is(paymentRefusals.alreadyDecided)
            ? errorText(failure)
            : i18n._({
                id: 'unfinished.notCancelled',
                message: 'It could not be cancelled: {reason}',
                values: { reason: errorText(failure) },
              })}
        </p>
      )}
    </div>
  );
}

/** Withdraws a reported deposit before an operator decides it; nothing if no decision is pending. */
export function TakeBack({ payment }: { payment: Payment }) {
  const [asked, setAsked] = useState(false);
  const withdraw = useAction<void, Payment>({
    run: () => call(paymentRoutes.cancelDeposit, { params: { id: payment.id } }),
    touches: [['wallet']],
    onDone: () => {
      setAsked(false);
      notify.success(i18n._({ id: 'takeBack.done', message: 'Report withdrawn. You can report the payment again.' }));
    },
  });
  if (payment.type !== 'deposit' || payment.status !== 'pending' || payment.waitsFor !== 'review') return null;
  const close = () => {
    setAsked(false);
    withdraw.reset();
  };
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setAsked(true)}>
        {i18n._({ id: 'takeBack.open', message: 'Withdraw report' })}
      </Button>
      <Dialog
        open={asked}
        onClose={close}
        onSubmit={() => !withdraw.isPending && withdraw.mutate()}
        title={i18n._({ id: 'takeBack.title', message: 'Withdraw this report?' })}
        foot={
          <>
            <Button look="quiet" onClick={close}>
              {i18n._({ id: 'takeBack.keep', message: 'Keep it' })}
            </Button>
            <Button type="submit" look="danger" busy={withdraw.isPending}>
              {i18n._({ id: 'takeBack.open', message: 'Withdraw report' })}
            </Button>
          </>
        }
      >
        {withdraw.failure && (
          <Failure title={i18n._({ id: 'takeBack.failed', message: 'The report was not withdrawn' })}>
            {errorText(withdraw.failure)}
          </Failure>
        )}
        <p className="text-14">
          {i18n._({
            id: 'takeBack.what',
            message:
              'Your report of {amount} with reference {reference} is withdrawn and nothing is credited for it. Its proof is deleted. Money that you have already sent stays with us until you report it again.',
            values: { amount: moneyText(payment.amountMinor, payment.currency), reference: payment.reference },
          })}
        </p>
      </Dialog>
    </>
  );
}
