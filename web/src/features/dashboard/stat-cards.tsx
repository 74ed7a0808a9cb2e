/** What the player holds now, and what play brought in the period he chose. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { periods, TransactionSummary } from '@fairline/proto/wallet/history';
import type { Balance } from '@fairline/proto/wallet/ledger';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Money } from '../../domain/money/money.tsx';
import { Badge } from '../../ui/content/badge.tsx';
import { Skeleton } from '../../ui/content/states.tsx';

export type Period = (typeof periods)[number];

export function periodName(period: Period): string {
  switch (period) {
    case 'all':
      return i18n._({ id: 'period.all', message: 'All time' });
    case 'today':
      return i18n._({ id: 'period.today', message: 'Today' });
    case 'week':
      return i18n._({ id: 'period.week', message: 'Last 7 days' });
    case 'month':
      return i18n._({ id: 'period.month', message: 'This month' });
    case 'quarter':
      return i18n._({ id: 'period.quarter', message: 'This quarter' });
  }
}

/** What the net profit counts: all money that play moved, so also what open bets hold. */
function netWords(period: Period): string {
  return i18n._({ id: 'stats.netCounts', message: '{period}, less open stakes', values: { period: periodName(period) } });
}

/** Stakes that came back are no winnings, and no loss either. */
export function playOf(byType: TransactionSummary['byType']): { stakedMinor: number; wonMinor: number; netMinor: number } {
  const sum = (...types: string[]) => byType.filter(({ type }) => types.includes(type)).reduce((total, { amountMinor }) => total + amountMinor, 0);
  return { stakedMinor: Math.abs(sum('bet')), wonMinor: sum('win'), netMinor: sum('win', 'bet', 'refund') };
}

/** From this part of the balance on, what is available of it is rated high. */
const highPart = 0.8;

interface StatCardsProps {
  balance: Balance | undefined;
  summary: TransactionSummary | undefined;
  period: Period;
}

function High({ children }: { children: ReactNode }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2" title={i18n._({ id: 'stats.highWhy', message: 'More than 80 % of your balance is available' })}>
      {children} <Badge tone="act">{i18n._({ id: 'stats.high', message: 'High' })}</Badge>
    </span>
  );
}

export function StatCards({ balance, summary, period }: StatCardsProps) {
  const currency: CurrencyCode | undefined = balance?.currency;
  const play = summary && playOf(summary.byType);
  const money = (minor: number | undefined, net = false) =>
    minor !== undefined && currency ? <Money minor={minor} currency={currency} net={net} /> : <Skeleton className="h-6 w-24" />;
  const now = i18n._({ id: 'stats.now', message: 'Now' });
  const high = balance !== undefined && balance.availableMinor > highPart * balance.totalMinor;
  const nowRated = high ? <High>{now}</High> : now;
  const cards: [name: string, value: ReactNode, when: ReactNode][] = [
    [i18n._({ id: 'stats.current', message: 'Current Balance' }), money(balance?.totalMinor), now],
    [i18n._({ id: 'stats.available', message: 'Available Balance' }), money(balance?.availableMinor), nowRated],
    [i18n._({ id: 'stats.winnings', message: 'Total Winnings' }), money(play?.wonMinor), periodName(period)],
    [i18n._({ id: 'stats.net', message: 'Net Profit' }), money(play?.netMinor, true), netWords(period)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-2 md:grid-cols-4">
      {cards.map(([name, value, when]) => (
        <div key={name} className="min-w-0 rounded-card border border-line bg-surface px-3 py-3 sm:px-4">
          <dt className="text-12 text-ink-soft">{name}</dt>
          <dd className="mt-1 overflow-x-clip text-14 font-strong sm:text-16">{value}</dd>
          <dd className="mt-1 text-12 text-ink-soft">{when}</dd>
        </div>
      ))}
    </dl>
  );
}
