/** Betting totals of a period, above the list of bets. */
import { type PlayPeriod, sportsPlay } from '@fairline/proto/play-figures';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Money } from '../../../domain/money/money.tsx';
import { periodName, playNames } from '../../../domain/money/play-labels.ts';
import { Skeleton } from '../../../ui/content/states.tsx';
import { TotalsFailure } from './failure.tsx';
import { statsQuery } from './history-queries.ts';

export function PlayTotals({ period }: { period: PlayPeriod }) {
  const { data, isError, isFetching, refetch } = useQuery(statsQuery);
  if (isError && !data) {
    return <TotalsFailure busy={isFetching} onRetry={() => void refetch()} />;
  }
  const play = data && sportsPlay(data.play[period]);
  const money = (minor: number | undefined, net = false): ReactNode =>
    minor !== undefined && data ? (
      <Money minor={minor} currency={data.currency} net={net} />
    ) : (
      <Skeleton className="h-5 w-20" />
    );
  const figures: [name: string, value: ReactNode][] = [
    [playNames.staked(), money(play?.stakedMinor)],
    [playNames.open(), money(play?.openStakeMinor)],
    [playNames.winnings(), money(play?.returnedMinor)],
    [playNames.net(), money(play?.netMinor, true)],
  ];
  return (
    <section
      aria-label={i18n._({ id: 'bets.totals', message: 'Totals: {period}', values: { period: periodName(period) } })}
    >
      <dl className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0 rounded-card border border-line bg-surface px-3 py-2">
            <dt className="text-12 text-ink-soft">{name}</dt>
            <dd className="figures overflow-x-clip text-14 font-strong">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
