/** Asking for money: what can be withdrawn, where to, and the limits that hold. The amount is held until an operator decides. */

import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import { type Balance, type PaymentMethod, type WalletLimits, type Withdrawal, walletRoutes } from '@fairline/proto/wallet';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../client/call.ts';
import { createIntent } from '../../client/intent.ts';
import { methodsQuery } from '../../client/methods.ts';
import { whenText } from '../../client/taste.ts';
import { fieldErrorsOf, wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { notify } from '../../ui/notify.ts';
import { Notice, SkeletonRows } from '../../ui/states.tsx';
import { failedOf, WalletFailure } from './failure.tsx';
import { amountOf, type WithdrawalTerms, withdrawalForm, withdrawalObstacle } from './forms.ts';
import { MethodList } from './method-list.tsx';
import { balanceQuery, limitsQuery } from './queries.ts';

export function Withdraw() {
  const methods = useQuery(methodsQuery);
  const balance = useQuery(balanceQuery);
  const limits = useQuery(limitsQuery);
  const failed = failedOf([methods, balance, limits]);
  if (failed.length > 0) return <WalletFailure failed={failed} />;
  if (!methods.data || !balance.data || !limits.data) return <SkeletonRows count={4} className="h-14 max-w-form" />;
  const offered = methods.data.items.filter(({ kind }) => kind === 'withdrawal');
  return <WithdrawForm methods={offered} balance={balance.data} limits={limits.data} />;
}

type Values = z.input<ReturnType<typeof withdrawalForm>>;

function WithdrawForm({ methods, balance, limits }: { methods: readonly PaymentMethod[]; balance: Balance; limits: WalletLimits }) {
  const client = useQueryClient();
  const intent = useRef(createIntent());
  const { currency } = balance;
  const terms = useMemo(
    (): WithdrawalTerms => ({
      currency,
      minMinor: limits.minWithdrawMinor,
      availableMinor: Math.min(balance.availableMinor, limits.maxWithdrawMinor),
      dailyMinor: limits.dailyWithdrawMinor,
      remainingMinor: limits.remaining.dailyWithdrawMinor,
    }),
    [currency, limits, balance.availableMinor],
  );
  const schema = useMemo(() => withdrawalForm(terms), [terms]);
  const blank = { amount: '', destination: '' };
  const { register, handleSubmit, watch, setError, reset, formState } = useForm<Values>({ resolver: zodResolver(schema), defaultValues: blank });
  const { errors, isSubmitting } = formState;
  const typed = watch('amount');
  const amount = amountOf(typed, currency);
  const chosen = methods.find(({ id }) => id === watch('method'));
  const nothing = terms.availableMinor < terms.minMinor;
  const why = nothing
    ? i18n._({ id: 'withdraw.nothing', message: 'You need at least {amount} available', values: { amount: formatMoney(terms.minMinor, currency) } })
    : typed && withdrawalObstacle(amount, terms);

  const submit = handleSubmit(async ({ amount: text, ...rest }) => {
    const body: Withdrawal = { ...rest, amountMinor: amountOf(text, currency) ?? 0, currency };
    try {
      await call(walletRoutes.withdraw, { body, key: intent.current.keyFor(body) });
      intent.current.settle();
      reset(blank);
      notify.success(
        i18n._({
          id: 'withdraw.done',
          message: 'Withdrawal request submitted successfully! Funds have been reserved and admin will process your request within 24-48 hours.',
        }),
      );
      void client.invalidateQueries({ queryKey: ['wallet'] });
    } catch (error) {
      intent.current.settle(error);
      for (const [name, message] of Object.entries(fieldErrorsOf(error))) {
        const field = name === 'amountMinor' ? 'amount' : name;
        if (field in blank || field === 'method') setError(field as keyof Values, { message });
      }
      setError('root', { message: wordsOf(error) });
    }
  });

  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,var(--spacing-form))_minmax(0,1fr)]">
      <form noValidate onSubmit={submit} className="flex w-full max-w-form flex-col gap-2">
        <dl className="mb-2 flex flex-wrap gap-x-8 gap-y-2">
          <Figure name={i18n._({ id: 'balance.available', message: 'Available' })} minor={balance.availableMinor} currency={currency} />
          <Figure name={i18n._({ id: 'balance.bonus', message: 'Bonus' })} minor={balance.bonusMinor} currency={currency} />
          <Figure name={i18n._({ id: 'balance.held', message: 'Held for withdrawals' })} minor={balance.pendingWithdrawalsMinor} currency={currency} />
        </dl>
        <MethodList
          {...register('method')}
          legend={i18n._({ id: 'withdraw.method', message: 'Withdrawal method' })}
          methods={methods}
          currency={currency}
          error={errors.method?.message}
        />
        <TextField
          {...register('destination')}
          autoComplete="off"
          label={i18n._({ id: 'withdraw.destination', message: 'Destination' })}
          placeholder={chosen?.hint}
          error={errors.destination?.message}
        />
        <TextField
          {...register('amount')}
          inputMode="decimal"
          autoComplete="off"
          label={i18n._({ id: 'field.amount', message: 'Amount' })}
          suffix={currency}
          error={errors.amount?.message}
          className="figures"
        />
        {errors.root?.message && <Notice tone="down">{errors.root.message}</Notice>}
        <Button type="submit" wide busy={isSubmitting} why={why}>
          {amount
            ? i18n._({ id: 'withdraw.submitAmount', message: 'Withdraw {amount}', values: { amount: formatMoney(amount, currency) } })
            : i18n._({ id: 'withdraw.submit', message: 'Withdraw' })}
        </Button>
      </form>
      <LimitsPanel limits={limits} currency={currency} />
    </div>
  );
}

function Figure({ name, minor, currency }: { name: string; minor: number; currency: CurrencyCode }) {
  return (
    <div>
      <dt className="text-12 text-ink-soft">{name}</dt>
      <dd className="text-14 font-strong">
        <Money minor={minor} currency={currency} />
      </dd>
    </div>
  );
}

/** Each limit is a line that fills as it is used. */
function LimitsPanel({ limits, currency }: { limits: WalletLimits; currency: CurrencyCode }) {
  const used = [
    [i18n._({ id: 'limits.day', message: 'Today' }), limits.dailyWithdrawMinor, limits.remaining.dailyWithdrawMinor, limits.dayResetsAt],
    [i18n._({ id: 'limits.month', message: 'This month' }), limits.monthlyWithdrawMinor, limits.remaining.monthlyWithdrawMinor, limits.monthResetsAt],
  ] as const;
  return (
    <section className="self-start">
      <h3 className="text-14 font-strong">{i18n._({ id: 'limits.title', message: 'Withdrawal limits' })}</h3>
      <p className="mt-1 text-13 text-ink-soft">
        {i18n._({
          id: 'limits.each',
          message: '{min} to {max} each, decided within 24-48 hours.',
          values: { min: formatMoney(limits.minWithdrawMinor, currency), max: formatMoney(limits.maxWithdrawMinor, currency) },
        })}
      </p>
      <ul className="mt-4 flex flex-col gap-4">
        {used.map(([name, limit, left, resetsAt]) => (
          <li key={name}>
            <p className="flex justify-between gap-4 text-13">
              <span className="font-medium">{name}</span>
              <span className="figures">
                {i18n._({
                  id: 'limits.left',
                  message: '{left} of {limit} left',
                  values: { left: formatMoney(left, currency), limit: formatMoney(limit, currency) },
                })}
              </span>
            </p>
            <div aria-hidden className="mt-2 h-0.5 bg-line">
              <div className="h-full bg-act" style={{ width: `${limit === 0 ? 0 : (left / limit) * 100}%` }} />
            </div>
            <p className="mt-1 text-12 text-ink-soft">{i18n._({ id: 'limits.resets', message: 'Resets {at}', values: { at: whenText(resetsAt) } })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
