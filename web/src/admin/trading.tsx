/** Trading: fixtures, exposure, decisions, every bet and limits, each with its own URL; and one fixture with all its markets. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { useToApprove } from '../domain/betting/second-operator.ts';
import { operatorLive } from '../domain/live/cache.ts';
import { useLiveState } from '../domain/live/use-live.ts';
import { hasPermission } from '../domain/people/operators.ts';
import { Bets } from '../features/trading/bets/bets.tsx';
import { Decisions } from '../features/trading/decisions/decisions.tsx';
import { DeskRequests } from '../features/trading/decisions/requests.tsx';
import { Exposure } from '../features/trading/desk/exposure.tsx';
import { FixtureDesk } from '../features/trading/desk/fixture-desk.tsx';
import { FixturesTable } from '../features/trading/desk/fixtures-table.tsx';
import { Limits } from '../features/trading/limits/limits.tsx';
import { deskFixtureQuery } from '../features/trading/markets/queries.ts';
import { Stops } from '../features/trading/stops/stops.tsx';
import { Notice } from '../ui/content/states.tsx';
import { DeskTabs, tabOf } from './frame/desk-tabs.tsx';
import { Page } from './frame/page.tsx';

const tabs = ['fixtures', 'bets', 'decisions', 'limits', 'exposure'] as const;
const noAccess = () => i18n._({ id: 'trading.noAccess', message: 'Your role has no access to trading' });

/** `/admin/trading`, a tab by its name, or a fixture by its id. */
export function TradingPage() {
  const { part } = useParams();
  const open = tabOf(tabs, part);
  if (part === 'fixtures') return <Navigate to="/admin/trading" replace />;
  return open ? <Desk open={open} /> : <FixturePage id={part ?? ''} />;
}

function Desk({ open }: { open: (typeof tabs)[number] }) {
  return (
    <Page noAccess={noAccess()}>
      {(operator) => (
        <>
          <Lost />
          <ReadOnly operator={operator} />
          <Parts open={open} operator={operator} />
        </>
      )}
    </Page>
  );
}

function Parts({ open, operator }: { open: (typeof tabs)[number]; operator: Operator }) {
  const { bets, decisions } = useToApprove(operator);
  return (
    <DeskTabs
      page="trading"
      label={i18n._({ id: 'trading.title', message: 'Trading' })}
      tabs={[
        { id: 'fixtures', name: i18n._({ id: 'desk.fixtures', message: 'Fixtures' }) },
        { id: 'bets', name: i18n._({ id: 'desk.bets', message: 'Bets' }), waiting: bets },
        { id: 'decisions', name: i18n._({ id: 'trading.decisions', message: 'Decisions' }), waiting: decisions },
        { id: 'limits', name: i18n._({ id: 'trading.limits', message: 'Limits' }) },
        { id: 'exposure', name: i18n._({ id: 'trading.exposure', message: 'Exposure' }) },
      ]}
      waits={i18n._({ id: 'trading.waits', message: 'wait for a second operator' })}
      open={open}
    >
      {open === 'fixtures' && (
        <div className="flex flex-col gap-6">
          <Stops operator={operator} />
          <FixturesTable />
        </div>
      )}
      {open === 'bets' && <Bets operator={operator} />}
      {open === 'decisions' && (
        <div className="flex flex-col gap-6">
          <DeskRequests operator={operator} />
          <Decisions operator={operator} />
        </div>
      )}
      {open === 'limits' && <Limits operator={operator} />}
      {open === 'exposure' && <Exposure />}
    </DeskTabs>
  );
}

function FixturePage({ id }: { id: string }) {
  // The list from which it was opened, with the same filter.
  const state: unknown = useLocation().state;
  const from = typeof state === 'object' && state !== null && 'from' in state ? String(state.from) : '';
  // Fetched by the desk below, for operators who may read it.
  const { data: fixture } = useQuery({ ...deskFixtureQuery(id), enabled: false });
  const title = fixture
    ? `${fixture.homeTeam} vs ${fixture.awayTeam}`
    : i18n._({ id: 'scope.fixture', message: 'Fixture' });
  return (
    <Page title={title} noAccess={noAccess()}>
      {(operator) => (
        <>
          <Link
            to={{ pathname: '/admin/trading', search: from }}
            className="-mt-4 self-start text-13 text-ink-soft underline underline-offset-4"
          >
            {i18n._({ id: 'trading.back', message: 'All fixtures' })}
          </Link>
          <Lost />
          <ReadOnly operator={operator} />
          <FixtureDesk id={id} operator={operator} />
        </>
      )}
    </Page>
  );
}

/** Stays visible while the page scrolls: traders must notice stale figures. */
function Lost() {
  if (useLiveState(operatorLive) !== 'stale') return null;
  return (
    <div className="sticky top-header z-20">
      <Notice tone="down">
        {i18n._({
          id: 'trading.lost',
          message: 'Connection lost. Prices, statuses and stakes may be out of date. Reconnecting…',
        })}
      </Notice>
    </div>
  );
}

function ReadOnly({ operator }: { operator: Operator }) {
  if (hasPermission(operator, 'betting')) return null;
  return (
    <Notice>{i18n._({ id: 'trading.readOnly', message: 'Your role can view trading but not change it.' })}</Notice>
  );
}
