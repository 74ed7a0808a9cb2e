/** Converting money into another currency: a quote is valid for 30 seconds, shows the cost of the spread, and is confirmed by a button with its amounts. */
import { type CurrencyCode, currencies } from '@fairline/proto/money';
import { exchangeRoutes, type Quote } from '@fairline/proto/wallet/exchange';
import { type Balance, type ForfeitableBonus, ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { amountText, decimalText, unclearMessage } from '../../../figures.ts';
import { refusalText } from '../../../refusals.ts';
import { Failure, Notice, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { amountOf } from '../balance/amounts.ts';
import { failedOf, WalletFailure } from '../balance/failure.tsx';
import { balanceQuery } from '../balance/queries.ts';
import { ratesQuery } from '../balance/rate-queries.ts';
import { conversionObstacle, isConvertible, rateText, resultText } from './rates.ts';
import { RatesTable } from './rates-table.tsx';

export function Convert() {
  const balance = useQuery(balanceQuery);
  const failed = failedOf([balance]);
  if (failed.length > 0) return <WalletFailure failed={failed} />;
  if (!balance.data) return <SkeletonRows count={4} className="h-14 max-w-form" />;
  return (
    <div className="flex flex-col gap-8">
      <ConvertForm balance={balance.data} />
      <RatesTable />
    </div>
  );
}

function availableIn(balance: Balance, currency: CurrencyCode): number {
  const account = balance.accounts.find((one) => one.currency === currency);
  return account ? account.cashMinor - account.heldMinor : 0;
}

function ConvertForm({ balance }: { balance: Balance }) {
  const [search] = useSearchParams();
  const asked = currencies.find((code) => code === search.get('from'));
  const [from, setFrom] = useState<CurrencyCode>(
    asked ??
      balance.accounts.find((one) => one.currency !== balance.currency && one.cashMinor > 0)?.currency ??
      balance.currency,
  );
  const [to, setTo] = useState<CurrencyCode>(
    from === balance.currency ? (from === 'EUR' ? 'USD' : 'EUR') : balance.currency,
  );
  const [typed, setTyped] = useState('');
  // An amount shows an error only once something was typed or the field was left.
  const [left, setLeft] = useState(false);
  const amount = amountOf(typed, from);
  const { data: rates } = useQuery(ratesQuery);
  const isOff = from !== to && rates !== undefined && !isConvertible(from, to, rates.items);
  const available = availableIn(balance, from);
  const obstacle = unclearMessage(typed, from) ?? conversionObstacle(from, to, amount, available);
  const quote = useAction({
    run: (body: { from: CurrencyCode; to: CurrencyCode; amountMinor: number }) => call(exchangeRoutes.quote, { body }),
    touches: [],
  });
  const convert = useAction({
    run: ({ quoteId }: Quote, key) => call(exchangeRoutes.convert, { body: { quoteId }, key }),
    touches: [['wallet']],
    onDone: (done) => {
      setTyped('');
      setLeft(false);
      quote.reset();
      notify.success(
        i18n._({
          id: 'convert.done',
          message: 'Successfully converted {amount} {from} to {to}',
          values: { amount: decimalText(done.amountMinor, done.from), from: done.from, to: done.to },
        }),
      );
    },
  });
  // A quote is valid for its exact request; any change needs a new one.
  const edit = (change: () => void) => {
    change();
    quote.reset();
    convert.reset();
  };
  const ask = () => {
    convert.reset();
    if (amount !== null && !obstacle && !isOff) quote.mutate({ from, to, amountMinor: amount });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };
  const error = convert.failure ?? quote.failure;
  const isBlank = typed === '' && !left && from !== to;
  const why = isOff
    ? refusalText(ledgerRefusals.rateUnavailable)
    : isBlank
      ? i18n._({ id: 'convert.blank', message: 'Enter an amount to see its rate' })
      : obstacle;
  return (
    <form noValidate onSubmit={submit} className="flex w-full max-w-form flex-col gap-2">
      <div className="grid grid-cols-[1fr_auto_1fr] items-start gap-2">
        <SelectField
          label={i18n._({ id: 'convert.from', message: 'From' })}
          help={i18n._({
            id: 'convert.available',
            message: '{amount} available',
            values: { amount: amountText(available, from) },
          })}
          value={from}
          onChange={(event) => edit(() => setFrom(event.target.value as CurrencyCode))}
        >
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <span className="pt-7">
          <IconButton
            label={i18n._({ id: 'convert.swap', message: 'Swap the currencies' })}
            onClick={() =>
              edit(() => {
                setFrom(to);
                setTo(from);
              })
            }
          >
            <Icon of={ArrowLeftRight} />
          </IconButton>
        </span>
        <SelectField
          label={i18n._({ id: 'convert.to', message: 'To' })}
          value={to}
          onChange={(event) => edit(() => setTo(event.target.value as CurrencyCode))}
        >
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
      </div>
      {isOff && (
        <Notice tone="live">
          {i18n._({
            id: 'convert.off',
            message:
              '{from} cannot be converted to {to} now, because there is no current rate. Your money stays where it is. Please try again later.',
            values: { from, to },
          })}
        </Notice>
      )}
      <TextField
        inputMode="decimal"
        autoComplete="off"
        label={i18n._({ id: 'field.amount', message: 'Amount' })}
        suffix={from}
        value={typed}
        onChange={(event) => edit(() => setTyped(event.target.value))}
        onBlur={() => setLeft(true)}
        className="figures"
      />
      {balance.forfeitableBonus && from === balance.currency && (
        <BonusWarning bonus={balance.forfeitableBonus} currency={from} />
      )}
      {error && (
        <Failure title={i18n._({ id: 'convert.failed', message: 'Transfer failed' })}>{errorText(error)}</Failure>
      )}
      {quote.data ? (
        <QuotePanel
          key={quote.data.quoteId}
          quote={quote.data}
          onConvert={convert.mutate}
          onAgain={ask}
          converting={convert.isPending}
          asking={quote.isPending}
          refused={convert.isError}
        />
      ) : (
        <Button type="submit" wide busy={quote.isPending} why={why}>
          {i18n._({ id: 'convert.quote', message: 'Show the rate' })}
        </Button>
      )}
      {from !== balance.currency && to !== balance.currency && (
        <Notice>
          {i18n._({
            id: 'convert.aside',
            message: 'You play in {currency}. Other currencies can only be converted and withdrawn.',
            values: { currency: balance.currency },
          })}
        </Notice>
      )}
    </form>
  );
}

interface QuotePanelProps {
  quote: Quote;
  onConvert: (quote: Quote) => void;
  onAgain: () => void;
  converting: boolean;
  asking: boolean;
  refused: boolean;
}

function QuotePanel({ quote, onConvert, onAgain, converting, asking, refused }: QuotePanelProps) {
  const { from, to, amountMinor, receiveMinor, rate, spreadMinor, expiresAt } = quote;
  const seconds = useSecondsUntil(expiresAt);
  const over = seconds === 0 || refused;
  const rows: [string, ReactNode][] = [
    [i18n._({ id: 'convert.pay', message: 'You convert' }), moneyText(amountMinor, from)],
    [i18n._({ id: 'convert.rate', message: 'Rate' }), `1 ${from} = ${rateText(rate, from)} ${to}`],
    [i18n._({ id: 'convert.spread', message: 'Spread, included in the rate' }), moneyText(spreadMinor, to)],
    [
      i18n._({ id: 'convert.receive', message: 'You receive' }),
      <strong key="receive">{resultText(receiveMinor, to)}</strong>,
    ],
  ];
  return (
    <section aria-label={i18n._({ id: 'convert.offer', message: 'Your rate' })} className="flex flex-col gap-3">
      <dl className="rounded-card border border-line bg-surface px-4 py-2 text-13">
        {rows.map(([name, value]) => (
          <div key={name} className="flex min-h-8 items-center justify-between gap-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="figures text-12 text-ink-soft">
        {over
          ? i18n._({ id: 'convert.over', message: 'This rate has expired.' })
          : i18n._({
              id: 'convert.holds',
              message:
                '{count, plural, one {This rate is valid for # second} other {This rate is valid for # seconds}}',
              values: { count: seconds },
            })}
      </p>
      {over ? (
        <Button wide look="secondary" busy={asking} onClick={onAgain}>
          {i18n._({ id: 'convert.again', message: 'Get a new rate' })}
        </Button>
      ) : (
        <Button wide busy={converting} onClick={() => onConvert(quote)}>
          {i18n._({
            id: 'convert.confirm',
            message: 'Convert {amount} to {receive}',
            values: { amount: amountText(amountMinor, from), receive: resultText(receiveMinor, to) },
          })}
        </Button>
      )}
    </section>
  );
}

const tickMs = 1_000;

/** Whole seconds left, counted by the clock and never below zero. */
function useSecondsUntil(instant: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / tickMs));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest depends on the instant alone.
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), tickMs);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}

function BonusWarning({
  bonus: { remainingMinor, stakedMinor },
  currency,
}: {
  bonus: ForfeitableBonus;
  currency: CurrencyCode;
}) {
  const [amount, staked] = [amountText(remainingMinor, currency), amountText(stakedMinor, currency)];
  return (
    <Notice tone="down">
      {remainingMinor > 0 && (
        <p>
          {i18n._({
            id: 'convert.forfeits',
            message: 'Converting now forfeits your bonus of {amount}.',
            values: { amount },
          })}
        </p>
      )}
      {stakedMinor > 0 && (
        <p>
          {i18n._({
            id: 'convert.forfeitsStaked',
            message:
              'Converting now forfeits the {staked} of bonus money in your open bets and games, and any winnings from it.',
            values: { staked },
          })}
        </p>
      )}
    </Notice>
  );
}
