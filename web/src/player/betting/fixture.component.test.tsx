/** The page of a fixture in its states: loaded and failed, gone, without markets, locked, live, and a price that is selected. */
import { betRoutes } from '@fairline/proto/betting/bets';
import { Fixture, FixtureMoment, Market, offerRoutes, Selection } from '@fairline/proto/betting/offer';
import { common } from '@fairline/proto/contract';
import { Score } from '@fairline/proto/feed';
import { exclusionRoutes } from '@fairline/proto/risk/exclusions';
import { limitRoutes } from '@fairline/proto/risk/limits';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { ledgerRoutes } from '@fairline/proto/wallet/ledger';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { noteViewers } from '../../domain/live/viewers.ts';
import { emptySlip } from '../../features/betting/slip/slip.ts';
import { slipStore } from '../../features/betting/slip/store.ts';
import { network } from '../../testing/network.ts';
import { renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { FixturePage } from './fixture.tsx';

const selections = [
  sample(Selection, { name: 'Reds', oddsMilli: 2_500, status: 'active' }),
  sample(Selection, { name: 'Blues', oddsMilli: 1_600, status: 'active' }),
];
const market = sample(Market, { name: 'Match Winner', status: 'active', selections });
const fixture = sample(Fixture, {
  sport: 'soccer',
  competition: 'Premier League',
  country: 'GB',
  season: '2026/27',
  homeTeam: 'Reds',
  awayTeam: 'Blues',
  status: 'upcoming',
  markets: [market],
});

beforeEach(() => {
  slipStore.set(emptySlip);
  network.answer(offerRoutes.fixture, fixture);
  network.answerAll(
    offerRoutes.sports,
    offerRoutes.summary,
    offerRoutes.favourites,
    offerRoutes.fixtureTimeline,
    betRoutes.bets,
  );
  network.answerAll(
    ledgerRoutes.balance,
    grantRoutes.freeBets,
    exclusionRoutes.exclusion,
    limitRoutes.limits,
    sessionRoutes.session,
  );
});

const show = (query = '') =>
  renderAsPlayer(<FixturePage />, { at: `/fixtures/${fixture.id}${query}`, path: '/fixtures/:id' });
const board = () => screen.findByRole('region', { name: 'Match Winner' });

it('shows a placeholder, then the teams and the prices', async () => {
  const release = network.hold(offerRoutes.fixture);
  show();
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
  network.answer(offerRoutes.fixture, fixture);
  release();
  expect(await screen.findByRole('heading', { level: 1, name: 'Reds vs Blues' })).toBeDefined();
  expect(within(await board()).getByRole('button', { name: /^Reds.*2.50/ })).toBeDefined();
});

it('shows what the selections of each market return on average', async () => {
  const line = (at: number, over: number) =>
    sample(Market, {
      name: 'Total Goals',
      type: 'total',
      line: at,
      status: 'active',
      selections: [over, 1_600].map((oddsMilli) => sample(Selection, { oddsMilli, status: 'active' })),
    });
  network.answer(offerRoutes.fixture, { ...fixture, markets: [market, line(2.5, 2_500), line(3.5, 2_400)] });
  show();
  expect(within(await board()).getByText('Returns 97.5% on average')).toBeDefined();
  expect(screen.getByText('Returns 96.0% to 97.5% on average')).toBeDefined();
  expect(within(await board()).getByRole('button', { name: /^Reds/ }).title).toBe('Returns 97.5% on average');
});

it('shows that a match is postponed, with its new and its original start', async () => {
  const [startsAt, originalStartsAt] = ['2026-11-21T18:00:00.000Z', '2026-11-20T19:30:00.000Z'];
  network.answer(offerRoutes.fixture, { ...fixture, startsAt, originalStartsAt, reason: 'postponed' });
  show();
  expect(await screen.findByText('Postponed')).toBeDefined();
  expect(screen.getAllByText(/Nov 21, 2026/)[0]?.getAttribute('datetime')).toBe(startsAt);
  expect(screen.getByText(/Originally Nov 20, 2026/)).toBeDefined();
});

it.each([
  ['upcoming', true],
  ['live', true],
  ['ended', false],
  ['cancelled', false],
] as const)('offers a stake on a match that is %s: %s', async (status, offered) => {
  network.answer(offerRoutes.fixture, { ...fixture, status });
  show();
  await board();
  expect(screen.queryByRole('group', { name: 'Quick stakes' }) !== null).toBe(offered);
});

it('names the country and the season of the competition', async () => {
  show();
  const path = await screen.findByRole('navigation', { name: 'Sport and competition' });
  expect(within(path).getByRole('link', { name: 'Premier League, United Kingdom' })).toBeDefined();
  expect(within(path).getByText('2026/27')).toBeDefined();
});

it.each([
  [12, true],
  [1, false],
])('with %i viewers shows a count: %s', async (viewers, shown) => {
  noteViewers([{ fixtureId: fixture.id, viewers }]);
  show();
  await board();
  expect(screen.queryByText('12 players have this open') !== null).toBe(shown);
});

it('offers a retry when the fixture cannot be read', async () => {
  network.fail(offerRoutes.fixture, 'offline');
  const { user } = show();
  const title = await screen.findByText('The event could not be loaded');
  network.answer(offerRoutes.fixture, fixture);
  await user.click(within(title.closest('[role=alert]') as HTMLElement).getByRole('button', { name: 'Retry' }));
  expect(await board()).toBeDefined();
});

it('links from a missing fixture to all events', async () => {
  network.refuse(offerRoutes.fixture, common.notFound);
  show();
  expect(await screen.findByText('This event is not on offer')).toBeDefined();
  expect(screen.getByRole('link', { name: 'See all events' }).getAttribute('href')).toBe('/sports');
});

it('says that no market is on offer', async () => {
  network.answer(offerRoutes.fixture, { ...fixture, markets: [] });
  show();
  expect(await screen.findByText('No market is on offer for this event now')).toBeDefined();
});

it.each([
  ['suspended', { status: 'suspended' as const }, 'Suspended'],
  ['settled', { status: 'settled' as const }, 'Settled'],
  ['cancelled', { status: 'cancelled' as const }, 'Cancelled'],
  ['awaiting kick-off', { status: 'suspended' as const, stoppedBy: 'kick_off' as const }, 'Awaiting kick-off'],
])('locks a market that is %s, with the reason', async (_state, changes, text) => {
  network.answer(offerRoutes.fixture, { ...fixture, markets: [{ ...market, ...changes }] });
  show();
  expect(within(await board()).getByText(text)).toBeDefined();
  expect(within(await board()).queryByRole('button')).toBeNull();
});

it('shows the score and its history', async () => {
  const live = { ...fixture, status: 'live' as const, score: sample(Score, { home: 2, away: 1 }) };
  network.answer(offerRoutes.fixture, live);
  network.answer(offerRoutes.fixtureTimeline, {
    items: [sample(FixtureMoment, { status: 'live', score: live.score })],
  });
  show();
  expect((await screen.findAllByText('2–1')).length).toBeGreaterThan(0);
  expect(await screen.findByText('Under way')).toBeDefined();
});

it('keeps the prices when the timeline cannot be read', async () => {
  network.fail(offerRoutes.fixtureTimeline);
  show();
  expect(await screen.findByText('The timeline could not be loaded')).toBeDefined();
  expect(await board()).toBeDefined();
});

it('adds a picked price to the slip beside the page', async () => {
  const { user } = show();
  const price = within(await board()).getByRole('button', { name: /^Reds/ });
  await user.click(price);
  expect(price.getAttribute('aria-pressed')).toBe('true');
  const slip = await screen.findByRole('region', { name: 'Bet slip' });
  expect(await within(slip).findByText('Match Winner · Reds vs Blues')).toBeDefined();
});

it('picks the selection in the URL once', async () => {
  const { address } = show(`?pick=${selections[1]?.id}`);
  await waitFor(() => expect(address()).toBe(`/fixtures/${fixture.id}`));
  expect(slipStore.get().items.map(({ selection }) => selection)).toEqual(['Blues']);
});

it('sets a favourite, and resets it if the server refuses', async () => {
  network.refuse(offerRoutes.addFavourite, common.notFound);
  const { user } = show();
  const star = await screen.findByRole('button', { name: 'Favourite: Reds vs Blues' });
  await user.click(star);
  await waitFor(() => expect(network.sent(offerRoutes.addFavourite)).toHaveLength(1));
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
});
