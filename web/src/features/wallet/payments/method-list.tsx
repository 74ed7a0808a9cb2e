/** The payment methods to choose from: name, time, limits and fee are visible before the choice. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { PaymentMethod } from '@fairline/proto/wallet/payments';
import { i18n } from '@lingui/core';
import { Bitcoin, CreditCard, Landmark, type LucideIcon, Wallet } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { amountText, numberText } from '../../../figures.ts';
import { fieldText } from '../../../refusals.ts';
import { translate } from '../../../server-texts.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';

const icons: Record<string, LucideIcon> = { bank: Landmark, ewallet: Wallet, crypto: Bitcoin, card: CreditCard };

interface Props extends ComponentPropsWithRef<'input'> {
  /** The id that is chosen, where the page holds the choice itself. */
  chosen?: string;
  legend: string;
  methods: readonly PaymentMethod[];
  currency: CurrencyCode;
  /** The accepted range of a method for this player now; its own limits while that is not known. */
  rangeOf?: (method: PaymentMethod) => { leastMinor: number; mostMinor: number };
  /** How long a payment takes, where that depends on the player. */
  time?: string | undefined;
  error?: string | undefined;
}

const ownRange = ({ minMinor, maxMinor }: PaymentMethod) => ({ leastMinor: minMinor, mostMinor: maxMinor });

/** Limits, fee and time of a method in a line. */
function termsOf(
  method: PaymentMethod,
  currency: CurrencyCode,
  rangeOf: NonNullable<Props['rangeOf']>,
  time: string | undefined,
): string {
  const { leastMinor, mostMinor } = rangeOf(method);
  const range =
    mostMinor < leastMinor
      ? i18n._({ id: 'method.usedUp', message: 'limit reached' })
      : i18n._({
          id: 'method.range',
          message: '{min} to {max}',
          values: {
            min: amountText(leastMinor, currency).replace(` ${currency}`, ''),
            max: amountText(mostMinor, currency),
          },
        });
  const fee =
    method.feeBp === 0
      ? i18n._({ id: 'method.free', message: 'free' })
      : i18n._({ id: 'method.fee', message: 'fee {fee} %', values: { fee: numberText(method.feeBp / 100) } });
  return [range, fee, time ?? translate(method.processingTime)].join(' · ');
}

export function MethodList({ legend, methods, currency, rangeOf = ownRange, chosen, time, error, ...input }: Props) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-13 font-medium">{legend}</legend>
      {methods.map((method) => (
        <label
          key={method.id}
          className="flex min-h-14 items-center gap-3 rounded-card border border-control bg-surface px-4 py-2 transition-colors hover:bg-raised has-checked:border-act has-checked:bg-act-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            {...input}
            value={method.id}
            {...(chosen !== undefined && { checked: chosen === method.id })}
            className="sr-only"
          />
          <Icon of={icons[method.type] ?? Landmark} size={20} className="text-ink-soft" />
          <span className="min-w-0">
            <span className="block text-14 font-medium">{translate(method.name)}</span>
            <span className="figures block text-12 text-ink-soft">{termsOf(method, currency, rangeOf, time)}</span>
          </span>
        </label>
      ))}
      <p aria-live="polite" className="text-12 text-down empty:hidden">
        {error && fieldText(error)}
      </p>
    </fieldset>
  );
}
