/** Three live fixtures with their real prices, for somebody who has no account yet: read only, read again every ten seconds. */

import type { Fixture } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { clockWords, feedWords } from '../../../domain/betting/market-labels.ts';
import { Odds } from '../../../domain/betting/odds.tsx';
import { SportArt } from '../../../domain/betting/sport-art.tsx';
import { useNow } from '../../../ui/browser/use-now.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/content/states.tsx';
import { countdownWords } from './countdown.ts';
import { mainMarket } from './fixture-row.tsx';
import { boardQuery } from './queries.ts';

const shown = 3;

export function LiveBoard() {
  const { data, isError, isFetching, refetch } = useQuery(boardQuery);
  const items = data?.items.filter((fixture) => mainMarket(fixture)).slice(0, shown);
  return (
    <section aria-labelledby="board" className="min-h-82 w-full">
      <h2 id="board" className="flex h-10 items-center gap-2 text-13 font-medium text-ink-soft">
        <span aria-hidden className="size-2 rounded-full bg-onair" />
        {i18n._({ id: 'board.title', message: 'On the board right now' })}
      </h2>
      {isError && !data && (
        <ErrorState title={i18n._({ id: 'board.failed', message: 'The board could not be read' })} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {items?.length === 0 && <EmptyState title={i18n._({ id: 'board.empty', message: 'Nothing is on offer at this minute' })} />}
      <ul className="border-t border-line">
        {isError && !data
          ? null
          : items
            ? items.map((fixture) => <BoardRow key={fixture.id} fixture={fixture} />)
            : [1, 2, 3].map((row) => (
                <li key={row} className="flex h-24 items-center border-b border-line">
                  <Skeleton className="h-16 w-full" />
                </li>
              ))}
      </ul>
    </section>
  );
}

function BoardRow({ fixture }: { fixture: Fixture }) {
  const now = useNow();
  const market = mainMarket(fixture);
  const live = fixture.status === 'live';
  return (
    <li className="flex h-24 flex-col justify-center gap-2 border-b border-line">
      <p className="flex items-center gap-2 text-12 text-ink-soft">
        <SportArt sport={fixture.sport} size={16} />
        <span className="truncate">{fixture.competition}</span>
        <span className={live ? 'figures ml-auto font-strong text-live' : 'figures ml-auto'}>
          {live ? fixture.score && clockWords(fixture.score) : countdownWords(fixture.startsAt, now)}
        </span>
      </p>
      <div className="flex items-center gap-4">
        <p className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] text-14 font-medium">
          <span className="truncate">{fixture.homeTeam}</span>
          <span className="figures pl-2 text-right font-strong">{fixture.score?.home}</span>
          <span className="truncate">{fixture.awayTeam}</span>
          <span className="figures pl-2 text-right font-strong">{fixture.score?.away}</span>
        </p>
        <p className="flex gap-1">
          {market?.selections.map((selection) => (
            <span key={selection.id} className="flex h-9 w-14 items-center justify-center rounded-control bg-raised text-13 font-strong">
              <span className="sr-only">{feedWords(selection.name)} </span>
              {market.status === 'active' ? <Odds milli={selection.oddsMilli} /> : '–'}
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}
