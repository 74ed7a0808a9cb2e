/** Submission, expiry, and whether the player is verified then. */
import { randomUUID } from 'node:crypto';
import type { DocumentType } from '@fairline/proto/kyc/documents';
import { describe, expect, it } from 'vitest';
import { approveVerification, rejectVerification } from '../desk/decision.ts';
import { decider } from '../desk/testing-deciders.ts';
import { daysLater, documentOf, dossierWith, refusalOf, startedAt, submitted, upload } from '../testing.ts';
import { expireDossier, isVerified, newestProofOfAddress, submitVerification } from './verification.ts';

describe('a submission', () => {
  it('is pending for 30 days', () => {
    const { verification } = submitted();
    expect([verification.status, verification.expiresAt]).toEqual(['pending', daysLater(30)]);
  });

  it.each([
    [[], 'Passport, Utility Bill'],
    [['passport'], 'Utility Bill'],
    [['id_card', 'bank_statement', 'utility_bill'], 'Passport'],
  ] as const)('of %j lacks %s', (types, names) => {
    const refused = refusalOf(() => submitVerification(dossierWith(types), randomUUID(), startedAt));
    expect(refused).toMatchObject({ code: 'missing_documents', params: { names } });
  });

  it('is refused while one is pending, in review or approved', () => {
    for (const status of ['pending', 'in_review', 'approved'] as const) {
      const { dossier, verification } = submitted();
      verification.status = status;
      expect(refusalOf(() => submitVerification(dossier, randomUUID(), startedAt)).code).toBe('already_submitted');
    }
  });

  it('is refused after a rejection until new documents are there, and accepted with them', () => {
    const { dossier, verification } = submitted();
    rejectVerification(dossier, verification, 'blurred', decider());
    expect(refusalOf(() => submitVerification(dossier, randomUUID(), startedAt)).code).toBe('missing_documents');
    upload(dossier, 'passport');
    upload(dossier, 'utility_bill');
    expect(submitVerification(dossier, randomUUID(), startedAt).status).toBe('pending');
  });

  it('does not count documents that have expired', () => {
    const dossier = dossierWith();
    expect(refusalOf(() => submitVerification(dossier, randomUUID(), daysLater(365))).code).toBe('missing_documents');
  });
});

describe('expiry', () => {
  it('ends an undecided verification after 30 days and leaves its documents', () => {
    const { dossier, verification } = submitted();
    expect(dossier.dueAt).toEqual(daysLater(30));
    expect(expireDossier(dossier, daysLater(29))).toBeUndefined();
    expect(expireDossier(dossier, daysLater(30))).toMatchObject({ wasApproved: false });
    expect([verification.status, documentOf(dossier, 'passport').status]).toEqual(['expired', 'pending']);
    expect(dossier.dueAt).toEqual(daysLater(365));
  });

  it('ends an approved verification with its first required document', () => {
    const { dossier, verification } = submitted();
    documentOf(dossier, 'utility_bill').expiresAt = daysLater(200);
    approveVerification(dossier, verification, decider());
    expect(verification.expiresAt).toEqual(daysLater(200));
    expect(expireDossier(dossier, daysLater(200))).toMatchObject({ wasApproved: true });
    expect([verification.status, documentOf(dossier, 'utility_bill').status, documentOf(dossier, 'passport').status]).toEqual([
      'expired',
      'expired',
      'approved',
    ]);
  });

  it('of an optional document leaves the verification approved', () => {
    const { dossier, verification } = submitted(['passport', 'utility_bill', 'proof_of_funds']);
    documentOf(dossier, 'proof_of_funds').expiresAt = daysLater(100);
    approveVerification(dossier, verification, decider());
    expect(expireDossier(dossier, daysLater(100))).toBeUndefined();
    expect(verification.status).toBe('approved');
  });
});

it.each([
  ['nothing', undefined, false, false],
  ["an operator's verify", { value: 'verified', version: 2, at: startedAt }, false, true],
  ['an approval that auth does not know yet', { value: 'unverified', version: 1, at: daysLater(-1) }, true, true],
  ['a level that was taken away after the approval', { value: 'unverified', version: 3, at: daysLater(1) }, true, false],
] as const)('with %s a player is verified or not', (_, level, isApproved, expected) => {
  const { dossier, verification } = submitted();
  if (level) dossier.level = { ...level };
  if (isApproved) approveVerification(dossier, verification, decider());
  expect(isVerified(dossier)).toBe(expected);
});

it('names the upload of the newest approved proof of address, whatever else was approved', () => {
  const { dossier, verification } = submitted();
  expect(newestProofOfAddress(dossier)).toBeUndefined();
  approveVerification(dossier, verification, decider());
  expect(newestProofOfAddress(dossier)).toEqual(startedAt);
  const proof = (type: DocumentType, days: number, status: 'approved' | 'rejected') =>
    dossier.documents.push({ ...documentOf(dossier, 'utility_bill'), type, status, uploadedAt: daysLater(days) });
  proof('bank_statement', 2, 'approved');
  proof('utility_bill', 3, 'rejected');
  proof('passport', 4, 'approved');
  expect(newestProofOfAddress(dossier)).toEqual(daysLater(2));
});
