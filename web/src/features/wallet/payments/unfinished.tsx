/** The two ways on from a deposit that waits for its player: back to the very page of the provider, or ended at once. */
import { Refusal } from '@fairline/proto/contract';
import { type Payment, paymentRefusals, paymentRoutes } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { Button, buttonClass } from '../../../ui/controls/button.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { cx } from '../../../ui/theme/cx.ts';

/** Nothing where it is not the player's turn. */
export function UnfinishedWays({ payment: { id, waitsFor, redirectUrl }, className }: { payment: Payment; className?: string }) {
  const cancel = useAction<void, Payment>({
    run: () => call(paymentRoutes.cancelDeposit, { params: { id } }),
    touches: [['wallet']],
    onDone: () => notify.success(i18n._({ id: 'unfinished.cancelled', message: 'Deposit cancelled. Nothing was taken.' })),
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
            : i18n._({ id: 'unfinished.notCancelled', message: 'It could not be cancelled: {reason}', values: { reason: errorText(failure) } })}
        </p>
      )}
    </div>
  );
}
