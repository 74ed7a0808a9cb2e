/** Taking one's data along: a fresh proof if the sign-in is too old, and no error if the player cancels. */
import { accountRoutes } from '@fairline/proto/auth/account';
import { sessionRefusals, sessionRoutes } from '@fairline/proto/auth/sessions';
import { betRoutes } from '@fairline/proto/betting/bets';
import { originRoutes } from '@fairline/proto/betting/origins';
import { fairnessRoutes } from '@fairline/proto/casino/fairness';
import { roundRoutes } from '@fairline/proto/casino/rounds';
import { common } from '@fairline/proto/contract';
import { verificationRoutes } from '@fairline/proto/kyc/verifications';
import { claimRoutes } from '@fairline/proto/promotions/claims';
import { loyaltyRoutes } from '@fairline/proto/promotions/loyalty';
import { exclusionRoutes } from '@fairline/proto/risk/exclusions';
import { limitRoutes } from '@fairline/proto/risk/limits';
import { sessionRoutes as playRoutes } from '@fairline/proto/risk/sessions';
import { chatRoutes } from '@fairline/proto/support/chats';
import { ticketRoutes } from '@fairline/proto/support/tickets';
import { historyRoutes } from '@fairline/proto/wallet/history';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderAsPlayer } from '../../testing/page.tsx';
import { PrivacyTab } from './privacy.tsx';

const saved: Blob[] = [];
vi.stubGlobal(
  'URL',
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined }),
);
// The simulated browser would leave the page.
vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
const file = new TextEncoder().encode('{"takenAt":"2026-11-28T12:00:00.000Z"}');

beforeEach(() => {
  saved.length = 0;
  network.answerAll(
    paymentRoutes.payments,
    paymentRoutes.savedDestinations,
    historyRoutes.transactions,
    betRoutes.bets,
    originRoutes.betOrigins,
  );
  network.answerAll(
    roundRoutes.rounds,
    fairnessRoutes.pastSeeds,
    claimRoutes.claims,
    loyaltyRoutes.points,
    loyaltyRoutes.cashback,
    verificationRoutes.kyc,
  );
  network.answerAll(
    ticketRoutes.tickets,
    chatRoutes.chats,
    limitRoutes.limits,
    exclusionRoutes.exclusion,
    playRoutes.playSettings,
    playRoutes.statement,
  );
  network.answer(sessionRoutes.twoFactor, { on: true });
  network.refuse(accountRoutes.download, common.stepUpRequired);
});

async function take() {
  const { user } = renderAsPlayer(<PrivacyTab />, { at: '/account?tab=privacy' });
  await user.click(screen.getByRole('button', { name: 'Download my data' }));
  await screen.findByRole('dialog', { name: 'Please confirm it is you' });
  return user;
}

it('asks for password and code, says what is wrong, and then saves the file', async () => {
  const user = await take();
  network.refuse(accountRoutes.playerStepUp, sessionRefusals.passwordWrong, undefined, {
    password: sessionRefusals.passwordWrong.message,
  });
  await user.type(screen.getByLabelText('Your password'), 'secret-1');
  await user.type(await screen.findByLabelText('Code from your app, or a recovery code'), ' 123456 ');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Current password is incorrect')).toBeDefined();
  network.answer(accountRoutes.playerStepUp);
  network.answer(accountRoutes.download, file as never);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(network.sent(accountRoutes.playerStepUp).map(({ body }) => body)).toEqual([
    { password: 'secret-1', code: '123456' },
    { password: 'secret-1', code: '123456' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks for the code that the server wants although the page knew of no authenticator', async () => {
  network.answer(sessionRoutes.twoFactor, { on: false });
  const user = await take();
  network.refuse(accountRoutes.playerStepUp, sessionRefusals.totpWrong, undefined, {
    code: sessionRefusals.totpWrong.message,
  });
  await user.type(screen.getByLabelText('Your password'), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.type(await screen.findByLabelText('Code from your app, or a recovery code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(network.sent(accountRoutes.playerStepUp).at(-1)?.body).toEqual({ password: 'secret-1', code: '123456' }),
  );
});

it('asks nothing on the next visit if the player left the page during the question', async () => {
  await take();
  cleanup();
  renderAsPlayer(<PrivacyTab />, { at: '/account?tab=privacy' });
  await screen.findByRole('button', { name: 'Download my data' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('saves nothing, without an error, if the player cancels', async () => {
  const user = await take();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([saved, network.sent(accountRoutes.playerStepUp), screen.queryByText('Please confirm it is you')]).toEqual([
    [],
    [],
    null,
  ]);
});
