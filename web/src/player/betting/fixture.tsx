/** One fixture: teams and score, all its markets with live prices, and the history of the score. */
import type { Fixture } from '@fairline/proto/betting/offer';
import { Refusal } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { SportArt } from '../../domain/betting/sport-art.tsx';
import { playerLive } from '../../domain/live/cache.ts';
import { useLiveFixtures, useLiveState, useStaleFixtures } from '../../domain/live/use-live.ts';
import { whenText } from '../../domain/people/display-settings.ts';
import { StakeBar } from '../../features/betting/browse/default-stake.tsx';
import { competitionText, fixtureText } from '../../features/betting/offer/fixture-labels.ts';
import { When } from '../../features/betting/offer/fixture-row.tsx';
import { MarketBoard } from '../../features/betting/offer/market-board.tsx';
import { pickParameter } from '../../features/betting/offer/pick-address.ts';
import { fixtureQuery, sportsQuery } from '../../features/betting/offer/queries.ts';
import { ScoreTimeline } from '../../features/betting/offer/score-timeline.tsx';
import { Star } from '../../features/betting/offer/star.tsx';
import { defaultStakeStore } from '../../features/betting/preferences.ts';
import { usePick } from '../../features/betting/slip/use-pick.ts';
import { balanceQuery } from '../../features/wallet/balance/queries.ts';
import { translate } from '../../server-texts.ts';
import { useStore } from '../../store.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { useAtLeast } from '../../ui/browser/use-media.ts';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { buttonClass } from '../../ui/controls/button.tsx';
import { BettingFrame } from './betting-frame.tsx';

export function FixturePage() {
  const { id = '' } = useParams();
  const wide = useAtLeast('xl');
  const query = useQuery(fixtureQuery(id));
  useLiveFixtures(playerLive, [id]);
  const gone = query.error instanceof Refusal && (query.error.status === 404 || query.error.status === 400);
  const title = query.data
    ? i18n._({ id: 'fixture.pageTitle', message: '{fixture} · Fairline', values: { fixture: fixtureText(query.data) } })
    : i18n._({ id: 'sports.pageTitle', message: 'Sports · Fairline' });
  return (
    <BettingFrame title={title} wide={wide} liveOnly={false}>
      {query.data && <Page fixture={query.data} whole={!query.isPlaceholderData} />}
      {!query.data && query.isPending && <SkeletonRows count={6} className="h-24 rounded-card" />}
      {!query.data && query.isError && !gone && (
        <ErrorState
          title={i18n._({ id: 'fixture.failed', message: 'The event could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {!query.data && gone && (
        <EmptyState
          art={<SportArt sport="" size={40} />}
          title={i18n._({ id: 'fixture.gone', message: 'This event is not on offer' })}
        >
          <Link to="/results" className={buttonClass('secondary', 'small')}>
            {i18n._({ id: 'fixture.toResults', message: 'See results' })}
          </Link>
          <Link to="/sports" className={buttonClass('secondary', 'small')}>
            {i18n._({ id: 'fixtures.allEvents', message: 'See all events' })}
          </Link>
        </EmptyState>
      )}
    </BettingFrame>
  );
}

/** Adds the selection in the URL to the slip, once, and removes it from the URL. */
function useAskedPick(fixture: Fixture, whole: boolean, pick: ReturnType<typeof usePick>['pick']): void {
  const [search, change] = useAddress();
  const asked = search.get(pickParameter);
  useEffect(() => {
    if (asked === null) return;
    const market = fixture.markets.find(({ selections }) => selections.some(({ id }) => id === asked));
    const selection = market?.selections.find(({ id }) => id === asked);
    // A list has one line of each kind; the full fixture may have the missing one.
    if (!selection && !whole) return;
    if (market && selection) pick(fixture, market, selection);
    change(pickParameter, null);
  }, [asked, fixture, whole, pick, change]);
}

const isOver = ({ status }: Fixture) => status === 'ended' || status === 'cancelled';

function Page({ fixture, whole }: { fixture: Fixture; whole: boolean }) {
  const { data: balance } = useQuery(balanceQuery);
  const currency = balance?.currency ?? 'USD';
  const stakeMinor = useStore(defaultStakeStore);
  const lost = useLiveState(playerLive) === 'stale';
  const stale = useStaleFixtures(playerLive, [fixture.id]).has(fixture.id);
  const { picked, pick } = usePick(currency);
  useAskedPick(fixture, whole, pick);
  return (
    <>
      <Head fixture={fixture} />
      {!isOver(fixture) && <StakeBar currency={currency} />}
      {lost && (
        <Notice tone="live">
          {i18n._({
            id: 'fixtures.stale',
            message: 'Connection to live odds lost. Prices are locked until we reconnect.',
          })}
        </Notice>
      )}
      {fixture.markets.length === 0 ? (
        <EmptyState title={i18n._({ id: 'fixture.noMarkets', message: 'No market is on offer for this event now' })} />
      ) : (
        <MarketBoard
          fixture={fixture}
          picked={picked}
          stale={stale}
          stakeMinor={stakeMinor}
          currency={currency}
          onPick={pick}
        />
      )}
      <ScoreTimeline fixture={fixture} />
      <Link to="/rules" className="self-start py-1 text-12 text-ink-soft underline underline-offset-4 hover:text-ink">
        {i18n._({ id: 'betRules.title', message: 'Betting rules' })}
      </Link>
    </>
  );
}

function Head({ fixture }: { fixture: Fixture }) {
  const { data: sports } = useQuery(sportsQuery);
  const sport = translate(sports?.items.find(({ id }) => id === fixture.sport)?.name ?? fixture.sport);
  return (
    <header className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <nav
        aria-label={i18n._({ id: 'fixture.path', message: 'Sport and competition' })}
        className="flex flex-wrap items-center gap-x-1 text-13 text-ink-soft"
      >
        <SportArt sport={fixture.sport} size={20} />
        <Link
          to={`/sports?sport=${encodeURIComponent(fixture.sport)}`}
          className="underline underline-offset-4 hover:text-ink"
        >
          {sport}
        </Link>
        <Star of={{ kind: 'sport', id: fixture.sport }} name={sport} />
        <Link
          to={`/sports?sport=${encodeURIComponent(fixture.sport)}&q=${encodeURIComponent(fixture.competition)}`}
          className="underline underline-offset-4 hover:text-ink"
        >
          {competitionText(fixture)}
        </Link>
        <Star of={{ kind: 'competition', id: fixture.competitionId }} name={fixture.competition} />
        {fixture.season && <span className="figures">{fixture.season}</span>}
      </nav>
      <div className="flex items-start gap-2">
        <h1 className="display min-w-0 grow text-20 break-words md:text-28">
          {fixture.homeTeam} <span className="text-ink-soft">vs</span> {fixture.awayTeam}
        </h1>
        <Star of={{ kind: 'fixture', id: fixture.id }} name={fixtureText(fixture)} />
      </div>
      {fixture.score && (
        <p className="figures text-28 font-strong">
          <span className="sr-only">{i18n._({ id: 'fixture.score', message: 'Score' })} </span>
          {fixture.score.home}–{fixture.score.away}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 text-12 text-ink-soft">
        <When fixture={fixture} bare />
        <time dateTime={fixture.startsAt} className="figures">
          {whenText(fixture.startsAt)}
        </time>
        {fixture.originalStartsAt && (
          <span className="figures">
            {i18n._({
              id: 'fixture.originalStart',
              message: 'Originally {time}',
              values: { time: whenText(fixture.originalStartsAt) },
            })}
          </span>
        )}
      </div>
    </header>
  );
}
