/** The signed-in parts of every page: balance and account in the header, the dock, the slip as a sheet, and the live stream. */
import type { User } from '@fairline/proto/auth/users';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Ticket } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { keepFresh, playerLive } from '../../domain/live/cache.ts';
import { useLiveFixtures } from '../../domain/live/use-live.ts';
import { applyPreferences } from '../../domain/people/display-settings.ts';
import { preferencesQuery } from '../../domain/people/preferences.ts';
import { slipStore } from '../../features/betting/slip/store.ts';
import { NoticeBell } from '../../features/notices/bell.tsx';
import { BalanceMenu } from '../../features/wallet/balance/balance-menu.tsx';
import { useStore } from '../../store.ts';
import { useKeptFocus } from '../../ui/browser/keep-focus.ts';
import { Icon } from '../../ui/graphics/icon.tsx';
import { AnnouncedText } from '../../ui/notices/announce.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { LazySlip } from '../betting/lazy-slip.tsx';
import { AccountMenu } from './account-menu.tsx';
import { announceChange } from './announce.ts';
import { Dock, SlipCount } from './dock.tsx';

const TermsDialog = lazy(async () => ({ default: (await import('./terms-dialog.tsx')).TermsDialog }));
const SessionWatch = lazy(async () => ({
  default: (await import('../../features/safe-play/sessions/session-watch.tsx')).SessionWatch,
}));

export function MemberTools({ user, onSlip }: { user: User; onSlip: () => void }) {
  const count = useStore(slipStore).items.length;
  return (
    <>
      <button
        type="button"
        onClick={onSlip}
        className="hidden h-9 items-center gap-2 rounded-control border border-line bg-surface px-3 text-14 font-medium hover:bg-raised md:flex xl:hidden"
      >
        <Icon of={Ticket} className="text-ink-soft" />
        {i18n._({ id: 'dock.slip', message: 'Slip' })}
        <SlipCount count={count} />
      </button>
      <BalanceMenu products={productsOf(useLocation().pathname)} />
      <NoticeBell />
      <AccountMenu user={user} />
    </>
  );
}

/** What is staked on from a page: the games in the casino, sport everywhere else. */
const productsOf = (path: string) =>
  /^\/casino(?:\/|$)/.test(path) ? (['slots', 'table', 'lottery'] as const) : (['sports'] as const);

/** Restrictions must be visible before the player tries the action. */
function SuspendedBar() {
  return (
    <p
      role="status"
      className="fixed inset-x-0 top-header z-20 border-b border-line bg-down-soft px-4 py-2 text-center text-13"
    >
      {i18n._({
        id: 'account.suspended',
        message: 'Your account is suspended: you can view it, but not bet, deposit or withdraw.',
      })}{' '}
      <Link to="/support" className="font-medium underline underline-offset-4">
        {i18n._({ id: 'support.contactUs', message: 'Contact support' })}
      </Link>
    </p>
  );
}

interface MemberFrameProps {
  slipOpen: boolean;
  onSlip: (open: boolean) => void;
  /** A game fills the screen. */
  playing: boolean;
}

export function MemberFrame({ slipOpen, onSlip, playing }: MemberFrameProps) {
  const user = useSession(playerSession).who;
  const playerId = user?.id;
  useEffect(() => (playerId ? keepFresh(playerLive, 'player', announceChange) : undefined), [playerId]);
  useKeptFocus();
  const { data: preferences } = useQuery(preferencesQuery);
  useEffect(() => {
    if (preferences) applyPreferences(preferences);
  }, [preferences]);
  const { items } = useStore(slipStore);
  useLiveFixtures(
    playerLive,
    useMemo(() => [...new Set(items.map(({ fixtureId }) => fixtureId))], [items]),
    true,
  );
  return (
    <>
      {user && !user.termsAccepted && (
        <Suspense>
          <TermsDialog />
        </Suspense>
      )}
      <Suspense>
        <SessionWatch />
      </Suspense>
      {user?.status === 'suspended' && <SuspendedBar />}
      <AnnouncedText />
      {!playing && <Dock onSlip={() => onSlip(true)} />}
      <Sheet open={slipOpen} onClose={() => onSlip(false)} title={i18n._({ id: 'slip.title', message: 'Bet slip' })}>
        <LazySlip onDone={() => onSlip(false)} />
      </Sheet>
    </>
  );
}
