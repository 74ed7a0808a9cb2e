/** The list of all players, and the page of one player. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { errorText } from '../client/http/error-text.ts';
import { hasPermission } from '../domain/people/operators.ts';
import { RiskBadges } from '../domain/risk/risk-badges.tsx';
import { useRiskSummaries } from '../domain/risk/summaries.ts';
import { PlayerPromotions } from '../features/promotions-desk/player-promotions.tsx';
import { userQuery } from '../features/users/queries.ts';
import { UserActions } from '../features/users/user-actions.tsx';
import { UserMoney } from '../features/users/user-money.tsx';
import { UserBadges, UserDetails } from '../features/users/user-overview.tsx';
import {
  UserNotes,
  UserPayments,
  UserSessions,
  UserTimeline,
  UserTransactions,
} from '../features/users/user-records.tsx';
import { UsersTable } from '../features/users/users-table.tsx';
import { ErrorState, SkeletonRows } from '../ui/content/states.tsx';
import { TabPanel, Tabs } from '../ui/controls/tabs.tsx';
import { Page, useOperator } from './frame/page.tsx';

const PlayerSafePlay = lazy(async () => ({
  default: (await import('../features/player-risk/player-safe-play.tsx')).PlayerSafePlay,
}));

export function UsersPage() {
  return <Page>{(operator) => <UsersTable operator={operator} />}</Page>;
}

const PlayerRisk = lazy(async () => ({
  default: (await import('../features/player-risk/player-risk.tsx')).PlayerRisk,
}));

const tabs = [
  'overview',
  'transactions',
  'payments',
  'promotions',
  'risk',
  'safe-play',
  'sessions',
  'notes',
  'timeline',
] as const;
const moneyTabs: readonly string[] = ['transactions', 'payments'];

export function UserPage() {
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const { data: user, error, isFetching, refetch } = useQuery(userQuery(id));
  const mayReadRisk = hasPermission(useOperator(), 'risk.read');
  const risks = useRiskSummaries(user ? [user.id] : [], mayReadRisk);
  const names = {
    overview: i18n._({ id: 'user.overview', message: 'Overview' }),
    transactions: i18n._({ id: 'records.transactions', message: 'Transactions' }),
    payments: i18n._({ id: 'approvals.label', message: 'Payments' }),
    promotions: i18n._({ id: 'promotions.name', message: 'Promotions' }),
    risk: i18n._({ id: 'users.risk', message: 'Risk' }),
    'safe-play': i18n._({ id: 'user.safePlay', message: 'Safe play' }),
    sessions: i18n._({ id: 'user.sessions', message: 'Sessions' }),
    notes: i18n._({ id: 'user.notes', message: 'Notes' }),
    timeline: i18n._({ id: 'user.timeline', message: 'Timeline' }),
  };
  return (
    <Page title={user && `${user.firstName} ${user.lastName}`}>
      {(operator) => {
        const money = hasPermission(operator, 'wallet.read');
        const shown = tabs.filter((tab) => {
          if (tab === 'promotions') return hasPermission(operator, 'promotions.read');
          if (tab === 'risk' || tab === 'safe-play') return mayReadRisk;
          return money || !moneyTabs.includes(tab);
        });
        const open = shown.find((tab) => tab === search.get('tab')) ?? 'overview';
        return (
          <>
            <Link to="/admin/users" className="-mt-4 self-start text-13 text-ink-soft underline underline-offset-4">
              {i18n._({ id: 'user.back', message: 'All users' })}
            </Link>
            {!user && !error && <SkeletonRows count={6} className="h-10" />}
            {!user && error && (
              <ErrorState
                title={i18n._({ id: 'user.failed', message: 'This player could not be loaded' })}
                onRetry={() => void refetch()}
                busy={isFetching}
              >
                {errorText(error)}
              </ErrorState>
            )}
            {user && (
              <>
                <div className="flex flex-wrap items-center justify-between gap-4">
                  <span className="flex flex-wrap gap-1">
                    <UserBadges user={user} />
                    <RiskBadges summary={risks.of(user.id)} />
                  </span>
                  <UserActions user={user} operator={operator} />
                </div>
                <div>
                  <Tabs
                    name="user"
                    label={i18n._({ id: 'user.tabs', message: 'About this player' })}
                    tabs={shown.map((tab) => ({ id: tab, label: names[tab] }))}
                    open={open}
                    onOpen={(tab) => setSearch(tab === 'overview' ? {} : { tab }, { replace: true })}
                  />
                  <TabPanel name="user" open={open}>
                    {open === 'overview' && (
                      <div className="flex flex-col gap-6">
                        <UserDetails user={user} operator={operator} />
                        {money && <UserMoney id={id} operator={operator} />}
                      </div>
                    )}
                    {open === 'transactions' && <UserTransactions id={id} />}
                    {open === 'payments' && <UserPayments id={id} />}
                    {open === 'promotions' && <PlayerPromotions id={id} operator={operator} />}
                    {open === 'risk' && (
                      <Suspense fallback={<SkeletonRows count={8} className="h-10" />}>
                        <PlayerRisk id={id} operator={operator} />
                      </Suspense>
                    )}
                    {open === 'safe-play' && (
                      <Suspense fallback={<SkeletonRows count={8} className="h-10" />}>
                        <PlayerSafePlay id={id} currency={user.currency} />
                      </Suspense>
                    )}
                    {open === 'sessions' && <UserSessions id={id} operator={operator} />}
                    {open === 'notes' && <UserNotes id={id} operator={operator} />}
                    {open === 'timeline' && <UserTimeline id={id} />}
                  </TabPanel>
                </div>
              </>
            )}
          </>
        );
      }}
    </Page>
  );
}
