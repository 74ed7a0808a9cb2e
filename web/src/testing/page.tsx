/** Renders a page in a component test: at a URL, in English, for a visitor, a signed-in player or a signed-in operator. */
import { Operator, type OperatorSession, type PlayerSession, sessionRoutes } from '@fairline/proto/auth/sessions';
import { User } from '@fairline/proto/auth/users';
import type { Jurisdiction } from '@fairline/proto/countries';
import { permissionsOf, type Role, sentPermissions } from '@fairline/proto/permissions';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { afterEach, beforeEach } from 'vitest';
import { PageContext } from '../admin/frame/page.tsx';
import { queryClient } from '../client/cache/query.ts';
import { operatorSession, playerSession } from '../client/session/session.ts';
import { StepUpDialog } from '../features/staff/step-up-dialog.tsx';
import { loadEnglish } from '../i18n.ts';
import { operatorPages } from '../operator-pages.ts';
import { network } from './network.ts';
import { sample } from './sample.ts';
import { type Place, pathnameOf, routerAt, Surroundings } from './surroundings.tsx';

const tokenOf = (claims: object) => ({
  accessToken: `x.${btoa(JSON.stringify(claims))}.x`,
  expiresAt: '2099-01-01T00:00:00.000Z',
});

/** Long enough to load code on a busy machine; only a failing test waits this long. */
const patienceMs = 15_000;
/** How much of the page's text to print when something is not found. */
const shownCharacters = 3_000;

configure({
  asyncUtilTimeout: patienceMs,
  getElementError: (message) =>
    new Error(`${message?.split('\n')[0]}\nThe page shows: ${document.body.textContent.slice(0, shownCharacters)}`),
});

/** The simulated browser has one tab and no locks, so every request for a lock succeeds. */
const locks = { request: async (_name: string, act: () => unknown) => act() };

beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  loadEnglish();
  localStorage.clear();
  sessionStorage.clear();
  // A failing query is retried as often as in the app, without delay.
  const { queries, ...rest } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, retryDelay: 1 } });
});

afterEach(async () => {
  cleanup();
  queryClient.clear();
  network.answer(sessionRoutes.logout);
  network.answer(sessionRoutes.operatorLogout);
  await Promise.all(
    [playerSession, operatorSession].map((session) => session.state.status === 'signed-in' && session.signOut()),
  );
});

/** Matches an accessible name with an amount, whose spaces are non-breaking. */
export const named = (text: string) => (name: string) => name.replaceAll('\u00a0', ' ') === text;

interface Rendered {
  readonly user: UserEvent;
  /** The current URL, with its query. */
  readonly address: () => string;
}

/** A page for a visitor who is not signed in. Other URLs show their own path. */
export function renderAsGuest(page: ReactNode, place: Place): Rendered {
  return renderAt(place, page, null);
}

/** A page for a signed-in player under a jurisdiction, active and not verified, with these `changes`. */
export function renderAsPlayer(
  page: ReactNode | ((user: User) => ReactNode),
  place: Place,
  changes: Partial<User> = {},
  jurisdiction: Jurisdiction = 'open',
): Rendered {
  const user = sample(User, {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Player',
    country: 'MT',
    termsAccepted: true,
    ...changes,
  });
  playerSession.adopt({ user, lastSignIn: null, ...tokenOf({ jurisdiction }) } satisfies PlayerSession);
  return renderAt(place, typeof page === 'function' ? page(user) : page, null);
}

/** A page for an operator with a role, including the dialog of the identity check. */
export function renderAsOperator(
  page: ReactNode | ((operator: Operator) => ReactNode),
  place: Place,
  role: Role = 'super_admin',
  changes: Partial<Operator> = {},
): Rendered {
  const names = { email: 'olga@example.com', firstName: 'Olga', lastName: 'Operator' };
  const operator = sample(Operator, { ...names, role, permissions: sentPermissions(permissionsOf(role)), ...changes });
  operatorSession.adopt({ operator, ...tokenOf({}) } satisfies OperatorSession);
  const route = place.path ?? pathnameOf(place);
  const line = operatorPages.find(({ path }) => `/${path}` === route) ?? null;
  return renderAt(
    place,
    <PageContext value={line}>{typeof page === 'function' ? page(operator) : page}</PageContext>,
    operator,
  );
}

function renderAt(place: Place, page: ReactNode, operator: Operator | null): Rendered {
  const frame = (
    <main>
      <Outlet context={operator} />
      {operator && <StepUpDialog />}
    </main>
  );
  const router = routerAt(place, page, frame);
  render(<Surroundings router={router} />);
  // File pickers and drops accept files of other types.
  return {
    user: userEvent.setup({ applyAccept: false }),
    address: () => router.state.location.pathname + router.state.location.search,
  };
}
