/** The result of an instant deposit: it follows the payment until it is decided and then shows the outcome and the next step. */
import type { Payment, PaymentMethod } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { methodName } from '../../../domain/money/payment-labels.ts';
import { amountText } from '../../../figures.ts';
import { translate } from '../../../server-texts.ts';
import { ErrorState, Skeleton } from '../../../ui/content/states.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { paymentQuery } from '../balance/payment-queries.ts';
import { UnfinishedWays } from './unfinished.tsx';

interface Props {
  id: string;
  methods: readonly PaymentMethod[];
  onClose: () => void;
  onRetry: (payment: Payment) => void;
}

export function DepositResult({ id, methods, onClose, onRetry }: Props) {
  const client = useQueryClient();
  const { data: payment, error, isFetching, refetch } = useQuery(paymentQuery(id));
  const status = payment?.status;
  // The decision changes the balance and the limits, also if polling found it.
  useEffect(() => {
    if (status && status !== 'pending')
      void client.invalidateQueries({ queryKey: ['wallet'], predicate: ({ queryKey }) => queryKey[1] !== 'payment' });
  }, [client, status]);
  const place = useRef<HTMLElement>(null);
  // The form may be longer than the screen: the outcome scrolls into view.
  useEffect(() => {
    if (status) place.current?.scrollIntoView({ block: 'center' });
  }, [status]);
  return (
    <section
      ref={place}
      aria-label={i18n._({ id: 'result.label', message: 'Your payment' })}
      aria-live="polite"
      className="rounded-card border border-line bg-surface p-4"
    >
      {!payment && !error && <Skeleton className="h-16 w-full" />}
      {!payment && error && (
        <ErrorState
          title={i18n._({ id: 'result.unread', message: 'The payment could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {payment && (
        <div className="flex items-start gap-3">
          <Face status={payment.status} />
          <div className="min-w-0 grow">
            <p className="text-14 font-strong">{title(payment)}</p>
            <p className="mt-1 text-13 text-ink-soft">{explanation(payment)}</p>
            <p className="figures mt-1 text-12 break-all text-ink-soft">
              {methodName(payment.method, methods)} · {payment.reference}
            </p>
            <UnfinishedWays payment={payment} className="mt-3" />
            {(status === 'failed' || status === 'rejected') && (
              <Button look="secondary" size="small" className="mt-3" onClick={() => onRetry(payment)}>
                {i18n._({ id: 'result.again', message: 'Try again' })}
              </Button>
            )}
          </div>
          <IconButton label={i18n._({ id: 'dialog.close', message: 'Close' })} onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </div>
      )}
    </section>
  );
}

function Face({ status }: { status: Payment['status'] }) {
  if (status === 'pending') return <Icon of={Clock} size={20} className="mt-px shrink-0 text-live" />;
  if (status === 'approved') return <Icon of={CircleCheck} size={20} className="mt-px shrink-0 text-up" />;
  return <Icon of={CircleAlert} size={20} className="mt-px shrink-0 text-down" />;
}

function title({ status, waitsFor, amountMinor, currency }: Payment): string {
  const amount = amountText(amountMinor, currency);
  if (waitsFor === 'payer')
    return i18n._({
      id: 'result.payer',
      message: 'Your deposit of {amount} is waiting for your payment',
      values: { amount },
    });
  if (status === 'pending')
    return i18n._({ id: 'result.pending', message: 'Your deposit of {amount} is being processed', values: { amount } });
  if (status === 'approved')
    return i18n._({ id: 'result.approved', message: 'Deposit of {amount} successful!', values: { amount } });
  return i18n._({ id: 'deposit.failed', message: 'Deposit failed' });
}

function explanation({ status, waitsFor, amountMinor, feeMinor, currency, rejectionReason }: Payment): string {
  if (status === 'pending') {
    return waitsFor === 'payer'
      ? i18n._({
          id: 'result.unfinished',
          message: 'Finish the payment at the payment provider. Nothing is taken until then.',
        })
      : i18n._({
          id: 'result.waiting',
          message: 'The payment provider has not decided yet. You can leave this page; we keep checking.',
        });
  }
  if (status === 'approved') {
    return i18n._({
      id: 'result.credited',
      message: '{credit} credited to your balance, fee {fee}.',
      values: { credit: amountText(amountMinor - feeMinor, currency), fee: amountText(feeMinor, currency) },
    });
  }
  const nothing = i18n._({ id: 'result.nothing', message: 'Nothing was credited.' });
  return rejectionReason
    ? `${translate(rejectionReason)}. ${nothing}`
    : `${i18n._({ id: 'result.declined', message: 'The payment provider declined it.' })} ${nothing}`;
}
