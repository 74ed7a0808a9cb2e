/** The sign-in page in its states: refused without saying what was wrong, with a code, offline, and in demo mode. */
import { accountRoutes } from '@fairline/proto/auth/account';
import { sessionRefusals, sessionRoutes } from '@fairline/proto/auth/sessions';
import { userRefusals } from '@fairline/proto/auth/users';
import { common, type RefusalType } from '@fairline/proto/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { playerSession } from '../../client/session/session.ts';
import { network } from '../../testing/network.ts';
import { renderAsGuest } from '../../testing/page.tsx';
import { LoginPage } from './login.tsx';

const demoPlayer = { email: 'demo@example.com', password: 'demo-password' };

beforeEach(() => {
  network.answerAll(sessionRoutes.settings, accountRoutes.preferences);
});

const show = () => renderAsGuest(<LoginPage />, { at: '/login' });

async function signIn(email = 'ada@example.com', password = 'correct horse') {
  const shown = show();
  await shown.user.type(screen.getByLabelText('Email'), email);
  await shown.user.type(screen.getByLabelText('Password'), password);
  await shown.user.click(screen.getByRole('button', { name: 'Login' }));
  return shown;
}

it('signs the player in', async () => {
  network.answer(sessionRoutes.login, { expiresAt: '2099-01-01T00:00:00.000Z' });
  await signIn();
  await waitFor(() => expect(playerSession.state.status).toBe('signed-in'));
  expect(await screen.findByText('Login successful!')).toBeDefined();
  expect(network.sent(sessionRoutes.login)[0]?.body).toEqual({ email: 'ada@example.com', password: 'correct horse' });
});

it('does not send an invalid form', async () => {
  await signIn('nobody', 'short');
  expect(await screen.findByText('Please enter a valid email')).toBeDefined();
  expect(screen.getByText('Password must be at least 6 characters')).toBeDefined();
  expect(network.sent(sessionRoutes.login)).toEqual([]);
});

it.each<[string, RefusalType]>([
  ['wrong credentials', sessionRefusals.badCredentials],
  ['a closed account', userRefusals.accountClosed],
  ['too many tries', common.rateLimited],
])('shows the refusal of %s, and keeps the email', async (_case, refusal) => {
  network.refuse(sessionRoutes.login, refusal);
  await signIn();
  expect(await screen.findByText(refusal.message)).toBeDefined();
  expect(screen.getByDisplayValue('ada@example.com')).toBeDefined();
  expect(playerSession.state.status).not.toBe('signed-in');
});

it('says that the server cannot be reached', async () => {
  network.fail(sessionRoutes.login, 'offline');
  await signIn();
  expect(await screen.findByText(/cannot reach Fairline/)).toBeDefined();
});

it('asks for a code, reports a wrong one, and leads back', async () => {
  network.refuse(sessionRoutes.login, sessionRefusals.totpRequired);
  const { user } = await signIn();
  const code = await screen.findByLabelText('Code from your app, or a recovery code');
  network.refuse(sessionRoutes.login, sessionRefusals.badCredentials);
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('This code is incorrect. Please try the next one.')).toBeDefined();
  expect(network.sent(sessionRoutes.login).at(-1)?.body.totp).toBe('123456');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText('Password')).toBeDefined();
});

it('offers the demo account only in demo mode', async () => {
  show();
  await waitFor(() => expect(network.sent(sessionRoutes.settings)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Use Demo' })).toBeNull();
});

it('signs in with the demo account', async () => {
  network.answer(sessionRoutes.settings, { demo: true, demoPlayer });
  network.answer(sessionRoutes.login, { expiresAt: '2099-01-01T00:00:00.000Z' });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Use Demo' }));
  await waitFor(() => expect(network.sent(sessionRoutes.login)[0]?.body).toEqual(demoPlayer));
});
