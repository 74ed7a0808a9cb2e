/** What play on sports came to in a period: bets, those that stand, those won, and what the settled ones left. */
import { type BetStats, betPeriods } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wordsOf } from '../../../client/http/error-text.ts';
import { Odds } from '../../../domain/betting/odds.tsx';
import { Money } from '../../../domain/money/money.tsx';
import { countText, percentText } from '../../../figures.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { ErrorState, Skeleton } from '../../../ui/content/states.tsx';
import { type BetPeriod, betStatsQuery } from './queries.ts';

function periodWords(period: BetPeriod): string {
  if (period === 'today') return i18n._({ id: 'period.today', message: 'Today' });
  if (period === 'week') return i18n._({ id: 'bets.week', message: 'This week' });
  return period === 'month' ? i18n._({ id: 'period.month', message: 'This month' }) : i18n._({ id: 'period.all', message: 'All time' });
}

/** The page's period, where bets are counted by it. */
export function BetFigures() {
  const [search] = useAddress();
  const period = betPeriods.find((name) => name === search.get('period')) ?? 'all';
  const { data, isError, error, refetch, isFetching } = useQuery(betStatsQuery(period));
  const count = (value: number | undefined) => (value === undefined ? undefined : countText(value));
  const figures: [name: string, value: ReactNode][] = [
    [i18n._({ id: 'betFigures.bets', message: 'Bets' }), count(data?.bets)],
    [i18n._({ id: 'betFigures.open', message: 'Open bets' }), count(data?.openBets)],
    [i18n._({ id: 'betFigures.won', message: 'Won' }), count(data?.won)],
    [i18n._({ id: 'betFigures.lost', message: 'Lost' }), count(data?.lost)],
    [i18n._({ id: 'betFigures.winRate', message: 'Win rate' }), data && shareText(data.won, data.won + data.lost)],
    [i18n._({ id: 'betFigures.net', message: 'Settled profit' }), data && <Money net minor={data.netMinor} currency={data.currency} />],
  ];
  return (
    <section aria-labelledby="bet-figures" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="bet-figures" className="text-16 font-strong">
          {i18n._({ id: 'betFigures.title', message: 'Betting performance' })} <span className="text-13 font-normal text-ink-soft">{periodWords(period)}</span>
        </h2>
        <Link to="/bets" className="text-13 underline underline-offset-4">
          {i18n._({ id: 'bets.all', message: 'All bets' })}
        </Link>
      </header>
      {isError && !data ? (
        <ErrorState
          title={i18n._({ id: 'betFigures.failed', message: 'Your betting figures could not be read' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {wordsOf(error)}
        </ErrorState>
      ) : (
        <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-6">
          {figures.map(([name, value]) => (
            <div key={name} className="min-w-0 rounded-card border border-line bg-surface px-3 py-3">
              <dt className="text-12 text-ink-soft">{name}</dt>
              <dd className="figures mt-1 overflow-x-clip text-14 font-strong">{value ?? <Skeleton className="h-5 w-16" />}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'betFigures.counted',
          message:
            'Settled profit is of bets placed in the period that are settled or cashed out. Net Profit is of all stakes and payouts in the period, open bets too.',
        })}
      </p>
      {data && <Analytics stats={data} />}
    </section>
  );
}

/** Of nothing there is no share. */
const shareText = (part: number, of: number) => (of > 0 ? percentText(part / of, { maximumFractionDigits: 1 }) : '–');

function Analytics({ stats: { currency, stakedMinor, paidMinor, netMinor, bestOddsMilli } }: { stats: BetStats }) {
  const figures: [name: string, value: ReactNode][] = [
    [i18n._({ id: 'betFigures.staked', message: 'Staked' }), <Money key="staked" minor={stakedMinor} currency={currency} />],
    [i18n._({ id: 'betFigures.paid', message: 'Paid out' }), <Money key="paid" minor={paidMinor} currency={currency} />],
    [i18n._({ id: 'betFigures.returnRate', message: 'Return rate' }), shareText(paidMinor, paidMinor - netMinor)],
    [i18n._({ id: 'betFigures.best', message: 'Highest odds won' }), bestOddsMilli === null ? '–' : <Odds key="best" milli={bestOddsMilli} />],
  ];
  return (
    <details className="text-13">
      <summary className="py-1 font-medium">{i18n._({ id: 'betFigures.analytics', message: 'Advanced Analytics' })}</summary>
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
