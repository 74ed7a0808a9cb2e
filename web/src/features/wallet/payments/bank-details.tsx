/** The bank account to pay to: every value with a copy button. */
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { cx } from '../../../ui/theme/cx.ts';

type Details = NonNullable<PaymentMethod['bankDetails']>;

/** A field the method does not have. */
const none = 'N/A';

interface BankDetailsProps {
  details: Details;
  /** Paid by UPI, which has addresses instead of account numbers. */
  upi: boolean;
  /** The reference by which operators find the payment. */
  reference: string;
  className?: string;
}

export function BankDetails({ details, upi, reference, className }: BankDetailsProps) {
  const rows = [
    [upi ? i18n._({ id: 'bank.app', message: 'App' }) : i18n._({ id: 'bank.name', message: 'Bank' }), details.bankName],
    [i18n._({ id: 'bank.account', message: 'Account name' }), details.accountName],
    [upi ? i18n._({ id: 'bank.upi', message: 'UPI ID' }) : i18n._({ id: 'bank.number', message: 'Account number' }), details.accountNumber],
    [i18n._({ id: 'bank.ifsc', message: 'IFSC code' }), details.ifscCode],
    [i18n._({ id: 'bank.reference', message: 'Reference' }), reference],
  ].filter((row): row is [string, string] => row[1] !== none);
  return (
    <section className={cx('rounded-card border border-line bg-surface p-4', className)}>
      <h3 className="text-14 font-strong">{i18n._({ id: 'bank.title', message: 'Pay to this account' })}</h3>
      <dl className="mt-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex min-h-11 items-center gap-3 border-b border-line last:border-b-0">
            <dt className="w-24 shrink-0 text-13 sm:w-32 text-ink-soft">{name}</dt>
            <dd className="flex min-w-0 grow items-center gap-3">
              <span className="figures min-w-0 grow py-1 text-14 font-medium break-words">{value}</span>
              <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
