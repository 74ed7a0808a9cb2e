/** Where to pay: every value with a button that copies it. */
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { cx } from '../../../ui/theme/cx.ts';

type Details = NonNullable<PaymentMethod['bankDetails']>;

/** A field the method does not have. */
const none = 'N/A';

export function BankDetails({ details, className }: { details: Details; className?: string }) {
  const rows = [
    [i18n._({ id: 'bank.name', message: 'Bank' }), details.bankName],
    [i18n._({ id: 'bank.account', message: 'Account name' }), details.accountName],
    [i18n._({ id: 'bank.number', message: 'Account number' }), details.accountNumber],
    [i18n._({ id: 'bank.ifsc', message: 'IFSC code' }), details.ifscCode],
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
