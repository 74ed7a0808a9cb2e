/** Uploads, replacements and erasure in a dossier. */
import { documentRules } from '@fairline/proto/kyc/documents';
import { describe, expect, it } from 'vitest';
import { approveDocument, approveVerification, rejectDocument } from '../desk/decision.ts';
import { decider } from '../desk/testing-deciders.ts';
import { daysLater, documentOf, dossierWith, refusalOf, startedAt, submitted, upload } from '../testing.ts';
import { eraseDossier, expireDocuments, toDocument } from './document.ts';
import { currentDocuments } from './dossier.ts';

describe('an upload', () => {
  it('is pending for 365 days', () => {
    const { status, expiresAt } = documentOf(dossierWith(['passport']), 'passport');
    expect([status, expiresAt]).toEqual(['pending', daysLater(365)]);
  });

  it('replaces one of its type that is not submitted, which is kept', () => {
    const dossier = dossierWith(['passport']);
    const second = upload(dossier, 'passport');
    expect(currentDocuments(dossier)).toEqual([second]);
    expect(dossier.documents[0]?.replacedBy).toBe(second.id);
  });

  it('is refused while the one of its type is under review', () => {
    const { dossier } = submitted();
    expect(refusalOf(() => upload(dossier, 'passport')).code).toBe('document_fixed');
  });

  it('is refused once the one of its type is approved', () => {
    const { dossier, verification } = submitted();
    approveDocument(dossier, verification, documentOf(dossier, 'passport'), decider());
    expect(refusalOf(() => upload(dossier, 'passport')).code).toBe('document_fixed');
  });

  it.each([
    ['a bill from before the move, which is under review', 'utility_bill', daysLater(1), false, 'pending'],
    ['an approved bill from before the move', 'utility_bill', daysLater(1), true, 'pending'],
    ['an approved statement from before the move', 'bank_statement', daysLater(1), true, 'pending'],
    ['an approved passport from before the move', 'passport', daysLater(1), true, 'document_fixed'],
    ['an approved bill from the moment of the move', 'utility_bill', startedAt, true, 'document_fixed'],
  ] as const)('over %s: %s %s %s %s', (_name, type, movedAt, isApproved, expected) => {
    const { dossier, verification } = submitted(['passport', 'utility_bill', 'bank_statement']);
    const before = documentOf(dossier, type);
    if (isApproved) approveVerification(dossier, verification, decider());
    if (expected === 'document_fixed')
      expect(refusalOf(() => upload(dossier, type, daysLater(2), movedAt)).code).toBe(expected);
    else {
      const after = upload(dossier, type, daysLater(2), movedAt);
      expect([before.replacedBy, after.status, verification.documentIds.includes(after.id)]).toEqual([
        after.id,
        expected,
        true,
      ]);
    }
  });

  it('replaces a rejected one and joins the verification under review', () => {
    const { dossier, verification } = submitted();
    const rejected = documentOf(dossier, 'passport');
    rejectDocument(dossier, verification, rejected, 'blurred', decider());
    const again = upload(dossier, 'passport');
    expect(rejected.replacedBy).toBe(again.id);
    expect(verification.documentIds).toContain(again.id);
  });

  it('of another type joins the verification under review', () => {
    const { dossier, verification } = submitted();
    expect(verification.documentIds).toContain(upload(dossier, 'proof_of_funds').id);
  });

  it('replaces an expired one', () => {
    const dossier = dossierWith(['passport']);
    expireDocuments(dossier, daysLater(365));
    expect(documentOf(dossier, 'passport').status).toBe('expired');
    expect(upload(dossier, 'passport', daysLater(366)).status).toBe('pending');
  });

  it('is refused beyond the number of documents that are kept', () => {
    const dossier = dossierWith(Array(documentRules.maxDocuments).fill('passport'));
    expect(refusalOf(() => upload(dossier, 'bank_statement')).code).toBe('too_many_documents');
  });
});

describe('an erased account', () => {
  it('keeps ids, types and decisions, without keys, names and reasons', () => {
    const { dossier, verification } = submitted();
    const files = dossier.documents.map(({ blob }) => blob?.id);
    rejectDocument(dossier, verification, documentOf(dossier, 'passport'), 'name of another', decider());
    eraseDossier(dossier, daysLater(1));
    expect(dossier.doomedFiles).toEqual(files);
    expect(
      dossier.documents.map(({ type, status, fileName, rejectionReason, blob }) => [
        type,
        status,
        fileName,
        rejectionReason,
        blob,
      ]),
    ).toEqual([
      ['passport', 'rejected', '', '', undefined],
      ['utility_bill', 'pending', '', undefined, undefined],
    ]);
    expect([verification.status, dossier.dueAt]).toEqual(['expired', undefined]);
  });

  it('takes no more documents', () => {
    const dossier = dossierWith();
    eraseDossier(dossier, daysLater(1));
    expect(refusalOf(() => upload(dossier, 'proof_of_funds')).code).toBe('forbidden');
  });
});

it('shows the player nothing of keys or reviewers', () => {
  const { dossier, verification } = submitted();
  const document = documentOf(dossier, 'passport');
  rejectDocument(dossier, verification, document, 'blurred', decider());
  expect(Object.keys(toDocument(document)).sort()).toEqual(
    ['expiresAt', 'fileName', 'fileSize', 'id', 'pages', 'rejectionReason', 'status', 'type', 'uploadedAt'].sort(),
  );
});
