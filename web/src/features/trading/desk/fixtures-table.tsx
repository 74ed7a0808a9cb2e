/** Fixtures of the desk, including ended ones: state and stakes of each. The URL holds the filter; scores arrive through the stream. */
import type { TradingFixture } from '@fairline/proto/betting/desk';
import { fixtureStatuses } from '@fairline/proto/feed';
import { streamRules } from '@fairline/proto/live/stream';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { incidentName } from '../../../domain/betting/incident-labels.ts';
import { SportArt } from '../../../domain/betting/sport-art.tsx';
import { parNote, parText } from '../../../domain/money/par.ts';
import { countText } from '../../../figures.ts';
import { translate } from '../../../server-texts.ts';
import { useAddress } from '../../../ui/browser/use-address.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Framed, Listed } from '../../../ui/content/listed.tsx';
import { EmptyState } from '../../../ui/content/states.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { When } from '../../../ui/content/when.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chips } from '../../../ui/controls/chips.tsx';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { fixtureStatusName, scoreText } from '../markets/labels.ts';
import { fixtureFilterOf, fixturesQuery, sportsQuery } from '../markets/queries.ts';
import { RiskBar } from '../markets/risk-bar.tsx';
import { useDeskLive } from './use-desk-live.ts';

export function FixturesTable() {
  const [search, change, changeAll] = useAddress();
  const filter = fixtureFilterOf(search);
  const query = useInfiniteQuery(fixturesQuery(filter));
  const { data: sports } = useQuery(sportsQuery);
  const fixtures = query.data?.pages.flatMap((page) => page.items);
  const running = fixtures?.filter(({ status }) => status === 'live' || status === 'upcoming') ?? [];
  useDeskLive(running.slice(0, streamRules.maxFixtures).map(({ id }) => id));
  const filtered = filter.sport !== '' || filter.status !== 'all' || filter.q !== '';
  const clear = () => changeAll({ sport: null, status: null, q: null });
  const clearing = (
    <Button look="quiet" size="small" onClick={clear}>
      {i18n._({ id: 'approvals.clear', message: 'Clear Filters' })}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          className="md:max-w-96"
          q={filter.q}
          onSearch={(text) => change('q', text || null)}
          label={i18n._({ id: 'desk.search', message: 'Search fixtures by team or id' })}
          placeholder={i18n._({ id: 'desk.searchHint', message: 'Team or id' })}
        />
        <PickOne
          label={i18n._({ id: 'desk.sort', message: 'Sort by' })}
          value={filter.sort}
          onChange={({ target }) => change('sort', target.value === 'time' ? null : target.value)}
        >
          <option value="time">{i18n._({ id: 'desk.byTime', message: 'Start' })}</option>
          <option value="liability">{i18n._({ id: 'desk.liability', message: 'Liability' })}</option>
        </PickOne>
        {filtered && clearing}
        <IconButton
          label={i18n._({ id: 'history.refresh', message: 'Refresh' })}
          onClick={() => void query.refetch()}
          className="border border-control bg-surface"
        >
          <Icon of={RefreshCw} className={query.isFetching ? 'animate-spin' : undefined} />
        </IconButton>
      </div>
      <div className="flex min-w-0 flex-wrap gap-x-6 gap-y-2">
        <Chips
          label={i18n._({ id: 'approvals.status', message: 'Status' })}
          value={filter.status}
          options={[
            { id: 'all', label: i18n._({ id: 'history.all', message: 'All' }) },
            ...fixtureStatuses.map((status) => ({ id: status, label: fixtureStatusName(status)[0] })),
          ]}
          onChange={(status) => change('status', status === 'all' ? null : status)}
        />
        <Chips
          label={i18n._({ id: 'scope.sport', message: 'Sport' })}
          value={filter.sport}
          options={[
            { id: '', label: i18n._({ id: 'sports.all', message: 'All sports' }) },
            ...(sports?.items ?? []).map(({ id, name }) => ({
              id,
              label: (
                <>
                  <SportArt sport={id} size={16} />
                  {translate(name)}
                </>
              ),
            })),
          ]}
          onChange={(sport) => change('sport', sport || null)}
        />
      </div>
      <Listed
        query={query}
        items={fixtures}
        failed={i18n._({ id: 'desk.fixturesFailed', message: 'Fixtures could not be loaded' })}
        error={query.error && errorText(query.error)}
        more={i18n._({ id: 'fixtures.more', message: 'Show more' })}
        empty={
          <EmptyState
            title={
              filtered
                ? i18n._({ id: 'desk.noMatch', message: 'No fixtures match this filter' })
                : i18n._({ id: 'desk.noFixtures', message: 'No fixtures yet' })
            }
          >
            {filtered
              ? clearing
              : i18n._({ id: 'desk.noFixturesHelp', message: 'They appear here as soon as the feed announces them.' })}
          </EmptyState>
        }
      >
        {(items) => <Rows items={items} />}
      </Listed>
      <p className="text-12 text-ink-soft">{parNote()}</p>
    </div>
  );
}

const wideOnly = 'hidden lg:table-cell';

function Rows({ items }: { items: readonly TradingFixture[] }) {
  const [search] = useAddress();
  const most = Math.max(...items.map(({ liabilityMinor }) => liabilityMinor));
  return (
    <Framed>
      <Table pinned label={i18n._({ id: 'desk.fixtures', message: 'Fixtures' })}>
        <thead className="max-md:sr-only">
          <tr>
            <Th>{i18n._({ id: 'scope.fixture', message: 'Fixture' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'desk.starts', message: 'Start, score' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'desk.onOffer', message: 'Markets on offer' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'desk.bets', message: 'Bets' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'desk.stake', message: 'Stake' })}
            </Th>
            <Th figures>{i18n._({ id: 'desk.liability', message: 'Liability' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((fixture) => (
            <tr key={fixture.id} className="relative transition-colors hover:bg-raised last:[&>td]:border-b-0">
              <Td className="max-w-0 py-2 lg:w-2/5 lg:py-0">
                <span className="flex min-w-0 items-center gap-2">
                  <SportArt sport={fixture.sport} size={20} className="shrink-0 text-ink-soft" />
                  <span className="min-w-0 lg:flex lg:items-baseline lg:gap-2">
                    <Link
                      to={`/admin/trading/${fixture.id}`}
                      state={{ from: search.toString() }}
                      title={`${fixture.homeTeam} vs ${fixture.awayTeam}`}
                      className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-offset-0 lg:max-w-9/10 lg:shrink-0"
                    >
                      {fixture.homeTeam} vs {fixture.awayTeam}
                    </Link>
                    <span title={fixture.competition} className="block truncate text-12 text-ink-soft">
                      {fixture.competition}
                    </span>
                  </span>
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-soft lg:hidden">
                  <FixtureBadges fixture={fixture} />
                  <StartOrScore fixture={fixture} />
                </span>
              </Td>
              <Td className={`${wideOnly} whitespace-nowrap text-ink-soft`}>
                <StartOrScore fixture={fixture} />
              </Td>
              <Td className={wideOnly}>
                <FixtureBadges fixture={fixture} />
              </Td>
              <Td figures className={wideOnly}>
                {fixture.activeMarkets} / {fixture.markets}
              </Td>
              <Td figures className={wideOnly}>
                {countText(fixture.bets)}
              </Td>
              <Td figures className={wideOnly}>
                {parText(fixture.stakeMinor)}
              </Td>
              <Td figures className="w-px">
                <RiskBar minor={fixture.liabilityMinor} ofMinor={most} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

type FixtureState = Pick<
  TradingFixture,
  'status' | 'reason' | 'stopped' | 'awaitingDecision' | 'startsAt' | 'originalStartsAt' | 'score'
>;

export function FixtureBadges({ fixture }: { fixture: FixtureState }) {
  const [label, tone] = fixtureStatusName(fixture.status);
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={tone}>{label}</Badge>
      {fixture.reason && <Badge tone="live">{incidentName(fixture.reason)}</Badge>}
      {fixture.stopped && <Badge tone="down">{i18n._({ id: 'deskMarket.suspended', message: 'Suspended' })}</Badge>}
      {(fixture.awaitingDecision ?? 0) > 0 && (
        <Badge tone="live">{i18n._({ id: 'deskFixture.awaiting', message: 'Result waiting for approval' })}</Badge>
      )}
    </span>
  );
}

export function StartOrScore({ fixture }: { fixture: FixtureState }) {
  if (fixture.score && fixture.status !== 'upcoming')
    return <span className="figures font-medium text-ink">{scoreText(fixture.score)}</span>;
  if (!fixture.originalStartsAt) return <When at={fixture.startsAt} />;
  return (
    <span className="flex flex-wrap gap-x-2">
      <When at={fixture.startsAt} />
      <s className="text-ink-soft">
        <When at={fixture.originalStartsAt} />
      </s>
    </span>
  );
}
