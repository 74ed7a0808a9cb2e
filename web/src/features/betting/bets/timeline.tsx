/** Everything that happened to a bet, oldest first. */
import type { Bet } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../client/http/error-text.ts';
import { momentText } from '../../../domain/betting/moment-labels.ts';
import { whenText } from '../../../domain/people/display-settings.ts';
import { ErrorState, SkeletonRows } from '../../../ui/content/states.tsx';
import { betTimelineQuery } from './queries.ts';

export function BetTimeline({ bet }: { bet: Bet }) {
  const query = useQuery(betTimelineQuery(bet.id));
  return (
    <section aria-labelledby="bet-timeline" className="overflow-hidden rounded-card border border-line bg-surface">
      <h2 id="bet-timeline" className="flex h-11 items-center border-b border-line px-4 text-14 font-strong">
        {i18n._({ id: 'bet.timeline', message: 'What happened' })}
      </h2>
      {!query.data && query.isPending && <SkeletonRows count={3} className="h-10 rounded-none" />}
      {!query.data && query.isError && (
        <ErrorState
          title={i18n._({ id: 'timeline.failed', message: 'The timeline could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      <ol>
        {query.data?.items.map((moment) => (
          <li
            key={`${moment.at} ${moment.kind} ${moment.selectionId ?? ''} ${moment.legStatus ?? ''} ${moment.amountMinor ?? ''}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-2 text-13 last:border-b-0"
          >
            <span>{momentText(moment, bet)}</span>
            <time dateTime={moment.at} className="figures text-12 text-ink-soft">
              {whenText(moment.at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
