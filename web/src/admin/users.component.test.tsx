/** The list of players in its states: loaded and failed, without balances, by role, and an action that is refused, needs an identity check, or is cancelled. */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { UserRow, userRefusals, userRoutes } from '@fairline/proto/auth/users';
import { common } from '@fairline/proto/contract';
import { harmRoutes } from '@fairline/proto/risk/harm';
import { adjustmentRoutes } from '@fairline/proto/wallet/adjustments';
import { historyRoutes, WalletSummary } from '@fairline/proto/wallet/history';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../testing/network.ts';
import { renderAsOperator } from '../testing/page.tsx';
import { sample } from '../testing/sample.ts';
import { WaitingCountContext } from './frame/page.tsx';
import { UsersPage } from './users.tsx';

const ada = sample(UserRow, { firstName: 'Ada', lastName: 'Player', email: 'ada@example.com', isVerified: false });

beforeEach(() => {
  network.answer(userRoutes.users, { items: [ada] });
  network.answer(historyRoutes.summaries, {
    items: [sample(WalletSummary, { playerId: ada.id, totalMinor: 12_345, activeBets: 3 })],
  });
  network.answerAll(harmRoutes.riskSummaries, historyRoutes.walletOfUser);
});

const show = (role?: 'compliance' | 'finance' | 'support' | 'trader', at = '/admin/users') =>
  renderAsOperator(<UsersPage />, { at }, role);

/** Opens the dialog that sets Ada suspended, with a reason. */
async function suspend() {
  const shown = show();
  await shown.user.selectOptions(await screen.findByLabelText('Status of ada@example.com'), 'suspended');
  const dialog = await screen.findByRole('dialog');
  await shown.user.type(within(dialog).getByRole('textbox'), 'Asked for it');
  await shown.user.click(within(dialog).getByRole('button', { name: /^Set to/ }));
  return { ...shown, dialog };
}

it('shows a placeholder, then each player with their balance', async () => {
  const release = network.hold(userRoutes.users);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(userRoutes.users, { items: [ada] });
  release();
  const row = (await screen.findByText('ada@example.com')).closest('tr') as HTMLElement;
  expect(await within(row).findByText('123.45 USD')).toBeDefined();
});

it('offers a retry when the players cannot be read', async () => {
  network.fail(userRoutes.users, 'offline');
  const { user } = show();
  expect(await screen.findByText('Users could not be loaded')).toBeDefined();
  network.answer(userRoutes.users, { items: [ada] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('ada@example.com')).toBeDefined();
});

it('distinguishes an empty list from a search without a match', async () => {
  network.answer(userRoutes.users);
  const { user, address } = show(undefined, '/admin/users?q=nobody');
  expect(await screen.findByText('No users match your search criteria')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(await screen.findByText('No users found in database')).toBeDefined();
  expect(address()).toBe('/admin/users');
});

it('shows the players without balances when wallet does not answer', async () => {
  network.refuse(historyRoutes.summaries, common.unavailable);
  show();
  expect(await screen.findByText(/Balances could not be loaded./)).toBeDefined();
  expect(screen.getByText('ada@example.com')).toBeDefined();
});

it('requests players by search text and filter', async () => {
  const { user } = show();
  await user.selectOptions(await screen.findByLabelText('Status'), 'closed');
  await waitFor(() => expect(network.sent(userRoutes.users).at(-1)?.query).toEqual({ status: 'closed' }));
});

it('hides balances and money actions from support', async () => {
  show('support');
  expect(await screen.findByText('ada@example.com')).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Balance' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Adjust' })).toBeNull();
  expect(screen.getByLabelText('Status of ada@example.com').hasAttribute('disabled')).toBe(true);
});

it('is closed to a role that may not read players', async () => {
  show('trader');
  expect(await screen.findByText('Your role may not see this page')).toBeDefined();
  expect(network.sent(userRoutes.users)).toEqual([]);
});

it('sends a change of status with its reason, and closes the dialog', async () => {
  network.answer(userRoutes.setUserStatus, { ...ada, status: 'suspended' });
  await suspend();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sent(userRoutes.setUserStatus)[0]).toMatchObject({
    params: { id: ada.id },
    body: { status: 'suspended', reason: 'Asked for it' },
  });
});

it('shows the refusal in the dialog, and keeps the reason', async () => {
  network.refuse(userRoutes.setUserStatus, userRefusals.demoAccount);
  const { dialog } = await suspend();
  expect(await within(dialog).findByText('Demo accounts cannot be changed')).toBeDefined();
  expect(within(dialog).getByDisplayValue('Asked for it')).toBeDefined();
});

it('asks for an identity check and resends the same adjustment under the same key', async () => {
  network.refuse(adjustmentRoutes.adjust, common.stepUpRequired);
  network.answer(staffRoutes.stepUp);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Adjust' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Amount'), '25');
  await user.type(within(dialog).getByLabelText(/reason/i), 'Goodwill');
  await user.click(within(dialog).getByRole('button', { name: /^Add/ }));
  const proof = await screen.findByRole('dialog', { name: 'Please confirm it is you' });
  await user.type(within(proof).getByLabelText('Your password'), 'secret');
  network.answer(adjustmentRoutes.adjust, { status: 'pending' });
  await user.click(within(proof).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [refused, sent] = network.sent(adjustmentRoutes.adjust);
  expect(sent).toMatchObject({ key: refused?.key, body: { amountMinor: 2_500, currency: 'USD', reason: 'Goodwill' } });
});

it('requests every filter of the URL, and asks for an export of the same players', async () => {
  network.fail(userRoutes.exportUsers);
  const { user, address } = show(
    'compliance',
    '/admin/users?q=ada&level=verified&risk=high&country=DE&from=2026-11-02&until=2026-11-02&status=none',
  );
  const days = { from: new Date(2026, 10, 2).toISOString(), until: new Date(2026, 10, 3).toISOString() };
  const asked = { q: 'ada', level: 'verified', risk: 'high', country: 'DE', ...days };
  await waitFor(() => expect(network.sent(userRoutes.users)[0]?.query).toEqual(asked));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(network.sent(userRoutes.exportUsers)[0]?.query).toEqual(asked));
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(address()).toBe('/admin/users'));
});

it('hides the export from a role that may not change players', async () => {
  show('finance');
  expect(await screen.findByText('ada@example.com')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
});

it('shows that an export failed', async () => {
  network.fail(userRoutes.exportUsers);
  const { user } = show('compliance');
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('The export failed')).toBeDefined();
});

it('begins the title of the tab with the number of open tasks', async () => {
  renderAsOperator(
    <WaitingCountContext value={3}>
      <UsersPage />
    </WaitingCountContext>,
    { at: '/admin/users' },
  );
  await waitFor(() => expect(document.title).toMatch(/^\(3\) .+ · Fairline$/));
});
