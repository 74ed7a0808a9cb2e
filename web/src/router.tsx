/**
 * Every address of the app. Pages come when they are visited; an address without a page leads home.
 */
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { playerSession } from './client/session.ts';
import { GuestsOnly } from './features/session/guards.tsx';
import { Checking, PageComing, PageFailed } from './player/page-states.tsx';
import { PlayerShell } from './player/shell.tsx';

/** Where a player lands after signing in, unless a page was remembered. */
export const playerHome = '/sports';

const player: RouteObject = {
  Component: PlayerShell,
  HydrateFallback: PageComing,
  ErrorBoundary: PageFailed,
  children: [
    {
      element: <GuestsOnly session={playerSession} checking={<Checking />} home={playerHome} />,
      children: [{ path: 'login', lazy: async () => ({ Component: (await import('./player/login.tsx')).LoginPage }) }],
    },
  ],
};

export function createRouter() {
  return createBrowserRouter([player, { path: '*', element: <Navigate to="/login" replace /> }]);
}
