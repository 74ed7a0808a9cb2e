/** Renders a page in a component test: at a URL, in English, for a visitor, a signed-in player or a signed-in operator. */
import { Operator, type OperatorSession, type PlayerSession, sessionRoutes } from '@fairline/proto/auth/sessions';
import { User } from '@fairline/proto/auth/users';
import { permissionsOf, type Role } from '@fairline/proto/permissions';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach } from 'vitest';
import { PageContext } from '../admin/frame/page.tsx';
import { App } from '../app.tsx';
import { queryClient } from '../client/cache/query.ts';
import { operatorSession, playerSession } from '../client/session/session.ts';
import { StepUpDialog } from '../features/staff/step-up-dialog.tsx';
import { loadEnglish } from '../i18n.ts';
import { operatorPages } from '../operator-pages.ts';
import { network } from './network.ts';
import { sample } from './sample.ts';

const token = { accessToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z' };

/** Long enough for code that is loaded on a busy machine; only a test that fails waits for all of it. */
const patienceMs = 15_000;
/** Of the text on the page, when something is not found. */
const shownCharacters = 3_000;

configure({
  asyncUtilTimeout: patienceMs,
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\nThe page shows: ${document.body.textContent.slice(0, shownCharacters)}`),
});

/** The simulated browser has one tab and no locks: whoever asks gets it. */
const locks = { request: async (_name: string, act: () => unknown) => act() };

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  loadEnglish();
  localStorage.clear();
  sessionStorage.clear();
  // A query that fails is retried as often as in the app, without the wait.
  const { queries, ...rest } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, retryDelay: 1 } });
});

afterEach(async () => {
  cleanup();
  queryClient.clear();
  network.answer(sessionRoutes.logout);
  network.answer(sessionRoutes.operatorLogout);
  await Promise.all([playerSession, operatorSession].map((session) => session.state.status === 'signed-in' && session.signOut()));
});

/** Matches the accessible name of what names an amount: its spaces do not break lines. */
export const named = (text: string) => (name: string) => name.replaceAll('\u00a0', ' ') === text;

interface Place {
  /** The address, with its query. */
  readonly at: string;
  /** The route of the page, where its address has parameters. */
  readonly path?: string;
}

interface Rendered {
  readonly user: UserEvent;
  /** The address now, with its query. */
  readonly address: () => string;
}

/** A page for a visitor who is not signed in. Another address shows its own path. */
export function renderAsGuest(page: ReactNode, place: Place): Rendered {
  return renderAt(place, page, null);
}

/** A page for a signed-in player, active and not verified, with these `changes`. */
export function renderAsPlayer(page: ReactNode | ((user: User) => ReactNode), place: Place, changes: Partial<User> = {}): Rendered {
  const user = sample(User, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Player', country: 'MT', termsAccepted: true, ...changes });
  playerSession.adopt({ user, lastSignIn: null, ...token } satisfies PlayerSession);
  return renderAt(place, typeof page === 'function' ? page(user) : page, null);
}

/** A page for an operator of a role, with the dialog that asks for a fresh proof. */
export function renderAsOperator(
  page: ReactNode | ((operator: Operator) => ReactNode),
  place: Place,
  role: Role = 'super_admin',
  changes: Partial<Operator> = {},
): Rendered {
  const names = { email: 'olga@example.com', firstName: 'Olga', lastName: 'Operator' };
  const operator = sample(Operator, { ...names, role, permissions: [...permissionsOf(role)], ...changes });
  operatorSession.adopt({ operator, ...token } satisfies OperatorSession);
  const route = place.path ?? pathnameOf(place);
  const line = operatorPages.find(({ path }) => `/${path}` === route) ?? null;
  return renderAt(place, <PageContext value={line}>{typeof page === 'function' ? page(operator) : page}</PageContext>, operator);
}

const pathnameOf = ({ at }: Place) => at.replace(/\?.*/, '');

function renderAt(place: Place, page: ReactNode, operator: Operator | null): Rendered {
  const frame = (
    <main>
      <Outlet context={operator} />
      {operator && <StepUpDialog />}
    </main>
  );
  const router = createMemoryRouter(
    [
      {
        element: frame,
        children: [
          { path: place.path ?? pathnameOf(place), element: page },
          { path: '*', element: null },
        ],
      },
    ],
    {
      initialEntries: [place.at],
    },
  );
  render(
    <App>
      <RouterProvider router={router} />
    </App>,
  );
  // Pickers and drops let anybody choose a file of another type.
  return { user: userEvent.setup({ applyAccept: false }), address: () => router.state.location.pathname + router.state.location.search };
}
