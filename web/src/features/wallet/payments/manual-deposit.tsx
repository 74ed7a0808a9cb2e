/** A manual deposit: the player pays into the shown account and reports it here. Nothing is credited before an operator confirms it. */
import type { User } from '@fairline/proto/auth/users';
import type { ManualDeposit } from '@fairline/proto/wallet/forms';
import { type Payment, type PaymentMethod, paymentRoutes } from '@fairline/proto/wallet/payments';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { createIntent } from '../../../client/http/intent.ts';
import { call } from '../../../client/requests/call.ts';
import { amountText } from '../../../figures.ts';
import { Failure, Notice } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { FileField } from '../../../ui/files/file-field.tsx';
import { FileView } from '../../../ui/files/file-view.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { amountOf } from '../balance/amounts.ts';
import { showDepositRefusal } from '../balance/form-refusal.ts';
import type { TypedDeposit } from './bank-details.tsx';
import { type DepositTerms, depositForm, depositRange, proofTypes } from './forms.ts';

/** How long the success message stays on the form. */
const shownMs = 5_000;

type Values = z.input<ReturnType<typeof depositForm>>;

interface Props {
  user: User;
  method: PaymentMethod;
  terms: DepositTerms;
  /** The typed amount, kept from method to method. */
  typed: RefObject<string>;
  /** Called with currency and amount, at first and whenever they change. */
  onType: (deposit: TypedDeposit) => void;
}

export function ManualDepositForm({ user, method, terms, typed, onType }: Props) {
  const client = useQueryClient();
  const intent = useRef(createIntent());
  const [done, setDone] = useState<Payment | null>(null);
  const schema = useMemo(() => depositForm(terms), [terms]);
  const usual = method.currencies.includes(terms.playCurrency)
    ? terms.playCurrency
    : (method.currencies[0] ?? terms.playCurrency);
  const blank: Values = {
    method: method.id as Values['method'],
    currency: usual,
    amount: '',
    customerName: `${user.firstName} ${user.lastName}`,
    email: user.email,
    bankTransactionId: '',
    upiId: '',
    proof: undefined,
  };
  const { register, handleSubmit, watch, setValue, setError, reset, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { ...blank, amount: typed.current },
  });
  const { errors, isSubmitting } = formState;
  const currency = watch('currency');
  const text = watch('amount');
  typed.current = text;
  const amount = amountOf(text, currency);
  const proof = watch('proof');
  const { leastMinor, mostMinor } = depositRange(method, terms.limits);

  useEffect(() => onType({ currency, amountMinor: amount }), [onType, currency, amount]);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(null), shownMs);
    return () => clearTimeout(timer);
  }, [done]);

  const submit = handleSubmit(async ({ amount: written, proof: file, upiId, ...rest }) => {
    const body: ManualDeposit = {
      ...rest,
      amountMinor: amountOf(written, currency) ?? 0,
      ...(upiId && method.fields.includes('upiId') && { upiId }),
    };
    try {
      const key = intent.current.keyFor({ ...body, file: file && [file.name, file.size, file.lastModified] });
      const payment = await call(paymentRoutes.depositManually, { body, file, key });
      intent.current.settle();
      setDone(payment);
      reset(blank);
      void client.invalidateQueries({ queryKey: ['wallet'] });
    } catch (error) {
      intent.current.settle(error);
      showDepositRefusal(error, terms.playCurrency, setError, [
        'amount',
        'currency',
        'customerName',
        'email',
        'bankTransactionId',
        'upiId',
        'proof',
      ]);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
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
      {method.fields.includes('upiId') && (
        <TextField
          {...register('upiId')}
          autoComplete="off"
          label={i18n._({ id: 'deposit.upi', message: 'PhonePe UPI ID' })}
          error={errors.upiId?.message}
        />
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
      {proof?.type.startsWith('image/') && !errors.proof && (
        <FileView
          file={proof}
          name={proof.name}
          alt={i18n._({ id: 'deposit.preview', message: 'Preview of your payment proof' })}
        />
      )}
      {errors.root?.message && (
        <Failure title={i18n._({ id: 'deposit.requestFailed', message: 'Failed to submit deposit request' })}>
          {errors.root.message}
        </Failure>
      )}
      {done && (
        <Notice tone="act">
          {i18n._({
            id: 'deposit.done',
            message: 'Deposit request submitted successfully! Transaction ID: {id}',
            values: { id: done.reference },
          })}
        </Notice>
      )}
      <Button
        type="submit"
        wide
        busy={isSubmitting}
        why={
          mostMinor < leastMinor &&
          i18n._({ id: 'deposit.usedUp', message: 'You have reached your deposit limit for now.' })
        }
      >
        {amount
          ? i18n._({
              id: 'deposit.submitAmount',
              message: 'Submit deposit of {amount}',
              values: { amount: amountText(amount, currency) },
            })
          : i18n._({ id: 'deposit.submit', message: 'Submit deposit' })}
      </Button>
    </form>
  );
}
