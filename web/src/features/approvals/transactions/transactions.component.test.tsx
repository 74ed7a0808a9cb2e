/** All transactions in their states: listed with their players, filtered by each filter of the URL, empty, and exported. */
import { staffRoutes, UserSummary } from '@fairline/proto/auth/staff';
import { UserRow, userRoutes } from '@fairline/proto/auth/users';
import { historyRoutes, TransactionForOperator } from '@fairline/proto/wallet/history';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../../testing/network.ts';
import { renderAsOperator } from '../../../testing/page.tsx';
import { newId, sample } from '../../../testing/sample.ts';
import { Transactions } from './transactions.tsx';

const userId = newId();
const item = sample(TransactionForOperator, {
  userId,
  type: 'deposit',
  status: 'completed',
  amountMinor: 12_345,
  currency: 'USD',
  method: 'bank_transfer',
  demo: false,
});

beforeEach(() => {
  network.answer(historyRoutes.operatorTransactions, { items: [item], nextCursor: null });
  network.answer(staffRoutes.summaries, {
    items: [sample(UserSummary, { id: userId, firstName: 'Ada', lastName: 'Player', email: 'ada@example.com' })],
  });
  network.answerAll(paymentRoutes.methods);
});

const path = '/admin/financial?tab=transactions';
const show = (query = '') =>
  renderAsOperator((operator) => <Transactions operator={operator} />, { at: `${path}${query}` }, 'finance');
const asked = () => network.sent(historyRoutes.operatorTransactions).at(-1)?.query;

it('lists transactions with links to their players', async () => {
  show();
  expect(await screen.findByText('+123.45 USD')).toBeDefined();
  const player = await screen.findByRole('link', { name: 'Ada Player' });
  expect(player.getAttribute('href')).toBe(`/admin/users/${userId}`);
});

it('leads from a deposit to its payment, and from no other transaction', async () => {
  const bet = sample(TransactionForOperator, {
    userId,
    type: 'bet',
    method: null,
    description: 'Sports bet',
    reference: 'BET-1',
  });
  network.answer(historyRoutes.operatorTransactions, {
    items: [{ ...item, reference: 'DEP-1' }, bet],
    nextCursor: null,
  });
  show();
  const links = await screen.findAllByRole('link', { name: /DEP-1/ });
  expect([...new Set(links.map((link) => link.getAttribute('href')))]).toEqual([`/admin/financial?payment=${item.id}`]);
  expect(screen.queryByRole('link', { name: /BET-1/ })).toBeNull();
});

it('requests the filters of the URL, and keeps a change in the URL', async () => {
  const { user, address } = show('&status=failed&currency=USD&min=1050&method=phonepe');
  await waitFor(() =>
    expect(asked()).toEqual({ status: 'failed', currency: 'USD', minMinor: 1050, method: 'phonepe' }),
  );
  await user.type(screen.getByLabelText(/^To amount/), '20');
  await waitFor(() => expect(asked()).toMatchObject({ maxMinor: 2000 }));
  expect(address()).toBe(`${path}&status=failed&currency=USD&min=1050&method=phonepe&max=2000`);
  await user.selectOptions(screen.getByLabelText('Currency'), 'EUR');
  await waitFor(() => expect(asked()).toEqual({ status: 'failed', currency: 'EUR', method: 'phonepe' }));
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(address()).toBe(path));
});

it('searches players by text', async () => {
  network.answer(userRoutes.users, { items: [sample(UserRow, { id: userId })], nextCursor: null });
  show('&q=ada');
  await waitFor(() => expect(asked()).toEqual({ q: 'ada', players: userId }));
});

it('says that older transactions were not searched yet, and continues on request', async () => {
  network.answer(historyRoutes.operatorTransactions, { items: [], nextCursor: 'further' });
  const { user } = show('&currency=BTC');
  expect(await screen.findByText('No transaction found so far. Older ones were not searched yet.')).toBeDefined();
  network.answer(historyRoutes.operatorTransactions, { items: [], nextCursor: null });
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('No transactions match these filters')).toBeDefined();
  expect(asked()).toEqual({ currency: 'BTC', cursor: 'further' });
});

it('offers a retry when the transactions cannot be read', async () => {
  network.fail(historyRoutes.operatorTransactions);
  const { user } = show();
  expect(await screen.findByText('Transactions could not be loaded')).toBeDefined();
  network.answer(historyRoutes.operatorTransactions, { items: [item], nextCursor: null });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('+123.45 USD')).toBeDefined();
});
