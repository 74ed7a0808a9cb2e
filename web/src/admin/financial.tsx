/** Pending Approvals: payments, all transactions, adjustments, welcome bonuses, rates and the rules of automatic approval, each under its tab. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { waitingMoneyQuery } from '../domain/money/waiting.ts';
import { Adjustments } from '../features/approvals/adjustments/adjustments.tsx';
import { AutoApproval } from '../features/approvals/automatic/auto-approval.tsx';
import { Bonuses } from '../features/approvals/bonuses/bonuses.tsx';
import { Rates } from '../features/approvals/exchange/rates.tsx';
import { Approvals } from '../features/approvals/payments/approvals.tsx';
import { Counters } from '../features/approvals/payments/counters.tsx';
import { Badge } from '../ui/content/badge.tsx';
import { SkeletonRows } from '../ui/content/states.tsx';
import { TabPanel, Tabs } from '../ui/controls/tabs.tsx';
import { Page } from './frame/page.tsx';

const tabs = ['payments', 'transactions', 'adjustments', 'bonuses', 'rates', 'rules'] as const;

const Transactions = lazy(async () => ({
  default: (await import('../features/approvals/transactions/transactions.tsx')).Transactions,
}));

export function FinancialPage() {
  const [search, setSearch] = useSearchParams();
  const open = tabs.find((tab) => tab === search.get('tab')) ?? 'payments';
  const names = {
    payments: i18n._({ id: 'approvals.label', message: 'Payments' }),
    transactions: i18n._({ id: 'records.transactions', message: 'Transactions' }),
    adjustments: i18n._({ id: 'adjustments.label', message: 'Adjustments' }),
    bonuses: i18n._({ id: 'bonuses.label', message: 'Welcome bonuses' }),
    rates: i18n._({ id: 'rates.label', message: 'Rates' }),
    rules: i18n._({ id: 'rules.label', message: 'Auto-approval' }),
  };
  return (
    <Page noAccess={i18n._({ id: 'approvals.noAccess', message: 'Your role has no access to payments' })}>
      {(operator) => (
        <>
          <Counters />
          <div>
            <Tabs
              name="financial"
              label={i18n._({ id: 'approvals.tabs', message: 'Financial' })}
              tabs={tabs.map((id) => ({ id, label: <TabLabel tab={id} name={names[id]} /> }))}
              open={open}
              onOpen={(tab) => setSearch(tab === 'payments' ? {} : { tab }, { replace: true })}
            />
            <TabPanel name="financial" open={open}>
              {open === 'payments' && <Approvals operator={operator} />}
              {open === 'transactions' && (
                <Suspense fallback={<SkeletonRows count={8} className="h-10" />}>
                  <Transactions operator={operator} />
                </Suspense>
              )}
              {open === 'adjustments' && <Adjustments operator={operator} />}
              {open === 'bonuses' && <Bonuses operator={operator} />}
              {open === 'rates' && <Rates operator={operator} />}
              {open === 'rules' && <AutoApproval operator={operator} />}
            </TabPanel>
          </div>
        </>
      )}
    </Page>
  );
}

/** The name of a tab, with the number of items waiting for this operator. */
function TabLabel({ tab, name }: { tab: (typeof tabs)[number]; name: string }) {
  const { data } = useQuery(waitingMoneyQuery);
  const count =
    {
      payments: data?.payments,
      transactions: 0,
      adjustments: data?.adjustments,
      bonuses: data?.welcomeBonuses,
      rates: data?.rateChanges,
      rules: data?.ruleChanges,
    }[tab] ?? 0;
  if (count === 0) return name;
  return (
    <span className="relative flex items-center gap-2">
      {name}
      <Badge tone="down">
        {count}
        <span className="sr-only">{i18n._({ id: 'admin.waiting', message: 'waiting for your decision' })}</span>
      </Badge>
    </span>
  );
}
