/** The foot of the slip, always visible: stake and system of a multiple, total stake and return, remaining limits, and the Place button. */
import { betRules } from '@fairline/proto/betting/rules';
import { lineCount, systemsFor } from '@fairline/proto/betting/systems';
import type { CurrencyCode } from '@fairline/proto/money';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import { lazy, Suspense, useContext, useState } from 'react';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { Odds, OddsFormatContext } from '../../../domain/betting/odds.tsx';
import { Money, moneyText } from '../../../domain/money/money.tsx';
import type { StopNews } from '../../../domain/safe-play/stake-limits.tsx';
import type { NextStakes } from '../../../domain/safe-play/stake-stop.ts';
import { amountText, decimalText, oddsText } from '../../../figures.ts';
import { useStore } from '../../../store.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { averageText, sharePercent } from '../offer/average-return.ts';
import { policyStore } from '../preferences.ts';
import { type Policy, percentOf, tolerancePolicies } from '../price-policy.ts';
import { StakeChips } from '../stake-chips.tsx';
import { FreeBetPick, obstacleText, SlipRefusal } from './line.tsx';
import { lineChipsMinor, lineSteps, relatedOf } from './multiple.ts';
import { stepsOf } from './single.ts';
import { StakeField } from './stake-field.tsx';
import { setStakeOf, slipActions } from './store.ts';
import type { SlipView, WholeView } from './use-slip.ts';

/** Loaded with the first stake that is too high. */
const Remedies = lazy(async () => ({ default: (await import('./refusal.tsx')).Remedies }));
const StakeLimits = lazy(async () => ({
  default: (await import('../../../domain/safe-play/stake-limits.tsx')).StakeLimits,
}));

interface SlipFootProps {
  view: SlipView;
  currency: CurrencyCode;
  playableMinor: number | null;
  freeBets: readonly FreeBet[];
  busy: boolean;
  /** Why the accumulator or system was refused. */
  error: unknown;
  onPlace: () => void;
}

export function SlipFoot({ view, currency, playableMinor, freeBets, busy, error, onPlace }: SlipFootProps) {
  const { lines, sent, whole } = view;
  const offer = sent.some(({ obstacle }) => obstacle === 'price');
  const [stop, setStop] = useState<StopNews | null>(null);
  const why = useWhy(view, currency, playableMinor, stop);
  const short = playableMinor !== null && view.ownMinor > playableMinor && !view.undecided;
  const most = Math.min(playableMinor ?? 0, stop ? (stop.largestMinor ?? 0) : Number.POSITIVE_INFINITY);
  return (
    <div className="sticky bottom-0 flex shrink-0 flex-col gap-2 bg-surface px-4 py-3">
      {whole && (
        <WholeStake
          whole={whole}
          legs={lines.length}
          currency={currency}
          playableMinor={playableMinor ?? 0}
          freeBets={freeBets}
          locked={busy || view.undecided}
        />
      )}
      {!whole?.system && lines.length > 0 && (
        <QuickStakes view={view} currency={currency} locked={busy || view.undecided} />
      )}
      {error !== undefined && (
        <Suspense fallback={null}>
          <SlipRefusal error={error} currency={currency} lines={whole?.lines ?? 1} onStake={setStakeOf(whole)} />
        </Suspense>
      )}
      {lines.length > 0 && <Totals view={view} currency={currency} busy={busy} />}
      {offer && !why && (
        <p className="text-12 text-live">
          {i18n._({ id: 'slip.offer', message: 'The odds have changed. This is the return at the new odds.' })}
        </p>
      )}
      {lines.length > 0 && (
        <Suspense fallback={null}>
          <StakeLimits next={nextStakes(view)} currency={currency} onStop={setStop} />
        </Suspense>
      )}
      {(short || (stop && !view.undecided)) && (
        <Suspense fallback={null}>
          <Remedies view={view} currency={currency} mostMinor={most} isShort={short} />
        </Suspense>
      )}
      <Button wide busy={busy} why={why} onClick={onPlace} data-no-heir={lines.length > 0 || undefined}>
        {short
          ? i18n._({ id: 'slip.insufficient', message: 'Insufficient Balance' })
          : placeText(view, currency, offer && !why)}
      </Button>
    </div>
  );
}

/** The next stakes: the player's own money in total, and the largest single bet. A free bet is no loss, but a limit with nothing left refuses it too. */
function nextStakes({ whole, sent, ownMinor, undecided }: SlipView): NextStakes {
  if (undecided) return { largestMinor: 0, ownMinor: 0 };
  const stakes = whole ? [whole.stakeMinor ?? 0] : sent.map(({ stakeMinor }) => stakeMinor ?? 0);
  const isFree = whole ? whole.free !== null : sent.some(({ free }) => free !== null);
  return { largestMinor: Math.max(0, ...stakes), ownMinor: ownMinor + Number(isFree) };
}

/** Names the bet and its stake. */
function placeText({ lines, sent, whole, stakeMinor }: SlipView, currency: CurrencyCode, offer: boolean): string {
  const amount = amountText(
    whole ? stakeMinor : sent.reduce((total, line) => total + (line.stakeMinor ?? 0), 0),
    currency,
  );
  const count = whole ? 1 : sent.length;
  if (lines.length === 0) return i18n._({ id: 'slip.place', message: 'Place bet' });
  if (offer) {
    return count === 1
      ? i18n._({ id: 'slip.acceptOne', message: 'Accept new odds, place {amount}', values: { amount } })
      : i18n._({
          id: 'slip.acceptMany',
          message: 'Accept new odds, place {count} bets, {amount}',
          values: { count, amount },
        });
  }
  return count === 1
    ? i18n._({ id: 'slip.placeOne', message: 'Place {amount}', values: { amount } })
    : i18n._({ id: 'slip.placeMany', message: 'Place {count} bets, {amount}', values: { count, amount } });
}

/** Why nothing can be placed now, as text; false if it can. */
function useWhy(
  view: SlipView,
  currency: CurrencyCode,
  playableMinor: number | null,
  stop: StopNews | null,
): string | false {
  const format = useContext(OddsFormatContext);
  const { lines, whole } = view;
  if (lines.length === 0) return i18n._({ id: 'slip.none', message: 'No bets in slip' });
  // A bet that may already be placed is retried whatever the balance is.
  if (view.undecided) return false;
  if (stop) return stop.text;
  if (playableMinor === null) return i18n._({ id: 'slip.noBalance', message: 'Loading your balance' });
  if (view.ownMinor > playableMinor)
    return i18n._({
      id: 'slip.short',
      message: 'You can stake {amount}',
      values: { amount: amountText(playableMinor, currency) },
    });
  const blocked = lines.find(({ obstacle }) => obstacle !== null && obstacle !== 'price');
  if (blocked?.obstacle)
    return `${feedText(blocked.item.selection)}: ${obstacleText(blocked.obstacle, currency, blocked.item.stake)}`;
  if (whole?.obstacle === 'related') return relatedText(view);
  if (whole?.obstacle === 'tooLong') {
    const maximum = oddsText(betRules.maxCombinedOddsMilli, format);
    return i18n._({
      id: 'slip.tooLong',
      message: 'The combined odds are above the maximum of {maximum}. Remove a selection.',
      values: { maximum },
    });
  }
  return whole?.obstacle ? obstacleText(whole.obstacle, currency, whole.typed) : false;
}

function relatedText({ lines }: SlipView): string {
  const [group = []] = relatedOf(lines.map(({ item }) => item));
  const names = group.map(({ selection, market }) => `${feedText(selection)} (${feedText(market)})`).join(', ');
  return i18n._({
    id: 'slip.relatedWhy',
    message: '{names}: selections from the same event, {fixture}, cannot be combined. Remove one of them.',
    values: { names, fixture: group[0]?.fixture ?? '' },
  });
}

interface WholeStakeProps {
  whole: WholeView;
  legs: number;
  currency: CurrencyCode;
  playableMinor: number;
  freeBets: readonly FreeBet[];
  locked: boolean;
}

function WholeStake({ whole, legs, currency, playableMinor, freeBets, locked }: WholeStakeProps) {
  return (
    <>
      {!whole.system && (whole.free || freeBets.length > 0) && (
        <Suspense>
          <FreeBetPick
            freeBets={freeBets}
            chosen={whole.free}
            currency={currency}
            locked={locked}
            onChoose={slipActions.wholeFreeBet}
          />
        </Suspense>
      )}
      <div className="flex items-center justify-between gap-2">
        {whole.system ? (
          <PickOne
            bare
            label={i18n._({ id: 'slip.system', message: 'System' })}
            value={whole.system.id}
            disabled={locked}
            onChange={(event) => slipActions.system(event.target.value)}
          >
            {systemsFor(legs).map(({ id, name, sizes }) => (
              <option key={id} value={id}>
                {i18n._({
                  id: 'slip.systemOption',
                  message: '{name} · {count, plural, one {# line} other {# lines}}',
                  values: { name, count: lineCount(legs, sizes) },
                })}
              </option>
            ))}
          </PickOne>
        ) : (
          <p className="text-12 text-ink-soft">
            {i18n._({ id: 'slip.totalOdds', message: 'Total odds' })}{' '}
            <Odds milli={whole.oddsMilli} className="text-14 font-strong text-ink" />
          </p>
        )}
        <StakeField
          label={
            whole.system
              ? i18n._({ id: 'slip.lineStake', message: 'Stake per line in {currency}', values: { currency } })
              : i18n._({ id: 'slip.wholeStake', message: 'Stake in {currency}', values: { currency } })
          }
          stake={whole.free ? decimalText(whole.free.amountMinor, currency) : whole.typed}
          currency={currency}
          steps={whole.system ? lineSteps(whole.lines, playableMinor) : stepsOf(playableMinor)}
          locked={locked || whole.free !== null}
          onStake={setStakeOf(whole)}
        />
      </div>
      {whole.system && <LineStake whole={whole} currency={currency} locked={locked} />}
    </>
  );
}

/** Common stakes for the one bet, or for each single. Singles with a free bet keep it. */
function QuickStakes({
  view: { whole, lines },
  currency,
  locked,
}: {
  view: SlipView;
  currency: CurrencyCode;
  locked: boolean;
}) {
  const stakes = new Set(
    whole ? [whole.stakeMinor] : lines.filter(({ free }) => !free).map(({ stakeMinor }) => stakeMinor),
  );
  const [chosen = null] = stakes;
  const isFree = whole ? whole.free !== null : stakes.size === 0;
  return (
    <StakeChips
      legend={
        !whole && lines.length > 1
          ? i18n._({ id: 'slip.eachChips', message: 'Quick stakes for each selection' })
          : i18n._({ id: 'stake.usual', message: 'Quick stakes' })
      }
      stakesMinor={betRules.quickStakesMinor}
      chosenMinor={stakes.size === 1 ? chosen : null}
      currency={currency}
      locked={locked || isFree}
      onStake={(minor) => (whole ? slipActions.wholeStake : slipActions.eachStake)(decimalText(minor, currency))}
    />
  );
}

/** The total of the stake per line, and quick stakes. */
function LineStake({
  whole: { lines, typed, stakeMinor, lineStakeMinor },
  currency,
  locked,
}: {
  whole: WholeView;
  currency: CurrencyCode;
  locked: boolean;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <StakeChips
        legend={i18n._({ id: 'slip.lineChips', message: 'Quick stakes per line' })}
        stakesMinor={lineChipsMinor}
        chosenMinor={lineStakeMinor}
        currency={currency}
        locked={locked}
        onStake={(minor) => slipActions.lineStake(decimalText(minor, currency))}
      />
      {stakeMinor !== null && lineStakeMinor !== null && typed.trim() !== '' && (
        <p className="figures ml-auto text-13">
          {i18n._({
            id: 'slip.perLine',
            message: '{count, plural, one {# bet} other {# bets}} × {each} = {total}',
            values: {
              count: lines,
              each: decimalText(lineStakeMinor, currency),
              total: moneyText(stakeMinor, currency),
            },
          })}
        </p>
      )}
    </div>
  );
}

function Totals({ view, currency, busy }: { view: SlipView; currency: CurrencyCode; busy: boolean }) {
  const policy = useStore(policyStore);
  return (
    <>
      {!view.whole && view.lines.length > 1 && (
        <p className="flex flex-wrap justify-between gap-x-2 text-13">
          <span>
            <span className="text-ink-soft">{i18n._({ id: 'slip.totalOdds', message: 'Total odds' })}</span>{' '}
            <Odds milli={view.oddsMilli ?? 0} />
          </span>
          <span>
            <span className="text-ink-soft">{i18n._({ id: 'slip.totalStake', message: 'Total stake' })}</span>{' '}
            <Money minor={view.stakeMinor} currency={currency} />
          </span>
        </p>
      )}
      <div className="flex items-center justify-between gap-3">
        <PickOne
          label={i18n._({ id: 'slip.policy', message: 'Accept' })}
          value={policy}
          onChange={(event) => policyStore.set(event.target.value as Policy)}
        >
          <option value="none">{i18n._({ id: 'slip.policyNone', message: 'no odds changes' })}</option>
          <option value="better">{i18n._({ id: 'slip.policyBetter', message: 'better odds' })}</option>
          {tolerancePolicies.map((name) => (
            <option key={name} value={name}>
              {i18n._({
                id: 'slip.policyWithin',
                message: 'up to {percent} % lower winnings',
                values: { percent: percentOf(name) },
              })}
            </option>
          ))}
          <option value="any">{i18n._({ id: 'slip.policyAny', message: 'any odds' })}</option>
        </PickOne>
        <p className="flex shrink-0 flex-col items-end">
          <span className="text-12 text-ink-soft">
            {i18n._({ id: 'slip.totalReturn', message: 'Potential return' })}
          </span>
          <Money minor={view.returnMinor} currency={currency} className="text-14 font-strong" />
          {view.average !== null && (
            <span className="figures text-12 text-ink-soft" title={averageText(view.average)}>
              {i18n._({
                id: 'slip.average',
                message: 'Average return {percent}',
                values: { percent: sharePercent(view.average) },
              })}
            </span>
          )}
        </p>
      </div>
      {view.ownMinor < view.stakeMinor && (
        <p className="text-12 text-ink-soft">
          {i18n._({ id: 'slip.freeStake', message: 'The stake of a free bet is not returned.' })}
        </p>
      )}
      {view.cut && (
        <p className="text-12 text-live">
          {i18n._({
            id: 'slip.cut',
            message: 'Capped at the maximum payout of {amount} per bet.',
            values: { amount: moneyText(betRules.payoutCapMinor, currency) },
          })}
        </p>
      )}
      {view.slip.attempt && !busy && (
        <p className="text-12 text-live">
          {i18n._({ id: 'slip.unanswered', message: 'No reply yet. Trying again never places a second bet.' })}
        </p>
      )}
    </>
  );
}
