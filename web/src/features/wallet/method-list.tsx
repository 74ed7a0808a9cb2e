/** The ways to pay, to choose one of: name, time, limits and fee in sight before the choice. */
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import type { PaymentMethod } from '@fairline/proto/wallet';
import { i18n } from '@lingui/core';
import { Bitcoin, CreditCard, Landmark, type LucideIcon, Wallet } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { Icon } from '../../ui/icon.tsx';

const icons: Record<string, LucideIcon> = { bank: Landmark, ewallet: Wallet, crypto: Bitcoin, card: CreditCard };

interface Props extends ComponentPropsWithRef<'input'> {
  legend: string;
  methods: readonly PaymentMethod[];
  currency: CurrencyCode;
  error?: string | undefined;
}

/** `limits` and `fee` of a method in a line. */
export function methodTerms({ minMinor, maxMinor, feeBp, processingTime }: PaymentMethod, currency: CurrencyCode): string {
  const range = i18n._({
    id: 'method.range',
    message: '{min} to {max}',
    values: { min: formatMoney(minMinor, currency).replace(` ${currency}`, ''), max: formatMoney(maxMinor, currency) },
  });
  const fee = feeBp === 0 ? i18n._({ id: 'method.free', message: 'free' }) : i18n._({ id: 'method.fee', message: 'fee {fee} %', values: { fee: feeBp / 100 } });
  return [range, fee, processingTime].join(' · ');
}

export function MethodList({ legend, methods, currency, error, ...input }: Props) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-13 font-medium">{legend}</legend>
      {methods.map((method) => (
        <label
          key={method.id}
          className="flex min-h-14 items-center gap-3 rounded-card border border-control bg-surface px-4 py-2 transition-colors hover:bg-raised has-checked:border-act has-checked:bg-act-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input type="radio" value={method.id} {...input} className="sr-only" />
          <Icon of={icons[method.type] ?? Landmark} size={20} className="text-ink-soft" />
          <span className="min-w-0">
            <span className="block text-14 font-medium">{method.name}</span>
            <span className="figures block text-12 text-ink-soft">{methodTerms(method, currency)}</span>
          </span>
        </label>
      ))}
      <p aria-live="polite" className="text-12 text-down empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
