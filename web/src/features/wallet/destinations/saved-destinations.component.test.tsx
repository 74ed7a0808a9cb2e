/** The saved destinations in the wallet settings: loading, empty, listed masked, saved and removed. */
import { withdrawalMethods } from '@fairline/proto/wallet/methods';
import { PaymentMethod, paymentRefusals, paymentRoutes, SavedDestination } from '@fairline/proto/wallet/payments';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../../testing/network.ts';
import { renderAsPlayer } from '../../../testing/page.tsx';
import { sample } from '../../../testing/sample.ts';
import { SavedDestinations } from './saved-destinations.tsx';

const methods = withdrawalMethods.map((method) =>
  sample(PaymentMethod, { ...method, kind: 'withdrawal', currencies: [...method.currencies] }),
);
const times = { savedAt: '2026-11-01T12:00:00.000Z', lastUsedAt: '2026-11-20T12:00:00.000Z' };
const bank = sample(SavedDestination, {
  method: 'bank_transfer',
  destination: 'DE89370400440532013000',
  label: 'My bank',
  ...times,
});
const ada = sample(SavedDestination, { method: 'e_wallet', destination: 'ada@wallet.example', savedAt: times.savedAt });

beforeEach(() => {
  network.answer(paymentRoutes.methods, { items: methods });
  network.answer(paymentRoutes.savedDestinations, { items: [bank, ada] });
});

const show = (hasPin = false) =>
  renderAsPlayer(<SavedDestinations hasPin={hasPin} />, { at: '/wallet?tab=settings', path: '/wallet' });

it('says that there is none yet', async () => {
  network.answerAll(paymentRoutes.savedDestinations);
  show();
  expect(await screen.findByText('None yet. Save one here, or with your next withdrawal.')).toBeDefined();
});

it('offers a retry when they cannot be read', async () => {
  network.fail(paymentRoutes.savedDestinations);
  const { user } = show();
  expect(await screen.findByText('Your saved destinations could not be loaded')).toBeDefined();
  network.answer(paymentRoutes.savedDestinations, { items: [ada] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /^Remove/ })).toBeDefined();
});

it('lists them masked, with the days they were saved and last used', async () => {
  show();
  expect(await screen.findByText('Bank Transfer · DE •••• 3000')).toBeDefined();
  expect(screen.getByText('Saved Nov 1, 2026 · Last used Nov 20, 2026')).toBeDefined();
  expect(screen.getByText('Saved Nov 1, 2026 · Not used yet')).toBeDefined();
  expect(document.body.textContent).not.toContain('DE89');
});

it('removes one', async () => {
  network.answer(paymentRoutes.forgetDestination);
  const { user } = show();
  const button = await screen.findByRole('button', { name: 'Remove My bank (DE •••• 3000)' });
  network.answer(paymentRoutes.savedDestinations, { items: [ada] });
  await user.click(button);
  expect(await screen.findByText('My bank (DE •••• 3000) removed')).toBeDefined();
  expect(network.sent(paymentRoutes.forgetDestination).map(({ params }) => params)).toEqual([{ id: bank.id }]);
});

it('saves one with its label, and asks for the PIN where one is set', async () => {
  network.answer(paymentRoutes.saveDestination, ada);
  const { user } = show(true);
  await user.click(await screen.findByRole('button', { name: 'Save a destination' }));
  await user.selectOptions(screen.getByLabelText('Withdrawal method'), 'E-Wallet');
  await user.type(screen.getByLabelText('Destination'), 'ada@wallet.example');
  await user.type(screen.getByLabelText('Label (optional)'), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter your withdrawal PIN')).toBeDefined();
  await user.type(screen.getByLabelText('Withdrawal PIN'), '1357');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The destination is saved')).toBeDefined();
  const body = { method: 'e_wallet', destination: 'ada@wallet.example', label: 'Mine', pin: '1357' };
  expect(network.sent(paymentRoutes.saveDestination).map((sent) => sent.body)).toEqual([body]);
});

it('shows at the field what is wrong with a destination or a PIN', async () => {
  network.refuse(paymentRoutes.saveDestination, paymentRefusals.addressInvalid, undefined, {
    destination: paymentRefusals.addressInvalid.message,
  });
  const { user } = show(true);
  await user.click(await screen.findByRole('button', { name: 'Save a destination' }));
  await user.type(screen.getByLabelText('Withdrawal PIN'), '1357');
  await user.type(screen.getByLabelText('Destination'), 'DE89370400440532013001');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please enter a complete destination')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('Withdrawal method'), 'Cryptocurrency');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(paymentRefusals.addressInvalid.message)).length).toBeGreaterThan(0);
  network.refuse(paymentRoutes.saveDestination, playerRefusals.pinWrong, { triesLeft: 3 });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByText(playerRefusals.pinWrong.message)).length).toBeGreaterThan(0);
});

it('says at the button that no more than ten are saved', async () => {
  network.answer(paymentRoutes.savedDestinations, {
    items: Array.from({ length: 10 }, () => sample(SavedDestination, times)),
  });
  show();
  expect(await screen.findByText(/You have saved 10 destinations/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Save a destination' }).getAttribute('aria-disabled')).toBe('true');
});
