/**
 * Cashing out a bet: a detailed quote, valid for thirty seconds, for the whole bet or a part. A bet is cashed out only by pressing the button that names the
 * amount. If the value moved, the new value is shown before it is requested again.
 */
import type { Bet } from '@fairline/proto/betting/bets';
import { type CashOutQuote, cashOutRefusals, cashOutRoutes } from '@fairline/proto/betting/cash-out';
import { cashOutRules } from '@fairline/proto/betting/rules';
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { queryClient } from '../../../client/cache/query.ts';
import { errorText } from '../../../client/http/error-text.ts';
import { createIntent } from '../../../client/http/intent.ts';
import { call } from '../../../client/requests/call.ts';
import { Money, moneyText } from '../../../domain/money/money.tsx';
import { Notice, Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { canCashOut } from './bet-money.tsx';
import { cashOutUnavailableText, isTooSmall, partOf, wantsNewQuote } from './cash-out.ts';
import { QuoteDetails } from './quote-details.tsx';

interface Held {
  quote: CashOutQuote;
  /** By this page's clock; counted from the request, so never later than the server's. */
  untilMs: number;
}

interface CashOutPanelProps {
  bet: Bet;
  /** Requests a quote on mount, if the player pressed a button to get here. */
  atOnce?: boolean;
}

export function CashOutPanel({ bet, atOnce = false }: CashOutPanelProps) {
  const [held, setHeld] = useState<Held | null>(null);
  const [percent, setPercent] = useState(100);
  const [sold, setSold] = useState<{ paidMinor: number; runsMinor: number } | null>(null);
  const [intent] = useState(() => createIntent());
  /** Why the last quote was refused, until the next one is used. */
  const [moved, setMoved] = useState<unknown>(null);

  const ask = useMutation({
    mutationFn: async (): Promise<Held> => {
      const untilMs = Date.now() + cashOutRules.quoteMs;
      return { quote: await call(cashOutRoutes.cashOutQuote, { params: { id: bet.id } }), untilMs };
    },
    onMutate: () => setHeld(null),
    onSuccess: setHeld,
    onError: readBets,
  });
  const sell = useMutation({
    mutationFn: async ({ quote, fraction }: { quote: CashOutQuote; fraction: number }) => {
      const body = { quoteId: quote.quoteId, ...(fraction < 1 && { fraction }) };
      try {
        const after = await call(cashOutRoutes.cashOut, { params: { id: bet.id }, body, key: intent.keyFor(body) });
        intent.settle();
        return after;
      } catch (error) {
        intent.settle(error);
        throw error;
      }
    },
    onSuccess: (after) => {
      setSold({ paidMinor: after.cashedOutMinor - bet.cashedOutMinor, runsMinor: after.openStakeMinor });
      setHeld(null);
      setMoved(null);
      setPercent(100);
      readBets();
    },
    onError: (error) => {
      readBets();
      if (!wantsNewQuote(error)) return;
      setMoved(error);
      sell.reset();
      ask.mutate();
    },
  });
  const askNow = () => {
    setSold(null);
    setMoved(null);
    sell.reset();
    ask.mutate();
  };

  const asked = useRef(false);
  useEffect(() => {
    if (!atOnce || asked.current) return;
    asked.current = true;
    ask.mutate();
  }, [atOnce, ask.mutate]);
  const secondsLeft = useSecondsLeft(held?.untilMs ?? null);
  const open = canCashOut(bet);
  if (!open && !sold) return null;

  const part = held && partOf(held.quote, percent);
  // If a request was sent in time, its quote stays on the page after it expires.
  const expired = held !== null && secondsLeft === 0 && !sell.isPending;
  return (
    // It takes the focus of a button that has gone, which would else go to the next field of the page.
    <section
      tabIndex={-1}
      aria-label={i18n._({ id: 'cashOut.title', message: 'Cash out' })}
      className="flex flex-col gap-3"
    >
      {sold && (
        <Notice tone="act">
          {sold.runsMinor > 0
            ? i18n._({
                id: 'cashOut.soldPart',
                message: 'Cashed out for {paid}. {runs} of the stake is still open.',
                values: {
                  paid: moneyText(sold.paidMinor, bet.currency),
                  runs: moneyText(sold.runsMinor, bet.currency),
                },
              })
            : i18n._({
                id: 'cashOut.sold',
                message: 'Cashed out for {paid}.',
                values: { paid: moneyText(sold.paidMinor, bet.currency) },
              })}
        </Notice>
      )}
      {moved !== null && (
        <Notice tone="live">
          {moved instanceof Refusal && moved.is(cashOutRefusals.worthLess)
            ? i18n._({ id: 'cashOut.fell', message: 'Not cashed out: the value has changed. This is the value now.' })
            : i18n._({ id: 'cashOut.late', message: 'Not cashed out: the offer had expired. This is the value now.' })}
        </Notice>
      )}
      {ask.isPending && (
        <div role="status">
          <span className="sr-only">{i18n._({ id: 'cashOut.asking', message: 'Getting the value' })}</span>
          <Skeleton className="h-14" />
        </div>
      )}
      {ask.isError && !held && <Notice tone="down">{cashOutUnavailableText(ask.error) ?? errorText(ask.error)}</Notice>}
      {open && held && part && (
        <>
          <div className="flex items-end justify-between gap-4">
            <p className="flex flex-col">
              <span className="text-12 text-ink-soft">
                {i18n._({ id: 'cashOut.value', message: 'Cash-out value now' })}
              </span>
              <Money minor={held.quote.amountMinor} currency={bet.currency} className="text-20 font-strong" />
            </p>
            <p role="timer" className="figures text-12 text-ink-soft">
              {expired
                ? i18n._({ id: 'cashOut.expired', message: 'Expired' })
                : i18n._({ id: 'cashOut.left', message: 'Valid for {seconds} s', values: { seconds: secondsLeft } })}
            </p>
          </div>
          <CashOutPart
            quote={held.quote}
            percent={percent}
            part={part}
            locked={expired || sell.isPending}
            onPercent={setPercent}
          />
          <QuoteDetails quote={held.quote} bet={bet} />
          {sell.isError && <Notice tone="down">{cashOutUnavailableText(sell.error) ?? errorText(sell.error)}</Notice>}
          {held.quote.delayMs > 0 && <LiveCheck seconds={held.quote.delayMs / 1_000} checking={sell.isPending} />}
          {!expired && (
            <Button
              wide
              data-no-heir
              busy={sell.isPending}
              why={
                isTooSmall(part) &&
                i18n._({ id: 'cashOut.tooSmall', message: 'This part of the bet is too small to cash out' })
              }
              onClick={() => sell.mutate({ quote: held.quote, fraction: percent / 100 })}
            >
              {i18n._({
                id: 'cashOut.confirm',
                message: 'Cash out {amount}',
                values: { amount: moneyText(part.paidMinor, bet.currency) },
              })}
            </Button>
          )}
        </>
      )}
      {open && !ask.isPending && (!held || expired) && (
        <Button wide look={held ? 'primary' : 'secondary'} onClick={askNow}>
          {held || ask.isError
            ? i18n._({ id: 'cashOut.again', message: 'Get a new offer' })
            : i18n._({ id: 'cashOut.ask', message: 'Get cash-out offer' })}
        </Button>
      )}
    </section>
  );
}

/** Explains that a cash-out on a live match takes a moment, and shows that it is in progress. */
function LiveCheck({ seconds, checking }: { seconds: number; checking: boolean }) {
  return (
    <div role="status" className={cx('flex flex-col gap-2', checking ? 'text-13' : 'text-12 text-ink-soft')}>
      {checking
        ? i18n._({
            id: 'cashOut.checking',
            message: 'Checking: the value must hold for {seconds} s.',
            values: { seconds },
          })
        : i18n._({
            id: 'cashOut.live',
            message: 'The match is live: the value is checked for {seconds} s before the bet is cashed out.',
            values: { seconds },
          })}
      {checking && (
        <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-line">
          <span className="block h-full w-1/3 animate-run rounded-full bg-act" />
        </span>
      )}
    </div>
  );
}

function readBets(): void {
  void queryClient.invalidateQueries({ queryKey: ['betting', 'bets'] });
  void queryClient.invalidateQueries({ queryKey: ['wallet'] });
}

/** Whole seconds until an instant of this page's clock; without one no timer runs. */
function useSecondsLeft(untilMs: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (untilMs === null) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= untilMs) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [untilMs]);
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - now) / 1_000));
}

const quarters = [25, 50, 75, 100];

interface CashOutPartProps {
  quote: CashOutQuote;
  percent: number;
  part: { stakeMinor: number; paidMinor: number };
  locked: boolean;
  onPercent: (percent: number) => void;
}

/** The part of the bet to cash out: quarters by button, any part by slider, with the remaining stake beside it. */
function CashOutPart({ quote, percent, part, locked, onPercent }: CashOutPartProps) {
  const id = useId();
  const { currency, openStakeMinor } = quote;
  const text =
    percent === 100
      ? i18n._({
          id: 'cashOut.whole',
          message: 'The whole open stake, {stake}',
          values: { stake: moneyText(openStakeMinor, currency) },
        })
      : i18n._({
          id: 'cashOut.part',
          message: '{percent} %: {stake} of the stake, {rest} stays open',
          values: {
            percent,
            stake: moneyText(part.stakeMinor, currency),
            rest: moneyText(openStakeMinor - part.stakeMinor, currency),
          },
        });
  return (
    <fieldset disabled={locked} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-12 text-ink-soft">{i18n._({ id: 'cashOut.partLabel', message: 'How much' })}</legend>
      <div className="flex gap-1">
        {quarters.map((quarter) => (
          <button
            key={quarter}
            type="button"
            aria-pressed={percent === quarter}
            onClick={() => onPercent(quarter)}
            className={cx(
              'figures h-9 grow rounded-control border text-13 font-medium transition-colors',
              percent === quarter ? 'border-act bg-act-soft' : 'border-control bg-surface hover:bg-raised',
            )}
          >
            {quarter}&nbsp;%
          </button>
        ))}
      </div>
      <input
        type="range"
        min={1}
        max={100}
        step={1}
        value={percent}
        aria-label={i18n._({ id: 'cashOut.slider', message: 'Percent of the bet to cash out' })}
        aria-valuetext={text}
        aria-describedby={id}
        onChange={(event) => onPercent(event.target.valueAsNumber)}
        className="h-6 w-full accent-act"
      />
      <p id={id} className="figures text-12 text-ink-soft">
        {text}
      </p>
    </fieldset>
  );
}
