/** The operators' sidebar: only pages that the role may read. A red badge counts what somebody must do now. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Permission } from '@fairline/proto/permissions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import {
  BadgeCheck,
  Banknote,
  ChartCandlestick,
  Dices,
  Gift,
  LayoutDashboard,
  LifeBuoy,
  PanelLeftClose,
  PanelLeftOpen,
  Scale,
  ShieldUser,
  Users,
} from 'lucide-react';
import { NavLink } from 'react-router';
import { userStatsQuery } from '../../domain/office/figures.ts';
import { may } from '../../domain/people/operators.ts';
import { countText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { Wordmark } from '../../ui/graphics/wordmark.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { useWaiting, type Waiting, waitingWords } from './waiting.ts';

interface Entry {
  to: string;
  icon: typeof Banknote;
  needs?: Permission;
  name: () => string;
  count?: 'users' | Waiting;
}

const entries: Entry[] = [
  { to: '/admin/dashboard', icon: LayoutDashboard, name: () => i18n._({ id: 'dashboard.title', message: 'Dashboard' }) },
  { to: '/admin/users', icon: Users, needs: 'users.read', name: () => i18n._({ id: 'users.title', message: 'User Management' }), count: 'users' },
  { to: '/admin/financial', icon: Banknote, needs: 'wallet.read', name: () => i18n._({ id: 'admin.financial', message: 'Financial' }), count: 'payments' },
  { to: '/admin/trading', icon: ChartCandlestick, needs: 'betting.read', name: () => i18n._({ id: 'trading.title', message: 'Trading' }), count: 'trading' },
  { to: '/admin/games', icon: Dices, needs: 'casino.read', name: () => i18n._({ id: 'games.title', message: 'Game Management' }), count: 'games' },
  { to: '/admin/kyc', icon: BadgeCheck, needs: 'kyc.read', name: () => i18n._({ id: 'kycDesk.title', message: 'KYC Verification' }), count: 'kyc' },
  { to: '/admin/promotions', icon: Gift, needs: 'promotions.read', name: () => i18n._({ id: 'promotions.name', message: 'Promotions' }), count: 'promotions' },
  { to: '/admin/support', icon: LifeBuoy, needs: 'tickets.read', name: () => i18n._({ id: 'supportDesk.title', message: 'Support' }), count: 'support' },
  { to: '/admin/integrity', icon: Scale, needs: 'wallet.read', name: () => i18n._({ id: 'admin.integrity', message: 'Integrity' }) },
  { to: '/admin/operators', icon: ShieldUser, needs: 'operators', name: () => i18n._({ id: 'staff.label', message: 'Operators' }) },
];

export function Rail({ operator, folded, onFold }: { operator: Operator; folded: boolean; onFold: () => void }) {
  const { data: users } = useQuery({ ...userStatsQuery(), enabled: may(operator, 'users.read') });
  const waiting = useWaiting(operator);
  const words = folded ? 'md:sr-only' : '';
  return (
    <div className="flex border-line bg-ground max-md:border-b md:sticky md:top-0 md:h-dvh md:flex-col md:border-r">
      <div className="hidden h-header shrink-0 items-center gap-2 border-b border-line pr-2 pl-4 md:flex">
        <span className={cx('flex items-baseline gap-2', words)}>
          <Wordmark />
          <span className="text-12 text-ink-soft">{i18n._({ id: 'admin.portal', message: 'Operators' })}</span>
        </span>
        <IconButton
          className="ml-auto"
          label={folded ? i18n._({ id: 'admin.unfold', message: 'Show the menu' }) : i18n._({ id: 'admin.fold', message: 'Fold the menu' })}
          aria-expanded={!folded}
          onClick={onFold}
        >
          <Icon of={folded ? PanelLeftOpen : PanelLeftClose} size={20} />
        </IconButton>
      </div>
      <nav
        aria-label={i18n._({ id: 'admin.nav', message: 'Operator pages' })}
        // Positioned, so that names for screen readers alone scroll with it instead of widening the page.
        className="strip relative min-w-0 grow items-center gap-1 px-2 max-md:h-12 md:flex-col md:items-stretch md:py-4"
      >
        {entries
          .filter(({ needs }) => !needs || may(operator, needs))
          .map(({ to, icon, name, count }) => (
            <NavLink
              key={to}
              to={to}
              title={name()}
              className={({ isActive }) =>
                cx(
                  'flex h-10 shrink-0 items-center gap-2 rounded-control px-3 text-13 font-medium transition-colors',
                  isActive ? 'bg-act-soft text-ink' : 'text-ink-soft hover:bg-raised hover:text-ink',
                )
              }
            >
              <Icon of={icon} size={20} />
              <span className={cx('truncate max-md:sr-only', words)}>{name()}</span>
              {count === 'users' && users && (
                <Badge className={cx('ml-auto max-md:sr-only', words)}>
                  {countText(users.totalUsers)}
                  <span className="sr-only">{i18n._({ id: 'admin.totalUsers', message: 'users' })}</span>
                </Badge>
              )}
              {count && count !== 'users' && waiting[count] > 0 && (
                <Badge tone="down" className={cx('ml-auto', words)}>
                  {waiting[count]}
                  <span className="sr-only">{waitingWords(count)}</span>
                </Badge>
              )}
            </NavLink>
          ))}
      </nav>
    </div>
  );
}
