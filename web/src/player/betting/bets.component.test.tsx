/** My bets in its states: loaded and failed, empty, filtered, and a bet that is cashed out, refused or has lost value. */
import { Bet, BetLeg, type Bet as BetType, betRoutes } from '@fairline/proto/betting/bets';
import { CashOutQuote, cashOutRefusals, cashOutRoutes } from '@fairline/proto/betting/cash-out';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { historyRoutes } from '@fairline/proto/wallet/history';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { named, renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { BetsPage } from './bets.tsx';

const legs = [sample(BetLeg, { fixture: 'Reds vs Blues', market: 'Match Winner', selection: 'Reds', status: 'open' })];
const bet = (changes: Partial<BetType>) =>
  sample(Bet, {
    type: 'single',
    status: 'accepted',
    stakeMinor: 1_000,
    openStakeMinor: 1_000,
    oddsMilli: 2_500,
    potentialPayoutMinor: 2_500,
    legs,
    ...changes,
  });
const open = bet({});
const quote = sample(CashOutQuote, {
  betId: open.id,
  amountMinor: 1_234,
  openStakeMinor: 1_000,
  expiresAt: '2099-01-01T00:00:00.000Z',
});

beforeEach(() => {
  network.answer(betRoutes.bets, { items: [open] });
  network.answerAll(historyRoutes.stats, sessionRoutes.session);
});

const show = (at = '/bets') => renderAsPlayer(<BetsPage />, { at, path: '/bets' });

/** Opens the cash-out sheet of the bet. */
async function ask() {
  const shown = show();
  await shown.user.click(await screen.findByRole('button', { name: /^Cash out/ }));
  return { ...shown, sheet: await screen.findByRole('dialog') };
}

it('shows a placeholder until the bets are read', async () => {
  const release = network.hold(betRoutes.bets);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(betRoutes.bets, { items: [open] });
  release();
  const list = await screen.findByRole('list', { name: 'My bets' });
  expect(within(list).getByText('Match Winner · Reds vs Blues')).toBeDefined();
});

it.each([
  ['server', /wrong on our side/],
  ['offline', /cannot reach Fairline/],
] as const)('offers a retry when the bets cannot be read: %s', async (kind, text) => {
  network.fail(betRoutes.bets, kind);
  const { user } = show();
  expect(await screen.findByText('Your bets could not be loaded')).toBeDefined();
  expect(screen.getByText(text)).toBeDefined();
  network.answer(betRoutes.bets, { items: [open] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('list', { name: 'My bets' })).toBeDefined();
});

it('links from an empty list to the sports', async () => {
  network.answer(betRoutes.bets);
  show();
  expect(await screen.findByText('No bets yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Explore Sports' }).getAttribute('href')).toBe('/sports');
});

it('clears the filters that no bet matches', async () => {
  network.answer(betRoutes.bets);
  const { user, address } = show('/bets?status=won&type=system');
  expect(await screen.findByText('No bets match')).toBeDefined();
  expect(network.sent(betRoutes.bets)[0]?.query).toEqual({ status: 'won', type: 'system' });
  await user.click(screen.getByRole('link', { name: 'Clear the filters' }));
  expect(address()).toBe('/bets');
});

it('loads the next page by its cursor', async () => {
  network.answer(betRoutes.bets, ({ query }) => ({ items: [bet({})], nextCursor: query.cursor ? null : 'next' }));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull());
  expect(network.sent(betRoutes.bets).map(({ query }) => query.cursor)).toEqual([undefined, 'next']);
});

it.each([
  ['a bet that is won', { status: 'won' as const, payoutMinor: 2_500 }, 'Won'],
  ['a bet that is lost', { status: 'lost' as const, payoutMinor: 0 }, 'Lost'],
  ['a free bet', { freeBet: true }, 'Free bet'],
])('offers no cash-out of %s', async (_state, changes, badge) => {
  network.answer(betRoutes.bets, { items: [bet(changes)] });
  show();
  const list = await screen.findByRole('list', { name: 'My bets' });
  expect(within(list).getByText(badge)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Cash out/ })).toBeNull();
});

it('keeps the list when the totals cannot be read', async () => {
  network.fail(historyRoutes.stats);
  show();
  expect(await screen.findByText('The totals could not be loaded.')).toBeDefined();
  expect(screen.getByRole('list', { name: 'My bets' })).toBeDefined();
});

it('cashes out at the quoted amount', async () => {
  network.answer(cashOutRoutes.cashOutQuote, quote);
  network.answer(
    cashOutRoutes.cashOut,
    bet({ id: open.id, status: 'cashed_out', cashedOutMinor: 1_234, openStakeMinor: 0 }),
  );
  const { user, sheet } = await ask();
  await user.click(await within(sheet).findByRole('button', { name: named('Cash out 12.34 USD') }));
  expect(await within(sheet).findByText('Cashed out for 12.34 USD.')).toBeDefined();
  expect(network.sent(cashOutRoutes.cashOut)[0]?.body).toEqual({ quoteId: quote.quoteId });
});

it('cashes out the chosen part', async () => {
  network.answer(cashOutRoutes.cashOutQuote, quote);
  network.answer(cashOutRoutes.cashOut, bet({ id: open.id, cashedOutMinor: 617, openStakeMinor: 500 }));
  const { user, sheet } = await ask();
  await user.click(await within(sheet).findByRole('button', { name: /^50/ }));
  await user.click(within(sheet).getByRole('button', { name: named('Cash out 6.17 USD') }));
  expect(await within(sheet).findByText('Cashed out for 6.17 USD. 5.00 USD of the stake is still open.')).toBeDefined();
  expect(network.sent(cashOutRoutes.cashOut)[0]?.body).toEqual({ quoteId: quote.quoteId, fraction: 0.5 });
});

it('shows the new value if it fell, and cashes out nothing by itself', async () => {
  network.answer(cashOutRoutes.cashOutQuote, quote);
  network.refuse(cashOutRoutes.cashOut, cashOutRefusals.worthLess, { amount: '9.00 USD', amountMinor: 900 });
  const { user, sheet } = await ask();
  const button = await within(sheet).findByRole('button', { name: named('Cash out 12.34 USD') });
  network.answer(cashOutRoutes.cashOutQuote, { ...quote, amountMinor: 900 });
  await user.click(button);
  expect(await within(sheet).findByText('Not cashed out: the value has changed. This is the value now.')).toBeDefined();
  expect(await within(sheet).findByRole('button', { name: named('Cash out 9.00 USD') })).toBeDefined();
  expect(network.sent(cashOutRoutes.cashOut)).toHaveLength(1);
});

it('says why there is no cash-out value', async () => {
  network.refuse(cashOutRoutes.cashOutQuote, cashOutRefusals.unavailable, { reason: 'suspended' });
  const { sheet } = await ask();
  expect(await within(sheet).findByRole('button', { name: 'Get a new offer' })).toBeDefined();
  expect(within(sheet).getByText(/suspended/i)).toBeDefined();
});
