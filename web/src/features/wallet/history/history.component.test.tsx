/** The history of the balance in its states: loaded and failed, filtered, paged, and with a waiting payment. */
import { historyRoutes, Transaction } from '@fairline/proto/wallet/history';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { Payment, paymentRoutes } from '@fairline/proto/wallet/payments';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../../testing/network.ts';
import { renderAsPlayer } from '../../../testing/page.tsx';
import { sample } from '../../../testing/sample.ts';
import { History } from './history.tsx';

const deposit = sample(Transaction, {
  type: 'deposit',
  status: 'completed',
  amountMinor: 12_500,
  reference: 'DEP-1',
  method: 'credit_card',
  balanceAfterMinor: 20_000,
});

beforeEach(() => {
  network.answer(historyRoutes.transactions, { items: [deposit] });
  network.answer(historyRoutes.summary, { count: 7, inMinor: 50_000, outMinor: 20_000, netMinor: 30_000 });
  network.answerAll(historyRoutes.stats, ledgerRoutes.balance, paymentRoutes.methods);
});

const show = (at = '/wallet?tab=history') => renderAsPlayer(<History />, { at, path: '/wallet' });

it('shows a placeholder, then each change and the totals', async () => {
  const release = network.hold(historyRoutes.transactions);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(historyRoutes.transactions, { items: [deposit] });
  release();
  expect((await screen.findAllByText(/125.00 USD/)).length).toBeGreaterThan(0);
  const totals = screen.getByRole('region', { name: 'Totals' });
  expect(await within(totals).findByText('500.00 USD')).toBeDefined();
});

it.each(['server', 'offline'] as const)('offers a retry when the history cannot be read: %s', async (kind) => {
  network.fail(historyRoutes.transactions, kind);
  const { user } = show();
  const alert = await screen.findByRole('alert');
  network.answer(historyRoutes.transactions, { items: [deposit] });
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect((await screen.findAllByText(/125.00 USD/)).length).toBeGreaterThan(0);
});

it('shows the list without totals that cannot be read, and reads them again', async () => {
  network.fail(historyRoutes.summary);
  const { user } = show();
  expect(await screen.findByText('The totals could not be read.')).toBeDefined();
  expect((await screen.findAllByText(/125.00 USD/)).length).toBeGreaterThan(0);
  network.answer(historyRoutes.summary, { count: 7 });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await within(screen.getByRole('region', { name: 'Totals' })).findByText('7')).toBeDefined();
});

it('asks for the type and the period of the address', async () => {
  show('/wallet?tab=history&type=withdrawal&period=week');
  await waitFor(() => expect(network.sent(historyRoutes.transactions)[0]?.query).toEqual({ type: 'withdrawal', period: 'week' }));
  expect(network.sent(historyRoutes.summary)[0]?.query).toEqual({ type: 'withdrawal', period: 'week' });
});

it('reads the next page with its cursor', async () => {
  network.answer(historyRoutes.transactions, ({ query }) => ({
    items: [{ ...deposit, id: sample(Transaction).id }],
    nextCursor: query.cursor ? null : 'next',
  }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(network.sent(historyRoutes.transactions).map(({ query }) => query.cursor)).toEqual([undefined, 'next']));
});

it('says that an export cannot be had', async () => {
  network.fail(historyRoutes.exportTransactions, 'offline');
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText(/cannot reach Fairline/)).toBeDefined();
});

it('follows a withdrawal from its approval to the account of the player', async () => {
  const out = sample(Transaction, {
    type: 'withdrawal',
    status: 'completed',
    amountMinor: -5_000,
    method: 'bank_transfer',
    description: 'Withdrawal: Bank Transfer',
  });
  const payout = { stage: 'paid' as const, approvedAt: out.createdAt, paidAt: out.createdAt, bankReference: 'SEPA 4711' };
  network.answer(historyRoutes.transactions, { items: [out] });
  network.answer(paymentRoutes.payment, sample(Payment, { id: out.id, type: 'withdrawal', status: 'approved', payout }));
  const { user } = show();
  await user.click((await screen.findAllByRole('button', { name: /Withdrawal/ }))[0] as HTMLElement);
  const steps = await screen.findByRole('region', { name: 'Payout' });
  expect(within(steps).getByText('Bank transfer made by our payments team')).toBeDefined();
  expect(within(steps).getByText('Reference of the bank: SEPA 4711')).toBeDefined();
  expect(within(steps).queryByText('not yet')).toBeNull();
});
