/** What surrounds a page of the app: language, query cache, toaster, theme, and a router at a URL. Component tests and stories share it. */
import { type ReactNode, useLayoutEffect } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { App } from '../app.tsx';
import { chooseTheme, type ThemeChoice } from '../ui/theme/theme.ts';

export interface Place {
  /** The URL, with its query. */
  readonly at: string;
  /** The route of the page, if its URL has parameters. */
  readonly path?: string;
}

export const pathnameOf = ({ at }: Place) => at.replace(/\?.*/, '');

/** A router with one page in its frame. Other URLs show the frame alone. */
export function routerAt(place: Place, page: ReactNode, frame: ReactNode = <Outlet />) {
  const children = [
    { path: place.path ?? pathnameOf(place), element: page },
    { path: '*', element: null },
  ];
  return createMemoryRouter([{ element: frame, children }], { initialEntries: [place.at] });
}

interface SurroundingsProps {
  router: ReturnType<typeof routerAt>;
  theme?: ThemeChoice;
}

export function Surroundings({ router, theme = 'system' }: SurroundingsProps) {
  useLayoutEffect(() => chooseTheme(theme), [theme]);
  return (
    <App>
      <RouterProvider router={router} />
    </App>
  );
}
