/** The operators' first page: the figures of a time, what happened last, and the deposits that wait. */
import { i18n } from '@lingui/core';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { may, rangeOf } from '../client/office.ts';
import { DepositsPanel } from '../features/approvals/deposits-panel.tsx';
import { MoneyChart } from '../features/office/money-chart.tsx';
import { RangePicker } from '../features/office/range-picker.tsx';
import { RecentActivity } from '../features/office/recent-activity.tsx';
import { StatCards } from '../features/office/stat-cards.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { notify } from '../ui/notify.ts';
import { EmptyState } from '../ui/states.tsx';
import { Page } from './page.tsx';

export function DashboardPage() {
  const [search] = useSearchParams();
  const range = rangeOf(search);
  return (
    <Page
      title={i18n._({ id: 'dashboard.title', message: 'Dashboard' })}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <RangePicker />
          <Refresh />
        </div>
      }
    >
      {(operator) => {
        const money = may(operator, 'wallet.read');
        if (!money && !may(operator, 'users.read') && !may(operator, 'system.read')) {
          return <EmptyState title={i18n._({ id: 'dashboard.nothing', message: 'Your role reads no figures here' })} />;
        }
        return (
          <>
            <StatCards operator={operator} range={range} />
            {money && (
              <>
                <MoneyChart range={range} />
                <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
                  <RecentActivity operator={operator} />
                  <DepositsPanel operator={operator} />
                </div>
              </>
            )}
          </>
        );
      }}
    </Page>
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
