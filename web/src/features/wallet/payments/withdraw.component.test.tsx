/** The withdrawal tab in its states: bound by limits, bonus, verification or an earlier method, refused with advice, and accepted. */

import { exchangeRoutes } from '@fairline/proto/wallet/exchange';
import { ForfeitableBonus, ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { withdrawalMethods } from '@fairline/proto/wallet/methods';
import {
  Payment,
  PaymentMethod,
  paymentRefusals,
  paymentRoutes,
  SavedDestination,
  SavedMethod,
} from '@fairline/proto/wallet/payments';
import { playerRefusals, playerRoutes, type WalletLimits } from '@fairline/proto/wallet/players';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../../testing/network.ts';
import { renderAsPlayer } from '../../../testing/page.tsx';
import { sample } from '../../../testing/sample.ts';
import { Withdraw } from './withdraw.tsx';

const items = withdrawalMethods.map((method) =>
  sample(PaymentMethod, { ...method, kind: 'withdrawal', currencies: [...method.currencies] }),
);
const left = {
  dailyDepositMinor: 0,
  monthlyDepositMinor: 0,
  dailyWithdrawMinor: 200_000,
  monthlyWithdrawMinor: 900_000,
};
const balance = {
  availableMinor: 50_000,
  accounts: [{ currency: 'USD' as const, cashMinor: 50_000, bonusMinor: 0, heldMinor: 0 }],
};
const limits: Partial<WalletLimits> = { minWithdrawMinor: 1_000, maxWithdrawMinor: 100_000, ...left, remaining: left };

beforeEach(() => {
  network.answer(paymentRoutes.methods, { items });
  network.answer(ledgerRoutes.balance, balance);
  network.answer(playerRoutes.limits, limits);
  network.answerAll(
    playerRoutes.settings,
    paymentRoutes.savedMethods,
    paymentRoutes.savedDestinations,
    paymentRoutes.payments,
    exchangeRoutes.rates,
  );
});

const show = () => renderAsPlayer(<Withdraw />, { at: '/wallet?tab=withdraw', path: '/wallet' }, { isVerified: true });

async function withdraw(amount: string) {
  const shown = show();
  await shown.user.click(await screen.findByRole('radio', { name: /E-Wallet/ }));
  await shown.user.type(screen.getByLabelText('Destination'), 'ada@wallet.example');
  await shown.user.type(screen.getByLabelText('Amount'), amount);
  await shown.user.click(screen.getByRole('button', { name: /^Withdraw/ }));
  return shown;
}

it('shows a placeholder, then the withdrawable amount and its limit', async () => {
  const release = network.hold(playerRoutes.settings);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  release();
  expect(await screen.findByText(/You can withdraw 500.00 USD now: your available balance./)).toBeDefined();
  expect(await screen.findByText('No pending withdrawals')).toBeDefined();
});

it('offers a retry when the limits cannot be read', async () => {
  network.fail(playerRoutes.limits);
  const { user } = show();
  expect(await screen.findByText('Failed to load wallet data')).toBeDefined();
  network.answer(playerRoutes.limits, limits);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText('Amount')).toBeDefined();
});

it('submits the request and says that staff will decide', async () => {
  network.answer(paymentRoutes.withdraw, { type: 'withdrawal' });
  await withdraw('100');
  expect(await screen.findByText(/Our staff will review your request/)).toBeDefined();
  const body = { amountMinor: 10_000, currency: 'USD', method: 'e_wallet', destination: 'ada@wallet.example' };
  expect(network.sent(paymentRoutes.withdraw).map((sent) => sent.body)).toEqual([body]);
});

it('lists a withdrawal that holds money', async () => {
  network.answer(paymentRoutes.payments, {
    items: [sample(Payment, { type: 'withdrawal', status: 'pending', amountMinor: 4_200, method: 'e_wallet' })],
  });
  show();
  expect(await screen.findByText('42.00 USD')).toBeDefined();
});

it('does not submit without enough money, and says so at the button', async () => {
  network.answer(ledgerRoutes.balance);
  network.answer(playerRoutes.limits, { ...limits, minWithdrawMinor: 1_000 });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(screen.getByText('You need at least 10.00 USD available')).toBeDefined();
  expect(network.sent(paymentRoutes.withdraw)).toEqual([]);
});

it('needs a saved card for a withdrawal to a card', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /Credit Card/ }));
  expect(screen.getByText('You have no saved card yet. One is saved when you deposit with it.')).toBeDefined();
});

it('offers the saved cards', async () => {
  network.answer(paymentRoutes.savedMethods, {
    items: [sample(SavedMethod, { method: 'credit_card', label: 'Visa ···· 4242' })],
  });
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /Credit Card/ }));
  expect(await screen.findByRole('option', { name: 'Visa ···· 4242' })).toBeDefined();
});

const bank = sample(SavedDestination, {
  method: 'bank_transfer',
  destination: 'DE89370400440532013000',
  label: 'My bank',
});
const ada = sample(SavedDestination, { method: 'e_wallet', destination: 'ada@wallet.example' });
const bob = sample(SavedDestination, { method: 'e_wallet', destination: 'bob@wallet.example' });

it("offers the method's saved destinations in full, and withdraws to the chosen one", async () => {
  network.answer(paymentRoutes.savedDestinations, { items: [bank, ada, bob] });
  network.answer(paymentRoutes.withdraw, { type: 'withdrawal' });
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /Bank Transfer/ }));
  expect(screen.getByRole('option', { name: 'My bank: DE89 3704 0044 0532 0130 00', selected: true })).toBeDefined();
  await user.click(screen.getByRole('radio', { name: /E-Wallet/ }));
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'ada@wallet.example',
    'bob@wallet.example',
    'Another wallet',
  ]);
  expect(screen.queryByLabelText('Destination')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Withdraw to'), 'bob@wallet.example');
  await user.type(screen.getByLabelText('Amount'), '100');
  await user.click(screen.getByRole('button', { name: /^Withdraw/ }));
  expect(await screen.findByText(/Our staff will review your request/)).toBeDefined();
  const body = { amountMinor: 10_000, currency: 'USD', method: 'e_wallet', destination: 'bob@wallet.example' };
  expect(network.sent(paymentRoutes.withdraw).map((sent) => sent.body)).toEqual([body]);
});

it('chooses a saved destination that arrives after its method was chosen', async () => {
  const release = network.hold(paymentRoutes.savedDestinations);
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /E-Wallet/ }));
  expect(screen.getByLabelText('Destination')).toBeDefined();
  network.answer(paymentRoutes.savedDestinations, { items: [ada] });
  release();
  expect(await screen.findByRole('option', { name: 'ada@wallet.example', selected: true })).toBeDefined();
});

it('saves another destination with its label, together with the withdrawal', async () => {
  network.answer(paymentRoutes.savedDestinations, { items: [ada] });
  network.answer(paymentRoutes.withdraw, { type: 'withdrawal' });
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /E-Wallet/ }));
  await user.selectOptions(screen.getByLabelText('Withdraw to'), 'Another wallet');
  await user.type(screen.getByLabelText('Destination'), 'eve@wallet.example');
  await user.click(screen.getByRole('checkbox', { name: 'Save for next time' }));
  await user.type(screen.getByLabelText('Label (optional)'), 'Eve');
  await user.type(screen.getByLabelText('Amount'), '100');
  await user.click(screen.getByRole('button', { name: /^Withdraw/ }));
  expect(await screen.findByText(/Our staff will review your request/)).toBeDefined();
  const body = {
    amountMinor: 10_000,
    currency: 'USD',
    method: 'e_wallet',
    destination: 'eve@wallet.example',
    save: { label: 'Eve' },
  };
  expect(network.sent(paymentRoutes.withdraw).map((sent) => sent.body)).toEqual([body]);
});

it('offers no saving once ten destinations are saved', async () => {
  network.answer(paymentRoutes.savedDestinations, {
    items: Array.from({ length: 10 }, () => sample(SavedDestination, { method: 'bank_transfer' })),
  });
  const { user } = show();
  await user.click(await screen.findByRole('radio', { name: /E-Wallet/ }));
  expect(await screen.findByText(/You have saved 10 destinations/)).toBeDefined();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

it('accepts a typed destination if the saved ones failed to load', async () => {
  network.fail(paymentRoutes.savedDestinations);
  network.answer(paymentRoutes.withdraw, { type: 'withdrawal' });
  await withdraw('100');
  expect(await screen.findByText(/Our staff will review your request/)).toBeDefined();
});

it('warns of the bonus that a withdrawal forfeits', async () => {
  network.answer(ledgerRoutes.balance, {
    ...balance,
    forfeitableBonus: sample(ForfeitableBonus, { remainingMinor: 2_500 }),
  });
  show();
  expect(await screen.findByText('Withdrawing now forfeits your bonus of 25.00 USD.')).toBeDefined();
});

it('asks for the PIN, and shows how many tries are left after a wrong one', async () => {
  network.answer(playerRoutes.settings, { hasPin: true });
  network.refuse(
    paymentRoutes.withdraw,
    playerRefusals.pinWrong,
    { triesLeft: 2 },
    { pin: playerRefusals.pinWrong.message },
  );
  const { user } = await withdraw('100');
  expect(await screen.findByText('Please enter your withdrawal PIN')).toBeDefined();
  await user.type(screen.getByLabelText('Withdrawal PIN'), '1234');
  await user.click(screen.getByRole('button', { name: /^Withdraw/ }));
  expect(await screen.findByText('2 tries left')).toBeDefined();
});

it('links to verification if the refusal is about it', async () => {
  network.refuse(paymentRoutes.withdraw, paymentRefusals.kycRequired);
  await withdraw('100');
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Withdrawal submission failed')).toBeDefined();
  expect(within(alert).getByRole('link', { name: 'Verify Account' }).getAttribute('href')).toBe(
    '/account?tab=verification',
  );
});

it('selects the method that must be paid back first', async () => {
  network.refuse(paymentRoutes.withdraw, paymentRefusals.closedLoop, {
    method: 'bank_transfer',
    amountMinor: 3_000,
    currency: 'USD',
  });
  const { user } = await withdraw('100');
  expect(await screen.findByText(/First withdraw 30.00 USD to Bank Transfer./)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Fill it in' }));
  expect(screen.getByRole('radio', { name: /Bank Transfer/, checked: true })).toBeDefined();
  expect(screen.getByDisplayValue('30.00')).toBeDefined();
});
