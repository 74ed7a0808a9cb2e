/** A manual deposit: choose where to pay, pay there, report it here. An operator confirms it; nothing is credited before. */
import type { User } from '@fairline/proto/auth';
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import { type ManualDeposit, type Payment, type PaymentMethod, walletRoutes } from '@fairline/proto/wallet';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../client/call.ts';
import { createIntent } from '../../client/intent.ts';
import { methodsQuery } from '../../client/methods.ts';
import { fieldErrorsOf, wordsOf } from '../../client/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Money } from '../../ui/money.tsx';
import { ErrorState, Notice, SkeletonRows } from '../../ui/states.tsx';
import { BankDetails } from './bank-details.tsx';
import { amountOf, depositForm, proofTypes } from './forms.ts';
import { MethodList } from './method-list.tsx';
import { PendingDeposits } from './pending-deposits.tsx';
import { balanceQuery, limitsQuery, statsQuery } from './queries.ts';

/** How long the good news stays on the form. */
const toldMs = 5_000;

export function Deposit({ user }: { user: User }) {
  const { data, isError, refetch, isFetching } = useQuery(methodsQuery);
  const { data: balance } = useQuery(balanceQuery);
  if (isError && !data)
    return <ErrorState title={i18n._({ id: 'wallet.failed', message: 'Failed to load wallet data' })} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data || !balance) return <SkeletonRows count={4} className="h-14 max-w-form" />;
  const methods = data.items.filter(({ kind, currencies }) => kind === 'manual' && currencies.includes(balance.currency));
  return <DepositForm user={user} methods={methods} currency={balance.currency} />;
}

type Values = z.input<ReturnType<typeof depositForm>>;

function DepositForm({ user, methods, currency }: { user: User; methods: readonly PaymentMethod[]; currency: CurrencyCode }) {
  const client = useQueryClient();
  const { data: limits } = useQuery(limitsQuery);
  const intent = useRef(createIntent());
  const [done, setDone] = useState<Payment | null>(null);
  const remainingMinor = limits?.remaining.dailyDepositMinor ?? null;
  const schema = useMemo(() => depositForm({ currency, methods, remainingMinor }), [currency, methods, remainingMinor]);
  const blank = { amount: '', customerName: `${user.firstName} ${user.lastName}`, email: user.email, bankTransactionId: '', upiId: '', proof: undefined };
  const { register, handleSubmit, watch, setValue, setError, reset, formState } = useForm<Values>({ resolver: zodResolver(schema), defaultValues: blank });
  const { errors, isSubmitting } = formState;
  const chosen = methods.find(({ id }) => id === watch('method'));
  const amount = amountOf(watch('amount'), currency);
  const proof = watch('proof');

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(null), toldMs);
    return () => clearTimeout(timer);
  }, [done]);

  const submit = handleSubmit(async ({ amount: typed, proof: file, upiId, ...rest }) => {
    const body: ManualDeposit = { ...rest, amountMinor: amountOf(typed, currency) ?? 0, currency, ...(upiId && chosen?.fields.includes('upiId') && { upiId }) };
    try {
      const key = intent.current.keyFor({ ...body, file: file && [file.name, file.size, file.lastModified] });
      const payment = await call(walletRoutes.depositManually, { body, file, key });
      intent.current.settle();
      setDone(payment);
      reset(blank);
      void client.invalidateQueries({ queryKey: ['wallet'] });
    } catch (error) {
      intent.current.settle(error);
      const fields = Object.entries(fieldErrorsOf(error)).map(([name, message]) => [name === 'amountMinor' ? 'amount' : name, message] as const);
      for (const [name, message] of fields) if (name in blank) setError(name as keyof Values, { message });
      setError('root', { message: wordsOf(error) });
    }
  });

  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,var(--spacing-form))_minmax(0,1fr)]">
      <form noValidate onSubmit={submit} className="flex w-full max-w-form flex-col gap-2">
        <Figures remainingMinor={remainingMinor} currency={currency} />
        <MethodList
          {...register('method')}
          legend={i18n._({ id: 'deposit.method', message: 'Payment method' })}
          methods={methods}
          currency={currency}
          error={errors.method?.message}
        />
        {chosen?.bankDetails && <BankDetails details={chosen.bankDetails} className="lg:hidden" />}
        <TextField
          {...register('amount')}
          inputMode="decimal"
          autoComplete="off"
          label={i18n._({ id: 'field.amount', message: 'Amount' })}
          suffix={currency}
          error={errors.amount?.message}
          className="figures"
        />
        <TextField
          {...register('customerName')}
          autoComplete="name"
          label={i18n._({ id: 'deposit.name', message: 'Name of the payer' })}
          error={errors.customerName?.message}
        />
        <TextField
          {...register('email')}
          type="email"
          autoComplete="email"
          label={i18n._({ id: 'field.email', message: 'Email' })}
          error={errors.email?.message}
        />
        {chosen?.fields.includes('upiId') && (
          <TextField {...register('upiId')} autoComplete="off" label={i18n._({ id: 'deposit.upi', message: 'PhonePe UPI ID' })} error={errors.upiId?.message} />
        )}
        <TextField
          {...register('bankTransactionId')}
          autoComplete="off"
          label={i18n._({ id: 'deposit.transaction', message: 'Transaction ID' })}
          help={i18n._({ id: 'deposit.transactionHelp', message: 'As your bank shows it' })}
          error={errors.bankTransactionId?.message}
        />
        <FileField
          label={i18n._({ id: 'deposit.proof', message: 'Payment proof (optional)' })}
          help={i18n._({ id: 'deposit.proofHelp', message: 'JPEG, PNG, WebP or PDF, up to 5 MB. Stored encrypted.' })}
          accept={proofTypes.join()}
          file={proof}
          onFile={(file) => setValue('proof', file, { shouldValidate: true })}
          error={errors.proof?.message}
        />
        {errors.root?.message && <Notice tone="down">{errors.root.message}</Notice>}
        {done && (
          <Notice tone="act">
            {i18n._({ id: 'deposit.done', message: 'Deposit request submitted successfully! Transaction ID: {id}', values: { id: done.reference } })}
          </Notice>
        )}
        <Button type="submit" wide busy={isSubmitting}>
          {amount
            ? i18n._({ id: 'deposit.submitAmount', message: 'Submit deposit of {amount}', values: { amount: formatMoney(amount, currency) } })
            : i18n._({ id: 'deposit.submit', message: 'Submit deposit' })}
        </Button>
      </form>
      <div className="flex flex-col gap-8">
        {chosen?.bankDetails && <BankDetails details={chosen.bankDetails} className="hidden lg:block" />}
        <PendingDeposits methods={methods} />
        <HowItWorks />
      </div>
    </div>
  );
}

function Figures({ remainingMinor, currency }: { remainingMinor: number | null; currency: CurrencyCode }) {
  const { data: balance } = useQuery(balanceQuery);
  const { data: stats } = useQuery(statsQuery);
  const figures = [
    [i18n._({ id: 'deposit.balance', message: 'Current Balance' }), balance && <Money minor={balance.totalMinor} currency={currency} />],
    [i18n._({ id: 'overview.activeBets', message: 'Active bets' }), stats?.activeBets],
    [i18n._({ id: 'deposit.left', message: 'You can deposit today' }), remainingMinor !== null && <Money minor={remainingMinor} currency={currency} />],
  ] as const;
  return (
    <dl className="mb-2 flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-12 text-ink-soft">{name}</dt>
          <dd className="figures h-5 text-14 font-strong">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function HowItWorks() {
  const steps = [
    i18n._({ id: 'how.choose', message: 'Choose a method and pay the amount to the account it shows, from your own bank.' }),
    i18n._({ id: 'how.report', message: 'Report the payment here with its transaction ID, and a proof if you have one.' }),
    i18n._({ id: 'how.review', message: 'An operator compares it with the bank statement, usually within 30 minutes.' }),
    i18n._({ id: 'how.credit', message: 'Once it is approved, your balance is credited and we write to you.' }),
  ];
  return (
    <section>
      <h3 className="text-14 font-strong">{i18n._({ id: 'how.title', message: 'How it works' })}</h3>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-13 text-ink-soft">
            <span aria-hidden className="figures mt-px w-4 shrink-0 font-strong text-ink">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}
