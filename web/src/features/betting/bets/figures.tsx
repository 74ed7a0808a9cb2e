/** Betting results of a period: bets open, won, lost and cashed out, and the return on stakes. */
import { type BetStats, winRate } from '@fairline/proto/betting/bets';
import type { CurrencyCode } from '@fairline/proto/money';
import { type PlayFigures, type PlayPeriod, returnRate } from '@fairline/proto/play-figures';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { Odds } from '../../../domain/betting/odds.tsx';
import { Money } from '../../../domain/money/money.tsx';
import { periodName, playNames } from '../../../domain/money/play-labels.ts';
import { countText, numberText, percentText } from '../../../figures.ts';
import { ErrorState, Skeleton } from '../../../ui/content/states.tsx';
import { betStatsQuery } from './queries.ts';

interface BetFiguresProps {
  period: PlayPeriod;
  /** Amounts of the same bets, once loaded. */
  play: PlayFigures | undefined;
  currency: CurrencyCode | undefined;
}

export function BetFigures({ period, play, currency }: BetFiguresProps) {
  const { data, isError, error, refetch, isFetching } = useQuery(betStatsQuery(period));
  const count = (value: number | undefined) => (value === undefined ? undefined : countText(value));
  const figures: [name: string, value: ReactNode][] = [
    [i18n._({ id: 'betFigures.bets', message: 'Bets' }), count(data?.bets)],
    [i18n._({ id: 'betFigures.open', message: 'Open bets' }), count(data?.openBets)],
    [i18n._({ id: 'betFigures.won', message: 'Won' }), count(data?.won)],
    [i18n._({ id: 'betFigures.lost', message: 'Lost' }), count(data?.lost)],
    [i18n._({ id: 'betFigures.cashedOut', message: 'Cashed out' }), count(data?.cashedOut)],
    [i18n._({ id: 'betFigures.winRate', message: 'Win rate' }), data && shareText(winRate(data))],
  ];
  return (
    <section aria-labelledby="bet-figures" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="bet-figures" className="text-16 font-strong">
          {i18n._({ id: 'betFigures.title', message: 'Betting performance' })}{' '}
          <span className="text-13 font-normal text-ink-soft">{periodName(period)}</span>
        </h2>
        <Link to="/bets" className="text-13 underline underline-offset-4">
          {i18n._({ id: 'bets.all', message: 'All bets' })}
        </Link>
      </header>
      {isError && !data ? (
        <ErrorState
          title={i18n._({ id: 'betFigures.failed', message: 'Your betting figures could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      ) : (
        <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-6">
          {figures.map(([name, value]) => (
            <div key={name} className="min-w-0 rounded-card border border-line bg-surface px-3 py-3">
              <dt className="text-12 text-ink-soft">{name}</dt>
              <dd className="figures mt-1 overflow-x-clip text-14 font-strong">
                {value ?? <Skeleton className="h-5 w-16" />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {data && play && currency && <Analytics stats={data} play={play} currency={currency} />}
    </section>
  );
}

/** Without stakes there is no percentage. */
const shareText = (share: number | null) => (share === null ? '–' : percentText(share, { maximumFractionDigits: 1 }));

function Analytics({ stats, play, currency }: { stats: BetStats; play: PlayFigures; currency: CurrencyCode }) {
  const { bestOddsMilli: best, bigWins, bestMultiplier: multiplier = null } = stats;
  const figures: [name: string, value: ReactNode][] = [
    [playNames.staked(), <Money key="staked" minor={play.stakedMinor} currency={currency} />],
    [playNames.open(), <Money key="open" minor={play.openStakeMinor} currency={currency} />],
    [playNames.winnings(), <Money key="winnings" minor={play.returnedMinor} currency={currency} />],
    [i18n._({ id: 'betFigures.returnRate', message: 'Return rate' }), shareText(returnRate(play))],
    [
      i18n._({ id: 'betFigures.best', message: 'Highest odds won' }),
      best === null ? '–' : <Odds key="best" milli={best} />,
    ],
    [
      i18n._({ id: 'casinoFigures.bigWins', message: 'Big wins (over 5×)' }),
      bigWins === undefined ? '–' : countText(bigWins),
    ],
    [
      i18n._({ id: 'casinoFigures.best', message: 'Best multiplier' }),
      multiplier === null ? '–' : `${numberText(multiplier, { maximumFractionDigits: 2 })}×`,
    ],
  ];
  return (
    <details className="text-13">
      <summary className="py-1 font-medium">
        {i18n._({ id: 'betFigures.analytics', message: 'Advanced Analytics' })}
      </summary>
      <dl className="mt-2 grid grid-cols-2 gap-2 md:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0 rounded-card border border-line bg-surface px-3 py-3">
            <dt className="text-12 text-ink-soft">{name}</dt>
            <dd className="figures mt-1 overflow-x-clip text-14 font-strong">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
