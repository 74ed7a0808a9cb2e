/** Four counts above the fixtures, as the server counted them. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { countText } from '../../../figures.ts';
import { Skeleton } from '../../../ui/content/states.tsx';
import { summaryQuery } from '../offer/queries.ts';

/** Visitors get no events about bets and players; the specification updates the counts every five seconds. */
const countsMs = 5_000;

export function SummaryStrip() {
  const { data } = useQuery({ ...summaryQuery, refetchInterval: countsMs });
  const counts = [
    [i18n._({ id: 'summary.events', message: 'Events' }), data?.fixtures],
    [i18n._({ id: 'summary.live', message: 'Live now' }), data?.live],
    [i18n._({ id: 'summary.bets', message: 'Bets today' }), data?.betsToday],
    [i18n._({ id: 'summary.players', message: 'Active players' }), data?.playersToday],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-4 sm:flex sm:flex-wrap md:grid md:grid-cols-4 md:gap-0 md:divide-x md:divide-line">
      {counts.map(([name, count]) => (
        <div
          key={name}
          className="flex h-5 items-baseline gap-1 md:h-auto md:flex-col-reverse md:gap-0 md:px-4 md:last:pr-0"
        >
          <dt className="order-2 text-12 whitespace-nowrap text-ink-soft md:order-none">{name}</dt>
          <dd className="figures text-13 font-strong md:h-7 md:text-20">
            {count === undefined ? <Skeleton className="mt-1 h-4 w-6 md:h-5 md:w-10" /> : countText(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
