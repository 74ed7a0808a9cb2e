/** Matches that are over: their query, and the list by the day they began, in which each opens to how the score went. */
import { type FixtureResult, resultRoutes } from '@fairline/proto/betting/results';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../client/requests/call.ts';
import { endText } from '../../../domain/betting/incident-labels.ts';
import { SportArt } from '../../../domain/betting/sport-art.tsx';
import { withCountry } from '../../../domain/people/country-names.ts';
import { dayText, timeText } from '../../../domain/people/display-settings.ts';
import { translate } from '../../../server-texts.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { ScoreTimeline } from '../offer/score-timeline.tsx';

/** Visitors have no stream that announces an end. */
const resultsMs = 60_000;

/** Matches that are over, latest first. */
export function resultsQuery(filter: { sport?: string; q?: string }) {
  return infiniteQueryOptions({
    queryKey: ['betting', 'results', filter],
    queryFn: ({ pageParam, signal }) =>
      call(resultRoutes.results, { query: { ...filter, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: resultsMs,
    placeholderData: keepPreviousData,
  });
}

interface ResultListProps {
  results: readonly FixtureResult[];
  sportNames: ReadonlyMap<string, string>;
}

export function ResultList({ results, sportNames }: ResultListProps) {
  return (
    <div className="flex flex-col gap-4">
      {[...Map.groupBy(results, ({ startsAt }) => dayText(startsAt))].map(([day, ofDay]) => (
        <section key={day} aria-label={day} className="overflow-hidden rounded-card border border-line bg-surface">
          <h2 className="figures flex h-10 items-center border-b border-line px-3 text-13 font-strong">{day}</h2>
          <ul>
            {ofDay.map((result) => (
              <Result
                key={result.id}
                result={result}
                sportName={translate(sportNames.get(result.sport) ?? result.sport)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Result({ result, sportName }: { result: FixtureResult; sportName: string }) {
  const [open, setOpen] = useState(false);
  const { homeTeam, awayTeam, score, status, reason } = result;
  return (
    <li className="border-b border-line last:border-b-0">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group">
        <summary className="flex min-h-row cursor-pointer list-none items-center gap-3 px-3 py-1 hover:bg-raised focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
            <span className="col-span-2 flex min-w-0 items-center gap-1 text-12 text-ink-soft">
              <SportArt sport={result.sport} size={16} className="shrink-0" />
              <span className="sr-only">{sportName}</span>
              <time dateTime={result.startsAt} className="figures shrink-0">
                {timeText(result.startsAt)}
              </time>
              <span aria-hidden>·</span>
              <span className="truncate">{withCountry(result.competition, result.country)}</span>
              {(status === 'cancelled' || reason) && (
                <Badge tone={status === 'cancelled' ? 'down' : 'plain'}>{endText(result)}</Badge>
              )}
            </span>
            <Side name={homeTeam} points={score?.home} />
            <Side name={awayTeam} points={score?.away} />
          </span>
          <Icon of={ChevronDown} className="shrink-0 text-ink-soft transition-transform group-open:rotate-180" />
        </summary>
        {open && (
          <div className="px-3 pt-1 pb-3">
            <ScoreTimeline fixture={result} />
          </div>
        )}
      </details>
    </li>
  );
}

function Side({ name, points }: { name: string; points: number | undefined }) {
  return (
    <>
      <span className="truncate text-13 font-medium md:text-14">{name}</span>
      <span className="figures text-right text-16 leading-5 font-strong">{points}</span>
    </>
  );
}
