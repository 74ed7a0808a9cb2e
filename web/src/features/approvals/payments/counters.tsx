/** Counts of waiting payments. Real money only: payments of the demo player are in the list but never in a figure. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { moneyStatsQuery } from '../../../domain/office/figures.ts';
import { amountText } from '../../../figures.ts';
import { Skeleton } from '../../../ui/content/states.tsx';

export function Counters() {
  const { data } = useQuery(moneyStatsQuery());
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
      <Counter name={i18n._({ id: 'approvals.total', message: 'Pending' })}>{data?.pendingPayments}</Counter>
      <Counter name={i18n._({ id: 'approvals.deposits', message: 'Deposits' })}>{data?.pendingDeposits}</Counter>
      <Counter name={i18n._({ id: 'approvals.withdrawals', message: 'Withdrawals' })}>
        {data?.pendingWithdrawals}
      </Counter>
      <Counter name={i18n._({ id: 'approvals.amount', message: 'Total amount' })}>
        {data && amountText(data.pendingAmountMinor, data.currency)}
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
