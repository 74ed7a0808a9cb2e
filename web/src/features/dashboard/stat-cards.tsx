/** The player's balance now, and their betting figures of the chosen period. */
import type { CurrencyCode } from '@fairline/proto/money';
import type { PlayFigures, PlayPeriod } from '@fairline/proto/play-figures';
import type { Balance } from '@fairline/proto/wallet/ledger';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Money } from '../../domain/money/money.tsx';
import { periodName, playNames } from '../../domain/money/play-labels.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Skeleton } from '../../ui/content/states.tsx';

/** Net profit covers decided bets only. */
function netText(period: PlayPeriod): string {
  return i18n._({
    id: 'stats.netCounts',
    message: '{period}, excluding open stakes',
    values: { period: periodName(period) },
  });
}

/** From this share of the balance, the available amount is rated high. */
const highPart = 0.8;

interface StatCardsProps {
  balance: Balance | undefined;
  play: PlayFigures | undefined;
  period: PlayPeriod;
}

function High({ children }: { children: ReactNode }) {
  return (
    <span
      className="flex flex-wrap items-center gap-x-2"
      title={i18n._({ id: 'stats.highWhy', message: 'More than 80 % of your balance is available' })}
    >
      {children} <Badge tone="act">{i18n._({ id: 'stats.high', message: 'High' })}</Badge>
    </span>
  );
}

export function StatCards({ balance, play, period }: StatCardsProps) {
  const currency: CurrencyCode | undefined = balance?.currency;
  const money = (minor: number | undefined, net = false) =>
    minor !== undefined && currency ? (
      <Money minor={minor} currency={currency} net={net} />
    ) : (
      <Skeleton className="h-6 w-24" />
    );
  const now = i18n._({ id: 'stats.now', message: 'Now' });
  const high = balance !== undefined && balance.availableMinor > highPart * balance.totalMinor;
  const nowRated = high ? <High>{now}</High> : now;
  const cards: [name: string, value: ReactNode, when: ReactNode][] = [
    [i18n._({ id: 'stats.current', message: 'Current Balance' }), money(balance?.totalMinor), now],
    [i18n._({ id: 'stats.available', message: 'Available Balance' }), money(balance?.availableMinor), nowRated],
    [playNames.winnings(), money(play?.returnedMinor), periodName(period)],
    [playNames.net(), money(play?.netMinor, true), netText(period)],
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
