/** The payments page in its states: the queue, each role, an open payment, a second operator, an identity check, and a decision by another operator. */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { UserRow, userRoutes } from '@fairline/proto/auth/users';
import { common } from '@fairline/proto/contract';
import type { Role } from '@fairline/proto/permissions';
import { harmRoutes } from '@fairline/proto/risk/harm';
import { approvalRoutes, PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { figureRoutes } from '@fairline/proto/wallet/figures';
import { paymentRefusals, paymentRoutes } from '@fairline/proto/wallet/payments';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../testing/network.ts';
import { named, renderAsOperator } from '../testing/page.tsx';
import { newId, sample } from '../testing/sample.ts';
import { FinancialPage } from './financial.tsx';

const operatorId = newId();
const payment = sample(PaymentForOperator, {
  type: 'withdrawal',
  status: 'pending',
  waitsFor: 'review',
  amountMinor: 250_000,
  customerName: 'Ada Player',
  destination: '···· 4242',
  approvalsNeeded: 2,
});

beforeEach(() => {
  network.answer(approvalRoutes.operatorPayments, { items: [payment] });
  network.answer(approvalRoutes.waiting, { payments: 4 });
  network.answerAll(
    figureRoutes.operatorStats,
    paymentRoutes.methods,
    staffRoutes.colleagues,
    staffRoutes.summaries,
    harmRoutes.riskSummaries,
  );
});

const show = (role?: Role, at = '/admin/financial') =>
  renderAsOperator(<FinancialPage />, { at }, role, { id: operatorId });

async function open(role?: Role, name = 'Withdrawal') {
  const shown = show(role);
  await shown.user.click(await screen.findByRole('button', { name: /Ada Player/ }));
  return { ...shown, drawer: await screen.findByRole('dialog', { name }) };
}

async function approve() {
  const shown = await open();
  await shown.user.click(within(shown.drawer).getByRole('button', { name: /^Approve/ }));
  const question = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  await shown.user.click(within(question).getByRole('button', { name: /^Approve/ }));
  return shown;
}

it('shows a placeholder, then the waiting payments', async () => {
  const release = network.hold(approvalRoutes.operatorPayments);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(approvalRoutes.operatorPayments, { items: [payment] });
  release();
  expect(await screen.findByText('2,500.00 USD')).toBeDefined();
  expect(await screen.findByRole('tab', { name: /Payments\s*4/ })).toBeDefined();
});

it('offers a retry when the payments cannot be read', async () => {
  network.fail(approvalRoutes.operatorPayments);
  const { user } = show();
  expect(await screen.findByText('Payments could not be loaded')).toBeDefined();
  network.answer(approvalRoutes.operatorPayments, { items: [payment] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('2,500.00 USD')).toBeDefined();
});

it('distinguishes an empty queue from filters without a match', async () => {
  network.answer(approvalRoutes.operatorPayments);
  const { user } = show(undefined, '/admin/financial?status=rejected');
  expect(await screen.findByText('No payments match these filters')).toBeDefined();
  await user.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0] as HTMLElement);
  expect(await screen.findByText('No Pending Payments')).toBeDefined();
});

it('asks for more of a name that too many players have', async () => {
  const found = sample(UserRow);
  network.answer(userRoutes.users, { items: [found], nextCursor: 'more' });
  show(undefined, '/admin/financial?q=Manyofthem');
  expect(await screen.findByText(/only payments of the 1 newest are listed/)).toBeDefined();
  expect(network.sent(approvalRoutes.operatorPayments).at(-1)?.query).toMatchObject({
    q: 'Manyofthem',
    players: found.id,
  });
  cleanup();
  network.answer(userRoutes.users);
  network.answer(approvalRoutes.operatorPayments);
  show(undefined, '/admin/financial?q=Nobodyatall');
  expect(await screen.findByText('No Pending Payments')).toBeDefined();
  expect(screen.queryByText(/newest are listed/)).toBeNull();
});

it('is closed to a role without access to payments', async () => {
  show('support');
  expect(await screen.findByText('Your role has no access to payments')).toBeDefined();
});

it('offers no decision to a read-only role', async () => {
  const { drawer } = await open('auditor');
  expect(within(drawer).getAllByText('Your role can view payments but not decide them.').length).toBeGreaterThan(0);
  expect(within(drawer).getByText('Your role may not see destinations.')).toBeDefined();
});

it('shows the whole destination on request', async () => {
  network.answer(approvalRoutes.destination, { destination: '4242 4242 0000 4242' });
  const { user, drawer } = await open();
  expect(network.sent(approvalRoutes.destination)).toEqual([]);
  await user.click(within(drawer).getByRole('button', { name: 'Show destination' }));
  expect(await within(drawer).findByText('4242 4242 0000 4242')).toBeDefined();
});

it('says before an approval that another operator must approve too', async () => {
  network.answer(approvalRoutes.approve, { ...payment, approvals: 1, approvedBy: [operatorId] });
  const { user, drawer } = await open();
  await user.click(within(drawer).getByRole('button', { name: /^Approve/ }));
  expect(await screen.findByText('Another operator must approve it too before money moves.')).toBeDefined();
});

it('counts the first of two approvals', async () => {
  network.answer(approvalRoutes.approve, { ...payment, approvals: 1, approvedBy: [operatorId] });
  await approve();
  expect(await screen.findByText('Your approval counts. Another operator must approve it too.')).toBeDefined();
});

it('keeps the operator who approved first from approving again', async () => {
  network.answer(approvalRoutes.operatorPayments, { items: [{ ...payment, approvals: 1, approvedBy: [operatorId] }] });
  const { drawer } = await open();
  expect(within(drawer).getByText('You approved this. Another operator must approve it too.')).toBeDefined();
});

it('shows that a second operator is needed', async () => {
  network.refuse(approvalRoutes.approve, common.secondOperatorNeeded);
  const { drawer } = await approve();
  expect(await within(drawer).findByText('A second operator is needed')).toBeDefined();
});

it('approves after an identity check, and reports a wrong password', async () => {
  network.refuse(approvalRoutes.approve, common.stepUpRequired);
  network.refuse(staffRoutes.stepUp, common.rateLimited);
  const { user } = await approve();
  const proof = await screen.findByRole('dialog', { name: 'Please confirm it is you' });
  await user.type(within(proof).getByLabelText('Your password'), 'secret');
  await user.click(within(proof).getByRole('button', { name: 'Confirm' }));
  expect(await within(proof).findByText(common.rateLimited.message)).toBeDefined();
  network.answer(staffRoutes.stepUp);
  network.answer(approvalRoutes.approve, { ...payment, status: 'approved', approvedBy: [operatorId] });
  await user.click(within(proof).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Withdrawal approved successfully')).toBeDefined();
});

it('names the operator who decided first', async () => {
  const other = newId();
  network.answer(staffRoutes.colleagues, { items: [{ id: other, name: 'Otto Other' }] });
  network.refuse(approvalRoutes.approve, paymentRefusals.alreadyDecided, { status: 'rejected' });
  const { user, drawer } = await open();
  await user.click(within(drawer).getByRole('button', { name: /^Approve/ }));
  const question = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  network.answer(approvalRoutes.operatorPayments, {
    items: [{ ...payment, status: 'rejected', rejectedBy: other, rejectionReason: 'Not yours' }],
  });
  await user.click(within(question).getByRole('button', { name: /^Approve/ }));
  expect((await screen.findAllByText(/Otto Other/)).length).toBeGreaterThan(0);
});

it('requires a reason to reject', async () => {
  network.answer(approvalRoutes.reject, { ...payment, status: 'rejected', rejectedBy: operatorId });
  const { user, drawer } = await open();
  await user.click(within(drawer).getByRole('button', { name: /^Reject/ }));
  const dialog = await screen.findByRole('dialog', { name: named('Reject 2,500.00 USD') });
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(within(dialog).getByText('Please provide a rejection reason')).toBeDefined();
  expect(network.sent(approvalRoutes.reject)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox'), 'The name does not match');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Withdrawal rejected successfully')).toBeDefined();
  await waitFor(() =>
    expect(network.sent(approvalRoutes.reject)[0]?.body).toEqual({ reason: 'The name does not match' }),
  );
});

it('takes a reason from compliance for the deposit of an excluded player, and from nobody else', async () => {
  const excluded = { ...payment, type: 'deposit' as const, playerExcluded: true as const };
  network.answer(approvalRoutes.operatorPayments, { items: [excluded] });
  network.answer(approvalRoutes.approveExcluded, {
    ...excluded,
    status: 'approved',
    approvedBy: [operatorId],
    playerExcluded: undefined,
  });
  const finance = await open('finance', 'Deposit');
  expect(within(finance.drawer).getByText(paymentRefusals.playerExcluded.message)).toBeDefined();
  await finance.user.click(within(finance.drawer).getByRole('button', { name: /^Approve/ }));
  expect(screen.queryByRole('dialog', { name: named('Approve 2,500.00 USD') })).toBeNull();
  cleanup();
  const { user, drawer } = await open('compliance', 'Deposit');
  await user.click(within(drawer).getByRole('button', { name: /^Approve/ }));
  const dialog = await screen.findByRole('dialog', { name: named('Approve 2,500.00 USD') });
  await user.type(within(dialog).getByRole('textbox'), 'They asked for it');
  await user.click(within(dialog).getByRole('button', { name: named('Approve 2,500.00 USD') }));
  expect(await screen.findByText('Deposit approved successfully!')).toBeDefined();
  expect(network.sent(approvalRoutes.approveExcluded)).toMatchObject([
    { params: { id: payment.id }, body: { reason: 'They asked for it' } },
  ]);
  expect(network.sent(approvalRoutes.approve)).toEqual([]);
});

it('marks a bank transfer as paid with the reference of the bank', async () => {
  const approved = {
    ...payment,
    status: 'approved' as const,
    waitsFor: undefined,
    method: 'bank_transfer',
    provider: null,
  };
  const payout = { stage: 'by_hand' as const, approvedAt: payment.submittedAt };
  network.answer(approvalRoutes.operatorPayments, { items: [{ ...approved, payout }] });
  network.answer(approvalRoutes.markPaid, { ...approved, payout: { ...payout, stage: 'paid' as const } });
  const { user } = show('finance', '/admin/financial?status=to_transfer');
  await user.click(await screen.findByRole('button', { name: /Ada Player/ }));
  expect(network.sent(approvalRoutes.operatorPayments).map(({ query }) => query)).toContainEqual({
    payout: 'to_transfer',
    order: 'newest',
  });
  await user.click(await screen.findByRole('button', { name: named('Mark 2,500.00 USD as paid') }));
  const dialog = await screen.findByRole('dialog', { name: named('Mark 2,500.00 USD as paid') });
  await user.type(within(dialog).getByLabelText('Bank reference, shown to the player'), 'SEPA 4711');
  await user.click(within(dialog).getByRole('button', { name: 'Mark as paid' }));
  expect(await screen.findByText('Marked as paid. The player has been notified.')).toBeDefined();
  expect(network.sent(approvalRoutes.markPaid)[0]).toMatchObject({
    params: { id: payment.id },
    body: { bankReference: 'SEPA 4711' },
  });
});
