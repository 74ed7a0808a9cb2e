/** The registration page in its states: checked before anything is sent, refused at the field concerned, and done. */
import { type Registration, sessionRefusals, sessionRoutes } from '@fairline/proto/auth/sessions';
import { userRefusals } from '@fairline/proto/auth/users';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { playerSession } from '../../client/session/session.ts';
import { network } from '../../testing/network.ts';
import { renderAsGuest } from '../../testing/page.tsx';
import { RegisterPage } from './register.tsx';

const password = 'Correct-horse-7';

beforeEach(() => {
  network.answerAll(sessionRoutes.settings);
});

const show = () => renderAsGuest(<RegisterPage />, { at: '/register' });

async function register(changes: { dateOfBirth?: string; confirm?: string; noBonus?: true } = {}) {
  const { user } = show();
  await user.type(screen.getByLabelText('First name'), 'Ada');
  await user.type(screen.getByLabelText('Last name'), 'Player');
  await user.type(screen.getByLabelText('Email'), 'ada@example.com');
  await user.type(screen.getByLabelText('Date of birth'), changes.dateOfBirth ?? '1990-05-17');
  await user.selectOptions(screen.getByLabelText('Country'), 'Germany');
  await user.type(screen.getByLabelText('Password'), password);
  await user.type(screen.getByLabelText('Confirm password'), changes.confirm ?? password);
  await user.click(screen.getByRole('checkbox', { name: /terms and conditions/ }));
  if (changes.noBonus)
    await user.click(await screen.findByRole('checkbox', { name: /Give me the \$100 welcome bonus/ }));
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
}

it('names the welcome bonus from the settings', async () => {
  network.answer(sessionRoutes.settings, { welcomeBonusMinor: 100_000 });
  show();
  expect(await screen.findByText(/welcome bonus once they confirm their email/)).toBeDefined();
});

it('says at each field what is missing', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('Please select your country')).toBeDefined();
  expect(screen.getByText('Email is required')).toBeDefined();
  expect(screen.getByText('You must agree to the terms and conditions')).toBeDefined();
});

it('refuses a visitor under 18 before anything is sent', async () => {
  await register({ dateOfBirth: `${new Date().getUTCFullYear() - 10}-01-01` });
  expect(await screen.findByText('You must be at least 18 years old')).toBeDefined();
  expect(network.sent(sessionRoutes.register)).toEqual([]);
});

it('compares the passwords', async () => {
  await register({ confirm: 'Another-horse-8' });
  expect(await screen.findByText('Passwords do not match')).toBeDefined();
});

it('signs the new player in', async () => {
  network.answer(sessionRoutes.register);
  await register();
  await waitFor(() => expect(playerSession.state.status).toBe('signed-in'));
  const sent: Partial<Registration> | undefined = network.sent(sessionRoutes.register)[0]?.body;
  expect(sent).toMatchObject({
    firstName: 'Ada',
    email: 'ada@example.com',
    country: 'DE',
    dateOfBirth: '1990-05-17',
    acceptTerms: true,
    marketingOptIn: false,
  });
});

it('declines the welcome bonus for a player who wants none, and mentions none', async () => {
  network.answer(sessionRoutes.settings, { welcomeBonusMinor: 10_000, demo: true });
  network.answer(sessionRoutes.register);
  await register({ noBonus: true });
  await waitFor(() => expect(playerSession.state.status).toBe('signed-in'));
  expect(network.sent(sessionRoutes.register)[0]?.body).toMatchObject({ welcomeBonus: false });
  expect(await screen.findByText('Welcome to Fairline!')).toBeDefined();
});

it('does not ask about a bonus if there is none', async () => {
  network.answer(sessionRoutes.settings, { welcomeBonusMinor: 0 });
  const { user } = show();
  await user.type(await screen.findByLabelText('First name'), 'Ada');
  expect(screen.queryByRole('checkbox', { name: /welcome bonus/ })).toBeNull();
});

it('shows that the email is taken', async () => {
  network.refuse(sessionRoutes.register, userRefusals.emailTaken);
  await register();
  expect(await screen.findByText('An account with this email already exists')).toBeDefined();
});

it('shows a refused password at its field', async () => {
  const { message } = sessionRefusals.passwordCommon;
  network.refuse(sessionRoutes.register, sessionRefusals.passwordCommon, undefined, { password: message });
  await register();
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true');
});

it('keeps what was typed when the server cannot be reached', async () => {
  network.fail(sessionRoutes.register, 'offline');
  await register();
  expect(await screen.findByText(/cannot reach Fairline/)).toBeDefined();
  expect(screen.getByDisplayValue('ada@example.com')).toBeDefined();
});
