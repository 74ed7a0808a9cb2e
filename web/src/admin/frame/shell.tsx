/** The frame of every operator page: the sidebar and the header, the session watch, the live stream, and the one identity dialog. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { LogOut, Settings } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Outlet } from 'react-router';
import { operatorSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { createStoredValue } from '../../client/storage/stored-value.ts';
import { keepFresh, operatorLive } from '../../domain/live/cache.ts';
import { roleName } from '../../domain/people/role-labels.ts';
import { PresenceKeeper } from '../../domain/support/presence.tsx';
import { Clock } from '../../features/office/clock.tsx';
import { QuickStats } from '../../features/office/quick-stats.tsx';
import { OfficeSearch } from '../../features/office/search.tsx';
import { LanguageSwitch } from '../../features/session/language-switch.tsx';
import { operatorEndText } from '../../features/session/operator-labels.ts';
import { useSessionWatch } from '../../features/session/session-watch.ts';
import { StepUpDialog } from '../../features/staff/step-up-dialog.tsx';
import { useStore } from '../../store.ts';
import { Menu } from '../../ui/controls/menu.tsx';
import { ThemeSwitch } from '../../ui/controls/theme-switch.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { AlertsBanner } from './alerts-banner.tsx';
import { announceChange } from './announce.ts';
import { NoticeMenu } from './notice-menu.tsx';
import { WaitingCountContext } from './page.tsx';
import { Rail } from './rail.tsx';
import { StopsBanner } from './stops-banner.tsx';
import { useWaiting } from './waiting.ts';

const collapsedStore = createStoredValue<boolean>('fairline.operator.folded', (stored) => stored === true);
/** The specification's duration of the loading screen. */
const loadingMs = 100;

/** Also wraps the sign-in page, because it checks who is signed in. */
export function AdminRoot() {
  useEffect(() => void operatorSession.start(), []);
  useSessionWatch(operatorSession, operatorEndText);
  return <Outlet />;
}

function Waiting({ children }: { children: string }) {
  return (
    <div role="status" className="animate-late flex grow items-center justify-center p-12 text-14 text-ink-soft">
      {children}
    </div>
  );
}

export function AdminChecking() {
  return <Waiting>{i18n._({ id: 'admin.checking', message: 'Checking admin authentication...' })}</Waiting>;
}

/** Shown while the code of a page loads. */
export function PageLoading() {
  return <Waiting>{i18n._({ id: 'page.loading', message: 'Loading' })}</Waiting>;
}

export function AdminShell() {
  const session = useSession(operatorSession);
  const operatorId = session.who?.id;
  const isCollapsed = useStore(collapsedStore);
  const [loading, setLoading] = useState(true);
  useEffect(() => (operatorId ? keepFresh(operatorLive, 'operator', announceChange) : undefined), [operatorId]);
  useEffect(() => {
    const timer = setTimeout(() => setLoading(false), loadingMs);
    return () => clearTimeout(timer);
  }, []);
  if (session.status !== 'signed-in' || loading)
    return <Waiting>{i18n._({ id: 'admin.loading', message: 'Loading admin portal...' })}</Waiting>;
  return (
    <div
      className={cx(
        'flex grow flex-col md:grid',
        isCollapsed ? 'md:grid-cols-[4rem_1fr]' : 'md:grid-cols-[var(--spacing-rail)_1fr]',
      )}
    >
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-act px-4 py-2 text-act-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {i18n._({ id: 'shell.skip', message: 'Skip to content' })}
      </a>
      <Rail operator={session.who} isCollapsed={isCollapsed} onCollapse={() => collapsedStore.set(!isCollapsed)} />
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-header items-center gap-2 border-b border-line bg-ground px-4 md:px-6">
          <OfficeSearch />
          <span className="ml-auto flex items-center gap-2">
            <Clock />
            <QuickStats operator={session.who} />
            <NoticeMenu operator={session.who} />
            <Account operator={session.who} />
          </span>
        </header>
        <AlertsBanner operator={session.who} />
        <StopsBanner operator={session.who} />
        <main id="main" className="min-w-0 p-4 pb-16 md:p-6">
          <CountedOutlet operator={session.who} />
        </main>
      </div>
      <PresenceKeeper operator={session.who} />
      <StepUpDialog />
    </div>
  );
}

function CountedOutlet({ operator }: { operator: Operator }) {
  const count = Object.values(useWaiting(operator)).reduce((sum, some) => sum + some, 0);
  return (
    <WaitingCountContext value={count}>
      <Outlet context={operator} />
    </WaitingCountContext>
  );
}

function Account({ operator }: { operator: Operator }) {
  const row = '-mx-2 flex h-10 items-center gap-2 rounded-control px-2 text-14 hover:bg-surface';
  return (
    <Menu
      className="flex h-10 shrink-0 items-center rounded-control px-1 transition-colors hover:bg-raised"
      panelClass="right-2 left-auto w-72"
      button={
        <>
          <span
            aria-hidden
            className="flex size-8 items-center justify-center rounded-full bg-act-soft text-12 font-strong"
          >
            {operator.firstName.slice(0, 1)}
            {operator.lastName.slice(0, 1)}
          </span>
          <span className="sr-only">
            {i18n._({
              id: 'account.label',
              message: 'Account of {name}',
              values: { name: `${operator.firstName} ${operator.lastName}` },
            })}
          </span>
        </>
      }
    >
      {(close) => (
        <div className="flex flex-col gap-3 p-4">
          <div>
            <p className="truncate font-strong">
              {operator.firstName} {operator.lastName}
            </p>
            <p className="truncate text-13 text-ink-soft">{operator.email}</p>
            <p className="text-13 text-ink-soft">{roleName(operator.role)}</p>
          </div>
          <ThemeSwitch />
          <LanguageSwitch />
          <div>
            <Link to="/admin/settings" onClick={close} className={row}>
              <Icon of={Settings} className="text-ink-soft" />
              {i18n._({ id: 'settings.title', message: 'Settings' })}
            </Link>
            <button
              type="button"
              onClick={() => void operatorSession.signOut()}
              className={cx(row, 'w-[calc(100%+1rem)]')}
            >
              <Icon of={LogOut} className="text-ink-soft" />
              {i18n._({ id: 'account.logout', message: 'Logout' })}
            </button>
          </div>
        </div>
      )}
    </Menu>
  );
}
