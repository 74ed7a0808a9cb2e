/**
 * The operators' start page, by role: the figures of a period, recent activity and pending deposits; critical alerts, data sync and health; the trading desk;
 * the newest players.
 */
import { i18n } from '@lingui/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { rangeOf } from '../domain/office/figures.ts';
import { hasPermission } from '../domain/people/operators.ts';
import { DepositsPanel } from '../features/approvals/payments/deposits-panel.tsx';
import { DataSync } from '../features/monitor/deliveries/data-sync.tsx';
import { HealthCards } from '../features/office/health-cards.tsx';
import { MoneyChart } from '../features/office/money-chart.tsx';
import { RangePicker } from '../features/office/range-picker.tsx';
import { RecentActivity } from '../features/office/recent-activity.tsx';
import { StatCards } from '../features/office/stat-cards.tsx';
import { CriticalAlerts } from '../features/risk-desk/critical-alerts.tsx';
import { DeskSummary } from '../features/trading/desk/desk-summary.tsx';
import { NewestUsers } from '../features/users/newest-users.tsx';
import { EmptyState } from '../ui/content/states.tsx';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { Icon } from '../ui/graphics/icon.tsx';
import { notify } from '../ui/notices/notify.ts';
import { cx } from '../ui/theme/cx.ts';
import { Page, useOperator } from './frame/page.tsx';

export function DashboardPage() {
  const [search] = useSearchParams();
  const operator = useOperator();
  const reads = {
    money: hasPermission(operator, 'wallet.read'),
    users: hasPermission(operator, 'users.read'),
    health: hasPermission(operator, 'system.read'),
    risk: hasPermission(operator, 'risk.read'),
  };
  const hasFigures =
    reads.money ||
    reads.users ||
    reads.health ||
    reads.risk ||
    hasPermission(operator, 'kyc.read') ||
    hasPermission(operator, 'tickets.read');
  const hasRange = reads.money || reads.users;
  const range = rangeOf(search);
  const trades = !reads.money && hasPermission(operator, 'betting.read');
  return (
    <Page
      aside={
        (hasFigures || trades) && (
          <div className="flex flex-wrap items-center gap-2">
            {hasRange && <RangePicker />}
            <Refresh />
          </div>
        )
      }
    >
      {() => (
        <>
          {hasFigures && <StatCards operator={operator} range={range} />}
          {reads.money && (
            <>
              <MoneyChart range={range} />
              <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
                <RecentActivity operator={operator} />
                <DepositsPanel operator={operator} />
              </div>
            </>
          )}
          {(reads.risk || reads.health) && (
            <div className={cx('grid grid-cols-1 items-start gap-6', reads.risk && reads.health && 'lg:grid-cols-2')}>
              {reads.risk && <CriticalAlerts operator={operator} />}
              {reads.health && <DataSync />}
            </div>
          )}
          {reads.health && <HealthCards />}
          {trades && <DeskSummary />}
          {reads.users && !reads.money && <NewestUsers />}
          {!hasFigures && !trades && <Nothing />}
        </>
      )}
    </Page>
  );
}

/** A role without a dashboard of its own can still look after its account. */
function Nothing(): ReactNode {
  return (
    <EmptyState title={i18n._({ id: 'dashboard.nothing', message: 'Your role has no dashboard' })}>
      {i18n._({
        id: 'dashboard.nothingHelp',
        message: 'There are no pages for your role. Your password and sign-ins are in Settings.',
      })}
      <ButtonLink look="secondary" size="small" to="/admin/settings">
        {i18n._({ id: 'settings.title', message: 'Settings' })}
      </ButtonLink>
    </EmptyState>
  );
}

function Refresh() {
  const client = useQueryClient();
  const busy = useIsFetching({ queryKey: ['admin'] }) > 0;
  const refresh = () =>
    client
      .refetchQueries({ queryKey: ['admin'], type: 'active' }, { throwOnError: true })
      .then(() => notify.success(i18n._({ id: 'dashboard.refreshed', message: 'Data refreshed' })))
      .catch(() => notify.error(i18n._({ id: 'dashboard.refreshFailed', message: 'Failed to refresh data' })));
  return (
    <Button look="secondary" size="small" onClick={() => void refresh()}>
      <Icon of={RefreshCw} className={busy ? 'animate-spin' : undefined} />
      {i18n._({ id: 'history.refresh', message: 'Refresh' })}
    </Button>
  );
}
