/** The account to pay into: every value with a copy button, and for UPI and transfers in euro a QR code for the player's banking app. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { lazy, Suspense, useState } from 'react';
import { giroCode } from '../../../domain/money/giro-code.ts';
import { amountText } from '../../../figures.ts';
import { Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { cx } from '../../../ui/theme/cx.ts';

type Details = NonNullable<PaymentMethod['bankDetails']>;

const QrCode = lazy(async () => ({ default: (await import('../../../ui/graphics/qr-code.tsx')).QrCode }));

/** A UPI payment link to this address. It names no amount: UPI pays in rupees, and the deposit is in the play currency. */
function upiLink({ accountName, accountNumber }: Details, reference: string): string {
  return `upi://pay?pa=${encodeURIComponent(accountNumber).replace('%40', '@')}&pn=${encodeURIComponent(accountName)}&tn=${encodeURIComponent(reference)}`;
}

/** A field the method does not have. */
const none = 'N/A';

/** The deposit as it is typed so far. */
export interface TypedDeposit {
  currency: CurrencyCode;
  /** Null while the typed amount is invalid. */
  amountMinor: number | null;
}

interface BankDetailsProps {
  details: Details;
  /** Paid by UPI, which has addresses instead of account numbers. */
  upi: boolean;
  /** The reference by which operators find the payment. */
  reference: string;
  /** Null while loading. */
  deposit: TypedDeposit | null;
  className?: string;
}

export function BankDetails({ details, upi, reference, deposit, className }: BankDetailsProps) {
  const { iban, bic } = details;
  const rows: [name: string, value: string | undefined, copied?: string | undefined][] = [
    [upi ? i18n._({ id: 'bank.app', message: 'App' }) : i18n._({ id: 'bank.name', message: 'Bank' }), details.bankName],
    [i18n._({ id: 'bank.account', message: 'Account name' }), details.accountName],
    [
      upi ? i18n._({ id: 'bank.upi', message: 'UPI ID' }) : i18n._({ id: 'bank.number', message: 'Account number' }),
      details.accountNumber,
    ],
    [i18n._({ id: 'bank.ifsc', message: 'IFSC code' }), details.ifscCode],
    [i18n._({ id: 'bank.iban', message: 'IBAN' }), iban?.replaceAll(/(.{4})(?=.)/g, '$1 '), iban],
    [i18n._({ id: 'bank.bic', message: 'BIC' }), bic],
    [i18n._({ id: 'bank.reference', message: 'Reference' }), reference],
  ];
  const amountMinor = deposit?.amountMinor ?? null;
  const giro =
    iban && deposit?.currency === 'EUR'
      ? giroCode({ iban, bic, name: details.accountName, amountMinor, reference })
      : undefined;
  return (
    <section className={cx('rounded-card border border-line bg-surface p-4', className)}>
      <h3 className="text-14 font-strong">{i18n._({ id: 'bank.title', message: 'Pay to this account' })}</h3>
      <dl className="mt-2">
        {rows.map(
          ([name, value, copied]) =>
            value &&
            value !== none && (
              <div key={name} className="flex min-h-11 items-center gap-3 border-b border-line last:border-b-0">
                <dt className="w-24 shrink-0 text-13 sm:w-28 text-ink-soft">{name}</dt>
                <dd className="flex min-w-0 grow items-center gap-3">
                  <span className="figures min-w-0 grow py-1 text-14 font-medium break-words">{value}</span>
                  <CopyButton text={copied ?? value} what={name} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className="mt-2 text-12 text-ink-soft">
        {i18n._({
          id: 'bank.referenceHelp',
          message: 'Quote this reference in your transfer, so that we can find your payment.',
        })}
      </p>
      {upi && (
        <Code
          text={upiLink(details, reference)}
          label={i18n._({
            id: 'bank.code',
            message: 'QR code to pay {name} by UPI',
            values: { name: details.accountName },
          })}
        />
      )}
      {giro && (
        <Code
          text={giro}
          ecc="M"
          label={i18n._({
            id: 'bank.giroCode',
            message: 'QR code for a transfer to {name}',
            values: { name: details.accountName },
          })}
          help={
            amountMinor === null
              ? i18n._({
                  id: 'bank.giroHelp',
                  message:
                    'Scan it with your banking app to fill in account and reference. Enter an amount in the form to include it.',
                })
              : i18n._({
                  id: 'bank.giroAmount',
                  message: 'Scan it with your banking app to fill in account, reference and {amount}.',
                  values: { amount: amountText(amountMinor, 'EUR') },
                })
          }
        />
      )}
    </section>
  );
}

/** A QR code on request, because players who pay on this device do not need one. */
function Code({ text, label, ecc, help }: { text: string; label: string; ecc?: 'M'; help?: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="mt-3 flex flex-col items-center gap-2">
      <Button look="secondary" size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown
          ? i18n._({ id: 'bank.hideCode', message: 'Hide the QR code' })
          : i18n._({ id: 'bank.showCode', message: 'Show a QR code' })}
      </Button>
      {shown && (
        <>
          <Suspense fallback={<Skeleton className="size-48" />}>
            <QrCode text={text} label={label} {...(ecc && { ecc })} />
          </Suspense>
          {help && <p className="text-center text-12 text-ink-soft">{help}</p>}
        </>
      )}
    </div>
  );
}
