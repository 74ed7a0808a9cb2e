/** The list of recent sign-ins in all its states. */
import { accountRoutes, SignInAttempt } from '@fairline/proto/auth/account';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { SignIns } from './sign-ins.tsx';

const place = { at: '/account' };

it('lists sign-ins and failed attempts with their method, device and address', async () => {
  const known = { device: 'Firefox (Windows)', address: '203.0.113.7' };
  const items = [
    sample(SignInAttempt, { result: 'wrong_password', method: 'password', ...known }),
    sample(SignInAttempt, { result: 'signed_in', method: 'password_and_code', ...known }),
    sample(SignInAttempt, { result: 'signed_in' }),
  ];
  network.answer(accountRoutes.signIns, { items, nextCursor: null });
  renderAsPlayer(<SignIns />, place);
  const rows = within(await screen.findByRole('list', { name: 'Recent sign-ins' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/PasswordFirefox \(Windows\)203\.0\.113\.7Wrong password$/),
    expect.stringMatching(/Password and codeFirefox \(Windows\)203\.0\.113\.7Signed in$/),
    expect.stringMatching(/2026.*Signed in$/),
  ]);
});

it('says that there were none', async () => {
  network.answer(accountRoutes.signIns, { items: [], nextCursor: null });
  renderAsPlayer(<SignIns />, place);
  expect(await screen.findByText('No sign-ins in the last 90 days')).toBeDefined();
});

it('loads again after a failure', async () => {
  network.fail(accountRoutes.signIns);
  const { user } = renderAsPlayer(<SignIns />, place);
  expect(await screen.findByText('Your sign-ins could not be loaded')).toBeDefined();
  network.answer(accountRoutes.signIns, { items: [], nextCursor: null });
  await user.click(screen.getByRole('button', { name: /retry|try again/i }));
  expect(await screen.findByText('No sign-ins in the last 90 days')).toBeDefined();
});

it('loads older ones by the cursor', async () => {
  network.answer(accountRoutes.signIns, ({ query }) =>
    query.cursor === 'next'
      ? { items: [sample(SignInAttempt, { result: 'locked' })], nextCursor: null }
      : { items: [sample(SignInAttempt, { result: 'signed_in' })], nextCursor: 'next' },
  );
  const { user } = renderAsPlayer(<SignIns />, place);
  await user.click(await screen.findByRole('button', { name: /older/i }));
  expect(await screen.findByText('Locked after too many tries')).toBeDefined();
});
