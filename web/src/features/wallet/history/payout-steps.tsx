/** The steps of a withdrawal's payout: approved, sent, paid, each with its time. */
import type { Payout } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { Check } from 'lucide-react';
import { payoutName } from '../../../domain/money/payment-labels.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';

export function PayoutSteps({ payout }: { payout: Payout }) {
  const { stage, approvedAt, sentAt, paidAt, bankReference } = payout;
  const isBack = stage === 'returned' || stage === 'failed';
  const byHand = sentAt === undefined && (stage === 'by_hand' || bankReference !== undefined);
  const steps: [name: string, isDone: boolean, at?: string | undefined][] = [
    [i18n._({ id: 'tx.approved', message: 'Approved' }), true, approvedAt],
    byHand
      ? [i18n._({ id: 'payout.byHand', message: 'Bank transfer made by our payments team' }), stage === 'paid']
      : [payoutName('sent')[0], sentAt !== undefined || stage === 'paid', sentAt],
    ...(isBack ? [] : ([[payoutName('paid')[0], stage === 'paid', paidAt]] as [string, boolean, string | undefined][])),
    ...(isBack ? ([[payoutName('returned')[0], true]] as [string, boolean][]) : []),
  ];
  return (
    <section
      aria-label={i18n._({ id: 'payout.title', message: 'Payout' })}
      className="rounded-card border border-line bg-surface p-4"
    >
      <h3 className="text-13 font-strong">{i18n._({ id: 'payout.title', message: 'Payout' })}</h3>
      <ol className="mt-2 flex flex-col gap-2">
        {steps.map(([name, isDone, at]) => (
          <li key={name} className={cx('flex items-center gap-3 text-13', !isDone && 'text-ink-soft')}>
            <span
              aria-hidden
              className={cx(
                'inline-flex size-5 shrink-0 items-center justify-center rounded-full border',
                isDone ? 'border-act text-act' : 'border-line',
              )}
            >
              {isDone && <Icon of={Check} />}
            </span>
            <span className="grow">{name}</span>
            <span className="figures shrink-0 text-12 whitespace-nowrap text-ink-soft">
              {isDone ? at && whenText(at) : i18n._({ id: 'payout.open', message: 'not yet' })}
            </span>
          </li>
        ))}
      </ol>
      {bankReference !== undefined && (
        <p className="figures mt-2 text-12 break-all text-ink-soft">
          {i18n._({
            id: 'payout.reference',
            message: 'Bank reference: {reference}',
            values: { reference: bankReference },
          })}
        </p>
      )}
    </section>
  );
}
