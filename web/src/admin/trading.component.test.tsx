/**
 * The decisions of trading in their states: loaded and failed, the operator's own and others', approved by the second operator, changed meanwhile, declined.
 */
import { staffRoutes } from '@fairline/proto/auth/staff';
import {
  Decision,
  DecisionPreview,
  deskRefusals,
  deskRoutes,
  TradingFixture,
  TradingFixtureWhole,
  TradingMarket,
} from '@fairline/proto/betting/desk';
import { DeskRequest, deskRequestRoutes } from '@fairline/proto/betting/desk-requests';
import { offerRoutes } from '@fairline/proto/betting/offer';
import { settlementRoutes } from '@fairline/proto/betting/settlement';
import { stopRoutes } from '@fairline/proto/betting/stops';
import { common } from '@fairline/proto/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../testing/network.ts';
import { renderAsOperator } from '../testing/page.tsx';
import { newId, sample } from '../testing/sample.ts';
import { TradingPage } from './trading.tsx';

const [self, other] = [newId(), newId()];
const preview = sample(DecisionPreview, { bets: 12, changedBets: 5, netMinor: 150_000, needsSecond: true });
const decision = sample(Decision, {
  fixture: 'Reds vs Blues',
  market: 'Match Winner',
  decision: { kind: 'release' },
  preview,
  reason: 'Abandoned',
  status: 'pending',
  requestedBy: other,
  mayApprove: true,
});

beforeEach(() => {
  network.answer(deskRoutes.decisions, { items: [decision] });
  network.answer(deskRoutes.previewDecision, preview);
  network.answer(staffRoutes.colleagues, { items: [{ id: other, name: 'Otto Other' }] });
  network.answerAll(settlementRoutes.operatorBets, deskRequestRoutes.deskRequests);
});

const show = (role?: 'trader' | 'auditor' | 'support', query = '') =>
  renderAsOperator(<TradingPage />, { at: `/admin/trading/decisions${query}`, path: '/admin/trading/:part?' }, role, {
    id: self,
  });

async function approve() {
  const shown = show();
  await shown.user.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: /Reds vs Blues/ });
  const button = within(dialog).getByRole('button', { name: 'Approve and apply' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  return { ...shown, dialog, button };
}

it('shows a placeholder, then the waiting decisions with their requesters', async () => {
  const release = network.hold(deskRoutes.decisions);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(deskRoutes.decisions, { items: [decision] });
  release();
  expect(await screen.findByText('Abandoned')).toBeDefined();
  expect(await screen.findByText('Otto Other')).toBeDefined();
  expect(await screen.findByRole('tab', { name: /Decisions\s*1/ })).toBeDefined();
});

it('offers a retry when the decisions cannot be read', async () => {
  network.fail(deskRoutes.decisions);
  const { user } = show();
  expect(await screen.findByText('Decisions could not be loaded')).toBeDefined();
  network.answer(deskRoutes.decisions, { items: [decision] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Abandoned')).toBeDefined();
});

it.each([
  ['', 'Nothing is waiting for a second operator'],
  ['?status=withdrawn', 'No decisions match'],
])('says that there are no decisions: %s', async (query, text) => {
  network.answer(deskRoutes.decisions);
  show(undefined, query);
  expect(await screen.findByText(text)).toBeDefined();
});

it('keeps an operator from approving their own request', async () => {
  network.answer(deskRoutes.decisions, { items: [{ ...decision, requestedBy: self, mayApprove: false }] });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(screen.getByText('You requested this: another operator must approve it')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDefined();
});

it('offers no decision to a read-only role', async () => {
  show('auditor');
  expect(await screen.findByText('Your role can view trading but not change it.')).toBeDefined();
  expect(await screen.findByText('Abandoned')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('is closed to a role without access to trading', async () => {
  show('support');
  expect(await screen.findByText('Your role has no access to trading')).toBeDefined();
});

it('applies a decision as the second operator', async () => {
  network.answer(deskRoutes.approveDecision, { ...decision, status: 'applied' });
  const { user, button } = await approve();
  await user.click(button);
  expect(await screen.findByText('Applied. Bets are being settled.')).toBeDefined();
  expect(network.sent(deskRoutes.approveDecision)[0]?.params).toEqual({ id: decision.id });
});

it('shows the current preview of a decision beside the one of the request', async () => {
  network.answer(deskRoutes.previewDecision, { ...preview, changedBets: 9 });
  const { dialog } = await approve();
  expect(within(dialog).getByText(/At the time of the request: 5 bets changed/)).toBeDefined();
});

it('shows the earlier preview when the current one cannot be loaded', async () => {
  network.fail(deskRoutes.previewDecision, 'offline');
  const { dialog } = await approve();
  expect(within(dialog).getByText('The current preview could not be loaded')).toBeDefined();
});

it.each([
  [
    'the bets changed',
    deskRefusals.previewChanged,
    'The decision was not saved',
    /The bets on this market have changed since/,
  ],
  [
    'somebody else decided',
    deskRefusals.alreadyDecided,
    'Another operator decided',
    'This was decided by another operator',
  ],
  [
    'a second operator is needed',
    common.secondOperatorNeeded,
    'The decision was not saved',
    'A second operator must decide this',
  ],
])('shows that %s', async (_case, refusal, title, text) => {
  network.refuse(deskRoutes.approveDecision, refusal);
  const { user, dialog, button } = await approve();
  await user.click(button);
  expect(await within(dialog).findByText(title)).toBeDefined();
  expect(within(dialog).getByText(text)).toBeDefined();
});

it('declines a decision with a reason', async () => {
  network.answer(deskRoutes.withdrawDecision, { ...decision, status: 'withdrawn' });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'It was played');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('The decision was declined. Nothing changed.')).toBeDefined();
  expect(network.sent(deskRoutes.withdrawDecision)[0]?.body).toEqual({ reason: 'It was played' });
});

it('lists a limit that waits, and says that this operator may not approve it', async () => {
  const change = {
    kind: 'limit' as const,
    scope: 'sport' as const,
    id: 'soccer',
    fromMinor: null,
    maxLiabilityMinor: 500_000,
  };
  network.answer(deskRequestRoutes.deskRequests, {
    items: [sample(DeskRequest, { name: 'Soccer', change, requestedBy: other, mayApprove: false })],
  });
  show();
  expect(await screen.findByRole('region', { name: 'Prices and limits waiting for approval' })).toBeDefined();
  expect(screen.getByText('You cannot be the second operator of this request')).toBeDefined();
});

it('keeps the decisions when the requests cannot be read', async () => {
  network.fail(deskRequestRoutes.deskRequests);
  show();
  expect(await screen.findByText('Requests could not be loaded')).toBeDefined();
  expect(await screen.findByText('Abandoned')).toBeDefined();
});

it('shows on the list of fixtures why a match does not run as planned, with its original start', async () => {
  const [startsAt, originalStartsAt] = ['2026-11-21T18:00:00.000Z', '2026-11-20T19:30:00.000Z'];
  const postponed = sample(TradingFixture, {
    homeTeam: 'Reds',
    status: 'upcoming',
    reason: 'postponed',
    startsAt,
    originalStartsAt,
  });
  network.answer(deskRoutes.tradingFixtures, {
    items: [postponed, sample(TradingFixture, { homeTeam: 'Greens', status: 'cancelled', reason: 'walkover' })],
  });
  network.answerAll(offerRoutes.sports, stopRoutes.stops);
  renderAsOperator(<TradingPage />, { at: '/admin/trading/fixtures', path: '/admin/trading/:part?' }, 'trader', {
    id: self,
  });
  const row = (await screen.findAllByText('Postponed'))[0]?.closest('tr');
  const times = [...(row?.querySelectorAll('time') ?? [])].map((time) => time.getAttribute('datetime'));
  expect([...new Set(times)]).toEqual([startsAt, originalStartsAt]);
  expect(screen.getAllByText('Walkover').length).toBeGreaterThan(0);
});

it.each([
  [
    'only void before the start of the match',
    { status: 'upcoming' as const },
    60_000,
    false,
    'The match has not started, so its selections can only be void.',
  ],
  [
    'any result once the start of the match is past',
    { status: 'upcoming' as const },
    -60_000,
    true,
    'The feed has not reported the start of the match. Your result settles its bets now.',
  ],
  [
    'only void for a walkover',
    { status: 'cancelled' as const, reason: 'walkover' as const },
    -60_000,
    false,
    'The match has not started, so its selections can only be void.',
  ],
])('offers %s', async (_, status, startsInMs, canWin, notice) => {
  const market = sample(TradingMarket, {
    selections: [sample(TradingMarket.shape.selections.element, { result: null })],
  });
  const startsAt = new Date(Date.now() + startsInMs).toISOString();
  network.answer(deskRoutes.tradingFixture, sample(TradingFixtureWhole, { ...status, startsAt, markets: [market] }));
  network.answerAll(deskRoutes.limits, stopRoutes.stops);
  const { user } = renderAsOperator(
    <TradingPage />,
    { at: `/admin/trading/${newId()}`, path: '/admin/trading/:part?' },
    'trader',
    { id: self },
  );
  await user.click(await screen.findByRole('button', { name: 'Result' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(notice)).toBeDefined();
  expect(within(dialog).queryAllByRole('option', { name: 'Won' }).length > 0).toBe(canWin);
});
