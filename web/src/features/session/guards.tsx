/**
 * Guards of pages by session. A page shows a placeholder while the session is checked; a visitor is sent to sign in and returns afterwards; a signed-in user is
 * redirected from visitors' pages.
 */
import type { ReactNode } from 'react';
import { type Location, Navigate, Outlet, useLocation } from 'react-router';
import type { Session } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';

interface GuardProps {
  session: Session<{ id: string }>;
  /** Shown while the session is being checked. */
  checking: ReactNode;
}

interface Remembered {
  from?: Pick<Location, 'pathname' | 'search'>;
}

/** The page after a sign-in: the remembered page, else `home`. */
export function returnAddress(state: unknown, home: string): string {
  const from = (state as Remembered | null)?.from;
  return from ? from.pathname + from.search : home;
}

export function SignedInOnly({ session, checking, signIn }: GuardProps & { signIn: string }) {
  const state = useSession(session);
  const location = useLocation();
  if (state.status === 'checking') return checking;
  if (state.status === 'signed-in') return <Outlet />;
  const left = state.end === 'signed-out' || state.end === 'elsewhere';
  return (
    <Navigate
      to={signIn}
      replace
      state={left ? null : ({ from: { pathname: location.pathname, search: location.search } } satisfies Remembered)}
    />
  );
}

export function GuestsOnly({ session, checking, home }: GuardProps & { home: string }) {
  const state = useSession(session);
  const location = useLocation();
  if (state.status === 'checking') return checking;
  return state.status === 'signed-in' ? <Navigate to={returnAddress(location.state, home)} replace /> : <Outlet />;
}
