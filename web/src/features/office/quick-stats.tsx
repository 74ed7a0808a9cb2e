/** A few figures for quick reference, in a menu of the header. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { moneyText } from '../../domain/money/money.tsx';
import { healthQuery, moneyStatsQuery, userStatsQuery } from '../../domain/office/figures.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { countText, percentText } from '../../figures.ts';
import { Skeleton } from '../../ui/content/states.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';

export function QuickStats({ operator }: { operator: Operator }) {
  const reads = [
    hasPermission(operator, 'wallet.read'),
    hasPermission(operator, 'users.read'),
    hasPermission(operator, 'system.read'),
  ];
  if (!reads.some(Boolean)) return null;
  return (
    <Menu
      label={i18n._({ id: 'quick.title', message: 'Quick stats' })}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors hover:bg-raised hover:text-ink"
      panelClass="right-2 left-auto w-72"
      button={<Icon of={ChartNoAxesColumn} size={20} />}
    >
      {() => <Panel operator={operator} />}
    </Menu>
  );
}

function Panel({ operator }: { operator: Operator }) {
  const reads = {
    money: hasPermission(operator, 'wallet.read'),
    users: hasPermission(operator, 'users.read'),
    health: hasPermission(operator, 'system.read'),
  };
  const { data: money } = useQuery({ ...moneyStatsQuery(), enabled: reads.money });
  const { data: users } = useQuery({ ...userStatsQuery(), enabled: reads.users });
  const { data: health } = useQuery({ ...healthQuery, enabled: reads.health });
  const count = (value: number | undefined) => (value === undefined ? undefined : countText(value));
  const rows: [boolean, string, string | undefined][] = [
    [reads.users, i18n._({ id: 'quick.users', message: 'Total users' }), count(users?.totalUsers)],
    [reads.users, i18n._({ id: 'quick.active', message: 'Active, 24 hours' }), count(users?.activeUsers)],
    [reads.users, i18n._({ id: 'quick.newToday', message: 'New today' }), count(users?.newToday)],
    [
      reads.users,
      i18n._({ id: 'quick.verified', message: 'Verified' }),
      users && percentText(users.verifiedUsers / Math.max(1, users.totalUsers)),
    ],
    [reads.money, i18n._({ id: 'stats.pending', message: 'Pending Payments' }), count(money?.pendingPayments)],
    [
      reads.money,
      i18n._({ id: 'quick.ggr', message: 'GGR, 24 hours' }),
      money && moneyText(money.ggrMinor, money.currency),
    ],
    [
      reads.money,
      i18n._({ id: 'quick.held', message: 'Held by players' }),
      money && moneyText(money.heldByPlayersMinor, money.currency),
    ],
    [
      reads.money,
      i18n._({ id: 'quick.average', message: 'Average balance' }),
      money && moneyText(money.averageBalanceMinor, money.currency),
    ],
    [reads.health, i18n._({ id: 'quick.streams', message: 'Open streams' }), count(health?.openStreams)],
  ];
  return (
    <dl className="flex flex-col p-4 text-13">
      {rows.map(
        ([read, name, value]) =>
          read && (
            <div key={name} className="flex h-8 items-center justify-between gap-4">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="figures font-medium">{value ?? <Skeleton className="h-4 w-16" />}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
