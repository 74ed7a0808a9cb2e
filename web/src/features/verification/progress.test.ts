/** The documents a player may upload and submit. */
import type { Document, DocumentType } from '@fairline/proto/kyc/documents';
import type { Verification } from '@fairline/proto/kyc/verifications';
import { describe, expect, it } from 'vitest';
import { mayUpload, missingTypes, submissionState } from './progress.ts';

const required: DocumentType[] = ['passport', 'utility_bill'];
const at = '2026-01-01T00:00:00.000Z';
const document = (type: DocumentType, status: Document['status']): Document => ({
  id: '019aa1c8-7f00-7000-8000-000000000001',
  type,
  status,
  fileName: 'a.jpg',
  fileSize: 1,
  pages: 1,
  uploadedAt: at,
  expiresAt: at,
});
const verification = (status: Verification['status']): Verification => ({
  id: '019aa1c8-7f00-7000-8000-000000000002',
  status,
  level: 'enhanced',
  submittedAt: at,
});
const both = (status: Document['status']) => required.map((type) => document(type, status));

describe('submitting', () => {
  it.each([
    ['lacking', undefined, []],
    ['lacking', undefined, [document('passport', 'pending')]],
    ['lacking', 'rejected', both('rejected')],
    ['open', undefined, both('pending')],
    ['open', 'rejected', both('pending')],
    ['open', 'expired', both('approved')],
    ['closed', 'pending', both('pending')],
    ['closed', 'in_review', both('pending')],
    ['closed', 'approved', both('approved')],
  ] as const)('is %s with a verification that is %s', (expected, status, documents) => {
    expect(submissionState({ required, documents, verification: status && verification(status) })).toBe(expected);
  });

  it('names the missing documents', () => {
    expect(
      missingTypes({ required, documents: [document('passport', 'expired'), document('utility_bill', 'pending')] }),
    ).toEqual(['passport']);
  });
});

it.each([
  [true, undefined, undefined],
  [true, 'pending', undefined],
  [false, 'pending', 'pending'],
  [false, 'pending', 'in_review'],
  [true, 'rejected', 'in_review'],
  [true, 'pending', 'rejected'],
  [false, 'approved', 'rejected'],
  [true, 'expired', 'expired'],
] as const)(
  'an upload is possible (%s) over a document that is %s while the verification is %s',
  (expected, status, of) => {
    const overview = {
      required,
      documents: status ? [document('passport', status)] : [],
      verification: of && verification(of),
    };
    expect(mayUpload(overview, 'passport')).toBe(expected);
  },
);

it.each([
  [true, 'utility_bill', 'approved', 'approved', '2026-01-02T00:00:00.000Z'],
  [true, 'utility_bill', 'pending', 'in_review', '2026-01-02T00:00:00.000Z'],
  [true, 'bank_statement', 'approved', 'approved', '2026-01-02T00:00:00.000Z'],
  [false, 'passport', 'approved', 'approved', '2026-01-02T00:00:00.000Z'],
  [false, 'utility_bill', 'approved', 'approved', '2025-12-31T00:00:00.000Z'],
] as const)(
  'after a move an upload is possible (%s) over a %s that is %s; %s, moved on %s',
  (expected, type, status, of, movedAt) => {
    expect(
      mayUpload({ required, documents: [document(type, status)], verification: verification(of), movedAt }, type),
    ).toBe(expected);
  },
);
