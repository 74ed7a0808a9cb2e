/** Four counts above the fixtures, as the server counted them. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../ui/states.tsx';
import { summaryQuery } from './queries.ts';

export function SummaryStrip() {
  const { data } = useQuery(summaryQuery);
  const counts = [
    [i18n._({ id: 'summary.events', message: 'Events' }), data?.fixtures],
    [i18n._({ id: 'summary.live', message: 'Live now' }), data?.live],
    [i18n._({ id: 'summary.bets', message: 'Bets today' }), data?.betsToday],
    [i18n._({ id: 'summary.players', message: 'Active players' }), data?.playersToday],
  ] as const;
  return (
    <dl className="grid grid-cols-4 divide-x divide-line">
      {counts.map(([name, count]) => (
        <div key={name} className="flex flex-col-reverse px-3 first:pl-0">
          <dt className="truncate text-12 text-ink-soft">{name}</dt>
          <dd className="figures h-7 text-20 font-strong">
            {count === undefined ? <Skeleton className="mt-1 h-5 w-10" /> : count.toLocaleString(i18n.locale)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
