/** The operators' sidebar: only pages that the role may read. A red badge counts urgent tasks; alerts are red while one of them is critical. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  BadgeCheck,
  Banknote,
  ChartCandlestick,
  Dices,
  Gift,
  LayoutDashboard,
  LifeBuoy,
  Menu as MenuIcon,
  PanelLeftClose,
  PanelLeftOpen,
  Scale,
  ScrollText,
  ShieldAlert,
  ShieldUser,
  Users,
} from 'lucide-react';
import { NavLink } from 'react-router';
import { userStatsQuery } from '../../domain/office/figures.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { useUrgentAlerts } from '../../domain/risk/alerts.ts';
import { countText } from '../../figures.ts';
import { type OperatorPage, type OperatorPath, operatorPages } from '../../operator-pages.ts';
import { addressOf } from '../../pages.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { Wordmark } from '../../ui/graphics/wordmark.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { RailFoot } from './rail-status.tsx';
import { useWaiting, type Waiting, waitingText } from './waiting.ts';

interface Entry {
  /** The path of the page in operator-pages.ts, which names the permission to read it. */
  page: OperatorPath;
  icon: typeof Banknote;
  /** The name in the menu, if it differs from the title. */
  name?: () => string;
  count?: 'users' | Waiting;
}

const menu: Entry[] = [
  { page: 'admin/dashboard', icon: LayoutDashboard },
  { page: 'admin/users', icon: Users, count: 'users' },
  {
    page: 'admin/financial',
    icon: Banknote,
    name: () => i18n._({ id: 'admin.financial', message: 'Financial' }),
    count: 'payments',
  },
  { page: 'admin/trading/:part?', icon: ChartCandlestick, count: 'trading' },
  { page: 'admin/games/:part?', icon: Dices, count: 'games' },
  { page: 'admin/risk/:part?', icon: ShieldAlert, count: 'risk' },
  { page: 'admin/kyc', icon: BadgeCheck, count: 'kyc' },
  { page: 'admin/promotions/:part?', icon: Gift, count: 'promotions' },
  { page: 'admin/support/:part?', icon: LifeBuoy, count: 'support' },
  { page: 'admin/integrity', icon: Scale, name: () => i18n._({ id: 'admin.integrity', message: 'Integrity' }) },
  { page: 'admin/audit', icon: ScrollText },
  { page: 'admin/monitor/:part?/:id?', icon: Activity, count: 'monitor' },
  { page: 'admin/operators', icon: ShieldUser },
];

const entries = menu.map(({ page: path, name, ...entry }) => {
  const page = operatorPages.find((one) => one.path === path) as OperatorPage;
  return { ...entry, to: addressOf(page) as string, name: name ?? page.title, needs: page.needs };
});
type Shown = (typeof entries)[number];

interface Badges {
  users: number | undefined;
  waiting: Record<Waiting, number>;
  /** Whether one of the alerts is critical. */
  critical: boolean;
}

function useBadges(operator: Operator): Badges {
  const { data: users } = useQuery({ ...userStatsQuery(), enabled: hasPermission(operator, 'users.read') });
  const { critical } = useUrgentAlerts(operator);
  return { users: users?.totalUsers, waiting: useWaiting(operator), critical: critical > 0 };
}

export function Rail({
  operator,
  isCollapsed,
  onCollapse,
}: {
  operator: Operator;
  isCollapsed: boolean;
  onCollapse: () => void;
}) {
  const badges = useBadges(operator);
  const labelClass = isCollapsed ? 'md:sr-only' : '';
  const mine = entries.filter(({ needs }) => !needs || hasPermission(operator, needs));
  return (
    <div className="flex border-line bg-ground max-md:border-b md:sticky md:top-0 md:h-dvh md:flex-col md:border-r">
      <div className="hidden h-header shrink-0 items-center gap-2 border-b border-line pr-2 pl-4 md:flex">
        <span className={cx('flex items-baseline gap-2', labelClass)}>
          <Wordmark />
          <span className="text-12 text-ink-soft">{i18n._({ id: 'admin.portal', message: 'Operators' })}</span>
        </span>
        <IconButton
          className="ml-auto"
          label={
            isCollapsed
              ? i18n._({ id: 'admin.unfold', message: 'Expand the menu' })
              : i18n._({ id: 'admin.fold', message: 'Collapse the menu' })
          }
          aria-expanded={!isCollapsed}
          onClick={onCollapse}
        >
          <Icon of={isCollapsed ? PanelLeftOpen : PanelLeftClose} size={20} />
        </IconButton>
      </div>
      <SmallMenu entries={mine} badges={badges} />
      <nav
        aria-label={i18n._({ id: 'admin.nav', message: 'Operator pages' })}
        // Positioned, so that names for screen readers alone scroll with it instead of widening the page.
        className="strip relative min-w-0 grow items-center gap-1 px-2 max-md:h-12 md:flex-col md:items-stretch md:overflow-y-auto md:py-4"
      >
        {mine.map((entry) => (
          <NavLink
            key={entry.to}
            to={entry.to}
            title={entry.name()}
            className={({ isActive }) =>
              cx(
                'flex h-10 shrink-0 items-center gap-2 rounded-control px-3 text-13 md:px-2 font-medium transition-colors',
                isActive ? 'bg-act-soft text-ink' : 'text-ink-soft hover:bg-raised hover:text-ink',
              )
            }
          >
            <Icon of={entry.icon} size={20} />
            <span className={cx('truncate max-md:sr-only', labelClass)}>{entry.name()}</span>
            <Count of={entry} badges={badges} labelClass={labelClass} small="max-md:sr-only" />
          </NavLink>
        ))}
      </nav>
      <div className="hidden md:block">
        <RailFoot operator={operator} isCollapsed={isCollapsed} />
      </div>
    </div>
  );
}

/** On a small screen the strip shows only some of the pages; this menu lists all of them. */
function SmallMenu({ entries: mine, badges }: { entries: readonly Shown[]; badges: Badges }) {
  return (
    <div className="flex items-center pl-2 md:hidden">
      <Menu
        beside
        label={i18n._({ id: 'admin.allPages', message: 'All pages' })}
        className="inline-flex size-10 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-raised hover:text-ink"
        panelClass="z-40 max-h-[80dvh] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto p-2"
        button={<Icon of={MenuIcon} size={20} />}
      >
        {(close) => (
          <nav aria-label={i18n._({ id: 'admin.allPages', message: 'All pages' })} className="flex flex-col">
            {mine.map((entry) => (
              <NavLink
                key={entry.to}
                to={entry.to}
                onClick={close}
                className={({ isActive }) =>
                  cx(
                    'flex h-11 items-center gap-2 rounded-control px-2 text-14 font-medium focus-visible:-outline-offset-2',
                    isActive ? 'bg-act-soft text-ink' : 'text-ink-soft',
                  )
                }
              >
                <Icon of={entry.icon} size={20} />
                <span className="truncate">{entry.name()}</span>
                <Count of={entry} badges={badges} labelClass="" small="" />
              </NavLink>
            ))}
          </nav>
        )}
      </Menu>
    </div>
  );
}

/** `labelClass` hides the label in a collapsed sidebar, `small` the number of users on a small screen. */
function Count({
  of: { count },
  badges: { users, waiting, critical },
  labelClass,
  small,
}: {
  of: Shown;
  badges: Badges;
  labelClass: string;
  small: string;
}) {
  if (count === 'users') {
    if (users === undefined) return null;
    return (
      <Badge className={cx('ml-auto', small, labelClass)}>
        {countText(users)}
        <span className="sr-only">{i18n._({ id: 'admin.totalUsers', message: 'users' })}</span>
      </Badge>
    );
  }
  if (!count || waiting[count] === 0) return null;
  return (
    <Badge tone={count === 'risk' && !critical ? 'live' : 'down'} className={cx('ml-auto', labelClass)}>
      {waiting[count]}
      <span className="sr-only">{waitingText(count)}</span>
    </Badge>
  );
}
