/** A player's verification in its states: nothing sent, ready, under review, decided, expired, and uploads that are refused. */
import { Document, documentRefusals, documentRoutes } from '@fairline/proto/kyc/documents';
import { Verification, verificationRefusals, verificationRoutes } from '@fairline/proto/kyc/verifications';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderAsPlayer } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { VerificationTab } from './verification.tsx';

type Overview = Parameters<typeof network.answer<typeof verificationRoutes.kyc>>[1];

const required = ['passport' as const, 'utility_bill' as const];
const passport = sample(Document, { type: 'passport', fileName: 'passport.jpg', status: 'pending' });
const bill = sample(Document, { type: 'utility_bill', fileName: 'bill.pdf', status: 'pending' });

beforeEach(() => {
  network.answer(verificationRoutes.kyc, { required });
  network.answer(documentRoutes.ownDocumentFile, new Uint8Array([1]) as never);
});

function show(overview?: Overview) {
  if (overview) network.answer(verificationRoutes.kyc, overview);
  return renderAsPlayer((user) => <VerificationTab user={user} />, { at: '/account' });
}

const file = (type: string) => new File(['content'], 'file', { type });

it('shows a placeholder, then what is needed', async () => {
  const release = network.hold(verificationRoutes.kyc);
  show();
  expect(await screen.findByText('Loading')).toBeDefined();
  network.answer(verificationRoutes.kyc, { required });
  release();
  expect(await screen.findByText(/Upload your passport and a recent utility bill/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Upload Passport' })).toBeDefined();
});

it('offers a retry when the verification cannot be read', async () => {
  network.fail(verificationRoutes.kyc, 'offline');
  const { user } = show();
  expect(await screen.findByText('Your verification could not be loaded')).toBeDefined();
  network.answer(verificationRoutes.kyc, { required });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Upload Passport' })).toBeDefined();
});

it.each([
  ['open', '1,000.00 USD'],
  ['gb', '–'],
] as const)('shows the limits before verification under %s', async (jurisdiction, most) => {
  renderAsPlayer((user) => <VerificationTab user={user} />, { at: '/account' }, {}, jurisdiction);
  await waitFor(() =>
    expect(
      screen.getByRole('cell', { name: 'Maximum bet' }).nextElementSibling?.textContent?.replaceAll('\u00a0', ' '),
    ).toBe(most),
  );
});

it('names the document that is still missing', async () => {
  show({ required, documents: [passport] });
  expect(await screen.findByText('Please upload required documents: Utility Bill')).toBeDefined();
  expect(screen.getByText('passport.jpg')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit for verification' })).toBeNull();
});

it('submits once all documents are there', async () => {
  network.answer(verificationRoutes.submit);
  const { user } = show({ required, documents: [passport, bill] });
  const button = await screen.findByRole('button', { name: 'Submit for verification' });
  network.answer(verificationRoutes.kyc, {
    required,
    documents: [passport, bill],
    verification: sample(Verification, { status: 'pending' }),
  });
  await user.click(button);
  expect(await screen.findByText(/Your documents are under review. This usually takes 24-48 hours./)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit for verification' })).toBeNull();
});

it('shows a submission that is refused', async () => {
  network.refuse(verificationRoutes.submit, verificationRefusals.alreadySubmitted);
  const { user } = show({ required, documents: [passport, bill] });
  await user.click(await screen.findByRole('button', { name: 'Submit for verification' }));
  expect(await screen.findByText('Verification already submitted and pending review')).toBeDefined();
});

it.each([
  [
    'rejected',
    { status: 'rejected' as const, rejectionReason: 'Too dark' },
    'Your verification was rejected: Too dark',
  ],
  ['expired', { status: 'expired' as const }, 'Your verification has expired. Please submit current documents.'],
  ['in review', { status: 'in_review' as const }, /Your documents are under review./],
  ['approved', { status: 'approved' as const }, 'Your identity is confirmed.'],
])('says that the verification is %s', async (_state, changes, text) => {
  show({
    required,
    documents: [passport, bill],
    verification: sample(Verification, changes),
    isVerified: changes.status === 'approved',
  });
  expect(await screen.findByText(text)).toBeDefined();
});

it('says why a document was rejected, and accepts another', async () => {
  show({ required, documents: [{ ...passport, status: 'rejected', rejectionReason: 'The photo is blurred' }] });
  expect(await screen.findByText('The photo is blurred')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Upload Passport again' })).toBeDefined();
});

it('asks for a new proof of address after a move, and says why', async () => {
  const [approved, movedAt] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
  const documents = [passport, bill].map((one) => ({ ...one, status: 'approved' as const, uploadedAt: approved }));
  show({ required, documents, verification: sample(Verification, { status: 'approved' }), isVerified: true, movedAt });
  expect(await screen.findByText(/^You have moved. The rules of your earlier country apply until/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Upload Utility Bill again' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Upload Passport again' })).toBeNull();
});

it('uploads a document under a key', async () => {
  network.answer(documentRoutes.uploadDocument, passport);
  const { user } = show();
  await user.upload(await screen.findByLabelText('File of Passport'), file('image/png'));
  await waitFor(() =>
    expect(network.sent(documentRoutes.uploadDocument)[0]).toMatchObject({
      body: { type: 'passport' },
      file: expect.any(File),
    }),
  );
});

it('refuses a file of another type before it is sent', async () => {
  const { user } = show();
  await user.upload(await screen.findByLabelText('File of Passport'), file('text/plain'));
  expect(await screen.findByText('Only images and PDF files are allowed')).toBeDefined();
  expect(network.sent(documentRoutes.uploadDocument)).toEqual([]);
});

it('shows an upload that the server refuses', async () => {
  network.refuse(documentRoutes.uploadDocument, documentRefusals.infected);
  const { user } = show();
  await user.upload(await screen.findByLabelText('File of Passport'), file('image/png'));
  expect(await screen.findByText('Upload failed: This file contains a virus. It was not stored.')).toBeDefined();
});

it('accepts no document from the shared demo account', async () => {
  show({ required, isShared: true });
  expect(await screen.findByText(/This demo account is shared with other visitors/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Upload/ })).toBeNull();
});
