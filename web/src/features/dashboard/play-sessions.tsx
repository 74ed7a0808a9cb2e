/** The number of play sessions in a period and their average length, sports and casino together. */
import type { PlayPeriod } from '@fairline/proto/play-figures';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { i18n } from '@lingui/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../client/requests/call.ts';
import { countText, numberText } from '../../figures.ts';
import { Skeleton } from '../../ui/content/states.tsx';

const playedQuery = (period: PlayPeriod) =>
  queryOptions({
    queryKey: ['risk', 'sessions', period],
    queryFn: ({ signal }) => call(sessionRoutes.played, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });

/** Only the number. */
export function SessionCount({ period }: { period: PlayPeriod }) {
  const { data, isError } = useQuery(playedQuery(period));
  if (data) return countText(data.sessions);
  return isError ? '–' : <Skeleton className="h-5 w-8" />;
}

export function PlaySessions({ period }: { period: PlayPeriod }) {
  const { data, isError } = useQuery(playedQuery(period));
  const average =
    data && data.sessions > 0
      ? i18n._({
          id: 'playTime.minutes',
          message: '{minutes} min',
          values: { minutes: numberText(Math.round(data.playMinutes / data.sessions)) },
        })
      : '–';
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-13">
      <div className="flex gap-2">
        <dt className="text-ink-soft">{i18n._({ id: 'dashboard.sessions', message: 'Play sessions' })}</dt>
        <dd className="figures">
          <SessionCount period={period} />
        </dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-ink-soft">{i18n._({ id: 'dashboard.averageSession', message: 'Average session time' })}</dt>
        <dd className="figures">{data || isError ? average : <Skeleton className="h-5 w-12" />}</dd>
      </div>
    </dl>
  );
}
