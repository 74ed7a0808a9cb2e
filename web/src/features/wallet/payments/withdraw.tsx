/** The withdrawal form: the available amount, the destination, and the limits. The amount is held until an operator decides. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { Rate } from '@fairline/proto/wallet/exchange';
import type { Withdrawal } from '@fairline/proto/wallet/forms';
import { welcomeRefusals } from '@fairline/proto/wallet/grants';
import type { Balance } from '@fairline/proto/wallet/ledger';
import {
  type PaymentMethod,
  paymentRoutes,
  type SavedDestination,
  type SavedMethod,
} from '@fairline/proto/wallet/payments';
import type { WalletLimits } from '@fairline/proto/wallet/players';
import { maxSavedDestinations } from '@fairline/proto/wallet/rules';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { playerSession } from '../../../client/session/session.ts';
import { useSession } from '../../../client/session/use-session.ts';
import { methodsQuery } from '../../../domain/money/methods.ts';
import { Money } from '../../../domain/money/money.tsx';
import { amountText, decimalText, unclearMessage } from '../../../figures.ts';
import { fieldText, refusalText } from '../../../refusals.ts';
import { Notice, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { PasswordField, SelectField, TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { amountOf } from '../balance/amounts.ts';
import { failedOf, WalletFailure } from '../balance/failure.tsx';
import { showRefusal } from '../balance/form-refusal.ts';
import { savedMethodsQuery } from '../balance/payment-queries.ts';
import { limitsQuery, settingsQuery } from '../balance/player-queries.ts';
import { balanceQuery } from '../balance/queries.ts';
import { ratesQuery } from '../balance/rate-queries.ts';
import { another, DestinationField } from '../destinations/destination-field.tsx';
import { destinationsOf, savedDestinationsQuery } from '../destinations/saved.ts';
import { mostWorth, worthOf } from '../exchange/rates.ts';
import { withdrawalForm, withdrawalObstacle, withdrawalTerms } from './forms.ts';
import { LimitsPanel } from './limits-panel.tsx';
import { MethodList } from './method-list.tsx';
import { BonusWarning, ClosedLoop, Holds, WithdrawableText } from './withdraw-panels.tsx';
import { WithdrawRefusal } from './withdraw-refusal.tsx';
import { type Withdrawable, withdrawableNow } from './withdrawable.ts';

export function Withdraw() {
  const methods = useQuery(methodsQuery);
  const balance = useQuery(balanceQuery);
  const limits = useQuery(limitsQuery);
  const settings = useQuery(settingsQuery);
  const saved = useQuery(savedMethodsQuery);
  // If saved destinations cannot be loaded, one can still be typed.
  const { data: destinations } = useQuery(savedDestinationsQuery);
  const { data: rates } = useQuery(ratesQuery);
  const failed = failedOf([methods, balance, limits, settings]);
  if (failed.length > 0) return <WalletFailure failed={failed} />;
  if (!methods.data || !balance.data || !limits.data || !settings.data)
    return <SkeletonRows count={4} className="h-14 max-w-form" />;
  return (
    <WithdrawForm
      key={settings.data.hasPin ? 'pin' : 'open'}
      methods={methods.data.items.filter(({ kind }) => kind === 'withdrawal')}
      balance={balance.data}
      limits={limits.data}
      hasPin={settings.data.hasPin}
      cards={saved.data?.items.filter(({ method }) => method === 'credit_card')}
      destinations={destinations?.items ?? []}
      rates={rates?.items ?? []}
    />
  );
}

/** Whether the welcome bonus leaves nothing, or less than is requested. */
function isBoundByBonus({ bound, amountMinor }: Withdrawable, asked: number | null): boolean {
  return bound === 'bonus' && (amountMinor === 0 || (asked !== null && asked > amountMinor));
}

type Values = z.input<ReturnType<typeof withdrawalForm>>;

interface Props {
  methods: readonly PaymentMethod[];
  balance: Balance;
  limits: WalletLimits;
  hasPin: boolean;
  /** Absent while loading. */
  cards: readonly SavedMethod[] | undefined;
  destinations: readonly SavedDestination[];
  rates: readonly Rate[];
}

/** The player's accounts with money to withdraw, the play currency first; other currencies only if they have a rate. */
function withdrawable(balance: Balance, rates: readonly Rate[]): { currency: CurrencyCode; availableMinor: number }[] {
  const others = balance.accounts
    .filter(
      ({ currency, cashMinor, heldMinor }) =>
        currency !== balance.currency && cashMinor > heldMinor && rates.length > 0,
    )
    .map(({ currency, cashMinor, heldMinor }) => ({ currency, availableMinor: cashMinor - heldMinor }));
  return [{ currency: balance.currency, availableMinor: balance.availableMinor }, ...others];
}

function WithdrawForm({ methods, balance, limits, hasPin, cards, destinations, rates }: Props) {
  const unverified = useSession(playerSession).who?.isVerified === false;
  const [picked, setCurrency] = useState<CurrencyCode>(balance.currency);
  const accounts = withdrawable(balance, rates);
  const currency = accounts.some((one) => one.currency === picked) ? picked : balance.currency;
  const offered = methods.filter((method) => method.currencies.includes(currency));
  const terms = useMemo(
    () => withdrawalTerms(currency, { balance, limits, rates, hasPin }),
    [currency, balance, limits, rates, hasPin],
  );
  const schema = useMemo(() => withdrawalForm(terms), [terms]);
  const blank = { amount: '', destination: '', save: false, label: '', pin: '' };
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: blank });
  const { register, handleSubmit, watch, setValue, setError, reset, resetField, formState } = form;
  const { errors } = formState;
  const typed = watch('amount');
  const amount = amountOf(typed, currency);
  const chosen = offered.find(({ id }) => id === watch('method'));
  const card = chosen?.id === 'credit_card';
  const noCard = card && cards?.length === 0;
  const own = destinationsOf(destinations, chosen?.id, currency);
  const [savedId, setSavedId] = useState(another);
  const isFull = destinations.length >= maxSavedDestinations;
  const [done, setDone] = useState(false);
  const warningId = useId();
  const withdraw = useAction({
    run: (body: Withdrawal, key) => call(paymentRoutes.withdraw, { body, key }),
    touches: [['wallet']],
    onDone: () => {
      reset(blank);
      setSavedId(another);
      setDone(true);
      notify.success(
        i18n._({
          id: 'withdraw.done',
          message:
            'Withdrawal request submitted successfully! Funds have been reserved and admin will process your request within 24-48 hours.',
        }),
      );
    },
  });
  const submit = handleSubmit(async ({ amount: text, pin, save, label, ...rest }) => {
    setDone(false);
    const isTyped = !card && !own.some(({ id }) => id === savedId);
    const body: Withdrawal = {
      ...rest,
      amountMinor: amountOf(text, currency) ?? 0,
      currency,
      ...(isTyped && save && !isFull && { save: label ? { label } : {} }),
      ...(hasPin && pin && { pin }),
    };
    await withdraw
      .mutateAsync(body)
      .catch((error: unknown) => showRefusal(error, setError, ['method', 'amount', 'destination', 'pin']));
    resetField('pin', { keepError: true });
  });
  const choose = (saved: SavedDestination | undefined) => {
    setSavedId(saved?.id ?? another);
    setValue('destination', saved?.destination ?? '');
    form.clearErrors('destination');
    return saved !== undefined;
  };
  const [latest] = own;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list may arrive after its method was chosen, as when a destination was just saved.
  useEffect(() => {
    if (latest && savedId === another && !form.getFieldState('destination').isDirty) choose(latest);
  }, [latest]);
  /** The most recently used saved destination of a method; false if there is none. */
  const suggest = (method: string, from: CurrencyCode) => choose(destinationsOf(destinations, method, from)[0]);
  /** Money that must go back is counted in the play currency; if none of that is left, in another currency that the method can pay out. */
  const fill = (method: string, amountMinor: number) => {
    const takes = methods.find(({ id }) => id === method)?.currencies ?? [];
    const from =
      accounts.find((one) => one.availableMinor > 0 && takes.includes(one.currency))?.currency ?? balance.currency;
    const { availableMinor } = withdrawalTerms(from, { balance, limits, rates, hasPin });
    setCurrency(from);
    setValue('method', method as Values['method']);
    setValue(
      'amount',
      decimalText(
        Math.min(availableMinor, mostWorth(amountMinor, from, balance.currency, rates) ?? availableMinor),
        from,
      ),
      {
        shouldDirty: true,
      },
    );
    withdraw.reset();
    const isFilled = chosen?.id === method ? own.some(({ id }) => id === savedId) : suggest(method, from);
    form.clearErrors();
    form.setFocus(isFilled ? 'amount' : 'destination');
  };
  const pick = (code: CurrencyCode) => {
    setCurrency(code);
    withdraw.reset();
    form.clearErrors();
    resetField('amount');
    if (!methods.some(({ id, currencies }) => id === watch('method') && currencies.includes(code)))
      resetField('method');
    else if (chosen && own.some(({ id }) => id === savedId)) suggest(chosen.id, code);
  };
  const now = withdrawableNow(chosen?.id, currency, { balance, limits, rates });
  const worth = currency === balance.currency ? null : worthOf(amount ?? 0, currency, balance.currency, rates);
  const why =
    Math.min(terms.availableMinor, terms.mostMinor) < terms.minMinor
      ? i18n._({
          id: 'withdraw.nothing',
          message: 'You need at least {amount} available',
          values: { amount: amountText(terms.minMinor, currency) },
        })
      : noCard
        ? i18n._({
            id: 'withdraw.noCard',
            message: 'You have no saved card yet. One is saved when you deposit with it.',
          })
        : card && !cards
          ? i18n._({ id: 'withdraw.cardsUnread', message: 'Your saved cards could not be loaded. Please try again.' })
          : isBoundByBonus(now, amount)
            ? refusalText(welcomeRefusals.bonusNotStaked)
            : typed && fieldText(unclearMessage(typed, currency) ?? withdrawalObstacle(amount, terms) ?? '');
  const method = register('method', {
    onChange: (event: { target: { value: string } }) => suggest(event.target.value, currency),
  });

  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,var(--spacing-form))_minmax(0,1fr)]">
      <form noValidate onSubmit={submit} className="flex w-full max-w-form flex-col gap-2">
        <Summary balance={balance} currency={currency} />
        {unverified && (
          <div className="mb-2">
            <Notice
              action={
                <ButtonLink look="secondary" size="small" to="/account?tab=verification">
                  {i18n._({ id: 'overview.verify', message: 'Verify Account' })}
                </ButtonLink>
              }
            >
              {i18n._({
                id: 'withdraw.unverified',
                message:
                  'Until you are verified, you can withdraw what you deposited, but no bonus or winnings from it.',
              })}
            </Notice>
          </div>
        )}
        {accounts.length > 1 && (
          <SelectField
            label={i18n._({ id: 'withdraw.from', message: 'From account' })}
            value={currency}
            onChange={(event) => pick(event.target.value as CurrencyCode)}
            help={
              currency !== balance.currency &&
              i18n._({
                id: 'withdraw.counts',
                message: 'Counts towards your limits in {currency}, at the current rate.',
                values: { currency: balance.currency },
              })
            }
          >
            {accounts.map((one) => (
              <option key={one.currency} value={one.currency}>
                {i18n._({
                  id: 'withdraw.account',
                  message: '{currency}: {amount} available',
                  values: { currency: one.currency, amount: amountText(one.availableMinor, one.currency) },
                })}
              </option>
            ))}
          </SelectField>
        )}
        {offered.length === 0 ? (
          <Notice>
            {i18n._({
              id: 'withdraw.noMethod',
              message: 'No method pays out {currency}. Convert it first.',
              values: { currency },
            })}
          </Notice>
        ) : (
          <MethodList
            {...method}
            legend={i18n._({ id: 'withdraw.method', message: 'Withdrawal method' })}
            methods={offered}
            currency={currency}
            rangeOf={() => ({ leastMinor: terms.minMinor, mostMinor: terms.mostMinor })}
            time={
              limits.level === 'verified'
                ? i18n._({ id: 'method.verifiedTime', message: 'decided first, within 24 hours' })
                : undefined
            }
            error={errors.method?.message}
          />
        )}
        {card && cards && cards.length > 0 && (
          <SelectField
            {...register('destination')}
            label={i18n._({ id: 'withdraw.card', message: 'Card' })}
            error={errors.destination?.message}
          >
            <option value="">{i18n._({ id: 'withdraw.pickCard', message: 'Choose a saved card' })}</option>
            {cards.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        {!card && (
          <DestinationField
            method={chosen}
            saved={own}
            isFull={isFull}
            savedId={savedId}
            onChoose={choose}
            fields={{ destination: register('destination'), save: register('save'), label: register('label') }}
            isSaving={watch('save') === true}
            errors={{ destination: errors.destination?.message, label: errors.label?.message }}
          />
        )}
        <TextField
          {...register('amount')}
          inputMode="decimal"
          autoComplete="off"
          label={i18n._({ id: 'field.amount', message: 'Amount' })}
          suffix={currency}
          aside={
            now.amountMinor > 0 && (
              <button
                type="button"
                className="text-13 font-medium text-act underline underline-offset-4"
                onClick={() =>
                  setValue('amount', decimalText(now.amountMinor, currency), {
                    shouldDirty: true,
                    shouldValidate: formState.isSubmitted,
                  })
                }
              >
                {i18n._({ id: 'withdraw.max', message: 'Max' })}
              </button>
            )
          }
          help={
            <>
              <WithdrawableText now={now} currency={currency} playCurrency={balance.currency} methods={methods} />{' '}
              {worth !== null &&
                worth > 0 &&
                i18n._({
                  id: 'withdraw.worth',
                  message: 'About {amount}',
                  values: { amount: amountText(worth, balance.currency) },
                })}
            </>
          }
          error={errors.amount?.message}
          className="figures"
        />
        {hasPin && (
          <PasswordField
            {...register('pin')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            label={i18n._({ id: 'withdraw.pin', message: 'Withdrawal PIN' })}
            error={errors.pin?.message}
          />
        )}
        {done && (
          <Notice tone="act">
            {i18n._({
              id: 'withdraw.asked',
              message:
                'Our staff will review your request. You can follow it in your history, and we email you once it is decided.',
            })}
          </Notice>
        )}
        {errors.root?.message && (
          <WithdrawRefusal error={withdraw.failure} text={errors.root.message} methods={methods} onFill={fill} />
        )}
        {balance.forfeitableBonus && (
          <BonusWarning id={warningId} bonus={balance.forfeitableBonus} currency={balance.currency} />
        )}
        <Button
          type="submit"
          wide
          busy={withdraw.isPending}
          why={why}
          aria-describedby={balance.forfeitableBonus ? warningId : undefined}
        >
          {amount
            ? i18n._({
                id: 'withdraw.submitAmount',
                message: 'Withdraw {amount}',
                values: { amount: amountText(amount, currency) },
              })
            : i18n._({ id: 'withdraw.submit', message: 'Withdraw' })}
        </Button>
      </form>
      <div className="flex flex-col gap-8">
        <ClosedLoop limits={limits} balance={balance} methods={methods} onFill={fill} />
        <LimitsPanel kind="withdraw" limits={limits} currency={balance.currency} />
        <Holds methods={methods} />
      </div>
    </div>
  );
}

function Summary({ balance, currency }: { balance: Balance; currency: CurrencyCode }) {
  const account = balance.accounts.find((one) => one.currency === currency);
  const { cashMinor = 0, heldMinor = 0, bonusMinor = 0 } = account ?? {};
  const figures = [
    [i18n._({ id: 'balance.available', message: 'Available' }), cashMinor - heldMinor],
    ...(currency === balance.currency
      ? [[i18n._({ id: 'balance.bonus', message: 'Bonus' }), bonusMinor] as const]
      : []),
    [i18n._({ id: 'balance.held', message: 'Held for withdrawals' }), heldMinor],
  ] as const;
  return (
    <dl className="mb-2 flex flex-wrap gap-x-8 gap-y-2">
      {figures.map(([name, minor]) => (
        <div key={name}>
          <dt className="text-12 text-ink-soft">{name}</dt>
          <dd className="text-14 font-strong">
            <Money minor={minor} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
