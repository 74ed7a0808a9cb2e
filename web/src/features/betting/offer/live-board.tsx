/** Three live fixtures with their real prices, refetched every ten seconds. A team links to the match; a price adds its selection to the slip on that page. */

import type { Fixture } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { clockText, feedText } from '../../../domain/betting/market-labels.ts';
import { Odds } from '../../../domain/betting/odds.tsx';
import { SportArt } from '../../../domain/betting/sport-art.tsx';
import { useNow } from '../../../ui/browser/use-now.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/content/states.tsx';
import { countdownText } from './countdown.ts';
import { competitionText } from './fixture-labels.ts';
import { mainMarket } from './fixture-row.tsx';
import { pickAddress } from './pick-address.ts';
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
        <ErrorState
          title={i18n._({ id: 'board.failed', message: 'Live matches could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {items?.length === 0 && (
        <EmptyState title={i18n._({ id: 'board.empty', message: 'Nothing is on offer right now' })} />
      )}
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
        <span className="truncate">{competitionText(fixture)}</span>
        <span className={live ? 'figures ml-auto font-strong text-live' : 'figures ml-auto'}>
          {live ? fixture.score && clockText(fixture.score) : countdownText(fixture.startsAt, now)}
        </span>
      </p>
      <div className="flex items-center gap-4">
        <Link
          to={`/fixtures/${fixture.id}`}
          className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] rounded-control text-14 font-medium hover:text-act"
        >
          <span className="truncate">{fixture.homeTeam}</span>
          <span className="figures pl-2 text-right font-strong">{fixture.score?.home}</span>
          <span className="truncate">{fixture.awayTeam}</span>
          <span className="figures pl-2 text-right font-strong">{fixture.score?.away}</span>
        </Link>
        <p className="flex gap-1">
          {market?.selections.map((selection) => (
            <Link
              key={selection.id}
              to={pickAddress(fixture.id, selection.id)}
              className="flex h-11 w-14 items-center justify-center rounded-control border border-line bg-raised text-13 font-strong transition-colors hover:border-ink-soft"
            >
              <span className="sr-only">{feedText(selection.name)} </span>
              {market.status === 'active' ? (
                <Odds milli={selection.oddsMilli} />
              ) : (
                <>
                  <span aria-hidden>–</span>
                  <span className="sr-only">{i18n._({ id: 'price.suspended', message: 'Suspended' })}</span>
                </>
              )}
            </Link>
          ))}
        </p>
      </div>
    </li>
  );
}
