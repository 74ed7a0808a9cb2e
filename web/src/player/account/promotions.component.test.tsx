/** The promotions in their states: loaded and failed, none, barred, each obstacle, claimed, refused, and cancelled. */
import { offerRoutes as bettingRoutes } from '@fairline/proto/betting/offer';
import { Claim, claimRefusals, claimRoutes } from '@fairline/proto/promotions/claims';
import { OfferedPromotion, offerRoutes } from '@fairline/proto/promotions/offers';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { named, renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { PromotionsPage } from './promotions.tsx';

const offer = sample(OfferedPromotion, {
  name: 'Autumn bonus',
  type: 'deposit_bonus',
  status: 'active',
  description: 'Half of your deposit on top',
});
const claim = sample(Claim, {
  name: 'Welcome back',
  type: 'deposit_bonus',
  status: 'active',
  bonusMinor: 5_000,
  wageringRequiredMinor: 20_000,
  wageringCompletedMinor: 5_000,
});

beforeEach(() => {
  network.answer(offerRoutes.promotions, { items: [offer] });
  network.answer(ledgerRoutes.balance, { bonusMinor: 4_200 });
  network.answerAll(claimRoutes.claims, bettingRoutes.sports);
});

const show = () => renderAsPlayer(<PromotionsPage />, { at: '/promotions' });
const claimButton = () => screen.findByRole('button', { name: 'Claim Now: Autumn bonus' });

async function cancel() {
  network.answer(claimRoutes.claims, { items: [claim] });
  const shown = show();
  await shown.user.click(await screen.findByRole('button', { name: 'Cancel promotion' }));
  return { ...shown, dialog: await screen.findByRole('dialog', { name: 'Cancel Welcome back?' }) };
}

it('shows a placeholder, then the offers', async () => {
  const release = network.hold(offerRoutes.promotions);
  show();
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
  network.answer(offerRoutes.promotions, { items: [offer] });
  release();
  expect(await screen.findByText('Half of your deposit on top')).toBeDefined();
  expect(await claimButton()).toBeDefined();
});

it('offers separate retries for offers and claims', async () => {
  network.fail(offerRoutes.promotions);
  network.fail(claimRoutes.claims, 'offline');
  const { user } = show();
  expect(await screen.findByText('Promotions could not be loaded')).toBeDefined();
  const failed = (await screen.findByText('Your promotions could not be loaded')).closest(
    '[role=alert]',
  ) as HTMLElement;
  network.answer(claimRoutes.claims);
  await user.click(within(failed).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/No active promotions./)).toBeDefined();
  expect(screen.getByText('Promotions could not be loaded')).toBeDefined();
});

it.each([
  ['gb', '10× the bonus'],
  ['open', '30× the bonus'],
] as const)(
  'shows the wagering factor of the jurisdiction %s, whatever country the player has entered',
  async (jurisdiction, factor) => {
    network.answer(offerRoutes.promotions, { items: [{ ...offer, reward: { ...offer.reward, wageringFactor: 30 } }] });
    renderAsPlayer(<PromotionsPage />, { at: '/promotions' }, { country: 'MT' }, jurisdiction);
    expect(await screen.findByText(factor)).toBeDefined();
  },
);

it('says that there are none', async () => {
  network.answer(offerRoutes.promotions);
  show();
  expect(await screen.findByText('No promotions right now')).toBeDefined();
});

it.each([
  ['excluded' as const, 'No promotions during a time-out or self-exclusion.'],
  ['no_bonus' as const, 'Promotions are not available to you at present.'],
])('shows no offer to a player who is barred: %s', async (why, text) => {
  network.answer(offerRoutes.promotions, { items: [{ ...offer, eligible: false, why }] });
  show();
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByText('Autumn bonus')).toBeNull();
});

it.each([
  ['country' as const, 'Not available in your country', null],
  ['verification' as const, 'Only for verified players', 'Verify your identity'],
  ['bonus_active' as const, /You already have an active promotion of this kind/, 'See your promotions'],
])('says what keeps the player from one offer: %s', async (why, text, way) => {
  network.answer(offerRoutes.promotions, { items: [{ ...offer, eligible: false, why }] });
  show();
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Claim Now/ })).toBeNull();
  if (way) expect(screen.getByRole('link', { name: way })).toBeDefined();
});

it('says that all places are taken', async () => {
  network.answer(offerRoutes.promotions, {
    items: [{ ...offer, usage: { claimed: 5, redeemed: 0, valueMinor: 0, maxClaims: 5 } }],
  });
  show();
  expect(await screen.findByText('All places of this promotion are taken.')).toBeDefined();
});

it('claims an offer', async () => {
  network.answer(claimRoutes.claim, claim);
  const { user } = show();
  const button = await claimButton();
  network.answer(offerRoutes.promotions, { items: [{ ...offer, claimed: true }] });
  await user.click(button);
  expect(await screen.findByText('Promotion claimed successfully!')).toBeDefined();
  expect(await screen.findByText('Claimed')).toBeDefined();
  expect(network.sent(claimRoutes.claim)[0]?.params).toEqual({ id: offer.id });
});

it('shows why a claim is refused, even if the offer is gone', async () => {
  network.refuse(claimRoutes.claim, claimRefusals.notEligible, { why: 'country' });
  const { user } = show();
  const button = await claimButton();
  network.answer(offerRoutes.promotions);
  await user.click(button);
  expect(
    await screen.findByText('You are not eligible for this promotion. Not available in your country'),
  ).toBeDefined();
});

it('shows the progress of an active promotion', async () => {
  network.answer(claimRoutes.claims, { items: [claim] });
  show();
  expect(await screen.findByText('50.00 USD of 200.00 USD wagered')).toBeDefined();
  expect(screen.getByRole('progressbar', { name: 'Wagering progress' })).toBeDefined();
});

it('links to the deposit that an active promotion waits for', async () => {
  network.answer(claimRoutes.claims, {
    items: [{ ...claim, status: 'claimed', waitingFor: 'deposit', minDepositMinor: 2_000 }],
  });
  show();
  expect(await screen.findByText(/Deposit 20.00 USD or more to get the bonus./)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe('/wallet?tab=deposit');
});

it('names the loss before a promotion is cancelled', async () => {
  network.answer(claimRoutes.cancelClaim, { ...claim, status: 'cancelled' });
  const { user, dialog } = await cancel();
  await user.click(await within(dialog).findByRole('button', { name: named('Cancel and lose 42.00 USD') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(network.sent(claimRoutes.cancelClaim)[0]?.params).toEqual({ id: claim.id });
});

it('shows that a promotion has already ended', async () => {
  network.refuse(claimRoutes.cancelClaim, claimRefusals.claimEnded, { status: 'expired' });
  const { user, dialog } = await cancel();
  await user.click(await within(dialog).findByRole('button', { name: /^Cancel and lose/ }));
  expect(await within(dialog).findByText('The promotion was not cancelled')).toBeDefined();
  expect(within(dialog).getByText('This claim has already ended')).toBeDefined();
});
