/** The history of a fixture's score, the latest first; it grows while the fixture is live. */
import { type Fixture, type FixtureMoment, offerRoutes } from '@fairline/proto/betting/offer';
import type { FixtureResult } from '@fairline/proto/betting/results';
import { i18n } from '@lingui/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { readMissingAs } from '../../../client/http/http.ts';
import { call } from '../../../client/requests/call.ts';
import { endText } from '../../../domain/betting/incident-labels.ts';
import { clockText } from '../../../domain/betting/market-labels.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { translate } from '../../../server-texts.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';

/** The change since the previous score, as text. */
export function scoreText(
  moment: FixtureMoment,
  before: FixtureMoment | undefined,
  { homeTeam, awayTeam, reason }: Pick<Fixture, 'homeTeam' | 'awayTeam' | 'reason'>,
): string {
  const [now, then] = [moment.score, before?.score];
  if (moment.status !== before?.status) {
    if (moment.status === 'live') return i18n._({ id: 'timeline.begun', message: 'Under way' });
    if (moment.status === 'ended' || moment.status === 'cancelled') return endText({ status: moment.status, reason });
    return i18n._({ id: 'timeline.scheduled', message: 'Scheduled' });
  }
  const home = (now?.home ?? 0) - (then?.home ?? 0);
  const away = (now?.away ?? 0) - (then?.away ?? 0);
  if (home > 0 && away <= 0) return homeTeam;
  if (away > 0 && home <= 0) return awayTeam;
  if (home < 0 || away < 0) return i18n._({ id: 'timeline.corrected', message: 'Score corrected' });
  return now ? translate(now.period) : '';
}

export function ScoreTimeline({ fixture }: { fixture: FixtureResult }) {
  const { score, status } = fixture;
  const query = useQuery(fixtureTimelineQuery(fixture.id, `${status} ${score?.home}:${score?.away} ${score?.period}`));
  const items = query.data?.items;
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface">
      <h2 id={id} className="flex h-11 items-center border-b border-line px-4 text-14 font-strong">
        {i18n._({ id: 'timeline.title', message: 'How it went' })}
      </h2>
      {!items && query.isPending && <SkeletonRows count={3} className="h-10 rounded-none" />}
      {!items && query.isError && (
        <ErrorState
          title={i18n._({ id: 'timeline.failed', message: 'The timeline could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {items?.length === 0 && (
        <EmptyState title={i18n._({ id: 'timeline.empty', message: 'Nothing has happened yet' })} />
      )}
      {items && items.length > 0 && (
        <ol className="max-h-96 overflow-y-auto">
          {items
            .map((moment, place) => ({ moment, text: scoreText(moment, items[place - 1], fixture) }))
            .toReversed()
            .map(({ moment, text }) => (
              <li
                key={`${moment.at} ${moment.status} ${moment.score?.home}:${moment.score?.away} ${moment.score?.period}`}
                className="flex min-h-10 items-center gap-3 border-b border-line px-4 py-2 text-13 last:border-b-0"
              >
                <time
                  dateTime={moment.at}
                  title={whenText(moment.at)}
                  className="figures min-w-16 shrink-0 text-12 whitespace-nowrap text-ink-soft"
                >
                  {(moment.score && clockText(moment.score)) || whenText(moment.at)}
                </time>
                <span className="min-w-0 grow truncate">{text}</span>
                {moment.score && (
                  <span className="figures shrink-0 font-strong whitespace-nowrap">
                    {moment.score.home}–{moment.score.away}
                  </span>
                )}
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}

/** The history of the score, empty before the fixture begins; refetched when the score changes. */
function fixtureTimelineQuery(id: string, now: string) {
  return queryOptions({
    queryKey: ['betting', 'timeline', id, now],
    queryFn: ({ signal }) =>
      call(offerRoutes.fixtureTimeline, { params: { id }, signal }).catch(readMissingAs({ items: [] })),
    placeholderData: keepPreviousData,
  });
}
