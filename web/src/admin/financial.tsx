/** Pending Approvals: the counters, then the payments themselves. */
import { formatMoney } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Approvals } from '../features/approvals/approvals.tsx';
import { operatorStatsQuery } from '../features/approvals/approvals-queries.ts';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { useOperator } from './shell.tsx';

export function FinancialPage() {
  const operator = useOperator();
  return (
    <div className="flex max-w-page flex-col gap-6">
      <title>{i18n._({ id: 'approvals.pageTitle', message: 'Pending Approvals · Fairline' })}</title>
      <h1 className="display text-28">{i18n._({ id: 'approvals.title', message: 'Pending Approvals' })}</h1>
      {operator.permissions.includes('wallet.read') ? (
        <>
          <Counters />
          <Approvals operator={operator} />
        </>
      ) : (
        <EmptyState title={i18n._({ id: 'approvals.noAccess', message: 'Your role has no part in payments' })}>
          {i18n._({ id: 'approvals.noAccessHelp', message: 'A super admin can give you another role.' })}
        </EmptyState>
      )}
    </div>
  );
}

/** Real money only; play money of the demo player is in the list, never in a figure. */
function Counters() {
  const { data } = useQuery(operatorStatsQuery);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      <Counter name={i18n._({ id: 'approvals.total', message: 'Pending' })}>{data?.pendingPayments}</Counter>
      <Counter name={i18n._({ id: 'approvals.deposits', message: 'Deposits' })}>{data?.pendingDeposits}</Counter>
      <Counter name={i18n._({ id: 'approvals.withdrawals', message: 'Withdrawals' })}>{data?.pendingWithdrawals}</Counter>
      <Counter name={i18n._({ id: 'approvals.amount', message: 'Total amount, all currencies' })}>
        {data && formatMoney(data.pendingAmountMinor, 'USD').replace(' USD', '')}
      </Counter>
    </dl>
  );
}

function Counter({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 bg-surface px-4 py-3">
      <dt className="text-12 text-ink-soft">{name}</dt>
      <dd className="figures text-20 font-strong">{children ?? <Skeleton className="h-7 w-16" />}</dd>
    </div>
  );
}
