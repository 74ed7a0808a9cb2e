/** The results in their states: loaded and failed, empty, filtered, more pages, and how a match went. */
import { FixtureMoment, offerRoutes, Sport } from '@fairline/proto/betting/offer';
import { FixtureResult, resultRoutes } from '@fairline/proto/betting/results';
import { Score } from '@fairline/proto/feed';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderAsGuest } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { ResultsPage } from './results.tsx';

const result = (changes: Partial<FixtureResult>) =>
  sample(FixtureResult, {
    sport: 'soccer',
    competition: 'League',
    homeTeam: 'Reds',
    awayTeam: 'Blues',
    status: 'ended',
    ...changes,
  });
const played = result({ score: sample(Score, { home: 3, away: 1 }) });

beforeEach(() => {
  network.answer(offerRoutes.sports, { items: [sample(Sport, { id: 'soccer', name: 'Soccer' })] });
  network.answer(resultRoutes.results, { items: [played] });
  network.answer(offerRoutes.fixtureTimeline, {
    items: [sample(FixtureMoment, { status: 'ended', score: sample(Score, { home: 3, away: 1 }) })],
  });
});

const show = (query = '') => renderAsGuest(<ResultsPage />, { at: `/results${query}`, path: '/results' });

it('shows a placeholder, then the final scores under their day', async () => {
  const release = network.hold(resultRoutes.results);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(resultRoutes.results, { items: [played, result({ homeTeam: 'Greens', status: 'cancelled' })] });
  release();
  const day = await screen.findByRole('region', { name: 'Nov 20, 2026' });
  expect(
    within(day)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/Soccer.*League.*Reds3Blues1/), expect.stringMatching(/Cancelled.*GreensBlues/)]);
});

it.each([
  ['Abandoned', 'cancelled', 'abandoned'],
  ['Walkover', 'cancelled', 'walkover'],
  ['Not played', 'cancelled', 'not_played'],
  ['Retired', 'ended', 'retired'],
] as const)('names a match that did not run as planned: %s', async (name, status, reason) => {
  network.answer(resultRoutes.results, { items: [result({ status, reason })] });
  network.answer(offerRoutes.fixtureTimeline, { items: [sample(FixtureMoment, { status })] });
  const { user } = show();
  await user.click(await screen.findByText(name));
  const timeline = await screen.findByRole('region', { name: 'How it went' });
  expect(await within(timeline).findByText(name)).toBeDefined();
});

it('offers a retry when the results cannot be loaded', async () => {
  network.fail(resultRoutes.results);
  const { user } = show();
  expect(await screen.findByText('The results could not be loaded')).toBeDefined();
  network.answer(resultRoutes.results, { items: [played] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Reds')).toBeDefined();
});

it.each([
  ['', 'No event has ended in the last seven days', 'See all events', '/sports'],
  ['?q=nobody&sport=soccer', 'No events match', 'Clear the filters', '/results'],
])('says that there is none, and where to go: %s', async (query, text, link, to) => {
  network.answer(resultRoutes.results);
  show(query);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(to);
});

it('reads by sport and search from the address, and the next page by its cursor', async () => {
  network.answer(resultRoutes.results, ({ query }) => ({
    items: [result({})],
    nextCursor: query.cursor ? null : 'next',
  }));
  const { user } = show('?q=reds&sport=soccer');
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(network.sent(resultRoutes.results).map(({ query }) => query)).toEqual([
    { q: 'reds', sport: 'soccer' },
    { q: 'reds', sport: 'soccer', cursor: 'next' },
  ]);
});

it('goes on where a page of a search found nothing yet', async () => {
  network.answer(resultRoutes.results, ({ query }) =>
    query.cursor ? { items: [played], nextCursor: null } : { items: [], nextCursor: 'next' },
  );
  const { user } = show('?q=reds');
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Reds')).toBeDefined();
});

it('opens a match to how the score went', async () => {
  const { user } = show();
  await user.click(await screen.findByText('Reds'));
  expect(await screen.findByRole('heading', { name: 'How it went' })).toBeDefined();
  expect(network.sent(offerRoutes.fixtureTimeline)[0]?.params).toEqual({ id: played.id });
});
