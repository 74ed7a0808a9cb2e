/**
 * What stands around every operator page: the rail with what the role may open, the watch over the session, the live stream.
 * A badge in the rail is a count of what somebody must do now.
 */
import type { Operator } from '@fairline/proto/auth';
import type { Permission } from '@fairline/proto/permissions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Banknote, LogOut, PanelLeftClose, PanelLeftOpen, Scale } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NavLink, Outlet, useOutletContext } from 'react-router';
import { keepFresh, operatorLive } from '../client/live-cache.ts';
import { operatorSession } from '../client/session.ts';
import { useSession } from '../client/use-session.ts';
import { operatorStatsQuery } from '../features/approvals/approvals-queries.ts';
import { roleName } from '../features/session/operator-form.tsx';
import { operatorEndWords } from '../features/session/operator-words.ts';
import { useSessionWatch } from '../features/session/watch.ts';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Wordmark } from '../ui/wordmark.tsx';

/** Around the sign-in page too: it finds out who is here. */
export function AdminRoot() {
  useEffect(() => void operatorSession.start(), []);
  useSessionWatch(operatorSession, operatorEndWords);
  return <Outlet />;
}

export function AdminChecking() {
  return (
    <div role="status" className="animate-late flex grow items-center justify-center p-12 text-14 text-ink-soft">
      {i18n._({ id: 'admin.checking', message: 'Checking admin authentication...' })}
    </div>
  );
}

/** The operator of a page inside the shell. */
export function useOperator(): Operator {
  return useOutletContext<Operator>();
}

export function AdminShell() {
  const session = useSession(operatorSession);
  const operatorId = session.who?.id;
  const [folded, setFolded] = useState(false);
  useEffect(() => (operatorId ? keepFresh(operatorLive, 'operator') : undefined), [operatorId]);
  if (session.status !== 'signed-in') return null;
  return (
    <div className={cx('flex grow flex-col md:grid', folded ? 'md:grid-cols-[4rem_1fr]' : 'md:grid-cols-[var(--spacing-rail)_1fr]')}>
      <a href="#main" className="sr-only z-50 rounded-control bg-act px-4 py-2 text-act-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2">
        {i18n._({ id: 'shell.skip', message: 'Skip to content' })}
      </a>
      <Rail operator={session.who} folded={folded} onFold={() => setFolded(!folded)} />
      <main id="main" className="min-w-0 p-4 pb-16 md:p-6">
        <Outlet context={session.who} />
      </main>
    </div>
  );
}

const pages: { to: string; icon: typeof Banknote; needs: Permission; name: () => string }[] = [
  { to: '/admin/financial', icon: Banknote, needs: 'wallet.read', name: () => i18n._({ id: 'admin.financial', message: 'Financial' }) },
  { to: '/admin/integrity', icon: Scale, needs: 'wallet.read', name: () => i18n._({ id: 'admin.integrity', message: 'Integrity' }) },
];

function Rail({ operator, folded, onFold }: { operator: Operator; folded: boolean; onFold: () => void }) {
  const mayRead = operator.permissions.includes('wallet.read');
  const { data: stats } = useQuery({ ...operatorStatsQuery, enabled: mayRead });
  const words = folded ? 'md:sr-only' : '';
  return (
    <header className="sticky top-0 z-30 flex border-b border-line bg-ground md:h-dvh md:flex-col md:border-r md:border-b-0">
      <div className="flex h-header items-center gap-2 pl-4 md:border-b md:border-line md:pr-2">
        <span className={cx('flex items-baseline gap-2', words)}>
          <Wordmark />
          <span className="text-12 text-ink-soft max-md:sr-only">{i18n._({ id: 'admin.portal', message: 'Operators' })}</span>
        </span>
        <IconButton
          className="ml-auto max-md:hidden"
          label={folded ? i18n._({ id: 'admin.unfold', message: 'Show the menu' }) : i18n._({ id: 'admin.fold', message: 'Fold the menu' })}
          aria-expanded={!folded}
          onClick={onFold}
        >
          <Icon of={folded ? PanelLeftOpen : PanelLeftClose} size={20} />
        </IconButton>
      </div>
      <nav
        aria-label={i18n._({ id: 'admin.nav', message: 'Operator pages' })}
        className="strip min-w-0 grow items-center gap-1 px-2 md:flex-col md:items-stretch md:py-4"
      >
        {pages
          .filter(({ needs }) => operator.permissions.includes(needs))
          .map(({ to, icon, name }) => (
            <NavLink
              key={to}
              to={to}
              title={name()}
              className={({ isActive }) =>
                cx(
                  'flex h-10 items-center gap-2 rounded-control px-3 text-14 font-medium transition-colors',
                  isActive ? 'bg-act-soft text-ink' : 'text-ink-soft hover:bg-raised hover:text-ink',
                )
              }
            >
              <Icon of={icon} size={20} />
              <span className={cx('max-md:sr-only', words)}>{name()}</span>
              {to === '/admin/financial' && stats && stats.pendingPayments > 0 && (
                <Badge tone="down" className={cx('ml-auto', words)}>
                  {stats.pendingPayments}
                  <span className="sr-only">{i18n._({ id: 'admin.waiting', message: 'payments wait' })}</span>
                </Badge>
              )}
            </NavLink>
          ))}
      </nav>
      <Account operator={operator} folded={folded} />
    </header>
  );
}

function Account({ operator, folded }: { operator: Operator; folded: boolean }) {
  return (
    <div className="flex shrink-0 items-center p-2 md:border-t md:border-line">
      <Menu
        className="flex h-10 w-full items-center gap-2 rounded-control px-2 text-left text-13 transition-colors hover:bg-raised"
        panelClass="right-2 w-72 md:top-auto md:right-auto md:bottom-16 md:left-2"
        button={
          <>
            <span aria-hidden className="flex size-8 shrink-0 items-center justify-center rounded-full bg-act-soft text-12 font-strong">
              {operator.firstName.slice(0, 1)}
              {operator.lastName.slice(0, 1)}
            </span>
            <span className={cx('min-w-0 max-md:sr-only', folded && 'md:sr-only')}>
              <span className="block truncate font-medium">
                {operator.firstName} {operator.lastName}
              </span>
              <span className="block truncate text-12 text-ink-soft">{roleName(operator.role)}</span>
            </span>
          </>
        }
      >
        {() => (
          <div className="flex flex-col gap-4 p-4">
            <div>
              <p className="truncate font-strong">{operator.email}</p>
              <p className="text-13 text-ink-soft">{roleName(operator.role)}</p>
            </div>
            <ThemeSwitch />
            <button
              type="button"
              onClick={() => void operatorSession.signOut()}
              className="-mx-2 -mb-2 flex h-10 items-center gap-2 rounded-control px-2 text-14 hover:bg-surface"
            >
              <Icon of={LogOut} className="text-ink-soft" />
              {i18n._({ id: 'account.logout', message: 'Logout' })}
            </button>
          </div>
        )}
      </Menu>
    </div>
  );
}
