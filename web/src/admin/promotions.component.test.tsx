/** The promotions desk in its states: offers, claims and changes loaded and failed, each role, and the second operator. */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { offerRoutes } from '@fairline/proto/betting/offer';
import { common } from '@fairline/proto/contract';
import { deskRefusals, OperatorPromotion, PromotionChange, promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../testing/network.ts';
import { renderAsOperator } from '../testing/page.tsx';
import { newId, sample } from '../testing/sample.ts';
import { PromotionsPage } from './promotions.tsx';

const [self, other] = [newId(), newId()];
const promotion = sample(OperatorPromotion, { name: 'Autumn bonus', type: 'deposit_bonus', status: 'active' });
const change = sample(PromotionChange, {
  promotionId: promotion.id,
  name: 'Autumn bonus',
  promotion: { description: 'All of your deposit on top' },
  worstCostMinor: 5_000_000,
  status: 'pending',
  requestedBy: other,
  mayApprove: true,
});

beforeEach(() => {
  network.answer(promotionDeskRoutes.operatorPromotions, { items: [promotion] });
  network.answer(promotionDeskRoutes.promotionChanges, { items: [change] });
  network.answer(staffRoutes.colleagues, { items: [{ id: other, name: 'Otto Other' }] });
  network.answerAll(promotionDeskRoutes.promotionStats, offerRoutes.sports);
});

const show = (role?: 'finance' | 'auditor' | 'trader', part = '') =>
  renderAsOperator(<PromotionsPage />, { at: `/admin/promotions${part}`, path: '/admin/promotions/:part?' }, role, {
    id: self,
  });

async function approve() {
  const shown = show(undefined, '/changes');
  await shown.user.click(await screen.findByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change Autumn bonus' });
  await shown.user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  return { ...shown, dialog };
}

it('shows a placeholder, then the promotions and the waiting tasks', async () => {
  const release = network.hold(promotionDeskRoutes.operatorPromotions);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(promotionDeskRoutes.operatorPromotions, { items: [promotion] });
  release();
  expect(await screen.findByRole('button', { name: 'Autumn bonus' })).toBeDefined();
  expect(await screen.findByRole('tab', { name: /Changes\s*1/ })).toBeDefined();
});

it('offers a retry when the promotions cannot be read', async () => {
  network.fail(promotionDeskRoutes.operatorPromotions, 'offline');
  const { user } = show();
  expect(await screen.findByText('Promotions could not be loaded')).toBeDefined();
  network.answer(promotionDeskRoutes.operatorPromotions, { items: [promotion] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Autumn bonus' })).toBeDefined();
});

it('shows the promotions without figures that cannot be read', async () => {
  network.fail(promotionDeskRoutes.promotionStats);
  show();
  expect(await screen.findByText('Figures could not be loaded')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Autumn bonus' })).toBeDefined();
});

it('distinguishes an empty desk from filters without a match', async () => {
  network.answer(promotionDeskRoutes.operatorPromotions);
  const { user } = show(undefined, '?status=paused');
  expect(await screen.findByText('No promotions match these filters')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  expect(await screen.findByText('No promotions created yet')).toBeDefined();
});

it('offers no change to a read-only role', async () => {
  show('auditor', '/changes');
  expect(await screen.findByText('Your role can view promotions but not change them.')).toBeDefined();
  expect((await screen.findAllByText('Change Autumn bonus')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

it('is closed to a role without access to promotions', async () => {
  show('trader');
  expect(await screen.findByText('Your role may not see this page')).toBeDefined();
});

it('says that nothing waits for a second operator', async () => {
  network.answer(promotionDeskRoutes.promotionChanges);
  show(undefined, '/changes');
  expect(await screen.findByText('Nothing is waiting for a second operator')).toBeDefined();
});

it('keeps an operator from approving their own change', async () => {
  network.answer(promotionDeskRoutes.promotionChanges, {
    items: [{ ...change, requestedBy: self, mayApprove: false }],
  });
  const { user } = show(undefined, '/changes');
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(screen.getByText('You requested this. Another operator must approve it.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('approves a change of another operator', async () => {
  network.answer(promotionDeskRoutes.approvePromotionChange, promotion);
  await approve();
  expect(await screen.findByText('Approved. The change is in force.')).toBeDefined();
  expect(network.sent(promotionDeskRoutes.approvePromotionChange)[0]?.params).toEqual({ id: change.changeId });
});

it.each([
  ['somebody else decided', deskRefusals.alreadyDecided, 'Another operator decided', 'This was already decided'],
  ['the promotion has ended', deskRefusals.ended, 'The decision was not saved', 'This promotion has ended'],
  [
    'a second operator is needed',
    common.secondOperatorNeeded,
    'The decision was not saved',
    'A second operator must decide this',
  ],
])('shows that %s', async (_case, refusal, title, text) => {
  network.refuse(promotionDeskRoutes.approvePromotionChange, refusal);
  const { dialog } = await approve();
  expect(await within(dialog).findByText(title)).toBeDefined();
  expect(within(dialog).getByText(text)).toBeDefined();
});

it('rejects a change with a reason', async () => {
  network.answer(promotionDeskRoutes.rejectPromotionChange, { ...change, status: 'rejected' });
  const { user } = show(undefined, '/changes');
  await user.click(await screen.findByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change Autumn bonus' });
  await user.type(within(dialog).getByRole('textbox'), 'Too generous');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() =>
    expect(network.sent(promotionDeskRoutes.rejectPromotionChange)[0]?.body).toEqual({ reason: 'Too generous' }),
  );
  expect(await screen.findByText('Closed. Nothing was changed.')).toBeDefined();
});
