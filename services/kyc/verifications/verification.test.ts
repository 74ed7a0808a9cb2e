/** Submission, expiry, and whether the player is verified then. */
import { randomUUID } from 'node:crypto';
import type { DocumentType } from '@fairline/proto/kyc/documents';
import { describe, expect, it } from 'vitest';
import { approveDocument, approveVerification, rejectVerification } from '../desk/decision.ts';
import { decider } from '../desk/testing-deciders.ts';
import type { Dossier } from '../documents/dossier.ts';
import { daysLater, documentOf, dossierWith, refusalOf, startedAt, submitted, upload } from '../testing.ts';
import { addressProvenAt, expireDossier, isVerified, submitVerification, unprovenMove } from './verification.ts';

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
    expect([
      verification.status,
      documentOf(dossier, 'utility_bill').status,
      documentOf(dossier, 'passport').status,
    ]).toEqual(['expired', 'expired', 'approved']);
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
  [
    'a level that was taken away after the approval',
    { value: 'unverified', version: 3, at: daysLater(1) },
    true,
    false,
  ],
] as const)('with %s a player is verified or not', (_, level, isApproved, expected) => {
  const { dossier, verification } = submitted();
  if (level) dossier.level = { ...level };
  if (isApproved) approveVerification(dossier, verification, decider());
  expect(isVerified(dossier)).toBe(expected);
});

describe('a move', () => {
  const proof = (dossier: Dossier, type: DocumentType, days: number, status: 'approved' | 'rejected') => {
    const added = {
      ...documentOf(dossier, 'utility_bill'),
      id: randomUUID(),
      type,
      status,
      uploadedAt: daysLater(days),
    };
    dossier.documents.push(added);
    dossier.verifications.at(-1)?.documentIds.push(added.id);
  };

  it('is proven by the newest approved proof of address, whatever else was approved', () => {
    const { dossier, verification } = submitted();
    expect(addressProvenAt(dossier)).toBeUndefined();
    approveVerification(dossier, verification, decider());
    expect(addressProvenAt(dossier)).toEqual(startedAt);
    proof(dossier, 'bank_statement', 2, 'approved');
    proof(dossier, 'utility_bill', 3, 'rejected');
    proof(dossier, 'passport', 4, 'approved');
    expect(addressProvenAt(dossier)).toEqual(daysLater(2));
    expect([1, 2, 3].map((days) => unprovenMove(dossier, daysLater(days)))).toEqual([
      undefined,
      undefined,
      daysLater(3),
    ]);
  });

  it('waits until the verification is approved too, and stays proven after it has expired', () => {
    const { dossier, verification } = submitted();
    approveDocument(dossier, verification, documentOf(dossier, 'utility_bill'), decider());
    expect(unprovenMove(dossier, startedAt)).toEqual(startedAt);
    approveVerification(dossier, verification, decider());
    expect(unprovenMove(dossier, startedAt)).toBeUndefined();
    expect(expireDossier(dossier, daysLater(365))).toMatchObject({ wasApproved: true });
    expect([documentOf(dossier, 'utility_bill').status, unprovenMove(dossier, startedAt)]).toEqual([
      'expired',
      undefined,
    ]);
  });

  it.each(['rejected', 'expired'] as const)('waits under a verification that is %s without an approval', (status) => {
    const { dossier, verification } = submitted();
    approveDocument(dossier, verification, documentOf(dossier, 'utility_bill'), decider());
    if (status === 'rejected') rejectVerification(dossier, verification, 'blurred', decider());
    else expireDossier(dossier, daysLater(30));
    expect([verification.status, unprovenMove(dossier, startedAt)]).toEqual([status, startedAt]);
  });
});
