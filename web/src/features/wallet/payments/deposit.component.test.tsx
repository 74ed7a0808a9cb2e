/** The deposit tab in its states: loaded and failed, refused, decided, and closed to a player who excluded themselves. */
import { Exclusion, exclusionRoutes } from '@fairline/proto/risk/exclusions';
import { limitRoutes } from '@fairline/proto/risk/limits';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { fieldMessages } from '@fairline/proto/texts';
import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import { historyRoutes } from '@fairline/proto/wallet/history';
import { ledgerRefusals, ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { instantMethods, paymentMethods } from '@fairline/proto/wallet/methods';
import { Payment, PaymentMethod, paymentRefusals, paymentRoutes } from '@fairline/proto/wallet/payments';
import { playerRoutes } from '@fairline/proto/wallet/players';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../../testing/network.ts';
import { renderAsPlayer } from '../../../testing/page.tsx';
import { sample } from '../../../testing/sample.ts';
import { Deposit } from './deposit.tsx';

const items = [...instantMethods, ...paymentMethods].map((method) => PaymentMethod.parse(method));
const left = {
  dailyDepositMinor: 500_000,
  monthlyDepositMinor: 900_000,
  dailyWithdrawMinor: 0,
  monthlyWithdrawMinor: 0,
};

beforeEach(() => {
  network.answer(paymentRoutes.methods, { items });
  network.answer(playerRoutes.limits, { maxDepositMinor: 500_000, ...left, remaining: left });
  network.answerAll(
    ledgerRoutes.balance,
    exchangeRoutes.rates,
    historyRoutes.stats,
    paymentRoutes.payments,
    paymentRoutes.savedMethods,
    playerRoutes.settings,
  );
  network.answerAll(exclusionRoutes.exclusion, limitRoutes.limits, sessionRoutes.session);
});

const show = (at = '/wallet?tab=deposit') => renderAsPlayer((user) => <Deposit user={user} />, { at, path: '/wallet' });

async function deposit(text: string) {
  const shown = show();
  await shown.user.type(await screen.findByLabelText('Amount'), text);
  await shown.user.click(screen.getByRole('button', { name: /^Deposit/ }));
  return shown;
}

it('shows a placeholder until the methods are read', async () => {
  const release = network.hold(paymentRoutes.methods);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(paymentRoutes.methods, { items });
  release();
  expect(await screen.findByRole('radio', { name: /Credit Card/, checked: true })).toBeDefined();
});

it.each(['server', 'offline'] as const)('offers a retry when the balance cannot be read: %s', async (kind) => {
  network.fail(ledgerRoutes.balance, kind);
  const { user } = show();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Failed to load wallet data')).toBeDefined();
  expect(within(alert).getByText(kind === 'offline' ? /cannot reach Fairline/ : /wrong on our side/)).toBeDefined();
  network.answer(ledgerRoutes.balance);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('radio', { name: /Credit Card/ })).toBeDefined();
});

it('shows the range and the fee, and that no deposit is pending', async () => {
  show();
  expect(await screen.findByRole('radio', { name: /Credit Card.*10.00 to 5,000.00 USD · fee 2.9 %/ })).toBeDefined();
  expect(await screen.findByText('No pending deposits')).toBeDefined();
});

it("shows the bank account of a manual method, with the player's reference", async () => {
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /Bank Transfer/ }));
  expect(screen.getAllByText('000000000002').length).toBeGreaterThan(0);
  expect(screen.getAllByText(/^FL[0-9A-F]{12}$/).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Show a QR code' })).toBeNull();
});

it('draws a QR code only for transfers in euro, with the typed amount', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /Bank Transfer/ }));
  expect(screen.getAllByText('DE79 0000 0000 0000 0000 02').length).toBeGreaterThan(0);
  await user.selectOptions(screen.getByLabelText('Currency'), 'EUR');
  await user.click(screen.getAllByRole('button', { name: 'Show a QR code' })[0] as HTMLElement);
  const drawn = async () =>
    (await screen.findByRole('img', { name: 'QR code for a transfer to Fairline Demo Ltd' })).innerHTML;
  const blank = await drawn();
  await user.type(screen.getByLabelText('Amount'), '100');
  expect(screen.getByText('Scan it with your banking app to fill in account, reference and 100.00 EUR.')).toBeDefined();
  expect(await drawn()).not.toBe(blank);
  await user.selectOptions(screen.getByLabelText('Currency'), 'GBP');
  expect(screen.queryByRole('button', { name: 'Show a QR code' })).toBeNull();
});

it('draws the QR code of a UPI payment on request', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /PhonePe/ }));
  await user.click(screen.getAllByRole('button', { name: 'Show a QR code' })[0] as HTMLElement);
  expect(await screen.findByRole('img', { name: 'QR code to pay Fairline Demo Ltd by UPI' })).toBeDefined();
});

it('shows fee and credit before sending, then the approved payment', async () => {
  const paid = sample(Payment, { status: 'approved', amountMinor: 10_000, feeMinor: 290, method: 'credit_card' });
  network.answer(paymentRoutes.deposit, paid);
  network.answer(paymentRoutes.payment, paid);
  const { user, address } = show();
  await user.type(await screen.findByLabelText('Amount'), '100');
  expect(screen.getByText('97.10 USD')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Deposit 100.00 USD' }));
  const result = await screen.findByRole('region', { name: 'Your payment' });
  expect(await within(result).findByText('Deposit of 100.00 USD successful!')).toBeDefined();
  expect(address()).toContain(`payment=${paid.id}`);
  expect(network.sent(paymentRoutes.deposit).map(({ body }) => body)).toEqual([
    { amountMinor: 10_000, currency: 'USD', method: 'credit_card' },
  ]);
});

it('shows the range error before anything is sent', async () => {
  await deposit('5');
  expect(await screen.findByText('Amount must be between 10.00 USD and 5,000.00 USD')).toBeDefined();
  expect(network.sent(paymentRoutes.deposit)).toEqual([]);
});

it('shows the refusal of a player on a time-out, and keeps the amount', async () => {
  network.refuse(paymentRoutes.deposit, ledgerRefusals.excluded);
  await deposit('100');
  expect(await screen.findByText('You are on a time-out or self-excluded')).toBeDefined();
  expect(screen.getByDisplayValue('100')).toBeDefined();
});

it('retries a lost response under the same key', async () => {
  network.fail(paymentRoutes.deposit, 'offline');
  const { user } = await deposit('100');
  expect(await screen.findByText(/cannot reach Fairline/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Deposit/ }));
  await waitFor(() => expect(network.sent(paymentRoutes.deposit)).toHaveLength(2));
  const [first, second] = network.sent(paymentRoutes.deposit);
  expect(second?.key).toBe(first?.key);
});

it('offers a retry with the same amount after a declined payment', async () => {
  network.answer(paymentRoutes.payment, { status: 'failed', amountMinor: 7_500, method: 'e_wallet' });
  const id = '019aa1c8-7f00-7000-8000-0000000000ff';
  const { user } = show(`/wallet?tab=deposit&payment=${id}`);
  expect(await screen.findByText('Deposit failed')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: /E-Wallet/, checked: true })).toBeDefined();
  expect(screen.getByDisplayValue('75.00')).toBeDefined();
});

it('is closed to a self-excluded player, with a link to withdrawals', async () => {
  network.answer(exclusionRoutes.exclusion, {
    current: sample(Exclusion, { status: 'active', endsAt: '2099-01-01T00:00:00.000Z' }),
  });
  show();
  expect(await screen.findByText(/Deposits are closed. You can still withdraw./)).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
});

it('replaces a refused proof, keeps it if nothing is chosen, and removes it', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /Bank Transfer/ }));
  await user.type(screen.getByLabelText('Amount'), '100');
  await user.type(screen.getByLabelText('Transaction ID'), 'BT-1');
  const field = screen.getByLabelText('Payment proof (optional)');
  const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
  await user.upload(field, file('large.pdf', 5 * 1_024 * 1_024 + 1));
  expect(await screen.findByText(fieldMessages.proofTooLarge)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Replace' }));
  expect(screen.getByText('large.pdf')).toBeDefined();
  await user.upload(field, file('good.pdf', 9));
  expect(await screen.findByText('good.pdf')).toBeDefined();
  expect(screen.queryByText(fieldMessages.proofTooLarge)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove the file' }));
  expect(screen.queryByText('good.pdf')).toBeNull();
});

it('withdraws a report after a confirmation, and says why it was refused', async () => {
  const pending = sample(Payment, {
    type: 'deposit',
    status: 'pending',
    waitsFor: 'review',
    amountMinor: 10_000,
    method: 'bank_transfer',
    reference: 'DEP-1',
  });
  network.answer(paymentRoutes.payments, { items: [pending] });
  network.refuse(paymentRoutes.cancelDeposit, paymentRefusals.alreadyDecided, { status: 'approved' });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Withdraw report' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw this report?' });
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw report' }));
  expect(await within(dialog).findByText('This payment was already approved')).toBeDefined();
  network.answer(paymentRoutes.cancelDeposit, { ...pending, status: 'failed', withdrawn: true });
  network.answer(paymentRoutes.payments, { items: [] });
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw report' }));
  expect(await screen.findByText('No pending deposits')).toBeDefined();
  expect(network.sent(paymentRoutes.cancelDeposit).at(-1)?.params).toEqual({ id: pending.id });
});

it('under gb offers no credit card and says why, once the player is verified', async () => {
  const at = { at: '/wallet?tab=deposit', path: '/wallet' };
  renderAsPlayer((user) => <Deposit user={user} />, at, { isVerified: true }, 'gb');
  expect(await screen.findByText(/Deposits by credit card are not allowed/)).toBeDefined();
  expect(screen.getByRole('radio', { name: /E-Wallet/, checked: true })).toBeDefined();
  expect(screen.queryByRole('radio', { name: /Credit Card/ })).toBeNull();
});

it('under gb shows the way to verification in place of the form', async () => {
  renderAsPlayer((user) => <Deposit user={user} />, { at: '/wallet?tab=deposit', path: '/wallet' }, {}, 'gb');
  expect(await screen.findByRole('link', { name: 'Verify your identity' })).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
});
