/** The page of a bet: a decided selection shows the final score for as long as the server keeps it. */
import { Bet, BetLeg, betRoutes } from '@fairline/proto/betting/bets';
import { FixtureMoment, offerRoutes } from '@fairline/proto/betting/offer';
import { receiptRoutes } from '@fairline/proto/betting/receipts';
import { common } from '@fairline/proto/contract';
import { Score } from '@fairline/proto/feed';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { BetPage } from './bet.tsx';

const leg = sample(BetLeg, { fixture: 'Reds vs Blues', market: 'Match Winner', selection: 'Reds', status: 'lost' });
const bet = sample(Bet, {
  type: 'single',
  status: 'lost',
  stakeMinor: 1_000,
  oddsMilli: 2_500,
  payoutMinor: 0,
  legs: [leg],
});
const moment = (status: FixtureMoment['status'], home: number, away: number) =>
  sample(FixtureMoment, { status, score: sample(Score, { home, away }) });

beforeEach(() => {
  network.answer(betRoutes.bet, bet);
  network.refuse(receiptRoutes.receipt, common.notFound);
  network.answerAll(betRoutes.betTimeline, sessionRoutes.session);
});

const show = () => renderAsPlayer(<BetPage />, { at: `/bets/${bet.id}`, path: '/bets/:id' });
const selections = () => screen.findByRole('region', { name: 'Selection' });

it('shows the final score of a decided selection', async () => {
  network.answer(offerRoutes.fixtureTimeline, {
    items: [moment('live', 0, 0), moment('live', 1, 2), moment('ended', 1, 3)],
  });
  show();
  const row = await selections();
  expect(within(row).getByText('Lost')).toBeDefined();
  expect(await within(row).findByText('1–3')).toBeDefined();
});

it.each([
  ['Void: match abandoned', 'abandoned'],
  ['Void: match postponed', 'postponed'],
  ['Void: player retired', 'retired'],
  ['Void: walkover', 'walkover'],
  ['Void: no result', 'no_result'],
  ['Void', undefined],
] as const)('names why a selection is void: %s', async (name, voidReason) => {
  network.answer(betRoutes.bet, {
    ...bet,
    status: 'void',
    payoutMinor: 1_000,
    legs: [{ ...leg, status: 'void', ...(voidReason && { voidReason }) }],
  });
  network.answer(offerRoutes.fixtureTimeline);
  show();
  expect(within(await selections()).getByText(name)).toBeDefined();
});

it.each([
  ['of a match that is not over', () => network.answer(offerRoutes.fixtureTimeline, { items: [moment('live', 1, 2)] })],
  ['that the server keeps no longer', () => network.refuse(offerRoutes.fixtureTimeline, common.notFound)],
])('shows no score %s', async (_state, answer) => {
  answer();
  show();
  const row = await selections();
  await waitFor(() => expect(network.sent(offerRoutes.fixtureTimeline)).toHaveLength(1));
  expect(within(row).queryByText(/–\d/)).toBeNull();
});
