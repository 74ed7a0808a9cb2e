/** Every URL of the app, as listed in pages.ts. Pages load when they are visited; an unknown URL leads home. */
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { playerSession } from './client/session/session.ts';
import { GuestsOnly, SignedInOnly } from './features/session/guards.tsx';
import { type PlayerPage, playerPages, sourceOf } from './pages.ts';
import { Checking, PageComing, PageFailed } from './player/frame/page-states.tsx';
import { PlayerShell } from './player/frame/shell.tsx';

/** The page after a player's sign-in, unless another was requested. */
const playerHome = '/dashboard';

/** Frames and the slip are parts of pages: chunks of their own would split the pages' code further. */
const files = import.meta.glob<Record<string, ComponentType>>([
  './player/*/*.tsx',
  '!./player/frame/*',
  '!./player/*/*{frame,slip,.test}.tsx',
]);

/** A page with its title. */
function titled({ title }: PlayerPage, Page: ComponentType): ComponentType {
  if (!title) return Page;
  return () => (
    <>
      <title>{title()}</title>
      <Page />
    </>
  );
}

function routeOf(page: PlayerPage, home: ComponentType | undefined): RouteObject {
  const place = page.path ? { path: page.path } : { index: true as const };
  if (home && !page.path) return { ...place, Component: titled(page, home) };
  const { file, name } = sourceOf(page);
  return {
    ...place,
    lazy: async () => ({ Component: titled(page, (await files[`./${file}`]?.())?.[name] as ComponentType) }),
  };
}

function player(home: ComponentType | undefined): RouteObject {
  const pages = (access: PlayerPage['access']) =>
    playerPages.filter((page) => page.access === access).map((page) => routeOf(page, home));
  return {
    Component: PlayerShell,
    HydrateFallback: PageComing,
    ErrorBoundary: PageFailed,
    children: [
      ...pages('open'),
      {
        element: <GuestsOnly session={playerSession} checking={<Checking />} home={playerHome} />,
        children: pages('guest'),
      },
      {
        element: <SignedInOnly session={playerSession} checking={<Checking />} signIn="/login" />,
        children: pages('player'),
      },
    ],
  };
}

const admin: RouteObject = {
  path: 'admin/*',
  HydrateFallback: PageComing,
  ErrorBoundary: PageFailed,
  lazy: async () => ({ Component: (await import('./admin/section.tsx')).AdminSection }),
};

/** `home` is the front page if it is loaded already, so that it is in the very first render. */
export function routesOf(home?: ComponentType): RouteObject[] {
  return [player(home), admin, { path: '*', element: <Navigate to="/" replace /> }];
}
