/** The frame of every player page: the header and the session watch. Parts for signed-in players load with the sign-in. */
import { i18n } from '@lingui/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { OddsFormatContext } from '../../domain/betting/odds.tsx';
import { oddsFormatStore } from '../../domain/people/display-settings.ts';
import { PlayMoneyBadge } from '../../features/betting/offer/play-money.tsx';
import { playerEndText } from '../../features/session/session-end-labels.ts';
import { useSessionWatch } from '../../features/session/session-watch.ts';
import { useStore } from '../../store.ts';
import { Skeleton } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Wordmark } from '../../ui/graphics/wordmark.tsx';
import { cx } from '../../ui/theme/cx.ts';

const member = () => import('./member.tsx');
const MemberTools = lazy(async () => ({ default: (await member()).MemberTools }));
const MemberFrame = lazy(async () => ({ default: (await member()).MemberFrame }));
const ExcludedBar = lazy(async () => ({
  default: (await import('../../features/safe-play/exclusions/excluded-bar.tsx')).ExcludedBar,
}));

export function PlayerShell() {
  const session = useSession(playerSession);
  const format = useStore(oddsFormatStore);
  useEffect(() => void playerSession.start(), []);
  useSessionWatch(playerSession, playerEndText);
  const [slipOpen, setSlipOpen] = useSlipOpen();
  const signedIn = session.status === 'signed-in';
  const main = useArrival();
  const playing = isGame(useLocation().pathname);
  return (
    <OddsFormatContext value={format}>
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-act px-4 py-2 text-act-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {i18n._({ id: 'shell.skip', message: 'Skip to content' })}
      </a>
      {!playing && <Header onSlip={() => setSlipOpen(true)} />}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={cx(
          'flex grow flex-col pt-header outline-none',
          session.status !== 'checking' && 'pb-[calc(var(--spacing-dock)+env(safe-area-inset-bottom))] md:pb-0',
        )}
      >
        {signedIn && (
          <Suspense>
            <ExcludedBar />
          </Suspense>
        )}
        <Outlet />
      </main>
      {session.status === 'anonymous' && !playing && <GuestDock />}
      {signedIn && (
        <Suspense>
          <MemberFrame slipOpen={slipOpen} onSlip={setSlipOpen} playing={playing} />
        </Suspense>
      )}
      <ScrollRestoration />
    </OddsFormatContext>
  );
}

/** A game fills the screen: the header and the dock make way, for the keyboard too. */
const isGame = (path: string) => /^\/casino\/(?!(?:history|fairness|returns)$)[^/]+$/.test(path);

/** The navigation for visitors on a small screen. */
function GuestDock() {
  const entry =
    'flex h-dock items-center justify-center text-13 font-medium text-ink-soft focus-visible:-outline-offset-2';
  return (
    <nav
      aria-label={i18n._({ id: 'dock.label', message: 'Quick access' })}
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <Link to="/sports" className={entry}>
        {i18n._({ id: 'nav.sports', message: 'Sports' })}
      </Link>
      <Link to="/live" className={entry}>
        {i18n._({ id: 'nav.live', message: 'Live' })}
      </Link>
      <Link to="/casino" className={entry}>
        {i18n._({ id: 'nav.casino', message: 'Casino' })}
      </Link>
      <Link to="/help" className={entry}>
        {i18n._({ id: 'help.title', message: 'Help' })}
      </Link>
    </nav>
  );
}

/** The slip over the page; it closes when a link in it leads away, also to another part of the same page. */
function useSlipOpen() {
  const { key } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  return [openOn === key, (open: boolean) => setOpenOn(open ? key : null)] as const;
}

/**
 * A page that was navigated to takes the focus, so that keyboard and screen reader continue there. The first page leaves it to the browser, and a switch inside
 * a page (`stays`) keeps it.
 */
function useArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname, state } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    const stays = (state as { stays?: boolean } | null)?.stays;
    if (last.current !== pathname && !stays) main.current?.focus({ preventScroll: true });
    last.current = pathname;
  }, [pathname, state]);
  return main;
}

function Header({ onSlip }: { onSlip: () => void }) {
  const session = useSession(playerSession);
  const links = [
    ['/sports', i18n._({ id: 'nav.sports', message: 'Sports' })],
    ['/live', i18n._({ id: 'nav.live', message: 'Live' })],
    ['/casino', i18n._({ id: 'nav.casino', message: 'Casino' })],
    ...(session.status === 'signed-in'
      ? ([
          ['/promotions', i18n._({ id: 'promotions.name', message: 'Promotions' })],
          ['/bets', i18n._({ id: 'bets.mine', message: 'My bets' })],
          ['/support', i18n._({ id: 'nav.support', message: 'Support' })],
        ] as const)
      : ([['/help', i18n._({ id: 'help.title', message: 'Help' })]] as const)),
  ] as const;
  return (
    <header className="fixed inset-x-0 top-0 z-30 h-header border-b border-line bg-ground">
      <div className="mx-auto flex h-full max-w-page items-stretch gap-3 px-4 sm:gap-4 lg:gap-6">
        <Link
          to="/"
          className="on-line flex items-center focus-visible:-outline-offset-2"
          aria-label={i18n._({ id: 'nav.home', message: 'Fairline home' })}
        >
          <Wordmark />
        </Link>
        <PlayMoneyBadge />
        <nav
          aria-label={i18n._({ id: 'nav.label', message: 'Main' })}
          className="hidden items-stretch gap-4 md:flex lg:gap-5"
        >
          {links.map(([to, name]) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                cx(
                  'relative items-center text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                  // The header has no room for these on a middle-sized screen; the account menu links there too.
                  to === '/promotions' || to === '/support' ? 'hidden xl:flex' : 'flex',
                  isActive ? 'on-line text-ink' : 'text-ink-soft hover:text-ink',
                )
              }
            >
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          {session.status === 'checking' && <Skeleton className="h-9 w-28" />}
          {session.status === 'anonymous' && (
            <>
              <ButtonLink look="quiet" size="small" to="/login">
                {i18n._({ id: 'nav.login', message: 'Login' })}
              </ButtonLink>
              <ButtonLink size="small" to="/register">
                {i18n._({ id: 'nav.register', message: 'Sign Up' })}
              </ButtonLink>
            </>
          )}
          {session.status === 'signed-in' && (
            <Suspense fallback={<Skeleton className="h-9 w-28" />}>
              <MemberTools user={session.who} onSlip={onSlip} />
            </Suspense>
          )}
        </div>
      </div>
    </header>
  );
}
