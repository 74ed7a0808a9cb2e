/** One fixture on the desk: its state, its stakes, and every market with all its actions. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { TradingFixtureWhole, TradingMarket } from '@fairline/proto/betting/desk';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { stopsQuery } from '../../../domain/betting/stops.ts';
import { parNote, parText } from '../../../domain/money/par.ts';
import { hasPermission } from '../../../domain/people/operators.ts';
import { countText } from '../../../figures.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { KeyHint, useKeyShortcuts } from '../../../ui/content/shortcuts.tsx';
import { EmptyState, ErrorState, Notice, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { LimitDialog } from '../limits/limit-dialog.tsx';
import { limitsQuery } from '../limits/queries.ts';
import { isOver } from '../markets/labels.ts';
import { deskFixtureQuery } from '../markets/queries.ts';
import { StopAction } from '../stops/stop-action.tsx';
import { FixtureBadges, StartOrScore } from './fixtures-table.tsx';
import { type Asked, MarketPanel, MarketQuestion } from './market-panel.tsx';
import { useDeskLive } from './use-desk-live.ts';

export function FixtureDesk({ id, operator }: { id: string; operator: Operator }) {
  const { data: fixture, error, isFetching, refetch } = useQuery(deskFixtureQuery(id));
  useDeskLive([id]);
  if (!fixture && error) {
    return (
      <ErrorState
        title={i18n._({ id: 'desk.fixtureFailed', message: 'This fixture could not be loaded' })}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  }
  if (!fixture) return <SkeletonRows count={8} className="h-10" />;
  return (
    <div className="flex flex-col gap-6">
      {error && (
        <Notice tone="down">
          {i18n._({
            id: 'desk.fixtureOld',
            message: 'This fixture could not be refreshed. The data shown is out of date.',
          })}{' '}
          {errorText(error)}
        </Notice>
      )}
      <Head fixture={fixture} operator={operator} />
      <Markets fixture={fixture} operator={operator} />
    </div>
  );
}

function Head({ fixture, operator }: { fixture: TradingFixtureWhole; operator: Operator }) {
  const { data: stops } = useQuery(stopsQuery);
  const name = `${fixture.homeTeam} vs ${fixture.awayTeam}`;
  const own = stops?.items.some(({ scope, id }) => scope === 'fixture' && id === fixture.id) ?? false;
  const wider = stops?.items.find(({ scope, id }) => scope === 'all' || (scope === 'sport' && id === fixture.sport));
  const over = fixture.status === 'ended' || fixture.status === 'cancelled';
  const figures: [string, string][] = [
    [
      i18n._({ id: 'desk.onOffer', message: 'Markets on offer' }),
      `${fixture.activeMarkets} / ${fixture.markets.length}`,
    ],
    [i18n._({ id: 'desk.bets', message: 'Bets' }), countText(fixture.bets)],
    [i18n._({ id: 'desk.stake', message: 'Stake' }), parText(fixture.stakeMinor)],
    [i18n._({ id: 'desk.highest', message: 'Highest liability' }), parText(fixture.liabilityMinor)],
  ];
  return (
    <section aria-label={name} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-soft">
          <FixtureBadges fixture={fixture} />
          <StartOrScore fixture={fixture} />
          <span>{fixture.competition}</span>
          {wider && (
            <span>
              {wider.scope === 'all'
                ? i18n._({ id: 'desk.allStopped', message: 'Suspended with everything' })
                : i18n._({ id: 'desk.sportStopped', message: 'Suspended with its sport' })}
            </span>
          )}
        </span>
        <span className="flex flex-wrap gap-2">
          <Link
            to={`/admin/trading/bets?fixture=${fixture.id}`}
            className="flex h-9 items-center px-2 text-13 font-medium underline underline-offset-4"
          >
            {i18n._({ id: 'desk.itsBets', message: 'Bets on this fixture' })}
          </Link>
          {hasPermission(operator, 'betting') && (
            <>
              <CompetitionLimit fixture={fixture} />
              {!over && (
                <StopAction
                  what={{ scope: 'fixture', id: fixture.id, name }}
                  stopped={own}
                  shortcut="s"
                  look={own ? 'secondary' : 'danger'}
                />
              )}
            </>
          )}
        </span>
      </div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-4">
        {figures.map(([term, value]) => (
          <div key={term} className="bg-surface px-4 py-3">
            <dt className="text-12 text-ink-soft">{term}</dt>
            <dd className="figures text-16 font-strong">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function CompetitionLimit({ fixture }: { fixture: TradingFixtureWhole }) {
  const { data: limits } = useQuery(limitsQuery);
  const [asking, setAsking] = useState(false);
  const own = limits?.items.find(({ scope, id }) => scope === 'competition' && id === fixture.competitionId);
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setAsking(true)}>
        {i18n._({ id: 'desk.competitionLimit', message: 'Competition limit' })}
      </Button>
      {asking && (
        <LimitDialog
          what={{ scope: 'competition', id: fixture.competitionId, name: fixture.competition }}
          nowMinor={own?.maxLiabilityMinor ?? null}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The number of markets that render without delay; more are shown on request. */
const atOnce = 100;
const views = ['all', 'offered', 'betOn'] as const;

function Markets({ fixture, operator }: { fixture: TradingFixtureWhole; operator: Operator }) {
  const [search, change] = useAddress();
  const view = views.find((one) => one === search.get('markets')) ?? 'all';
  const [asked, setAsked] = useState<{ market: TradingMarket; what: Asked }>();
  const ask = useCallback((market: TradingMarket, what: Asked) => setAsked({ market, what }), []);
  const shown = fixture.markets.filter(
    ({ status, selections }) =>
      view === 'all' || (view === 'offered' ? !isOver(status) : selections.some(({ bets }) => bets > 0)),
  );
  const [drawn, setDrawn] = useState({ view, most: atOnce });
  // Another view starts with that number again.
  const most = drawn.view === view ? drawn.most : atOnce;
  const list = useRef<HTMLElement>(null);
  const showMore = () => setDrawn({ view, most: most + atOnce });
  const step = (by: 1 | -1) => {
    if (stepTo(list.current, by) || by < 0 || most >= shown.length) return;
    flushSync(showMore);
    stepTo(list.current, by);
  };
  useKeyShortcuts({ j: () => step(1), k: () => step(-1) }, { page: true });
  const names = {
    all: i18n._({ id: 'history.all', message: 'All' }),
    offered: i18n._({ id: 'desk.viewOffered', message: 'Not finished' }),
    betOn: i18n._({ id: 'desk.viewBetOn', message: 'With bets' }),
  };
  return (
    <section ref={list} aria-labelledby="markets" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="markets" className="flex items-center gap-2 text-16 font-strong">
          {i18n._({ id: 'desk.markets', message: 'Markets' })}
          <Badge>{shown.length}</Badge>
        </h2>
        <span className="flex flex-wrap items-center gap-4">
          <span className="flex items-center gap-1 text-12 text-ink-soft max-md:hidden">
            <KeyHint of="J" /> <KeyHint of="K" /> {i18n._({ id: 'desk.step', message: 'next and previous market' })}
          </span>
          <Segments
            bare
            label={i18n._({ id: 'desk.view', message: 'Show markets' })}
            value={view}
            options={views.map((id) => ({ id, label: names[id] }))}
            onChange={(one) => change('markets', one === 'all' ? null : one)}
          />
        </span>
      </div>
      {shown.length === 0 && <EmptyState title={i18n._({ id: 'desk.noMarkets', message: 'No markets match' })} />}
      {shown.slice(0, most).map((market) => (
        <MarketPanel key={market.id} market={market} onAsk={hasPermission(operator, 'betting') ? ask : undefined} />
      ))}
      {shown.length > most && (
        <Button look="secondary" size="small" className="self-center" onClick={showMore}>
          {i18n._({ id: 'fixtures.more', message: 'Show more' })}
        </Button>
      )}
      <p className="text-12 text-ink-soft">{parNote()}</p>
      {asked && (
        <MarketQuestion
          market={fixture.markets.find(({ id }) => id === asked.market.id) ?? asked.market}
          stopped={asked.market.stoppedBy === 'market'}
          asked={asked.what}
          fixture={fixture}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Moves the focus to the next or previous market; false if there is none. */
function stepTo(list: HTMLElement | null, by: 1 | -1): boolean {
  const markets = [...(list?.querySelectorAll<HTMLElement>('article') ?? [])];
  const at = markets.findIndex((one) => one.contains(document.activeElement));
  const next = markets[at === -1 ? 0 : at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}
