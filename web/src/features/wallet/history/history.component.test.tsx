/** The history of the balance in its states: loaded and failed, filtered, paged, and with a waiting payment. */
import { Bet, BetLeg, betRoutes } from '@fairline/proto/betting/bets';
import { historyRoutes, Transaction } from '@fairline/proto/wallet/history';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { Payment, paymentRoutes } from '@fairline/proto/wallet/payments';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { timezoneStore } from '../../../domain/people/display-settings.ts';
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

afterEach(() => timezoneStore.set('local'));

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

it('shows the list if the totals failed to load, and loads them again', async () => {
  network.fail(historyRoutes.summary);
  const { user } = show();
  expect(await screen.findByText('The totals could not be loaded.')).toBeDefined();
  expect((await screen.findAllByText(/125.00 USD/)).length).toBeGreaterThan(0);
  network.answer(historyRoutes.summary, { count: 7 });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await within(screen.getByRole('region', { name: 'Totals' })).findByText('7')).toBeDefined();
});

it('requests the type and the period in the URL', async () => {
  show('/wallet?tab=history&type=withdrawal&period=week');
  await waitFor(() =>
    expect(network.sent(historyRoutes.transactions)[0]?.query).toEqual({ type: 'withdrawal', period: 'week' }),
  );
  expect(network.sent(historyRoutes.summary)[0]?.query).toEqual({ type: 'withdrawal', period: 'week' });
});

it('loads the next page by its cursor', async () => {
  network.answer(historyRoutes.transactions, ({ query }) => ({
    items: [{ ...deposit, id: sample(Transaction).id }],
    nextCursor: query.cursor ? null : 'next',
  }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(() =>
    expect(network.sent(historyRoutes.transactions).map(({ query }) => query.cursor)).toEqual([undefined, 'next']),
  );
});

it('says that an export failed', async () => {
  network.fail(historyRoutes.exportTransactions, 'offline');
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText(/cannot reach Fairline/)).toBeDefined();
});

it('names the bet behind a movement, and leads to it', async () => {
  const bet = sample(Bet, { type: 'single', legs: [sample(BetLeg, { fixture: 'Reds vs Blues' })] });
  network.answer(historyRoutes.transactions, {
    items: [
      sample(Transaction, {
        type: 'bet',
        kind: 'stake',
        amountMinor: -1_000,
        description: 'Sports bet',
        reference: bet.id,
      }),
    ],
  });
  network.answer(betRoutes.bet, bet);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Sports bet' }));
  const link = await within(await screen.findByRole('dialog')).findByRole('link', { name: 'Reds vs Blues' });
  expect(link.getAttribute('href')).toBe(`/bets/${bet.id}`);
});

it('follows a withdrawal from its approval to the account of the player', async () => {
  const out = sample(Transaction, {
    type: 'withdrawal',
    status: 'completed',
    amountMinor: -5_000,
    method: 'bank_transfer',
    description: 'Withdrawal: Bank Transfer',
  });
  const payout = {
    stage: 'paid' as const,
    approvedAt: out.createdAt,
    paidAt: out.createdAt,
    bankReference: 'SEPA 4711',
  };
  network.answer(historyRoutes.transactions, { items: [out] });
  network.answer(
    paymentRoutes.payment,
    sample(Payment, { id: out.id, type: 'withdrawal', status: 'approved', payout }),
  );
  const { user } = show();
  await user.click((await screen.findAllByRole('button', { name: /Withdrawal/ }))[0] as HTMLElement);
  const steps = await screen.findByRole('region', { name: 'Payout' });
  expect(within(steps).getByText('Bank transfer made by our payments team')).toBeDefined();
  expect(within(steps).getByText('Bank reference: SEPA 4711')).toBeDefined();
  expect(within(steps).queryByText('not yet')).toBeNull();
});

it("requests the days of the URL in the player's timezone, and offers a statement of them", async () => {
  timezoneStore.set('America/New_York');
  network.fail(historyRoutes.statementOfDays);
  const { user } = show('/wallet?tab=history&from=2026-11-02&until=2026-11-05');
  const asked = { from: '2026-11-02T05:00:00.000Z', until: '2026-11-06T05:00:00.000Z' };
  await waitFor(() => expect(network.sent(historyRoutes.transactions)[0]?.query).toEqual(asked));
  expect(network.sent(historyRoutes.summary)[0]?.query).toEqual(asked);
  expect(await screen.findByRole('option', { name: /^Nov 2\s–\s5, 2026 \(UTC\)$/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Download PDF' }));
  await waitFor(() =>
    expect(network.sent(historyRoutes.statementOfDays).map(({ query }) => query)).toEqual([
      { from: '2026-11-02', until: '2026-11-05', language: 'en' },
    ]),
  );
});

it('keeps a chosen day in the URL until the filters are cleared', async () => {
  const { user, address } = show();
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-11-02' } });
  await waitFor(() => expect(address()).toBe('/wallet?tab=history&from=2026-11-02'));
  network.answer(historyRoutes.transactions);
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-11-03' } });
  await user.click(await screen.findByRole('link', { name: 'Clear the filters' }));
  await waitFor(() => expect(address()).toBe('/wallet?tab=history'));
});
