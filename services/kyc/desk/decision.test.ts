/** Decisions on verifications and documents, by one operator and by two. */
import { asOperator } from '@fairline/chassis/testing';
import { describe, expect, it } from 'vitest';
import type { Dossier, Screening } from '../documents/dossier.ts';
import { documentOf, refusalOf, startedAt, submitted, upload } from '../testing.ts';
import {
  approveDocument,
  approveVerification,
  documentsOf,
  mayApproveVerification,
  rejectDocument,
  rejectVerification,
  startReview,
} from './decision.ts';
import { decider } from './testing-deciders.ts';

function screen(
  dossier: Dossier,
  kind: Screening['kind'],
  outcome: Screening['outcome'],
  checkedBy: string | null = decider().operator.id,
): void {
  dossier.screenings.push({
    id: dossier._id,
    kind,
    outcome,
    provider: checkedBy ? 'manual' : 'screening.example',
    checkedAt: startedAt,
    checkedBy,
  });
}

describe('approving a verification', () => {
  it.each(['pending', 'in_review'] as const)('that is %s approves its pending documents', (status) => {
    const { dossier, verification } = submitted(['passport', 'utility_bill', 'id_card']);
    verification.status = status;
    const by = decider();
    expect(approveVerification(dossier, verification, by)).toBe('approved');
    expect(dossier.documents.map(({ status: one, reviewedBy }) => [one, reviewedBy])).toEqual(
      Array(3).fill(['approved', by.operator.id]),
    );
    expect(verification).toMatchObject({ status: 'approved', reviewedBy: by.operator.id, reviewedAt: startedAt });
  });

  it('with a rejected required document is refused by its name', () => {
    const { dossier, verification } = submitted();
    rejectDocument(dossier, verification, documentOf(dossier, 'passport'), 'blurred', decider());
    expect(refusalOf(() => approveVerification(dossier, verification, decider()))).toMatchObject({
      code: 'document_rejected',
      params: { names: 'Passport' },
    });
  });

  it('leaves a rejected optional document rejected', () => {
    const { dossier, verification } = submitted(['passport', 'utility_bill', 'id_card']);
    rejectDocument(dossier, verification, documentOf(dossier, 'id_card'), 'blurred', decider());
    approveVerification(dossier, verification, decider());
    expect(documentOf(dossier, 'id_card').status).toBe('rejected');
  });

  it.each(['approved', 'rejected', 'expired'] as const)('that is %s is refused', (status) => {
    const { dossier, verification } = submitted();
    verification.status = status;
    const refused = { code: 'already_decided', params: { status } };
    expect(refusalOf(() => approveVerification(dossier, verification, decider()))).toEqual(refused);
    expect(refusalOf(() => rejectVerification(dossier, verification, 'no', decider()))).toEqual(refused);
    expect(refusalOf(() => startReview(dossier, verification, startedAt))).toEqual(refused);
  });

  it.each([
    ['an operator', decider().operator.id],
    ['a provider', null],
  ])('is refused after a match of %s until an operator clears it, whatever a provider finds', (_, by) => {
    const { dossier, verification } = submitted();
    screen(dossier, 'sanctions', 'match', by);
    for (const outcome of ['clear', 'unclear'] as const) screen(dossier, 'sanctions', outcome, null);
    expect(refusalOf(() => approveVerification(dossier, verification, decider()))).toEqual({
      code: 'aml_match',
      params: { kinds: 'sanctions' },
    });
    screen(dossier, 'sanctions', 'clear');
    expect(approveVerification(dossier, verification, decider())).toBe('approved');
  });

  it('is refused while the latest screening of a kind is a match', () => {
    const { dossier, verification } = submitted();
    screen(dossier, 'sanctions', 'match');
    screen(dossier, 'pep', 'clear');
    expect(refusalOf(() => approveVerification(dossier, verification, decider()))).toEqual({
      code: 'aml_match',
      params: { kinds: 'sanctions' },
    });
    screen(dossier, 'sanctions', 'clear');
    expect(approveVerification(dossier, verification, decider())).toBe('approved');
  });
});

describe('deciding documents', () => {
  it('approves the verification with the last required one', () => {
    const { dossier, verification } = submitted(['passport', 'utility_bill', 'id_card']);
    expect(approveDocument(dossier, verification, documentOf(dossier, 'passport'), decider())).toBe('open');
    expect(approveDocument(dossier, verification, documentOf(dossier, 'utility_bill'), decider())).toBe('approved');
    expect([verification.status, documentOf(dossier, 'id_card').status]).toEqual(['approved', 'pending']);
    expect(approveDocument(dossier, verification, documentOf(dossier, 'id_card'), decider())).toBe('open');
    expect(documentOf(dossier, 'id_card').status).toBe('approved');
  });

  it('approves none while a screening is a match, and rejects as ever', () => {
    const { dossier, verification } = submitted(['passport', 'utility_bill', 'id_card']);
    screen(dossier, 'pep', 'match');
    for (const type of ['passport', 'id_card'] as const)
      expect(
        refusalOf(() => approveDocument(dossier, verification, documentOf(dossier, type), decider())),
      ).toMatchObject({ code: 'aml_match' });
    for (const type of ['passport', 'utility_bill'] as const) documentOf(dossier, type).status = 'approved';
    expect(rejectDocument(dossier, verification, documentOf(dossier, 'id_card'), 'blurred', decider())).toBe('open');
    expect(verification.status).toBe('pending');
    screen(dossier, 'pep', 'clear');
    expect(approveVerification(dossier, verification, decider())).toBe('approved');
  });

  it.each([
    ['a rejection', ['passport', 'utility_bill']],
    ['an approval', ['utility_bill', 'passport']],
  ] as const)('rejects the verification by %s, with none pending and a required one rejected', (_, order) => {
    const { dossier, verification } = submitted();
    const decideOn = (type: 'passport' | 'utility_bill') =>
      type === 'passport'
        ? approveDocument(dossier, verification, documentOf(dossier, type), decider())
        : rejectDocument(dossier, verification, documentOf(dossier, type), 'too old', decider());
    expect(order.map(decideOn)).toEqual(['open', 'rejected']);
    expect(verification).toMatchObject({ status: 'rejected', rejectionReason: 'Utility Bill: too old' });
  });

  it('leaves the verification open while one is pending', () => {
    const { dossier, verification } = submitted();
    expect(rejectDocument(dossier, verification, documentOf(dossier, 'passport'), 'blurred', decider())).toBe('open');
    expect(verification.status).toBe('pending');
  });

  it('is refused for a document that is decided, or was replaced', () => {
    const { dossier, verification } = submitted();
    const passport = documentOf(dossier, 'passport');
    rejectDocument(dossier, verification, passport, 'blurred', decider());
    expect(refusalOf(() => approveDocument(dossier, verification, passport, decider()))).toEqual({
      code: 'already_decided',
      params: { status: 'rejected' },
    });
    upload(dossier, 'passport');
    expect(refusalOf(() => approveDocument(dossier, verification, passport, decider())).code).toBe('not_found');
  });

  it('shows a replaced document no more', () => {
    const { dossier, verification } = submitted();
    rejectDocument(dossier, verification, documentOf(dossier, 'passport'), 'blurred', decider());
    const again = upload(dossier, 'passport');
    expect(documentsOf(dossier, verification).map(({ id }) => id)).toEqual([
      documentOf(dossier, 'utility_bill').id,
      again.id,
    ]);
  });
});

describe('with two operators', () => {
  const [first, second] = [asOperator('compliance'), asOperator('compliance')];
  const by = (operator: typeof first) => decider({ operator, needsTwoOperators: true });

  it('the first approval waits, the same operator is refused, another approves', () => {
    const { dossier, verification } = submitted();
    expect(approveVerification(dossier, verification, by(first))).toBe('waiting');
    expect(verification.status).toBe('pending');
    expect(refusalOf(() => approveVerification(dossier, verification, by(first))).code).toBe('second_operator_needed');
    expect(approveVerification(dossier, verification, by(second))).toBe('approved');
  });

  it('each document needs both', () => {
    const { dossier, verification } = submitted();
    const [passport, bill] = [documentOf(dossier, 'passport'), documentOf(dossier, 'utility_bill')];
    for (const document of [passport, bill])
      expect(approveDocument(dossier, verification, document, by(first))).toBe('waiting');
    expect(refusalOf(() => approveDocument(dossier, verification, passport, by(first))).code).toBe(
      'second_operator_needed',
    );
    expect(approveDocument(dossier, verification, passport, by(second))).toBe('open');
    expect(approveDocument(dossier, verification, bill, by(second))).toBe('approved');
  });

  it('one operator rejects alone', () => {
    const { dossier, verification } = submitted();
    approveVerification(dossier, verification, by(first));
    expect(rejectVerification(dossier, verification, 'forged', by(first))).toBe('rejected');
    expect(verification.approval).toBeUndefined();
  });

  it('a new document takes the first approval back', () => {
    const { dossier, verification } = submitted();
    approveVerification(dossier, verification, by(first));
    upload(dossier, 'proof_of_funds');
    expect(approveVerification(dossier, verification, by(second))).toBe('waiting');
  });

  it('shows who may approve', () => {
    const { dossier, verification } = submitted();
    const may = (operator: typeof first) => mayApproveVerification(verification, operator, startedAt);
    expect([may(first), may(second), may(asOperator('auditor'))]).toEqual([true, true, false]);
    approveVerification(dossier, verification, by(first));
    expect([may(first), may(second)]).toEqual([false, true]);
    approveVerification(dossier, verification, by(second));
    expect([may(first), may(second)]).toEqual([false, false]);
  });
});
