/** Casino results of a period: rounds, wins, sessions and highlights, with the money of the same rounds. */
import { catalogue } from '@fairline/proto/games/catalogue';
import type { CurrencyCode } from '@fairline/proto/money';
import type { PlayFigures, PlayPeriod } from '@fairline/proto/play-figures';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { multiplierText } from '../../domain/casino/game-labels.ts';
import { casinoStatsQuery } from '../../domain/casino/queries.ts';
import { Money } from '../../domain/money/money.tsx';
import { periodName, playNames } from '../../domain/money/play-labels.ts';
import { countText, numberText, percentText } from '../../figures.ts';
import { ErrorState, Skeleton } from '../../ui/content/states.tsx';

interface CasinoFiguresProps {
  period: PlayPeriod;
  /** Amounts of the same rounds, once loaded. */
  play: PlayFigures | undefined;
  currency: CurrencyCode | undefined;
}

/** Without rounds there is no figure. */
const none = '–';

export function CasinoFigures({ period, play, currency }: CasinoFiguresProps) {
  const { data, isError, error, refetch, isFetching } = useQuery(casinoStatsQuery(period));
  const money = (minor: number | undefined, net = false) =>
    minor === undefined || !currency ? undefined : <Money minor={minor} currency={currency} net={net} />;
  const figures: [name: string, value: ReactNode][] = [
    [i18n._({ id: 'casino.session.rounds', message: 'Rounds' }), data && countText(data.rounds)],
    [
      i18n._({ id: 'betFigures.winRate', message: 'Win rate' }),
      data && (data.rounds > 0 ? percentText(data.wins / data.rounds, { maximumFractionDigits: 1 }) : none),
    ],
    [i18n._({ id: 'casinoFigures.sessions', message: 'Sessions' }), data && countText(data.sessions)],
    [
      i18n._({ id: 'casinoFigures.average', message: 'Average time' }),
      data &&
        (data.averageSessionMinutes === null
          ? none
          : i18n._({
              id: 'playTime.minutes',
              message: '{minutes} min',
              values: { minutes: numberText(Math.round(data.averageSessionMinutes)) },
            })),
    ],
    [
      i18n._({ id: 'casinoFigures.favourite', message: 'Favourite game' }),
      data && <FavouriteGame key="favourite" id={data.favouriteGame} />,
    ],
    [i18n._({ id: 'casinoFigures.bigWins', message: 'Big wins (over 5×)' }), data && countText(data.bigWins)],
    [
      i18n._({ id: 'casinoFigures.best', message: 'Best multiplier' }),
      data && (data.bestMultiplier === null ? none : multiplierText(data.bestMultiplier)),
    ],
    [playNames.staked(), money(play?.stakedMinor)],
    [playNames.winnings(), money(play?.returnedMinor)],
    [playNames.net(), money(play?.netMinor, true)],
  ];
  return (
    <section aria-labelledby="casino-figures" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="casino-figures" className="text-16 font-strong">
          {i18n._({ id: 'casinoFigures.title', message: 'Casino performance' })}{' '}
          <span className="text-13 font-normal text-ink-soft">{periodName(period)}</span>
        </h2>
        <Link to="/casino/history" className="text-13 underline underline-offset-4">
          {i18n._({ id: 'casino.history.all', message: 'All rounds' })}
        </Link>
      </header>
      {isError && !data ? (
        <ErrorState
          title={i18n._({ id: 'casinoFigures.failed', message: 'Your casino figures could not be loaded' })}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {errorText(error)}
        </ErrorState>
      ) : (
        <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
          {figures.map(([name, value]) => (
            <div key={name} className="min-w-0 rounded-card border border-line bg-surface px-3 py-3">
              <dt className="text-12 text-ink-soft">{name}</dt>
              <dd className="figures mt-1 truncate text-14 font-strong">
                {value ?? <Skeleton className="h-5 w-16" />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function FavouriteGame({ id }: { id: keyof typeof catalogue | null }) {
  if (id === null) return none;
  return (
    <Link to={`/casino/${id}`} className="underline underline-offset-4">
      {catalogue[id].name}
    </Link>
  );
}
