/**
 * The verification desk in its states: the queue, a verification under review, and a decision that is refused, needs an identity check, or waits for a second
 * operator.
 */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { common } from '@fairline/proto/contract';
import {
  AmlCheck,
  kycDeskRefusals,
  kycDeskRoutes,
  OperatorDocument,
  OperatorVerification,
} from '@fairline/proto/kyc/desk';
import { verificationRefusals } from '@fairline/proto/kyc/verifications';
import { harmRoutes } from '@fairline/proto/risk/harm';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../testing/network.ts';
import { renderAsOperator } from '../testing/page.tsx';
import { newId, sample } from '../testing/sample.ts';
import { KycPage } from './kyc.tsx';

const passport = sample(OperatorDocument, { type: 'passport', status: 'pending', fileName: 'passport.jpg' });
const verification = sample(OperatorVerification, { status: 'in_review', documents: [passport], mayApprove: true });
const counts = { pending: 3, in_review: 1, approved: 0, rejected: 0, expired: 0 };

beforeEach(() => {
  network.answer(kycDeskRoutes.verifications, { items: [verification] });
  network.answer(kycDeskRoutes.verification, verification);
  network.answer(kycDeskRoutes.kycStats, { counts });
  network.answer(staffRoutes.userIdentity, { firstName: 'Ada', lastName: 'Player', country: 'DE' });
  network.answerAll(staffRoutes.colleagues, staffRoutes.summaries, harmRoutes.riskSummaries);
});

const show = (role?: 'compliance' | 'auditor' | 'trader', at = '/admin/kyc') =>
  renderAsOperator(<KycPage />, { at }, role);
const open = (role?: 'compliance' | 'auditor') => show(role, `/admin/kyc?verification=${verification.id}`);

async function approve() {
  const shown = open();
  await shown.user.click(await screen.findByRole('button', { name: 'Approve Passport' }));
  return shown;
}

it('shows a placeholder, then the queue and its counters', async () => {
  const release = network.hold(kycDeskRoutes.verifications);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(kycDeskRoutes.verifications, { items: [verification] });
  release();
  expect(await screen.findByRole('button', { name: /^Review / })).toBeDefined();
  expect(screen.getByRole('button', { name: /^4\s*All/ })).toBeDefined();
});

it('offers a retry when the queue cannot be read', async () => {
  network.fail(kycDeskRoutes.verifications);
  const { user } = show();
  expect(await screen.findByText('Verifications could not be loaded')).toBeDefined();
  network.answer(kycDeskRoutes.verifications, { items: [verification] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /^Review / })).toBeDefined();
});

it('clears the filter that no verification matches', async () => {
  network.answer(kycDeskRoutes.verifications);
  const { user, address } = show(undefined, '/admin/kyc?status=expired');
  expect(await screen.findByText('No verification requests found')).toBeDefined();
  expect(network.sent(kycDeskRoutes.verifications)[0]?.query).toEqual({ status: 'expired' });
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(address()).toBe('/admin/kyc'));
});

it('counts approved verifications with a new document, and lists them', async () => {
  network.answer(kycDeskRoutes.kycStats, { counts, documentsWaiting: 2 });
  const { user, address } = show();
  await user.click(await screen.findByRole('button', { name: /^2\s*New documents/ }));
  await waitFor(() =>
    expect(network.sent(kycDeskRoutes.verifications).at(-1)?.query).toEqual({ documents: 'waiting' }),
  );
  expect(address()).toBe('/admin/kyc?status=documents');
});

it('opens a verification and shows the account holder for comparison', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /^Review / }));
  const sheet = await screen.findByRole('dialog', { name: 'KYC Verification' });
  expect(await within(sheet).findByText('passport.jpg')).toBeDefined();
  expect(await within(sheet).findByText(/Ada/)).toBeDefined();
});

it('says that a verification cannot be found', async () => {
  network.refuse(kycDeskRoutes.verification, verificationRefusals.unknown);
  open();
  expect(await screen.findByText('This verification could not be loaded')).toBeDefined();
  expect(screen.getByText('Verification not found')).toBeDefined();
});

it('offers no decision to a read-only role', async () => {
  open('auditor');
  expect(await screen.findByText('passport.jpg')).toBeDefined();
  expect(screen.getByText('Your role may not see documents.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
});

it('is closed to a role without access to verifications', async () => {
  show('trader');
  expect(await screen.findByText('Your role may not see this page')).toBeDefined();
});

it('approves a document, and says if another operator must approve too', async () => {
  network.answer(kycDeskRoutes.approveDocument, verification);
  await approve();
  expect(await screen.findByText('Your approval counts. Another operator must approve it too.')).toBeDefined();
  expect(network.sent(kycDeskRoutes.approveDocument)[0]?.params).toEqual({ id: passport.id });
});

it('names the operator who approved first', async () => {
  const colleague = { id: newId(), name: 'Otto Other' };
  network.answer(staffRoutes.colleagues, { items: [colleague] });
  network.answer(kycDeskRoutes.verification, { ...verification, approvals: [colleague.id], mayApprove: false });
  open();
  expect(
    await screen.findByText(/Approved by Otto Other. A second operator must approve. You cannot be the second one./),
  ).toBeDefined();
});

it.each([
  ['a second operator', common.secondOperatorNeeded, 'A second operator must decide this'],
  ['a screening match', kycDeskRefusals.amlMatch, 'A screening match must be cleared first'],
  ['a decision of somebody else', kycDeskRefusals.alreadyDecided, 'This was already decided'],
])('shows the refusal for %s', async (_case, refusal, text) => {
  network.refuse(kycDeskRoutes.approveDocument, refusal);
  await approve();
  expect(await screen.findByText('Failed to approve verification')).toBeDefined();
  expect(screen.getByText(text)).toBeDefined();
});

it('names an open screening match above all, and keeps the approval back until it is cleared', async () => {
  const result = (outcome: 'clear' | 'match', checkedBy: string | null = null) =>
    sample(AmlCheck, { kind: 'sanctions', outcome, checkedBy });
  network.answer(kycDeskRoutes.verification, {
    ...verification,
    amlChecks: [result('clear'), result('match')],
    screened: false,
  });
  const { user } = open();
  expect(await screen.findByText(/^Screening match: Sanctions\./)).toBeDefined();
  expect(screen.queryByText(/Not screened against sanctions lists/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  expect(screen.getByText('Clear the screening match first')).toBeDefined();
  expect(network.sent(kycDeskRoutes.approveVerification)).toEqual([]);

  network.answer(kycDeskRoutes.recordAmlCheck, verification);
  network.answer(kycDeskRoutes.verification, {
    ...verification,
    amlChecks: [result('match'), result('clear'), result('clear', verification.playerId)],
    screened: true,
  });
  await user.click(screen.getByRole('button', { name: 'Record screening' }));
  await waitFor(() => expect(screen.queryByText(/^Screening match/)).toBeNull());
  expect(screen.queryByText('Clear the screening match first')).toBeNull();
});

it('asks before a player is approved whom nobody has screened, then sends the approval', async () => {
  const bill = sample(OperatorDocument, { type: 'utility_bill', status: 'pending' });
  network.answer(kycDeskRoutes.verification, { ...verification, documents: [passport, bill], screened: false });
  network.answer(kycDeskRoutes.approveDocument, verification);
  const { user } = await approve();
  await waitFor(() => expect(network.sent(kycDeskRoutes.approveDocument)).toHaveLength(1));

  network.answer(kycDeskRoutes.approveVerification, { ...verification, status: 'approved' });
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const question = await screen.findByRole('dialog', { name: 'Approve without a screening?' });
  expect(network.sent(kycDeskRoutes.approveVerification)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Approve without screening' }));
  await waitFor(() => expect(network.sent(kycDeskRoutes.approveVerification)).toHaveLength(1));
  expect(screen.queryByRole('dialog', { name: 'Approve without a screening?' })).toBeNull();
});

it('asks at the last required document too, and sends nothing if the operator cancels', async () => {
  const bill = sample(OperatorDocument, { type: 'utility_bill', status: 'approved' });
  network.answer(kycDeskRoutes.verification, { ...verification, documents: [passport, bill], screened: false });
  const { user } = await approve();
  const question = await screen.findByRole('dialog', { name: 'Approve without a screening?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Approve without a screening?' })).toBeNull());
  expect(network.sent(kycDeskRoutes.approveDocument)).toEqual([]);
});

it('does nothing if the operator cancels the identity check', async () => {
  network.refuse(kycDeskRoutes.approveDocument, common.stepUpRequired);
  const { user } = await approve();
  const proof = await screen.findByRole('dialog', { name: 'Please confirm it is you' });
  await user.click(within(proof).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Please confirm it is you' })).toBeNull());
  expect(screen.queryByText('Failed to approve verification')).toBeNull();
  expect(network.sent(kycDeskRoutes.approveDocument)).toHaveLength(1);
});

it('rejects a document with the reason that the player reads', async () => {
  network.answer(kycDeskRoutes.rejectDocument, { ...verification, documents: [{ ...passport, status: 'rejected' }] });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Reject Passport' }));
  const dialog = await screen.findByRole('dialog', { name: /Reject/ });
  await user.type(within(dialog).getByRole('textbox'), 'The photo is blurred');
  await user.click(within(dialog).getByRole('button', { name: /^Reject/ }));
  await waitFor(() =>
    expect(network.sent(kycDeskRoutes.rejectDocument)[0]?.body).toEqual({ reason: 'The photo is blurred' }),
  );
});
