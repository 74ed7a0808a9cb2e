/** The player's own limits in their states: none, set, a raise that waits, can be confirmed or has expired, and changes that are refused. */

import { exclusionRoutes } from '@fairline/proto/risk/exclusions';
import { limitRefusals, limitRoutes, PlayLimit } from '@fairline/proto/risk/limits';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../../testing/network.ts';
import { named, renderAsPlayer } from '../../../testing/page.tsx';
import { sample } from '../../../testing/sample.ts';
import { DepositLimitFirst } from './deposit-limit-first.tsx';
import { LimitForm } from './limit-form.tsx';
import { LimitList } from './limit-list.tsx';

const limit = sample(PlayLimit, {
  limitType: 'deposit_daily',
  amountMinor: 10_000,
  remainingMinor: 7_500,
  active: true,
});
const [past, future, later] = ['2020-01-01T00:00:00.000Z', '2098-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
const raise = { amountMinor: 50_000, confirmableAt: past, lapsesAt: later };

beforeEach(() => {
  network.answer(limitRoutes.limits, { items: [limit] });
  network.answerAll(sessionRoutes.session);
});

function show(changes?: Partial<PlayLimit>) {
  if (changes) network.answer(limitRoutes.limits, { items: [{ ...limit, ...changes }] });
  return renderAsPlayer(
    <>
      <LimitForm currency="USD" />
      <LimitList />
    </>,
    { at: '/account?tab=responsible-gaming', path: '/account' },
  );
}

async function setLimit(amount: string) {
  const shown = show();
  await shown.user.type(screen.getByLabelText('Amount'), amount);
  await shown.user.click(screen.getByRole('button', { name: 'Set limit' }));
  return shown;
}

async function remove() {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /^Remove: / }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Request removal' }));
  return dialog;
}

it('shows a placeholder, then each limit and what is left of it', async () => {
  const release = network.hold(limitRoutes.limits);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(limitRoutes.limits, { items: [limit] });
  release();
  expect(await screen.findByText('75.00 USD of 100.00 USD left')).toBeDefined();
});

it('says that no limit is set', async () => {
  network.answer(limitRoutes.limits);
  show();
  expect(await screen.findByText('You have not set a limit')).toBeDefined();
});

it('retries whatever failed to load', async () => {
  network.fail(sessionRoutes.session, 'offline');
  const { user } = show();
  expect(await screen.findByText('Your limits could not be loaded')).toBeDefined();
  network.answer(sessionRoutes.session);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('75.00 USD of 100.00 USD left')).toBeDefined();
});

it('sets a lower limit at once', async () => {
  network.answer(limitRoutes.setLimit, limit);
  await setLimit('80');
  expect(await screen.findByText(/limit set successfully/)).toBeDefined();
  expect(network.sent(limitRoutes.setLimit)[0]?.body).toEqual({ limitType: 'deposit_daily', amountMinor: 8_000 });
});

it('says that a raise waits for a confirmation', async () => {
  network.answer(limitRoutes.setLimit, { ...limit, pending: { ...raise, confirmableAt: future } });
  await setLimit('500');
  expect(await screen.findByText(/you can confirm the raise from .* Until then the limit stays./)).toBeDefined();
});

it('does not send an invalid amount', async () => {
  await setLimit('0');
  expect(await screen.findByText('Please enter a valid limit amount')).toBeDefined();
  expect(network.sent(limitRoutes.setLimit)).toEqual([]);
});

it('shows a raise that is refused', async () => {
  network.refuse(limitRoutes.setLimit, limitRefusals.noRaise, { reasons: [] });
  await setLimit('500');
  expect(await screen.findByText('Failed to set limit')).toBeDefined();
  expect(screen.getByText(limitRefusals.noRaise.message)).toBeDefined();
});

it('does not say that a limit failed if the response was lost', async () => {
  network.fail(limitRoutes.setLimit, 'offline');
  await setLimit('80');
  await waitFor(() => expect(network.sent(limitRoutes.setLimit)).toHaveLength(1));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.queryByText('Failed to set limit')).toBeNull();
});

it('does not confirm a raise before its time', async () => {
  const { user } = show({ pending: { ...raise, confirmableAt: future } });
  expect(await screen.findByText(named('Raise to 500.00 USD requested.'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(network.sent(limitRoutes.confirmLimit)).toEqual([]);
});

it('confirms a raise whose time has come', async () => {
  network.answer(limitRoutes.confirmLimit, { ...limit, amountMinor: 50_000 });
  const { user } = show({ pending: raise });
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(network.sent(limitRoutes.confirmLimit)[0]?.params).toEqual({ id: limit.id }));
});

it('offers nothing for an expired raise', async () => {
  show({ pending: { ...raise, lapsesAt: past } });
  expect(await screen.findByText(/Lapsed on .* Please request it again./)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
});

it('asks before a removal is requested, and shows that it is refused', async () => {
  network.refuse(limitRoutes.removeLimit, limitRefusals.noRaise);
  const dialog = await remove();
  expect(await within(dialog).findByText('The limit was not changed')).toBeDefined();
});

it('closes the dialog once the removal is requested', async () => {
  network.answer(limitRoutes.removeLimit, { ...limit, pending: { confirmableAt: future, lapsesAt: later } });
  await remove();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows that a raise was not cancelled, and keeps the list', async () => {
  network.refuse(limitRoutes.cancelPending, limitRefusals.nothingPending);
  const { user } = show({ pending: raise });
  await user.click(await screen.findByRole('button', { name: 'Keep the current limit' }));
  expect(await screen.findByText('The limit was not changed')).toBeDefined();
  expect(screen.getByText('75.00 USD of 100.00 USD left')).toBeDefined();
});

type Asked = Parameters<typeof renderAsPlayer>;
function showDeposit(
  depositLimitAnswered: boolean,
  changes: Asked[2] = { isVerified: true },
  jurisdiction: Asked[3] = 'gb',
) {
  network.answerAll(exclusionRoutes.exclusion);
  network.answer(limitRoutes.limits, { items: [], depositLimitAnswered });
  const page = <DepositLimitFirst user={{ currency: 'USD' }}>The form of deposits</DepositLimitFirst>;
  return renderAsPlayer(page, { at: '/wallet?tab=deposit', path: '/wallet' }, changes, jurisdiction);
}
const question = () => screen.findByRole('heading', { name: 'Set a deposit limit before you deposit?' });

it('under gb asks for a deposit limit before a deposit, until the player declined', async () => {
  network.answer(limitRoutes.declineDepositLimit);
  const { user } = showDeposit(false);
  await question();
  expect(screen.queryByText('The form of deposits')).toBeNull();
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Daily deposit',
    'Weekly deposit',
    'Monthly deposit',
  ]);
  network.answer(limitRoutes.limits, { items: [], depositLimitAnswered: true });
  await user.click(screen.getByRole('button', { name: 'No, continue without a limit' }));
  expect(await screen.findByText('The form of deposits')).toBeDefined();
  expect(network.sent(limitRoutes.declineDepositLimit)).toHaveLength(1);
});

it('under gb goes on to the deposit once a limit is set', async () => {
  network.answer(limitRoutes.setLimit, limit);
  const { user } = showDeposit(false);
  await question();
  network.answer(limitRoutes.limits, { items: [limit], depositLimitAnswered: true });
  await user.type(screen.getByLabelText('Amount'), '100');
  await user.click(screen.getByRole('button', { name: 'Set limit' }));
  expect(await screen.findByText('The form of deposits')).toBeDefined();
  expect(network.sent(limitRoutes.setLimit)[0]?.body).toEqual({ limitType: 'deposit_daily', amountMinor: 10_000 });
});

it.each([
  ['who answered before', true, { isVerified: true }, 'gb'],
  ['who must verify first', false, { isVerified: false }, 'gb'],
  ['of another jurisdiction', false, { isVerified: true }, 'open'],
] as const)('does not ask a player %s for a deposit limit', async (_, answered, changes, jurisdiction) => {
  showDeposit(answered, changes, jurisdiction);
  expect(await screen.findByText('The form of deposits')).toBeDefined();
  expect(screen.queryByRole('heading')).toBeNull();
});
