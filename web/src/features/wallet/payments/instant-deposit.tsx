/** Deposits through the provider: amount, fee and credit are shown first, the button names the amount, and a card is entered on the provider's page. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { InstantDeposit } from '@fairline/proto/wallet/forms';
import { type Payment, type PaymentMethod, paymentRoutes, type SavedMethod } from '@fairline/proto/wallet/payments';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { Money } from '../../../domain/money/money.tsx';
import { amountText, numberText } from '../../../figures.ts';
import { Failure, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { amountOf } from '../balance/amounts.ts';
import { showDepositRefusal } from '../balance/form-refusal.ts';
import { savedMethodsQuery } from '../balance/payment-queries.ts';
import { settingsQuery } from '../balance/player-queries.ts';
import { rateOf, rateText, receivedFor } from '../exchange/rates.ts';
import { creditOf, type DepositTerms, depositRange, instantForm } from './forms.ts';

type Values = z.input<ReturnType<typeof instantForm>>;

interface Props {
  method: PaymentMethod;
  terms: DepositTerms;
  /** The typed amount, kept from method to method. */
  typed: RefObject<string>;
  onPaid: (payment: Payment) => void;
}

export function InstantDepositForm(props: Props) {
  const { data, isPending } = useQuery(savedMethodsQuery);
  if (isPending) return <SkeletonRows count={3} className="h-11" />;
  // If saved methods cannot be loaded, a new one can still be used.
  return <InstantForm {...props} saved={data?.items.filter(({ method }) => method === props.method.id) ?? []} />;
}

/** The value for a card or wallet that is not saved at the provider. */
const another = '';

function InstantForm({ method, terms, typed, onPaid, saved }: Props & { saved: readonly SavedMethod[] }) {
  const { playCurrency, limits } = terms;
  const schema = useMemo(() => instantForm(terms), [terms]);
  const usual =
    method.type !== 'crypto' && method.currencies.includes(playCurrency)
      ? playCurrency
      : (method.currencies[0] ?? playCurrency);
  const lastUsed = saved.toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))[0];
  const { register, handleSubmit, watch, setError, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      method: method.id as Values['method'],
      currency: usual,
      amount: typed.current,
      saved: lastUsed?.id ?? another,
    },
  });
  const { errors } = formState;
  const currency = watch('currency');
  const text = watch('amount');
  const amount = amountOf(text, currency);
  typed.current = text;
  const { leastMinor, mostMinor } = depositRange(method, limits);
  const pay = useAction({
    run: (body: InstantDeposit, key) => call(paymentRoutes.deposit, { body, key }),
    touches: [['wallet']],
    onDone: (payment) => {
      typed.current = '';
      const page = payment.status === 'pending' ? payment.redirectUrl : undefined;
      if (page && /^https?:/.test(page)) window.location.assign(page);
      else onPaid(payment);
    },
  });
  const submit = handleSubmit(async (values) => {
    const body: InstantDeposit = {
      amountMinor: amountOf(values.amount, currency) ?? 0,
      currency,
      method: values.method,
      ...(values.saved !== another && { savedMethodId: values.saved }),
    };
    await pay
      .mutateAsync(body)
      .catch((error: unknown) =>
        showDepositRefusal(error, terms.playCurrency, setError, ['amount', 'currency', 'saved']),
      );
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      {saved.length > 0 && (
        <SelectField
          {...register('saved')}
          label={i18n._({ id: 'instant.with', message: 'Pay with' })}
          error={errors.saved?.message}
        >
          {saved.map(({ id, label, expires }) => (
            <option key={id} value={id}>
              {expires ? `${label} · ${expires}` : label}
            </option>
          ))}
          <option value={another}>
            {method.id === 'credit_card'
              ? i18n._({ id: 'instant.another', message: "Another one, entered on the provider's page" })
              : i18n._({ id: 'instant.anotherWallet', message: 'Your wallet at the provider' })}
          </option>
        </SelectField>
      )}
      {method.currencies.length > 1 && (
        <SelectField
          {...register('currency')}
          label={i18n._({ id: 'field.currency', message: 'Currency' })}
          error={errors.currency?.message}
        >
          {method.currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      )}
      <TextField
        {...register('amount')}
        inputMode="decimal"
        autoComplete="off"
        min={1}
        step={0.01}
        label={i18n._({ id: 'field.amount', message: 'Amount' })}
        suffix={currency}
        error={errors.amount?.message}
        className="figures"
      />
      {amount && <Before amountMinor={amount} currency={currency} method={method} terms={terms} />}
      {errors.root?.message && (
        <Failure title={i18n._({ id: 'deposit.failed', message: 'Deposit failed' })}>{errors.root.message}</Failure>
      )}
      <Button
        type="submit"
        wide
        busy={pay.isPending}
        why={
          mostMinor < leastMinor &&
          i18n._({ id: 'deposit.usedUp', message: 'You have reached your deposit limit for now.' })
        }
      >
        {amount
          ? i18n._({
              id: 'instant.submitAmount',
              message: 'Deposit {amount}',
              values: { amount: amountText(amount, currency) },
            })
          : i18n._({ id: 'instant.submit', message: 'Deposit' })}
      </Button>
    </form>
  );
}

interface BeforeProps {
  amountMinor: number;
  currency: CurrencyCode;
  method: PaymentMethod;
  terms: DepositTerms;
}

/** The payment, its fee, the amount that arrives, and the conversion of another currency. */
function Before({ amountMinor, currency, method, terms: { playCurrency, rates = [] } }: BeforeProps) {
  const { data: settings } = useQuery(settingsQuery);
  const { feeMinor, creditMinor } = creditOf(amountMinor, method.feeBp);
  const rate = rateOf(currency, playCurrency, rates);
  const received = receivedFor(creditMinor, currency, playCurrency, rates);
  const rows: [string, ReactNode][] = [
    [i18n._({ id: 'instant.pay', message: 'You pay' }), <Money key="pay" minor={amountMinor} currency={currency} />],
    [
      method.feeBp === 0
        ? i18n._({ id: 'instant.noFee', message: 'Fee' })
        : i18n._({
            id: 'instant.fee',
            message: 'Fee ({percent} %)',
            values: { percent: numberText(method.feeBp / 100) },
          }),
      <Money key="fee" minor={feeMinor} currency={currency} />,
    ],
    [
      i18n._({ id: 'instant.credited', message: 'Credited' }),
      <Money key="credit" minor={creditMinor} currency={currency} className="font-strong" />,
    ],
  ];
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-2 text-13">
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {currency !== playCurrency && settings && (
        <p className="border-t border-line py-2 text-12 text-ink-soft">
          {!settings.autoConvert &&
            i18n._({
              id: 'instant.stays',
              message: 'It stays in {currency}. You can convert it whenever you like.',
              values: { currency },
            })}
          {settings.autoConvert && rate && received !== null
            ? i18n._({
                id: 'instant.converts',
                message:
                  'Converted on arrival to about {amount}, at 1 {from} = {rate} {to} now. Auto-conversion can be switched off in Settings.',
                values: {
                  amount: amountText(received, playCurrency),
                  from: currency,
                  rate: rateText(rate.rate, currency),
                  to: playCurrency,
                },
              })
            : settings.autoConvert &&
              i18n._({
                id: 'instant.convertsLater',
                message: 'Converted on arrival to {currency}, at the rate of that moment.',
                values: { currency: playCurrency },
              })}
        </p>
      )}
    </div>
  );
}
