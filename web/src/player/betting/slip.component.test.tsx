/** The bet slip in its states: empty, short of money, closed, refused with advice, unconfirmed, and placed. */
import { Bet, BetLeg, type Bet as BetType, betRefusals, betRoutes } from '@fairline/proto/betting/bets';
import { Fixture, Market, offerRoutes, Selection } from '@fairline/proto/betting/offer';
import { exclusionRoutes } from '@fairline/proto/risk/exclusions';
import { limitRoutes } from '@fairline/proto/risk/limits';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { ledgerRefusals, ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { placedActions, placedStore } from '../../features/betting/placed/placed.ts';
import { policyStore } from '../../features/betting/preferences.ts';
import { emptySlip, type Pick } from '../../features/betting/slip/slip.ts';
import { slipActions, slipStore } from '../../features/betting/slip/store.ts';
import { network } from '../../testing/network.ts';
import { named, renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { PlayerSlip } from './slip.tsx';

const selection = sample(Selection, { name: 'Reds', oddsMilli: 2_500, status: 'active' });
const market = sample(Market, {
  name: 'Match Winner',
  status: 'active',
  selections: [selection, sample(Selection, { name: 'Blues', oddsMilli: 1_600, status: 'active' })],
});
const fixture = sample(Fixture, { homeTeam: 'Reds', awayTeam: 'Blues', status: 'upcoming', markets: [market] });
const pick: Pick = {
  selectionId: selection.id,
  marketId: market.id,
  fixtureId: fixture.id,
  fixture: 'Reds vs Blues',
  market: 'Match Winner',
  selection: 'Reds',
  oddsMilli: 2_500,
};
const bet = (changes: Partial<BetType>) =>
  sample(Bet, {
    type: 'single',
    stakeMinor: 1_000,
    oddsMilli: 2_500,
    potentialPayoutMinor: 2_500,
    legs: [sample(BetLeg, { ...pick, status: 'open' })],
    ...changes,
  });

beforeEach(() => {
  slipStore.set(emptySlip);
  for (const { betId } of placedStore.get()) placedActions.drop(betId);
  network.answer(offerRoutes.fixture, fixture);
  network.answer(ledgerRoutes.balance, { playableMinor: 10_000, availableMinor: 10_000 });
  network.answerAll(
    grantRoutes.freeBets,
    exclusionRoutes.exclusion,
    limitRoutes.limits,
    sessionRoutes.session,
    betRoutes.bets,
    offerRoutes.summary,
  );
});

function show(stake = '10.00') {
  slipActions.pick(pick, { stake, lineStake: '1.00' });
  return renderAsPlayer(<PlayerSlip />, { at: '/sports' });
}

/** The Place button, once it is enabled. */
async function placeButton(name: RegExp | ((name: string) => boolean) = /^Place \d/) {
  await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBeNull());
  return screen.getByRole('button', { name });
}

async function place(stake?: string) {
  const shown = show(stake);
  await shown.user.click(await placeButton());
  return shown;
}

it('says how to fill an empty slip', async () => {
  renderAsPlayer(<PlayerSlip />, { at: '/sports' });
  expect(await screen.findByText('Your bet slip is empty. Tap any odds to add a selection.')).toBeDefined();
  expect(screen.getByText('No bets in slip')).toBeDefined();
});

it('shows the selection, its odds and its return', async () => {
  show();
  expect(await screen.findByRole('button', { name: named('Place 10.00 USD') })).toBeDefined();
  expect(screen.getByText('Match Winner · Reds vs Blues')).toBeDefined();
  expect(screen.getAllByText('25.00 USD').length).toBeGreaterThan(0);
  expect((await screen.findByText('Average return 97.5%')).title).toBe('Returns 97.5% on average');
});

it('waits for the price before a bet can be placed', async () => {
  const release = network.hold(offerRoutes.fixture);
  show();
  expect((await screen.findAllByText(/Loading the current price/)).length).toBeGreaterThan(0);
  network.answer(offerRoutes.fixture, fixture);
  release();
  expect(await screen.findByRole('button', { name: named('Place 10.00 USD') })).toBeDefined();
});

it('offers the balance as stake, or a deposit, for a stake above it', async () => {
  const { user } = show('250.00');
  expect(await screen.findByRole('button', { name: 'Insufficient Balance' })).toBeDefined();
  expect((await screen.findByRole('link', { name: 'Add funds' })).getAttribute('href')).toBe('/wallet?tab=deposit');
  await user.click(screen.getByRole('button', { name: named('Stake 100.00 USD') }));
  expect(await screen.findByRole('button', { name: named('Place 100.00 USD') })).toBeDefined();
});

it.each([
  ['suspended', { status: 'suspended' as const }, /Suspended for the moment/],
  ['settled', { status: 'settled' as const }, /No longer offered. Please remove it./],
  ['awaiting kick-off', { status: 'suspended' as const, stoppedBy: 'kick_off' as const }, /The start is due/],
])('takes no bet on a market that is %s', async (_state, changes, text) => {
  network.answer(offerRoutes.fixture, { ...fixture, markets: [{ ...market, ...changes }] });
  const { user } = show();
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: /^Place/ }));
  expect(network.sent(betRoutes.placeBet)).toEqual([]);
});

it('shows a bet as placed once the server has stored it, and empties the slip', async () => {
  const placed = bet({ status: 'accepted' });
  network.answer(betRoutes.placeBet, placed);
  network.answer(betRoutes.bet, placed);
  await place();
  expect(await screen.findByText('Bet placed')).toBeDefined();
  expect(screen.getByText('Accepted')).toBeDefined();
  expect(slipStore.get().items).toEqual([]);
  expect(network.sent(betRoutes.placeBet)[0]?.body).toMatchObject({
    type: 'single',
    stakeMinor: 1_000,
    legs: [{ selectionId: selection.id, oddsMilli: 2_500 }],
  });
});

it('puts an accepted bet back on the slip, with its stake, to be placed again', async () => {
  const placed = bet({ status: 'accepted' });
  network.answer(betRoutes.placeBet, placed);
  network.answer(betRoutes.bet, placed);
  const { user } = await place();
  await user.click(await screen.findByRole('button', { name: 'Bet again' }));
  expect(slipStore.get().items).toMatchObject([{ selectionId: selection.id, stake: '10.00' }]);
  expect(screen.queryByText('Bet placed')).toBeNull();
  expect(await placeButton(named('Place 10.00 USD'))).toBeDefined();
  expect(network.sent(betRoutes.placeBet)).toHaveLength(1);
});

it('accepts a quick stake, and a lower price within the chosen tolerance', async () => {
  network.answer(betRoutes.placeBet, bet({ status: 'accepted' }));
  network.answer(betRoutes.bet, bet({ status: 'accepted' }));
  const { user } = show();
  await placeButton();
  await user.click(screen.getByRole('button', { name: '25' }));
  await user.selectOptions(screen.getByLabelText('Accept'), 'up to 10 % lower winnings');
  await user.click(await placeButton(named('Place 25.00 USD')));
  expect(await screen.findByText('Bet placed')).toBeDefined();
  expect(network.sent(betRoutes.placeBet)[0]?.body).toMatchObject({
    stakeMinor: 2_500,
    pricePolicy: 'any',
    tolerance: 0.1,
  });
  policyStore.set('better');
});

it('shows a bet that waits for its delay as being placed', async () => {
  const placed = bet({ status: 'pending' });
  network.answer(betRoutes.placeBet, placed);
  network.answer(betRoutes.bet, placed);
  await place();
  expect(await screen.findByText('Placing your bet')).toBeDefined();
});

it('offers a bet that was rejected after its delay at the current odds', async () => {
  const rejection = {
    code: 'price_changed',
    message: betRefusals.priceChanged.message,
    legs: [{ selectionId: selection.id, oddsMilli: 2_500, newOddsMilli: 2_200 }],
  };
  const rejected = bet({ status: 'rejected', rejection });
  network.answer(betRoutes.placeBet, rejected);
  network.answer(betRoutes.bet, rejected);
  await place();
  expect(await screen.findByText('Bet not placed')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Bet at 2.50' })).toBeDefined();
});

it('shows new odds, and places only when they are accepted', async () => {
  network.refuse(betRoutes.placeBet, betRefusals.priceChanged, {
    prices: [{ selectionId: selection.id, oddsMilli: 2_200 }],
  });
  const { user } = show();
  const button = await placeButton();
  network.answer(offerRoutes.fixture, {
    ...fixture,
    markets: [{ ...market, selections: [{ ...selection, oddsMilli: 2_200 }] }],
  });
  await user.click(button);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Accept the new odds below, or remove the selection.')).toBeDefined();
  const placed = bet({ status: 'accepted' });
  network.answer(betRoutes.placeBet, placed);
  network.answer(betRoutes.bet, placed);
  await user.click(await placeButton(named('Accept new odds, place 10.00 USD')));
  expect(await screen.findByText('Bet placed')).toBeDefined();
  expect(network.sent(betRoutes.placeBet).at(-1)?.body.legs).toEqual([{ selectionId: selection.id, oddsMilli: 2_200 }]);
});

it('offers the largest accepted stake', async () => {
  network.refuse(betRoutes.placeBet, betRefusals.exposureLimit, { maximum: '4.00 USD', maximumMinor: 400 });
  const { user } = await place();
  await user.click(await screen.findByRole('button', { name: named('Stake 4.00 USD') }));
  expect(await screen.findByRole('button', { name: named('Place 4.00 USD') })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('links an excluded player to safe play', async () => {
  network.refuse(betRoutes.placeBet, ledgerRefusals.excluded);
  await place();
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByRole('link', { name: 'Safe play' }).getAttribute('href')).toBe('/safe-play');
});

it('keeps an unanswered bet, and retries the same one', async () => {
  network.fail(betRoutes.placeBet, 'offline');
  const { user } = await place();
  expect(await screen.findByText('Failed to place bets')).toBeDefined();
  await user.click(await placeButton());
  await waitFor(() => expect(network.sent(betRoutes.placeBet)).toHaveLength(2));
  const [first, second] = network.sent(betRoutes.placeBet);
  expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
});
