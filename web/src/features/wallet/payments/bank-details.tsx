/** The account to pay to: every value with a copy button, and for UPI a QR code that the player's app reads. */
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { cx } from '../../../ui/theme/cx.ts';

type Details = NonNullable<PaymentMethod['bankDetails']>;

const QrCode = lazy(async () => ({ default: (await import('../../../ui/graphics/qr-code.tsx')).QrCode }));

/** A UPI payment to this address as apps read it. It names no amount: UPI pays in rupees, the deposit is in the play currency. */
function upiLink({ accountName, accountNumber }: Details, reference: string): string {
  return `upi://pay?pa=${encodeURIComponent(accountNumber).replace('%40', '@')}&pn=${encodeURIComponent(accountName)}&tn=${encodeURIComponent(reference)}`;
}

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
  const [code, setCode] = useState(false);
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
            <dt className="w-24 shrink-0 text-13 sm:w-28 text-ink-soft">{name}</dt>
            <dd className="flex min-w-0 grow items-center gap-3">
              <span className="figures min-w-0 grow py-1 text-14 font-medium break-words">{value}</span>
              <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-12 text-ink-soft">
        {i18n._({ id: 'bank.referenceHelp', message: 'Quote the reference in your transfer: it is yours, and finds your payment.' })}
      </p>
      {upi && (
        <div className="mt-3 flex flex-col items-center gap-2">
          <Button look="secondary" size="small" aria-expanded={code} onClick={() => setCode(!code)}>
            {code ? i18n._({ id: 'bank.hideCode', message: 'Hide the QR code' }) : i18n._({ id: 'bank.showCode', message: 'Show a QR code' })}
          </Button>
          {code && (
            <Suspense fallback={<Skeleton className="size-48" />}>
              <QrCode
                text={upiLink(details, reference)}
                label={i18n._({ id: 'bank.code', message: 'QR code to pay {name} by UPI', values: { name: details.accountName } })}
              />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}
