/** A trader's dashboard: their tasks, suspensions, live fixtures and the largest exposures, each with a link to its page. */
import type { TradingFixture } from '@fairline/proto/betting/desk';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { waitingBetsQuery, waitingDecisionsQuery } from '../../../domain/betting/second-operator.ts';
import { stopsQuery } from '../../../domain/betting/stops.ts';
import { parNote, parText } from '../../../domain/money/par.ts';
import { countText } from '../../../figures.ts';
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '../../../ui/content/states.tsx';
import { exposureQuery, fixturesQuery } from '../markets/queries.ts';
import { RiskBar } from '../markets/risk-bar.tsx';
import { FixtureBadges, StartOrScore } from './fixtures-table.tsx';

/** As many as fit on a screen; a link leads to the rest. */
const shown = 8;
const byLiability = fixturesQuery({ sport: '', status: 'all', q: '', sort: 'liability' });
const live = fixturesQuery({ sport: '', status: 'live', q: '', sort: 'time' });

export function DeskSummary() {
  const decisions = useQuery(waitingDecisionsQuery);
  const bets = useQuery(waitingBetsQuery);
  const stops = useQuery(stopsQuery);
  const exposure = useInfiniteQuery(exposureQuery);
  const playing = useInfiniteQuery(live);
  const countItems = ({ data }: { data: { items: readonly unknown[]; nextCursor?: string | null } | undefined }) =>
    data && `${countText(data.items.length)}${data.nextCursor ? '+' : ''}`;
  const worst = exposure.data && (exposure.data.pages[0]?.items[0]?.liabilityMinor ?? 0);
  return (
    <div className="flex flex-col gap-6">
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
        <Figure
          to="/admin/trading?status=live"
          name={i18n._({ id: 'deskSummary.live', message: 'Fixtures in play' })}
          error={playing.error}
        >
          {countItems({ data: playing.data?.pages[0] })}
        </Figure>
        <Figure
          to="/admin/trading/decisions"
          name={i18n._({ id: 'deskSummary.decisions', message: 'Decisions waiting' })}
          error={decisions.error}
        >
          {countItems(decisions)}
        </Figure>
        <Figure
          to="/admin/trading/bets?status=waits"
          name={i18n._({ id: 'deskSummary.bets', message: 'Bets waiting' })}
          error={bets.error}
        >
          {countItems(bets)}
        </Figure>
        <Figure
          to="/admin/trading"
          name={i18n._({ id: 'stops.label', message: 'Suspended by operators' })}
          error={stops.error}
        >
          {countItems(stops)}
        </Figure>
        <Figure
          to="/admin/trading/exposure"
          name={i18n._({ id: 'deskSummary.worst', message: 'Largest possible loss on one outcome' })}
          error={exposure.error}
        >
          {worst !== undefined && parText(worst)}
        </Figure>
      </dl>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <AtRisk />
        <InPlay />
      </div>
    </div>
  );
}

function Figure({ to, name, error, children }: { to: string; name: string; error: Error | null; children: ReactNode }) {
  const known = children !== undefined && children !== false;
  return (
    <div className="flex min-w-0 grow basis-56 flex-col gap-1 bg-surface px-4 py-3">
      <dt className="text-12 text-ink-soft">{name}</dt>
      <dd className="figures text-20 font-strong">
        {known ? (
          <Link to={to} className="hover:underline">
            {children}
          </Link>
        ) : error ? (
          <span title={errorText(error)}>–</span>
        ) : (
          <Skeleton className="h-7 w-20" />
        )}
      </dd>
    </div>
  );
}

function AtRisk() {
  const query = useInfiniteQuery(byLiability);
  const fixtures = query.data?.pages[0]?.items.filter(({ liabilityMinor }) => liabilityMinor > 0).slice(0, shown);
  const most = Math.max(0, ...(fixtures ?? []).map(({ liabilityMinor }) => liabilityMinor));
  return (
    <Panel
      id="at-risk"
      title={i18n._({ id: 'deskSummary.risk', message: 'Highest liability' })}
      to="/admin/trading?sort=liability"
      query={query}
      fixtures={fixtures}
      none={
        <EmptyState title={i18n._({ id: 'exposure.none', message: 'No liability' })}>
          {i18n._({ id: 'exposure.noneHelp', message: 'There are no open bets with real money.' })}
        </EmptyState>
      }
      figure={({ liabilityMinor }) => <RiskBar minor={liabilityMinor} ofMinor={most} />}
      foot={parNote()}
    />
  );
}

function InPlay() {
  const query = useInfiniteQuery(live);
  return (
    <Panel
      id="in-play"
      title={i18n._({ id: 'deskSummary.live', message: 'Fixtures in play' })}
      to="/admin/trading?status=live"
      query={query}
      fixtures={query.data?.pages[0]?.items.slice(0, shown)}
      none={<EmptyState title={i18n._({ id: 'deskSummary.noneLive', message: 'Nothing is in play right now' })} />}
      figure={({ activeMarkets, markets }) => (
        <span className="figures shrink-0 text-right">
          {activeMarkets} / {markets}
          <span className="block text-12 whitespace-nowrap text-ink-soft">
            {i18n._({ id: 'desk.onOffer', message: 'Markets on offer' })}
          </span>
        </span>
      )}
    />
  );
}

interface PanelProps {
  id: string;
  title: string;
  to: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  fixtures: readonly TradingFixture[] | undefined;
  none: ReactNode;
  figure: (fixture: TradingFixture) => ReactNode;
  foot?: string;
}

function Panel({ id, title, to, query, fixtures, none, figure, foot }: PanelProps) {
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface">
      <header className="flex h-11 items-center justify-between gap-4 border-b border-line px-4">
        <h2 id={id} className="truncate text-14 font-strong">
          {title}
        </h2>
        <Link to={to} className="shrink-0 text-13 font-medium text-act underline underline-offset-4">
          {i18n._({ id: 'panel.all', message: 'See all' })}
        </Link>
      </header>
      {!fixtures && !query.error && (
        <div className="p-4">
          <SkeletonRows count={5} className="h-10" />
        </div>
      )}
      {!fixtures && query.error && (
        <ErrorState
          title={i18n._({ id: 'desk.fixturesFailed', message: 'Fixtures could not be loaded' })}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {errorText(query.error)}
        </ErrorState>
      )}
      {fixtures?.length === 0 && none}
      {fixtures && fixtures.length > 0 && (
        <ul>
          {fixtures.map((fixture) => (
            <li
              key={fixture.id}
              className="relative flex items-center justify-between gap-4 border-b border-line px-4 py-2 text-13 last:border-b-0 hover:bg-raised"
            >
              <span className="min-w-0">
                <Link
                  to={`/admin/trading/${fixture.id}`}
                  title={`${fixture.homeTeam} vs ${fixture.awayTeam}`}
                  className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-offset-0"
                >
                  {fixture.homeTeam} vs {fixture.awayTeam}
                </Link>
                <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft">
                  <FixtureBadges fixture={fixture} />
                  <StartOrScore fixture={fixture} />
                </span>
              </span>
              {figure(fixture)}
            </li>
          ))}
        </ul>
      )}
      {foot && fixtures && fixtures.length > 0 && (
        <p className="border-t border-line px-4 py-3 text-12 text-ink-soft">{foot}</p>
      )}
    </section>
  );
}
