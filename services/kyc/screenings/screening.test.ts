/** When a request to the provider is repeated, and that its results are recorded once. */
import { randomUUID } from 'node:crypto';
import type { ScreeningKind } from '@fairline/proto/screening';
import { expect, it } from 'vitest';
import { eraseDossier } from '../documents/document.ts';
import { daysLater, startedAt, submitted } from '../testing.ts';
import {
  isScreened,
  isStillWanted,
  postponeScreening,
  recordResults,
  requestScreening,
  screenAgain,
} from './screening.ts';

const requested = () => {
  const { dossier, verification } = submitted();
  requestScreening(dossier, verification.id, startedAt);
  return { dossier, verification };
};

it('waits twice as long after each failure, at most an hour', () => {
  const { dossier, verification } = requested();
  const waits = Array.from({ length: 10 }, () => {
    postponeScreening(dossier, verification.id, startedAt);
    return ((dossier.screeningDue?.at.getTime() ?? 0) - startedAt.getTime()) / 1_000;
  });
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
});

it('records results once, with card numbers masked', () => {
  const { dossier, verification } = requested();
  const results = [{ kind: 'pep', outcome: 'match', note: 'card 4111111111111111' }] as const;
  const record = (id = verification.id) => recordResults(dossier, id, 'screening.example', results, startedAt);
  expect([record(randomUUID()), record(), record()]).toEqual([undefined, verification.id, undefined]);
  expect(dossier.screenings).toMatchObject([
    { kind: 'pep', outcome: 'match', provider: 'screening.example', checkedBy: null, note: 'card [card]' },
  ]);
});

it('is wanted also after an approval, but not for an ended verification or erased account', () => {
  const { dossier, verification } = requested();
  const wanted = (['pending', 'in_review', 'approved', 'rejected', 'expired'] as const).map((status) => {
    verification.status = status;
    return isStillWanted(dossier);
  });
  expect(wanted).toEqual([true, true, true, false, false]);
  verification.status = 'pending';
  eraseDossier(dossier, startedAt);
  expect([isStillWanted(dossier), dossier.screeningDue]).toEqual([false, undefined]);
});

it('is repeated under a new key for a new name; what was found of the old name counts no more', () => {
  const { dossier, verification } = requested();
  const [again, results] = [randomUUID(), [{ kind: 'pep', outcome: 'clear' }] as const];
  screenAgain(dossier, again, startedAt);
  const record = (reference: string) => recordResults(dossier, reference, 'screening.example', results, startedAt);
  expect([record(verification.id), record(again)]).toEqual([undefined, verification.id]);
  verification.status = 'rejected';
  screenAgain(dossier, randomUUID(), startedAt);
  expect(dossier.screeningDue).toBeUndefined();
});

it.each([
  [false, 'nothing', [], undefined],
  [false, 'another kind', ['pep clear'], undefined],
  [false, 'an unclear result', ['sanctions unclear'], undefined],
  [true, 'a clear result', ['sanctions unclear', 'sanctions clear', 'pep match'], undefined],
  [false, 'an unclear result after a clear one', ['sanctions clear', 'sanctions unclear'], undefined],
  [false, 'a match after a clear result', ['sanctions clear', 'sanctions match'], undefined],
  [true, 'a result newer than the name', ['sanctions clear'], -1],
  [false, 'a result of the day of the name', ['sanctions clear'], 0],
  [false, 'a result about an earlier name', ['sanctions clear'], 1],
] as const)('counts as screened (%s) with %s', (expected, _name, results, renamedDay) => {
  const { dossier, verification } = submitted();
  for (const result of results) {
    const [kind, outcome] = result.split(' ') as [ScreeningKind, 'clear'];
    dossier.screenings.push({
      id: randomUUID(),
      kind,
      outcome,
      provider: 'manual',
      checkedAt: startedAt,
      checkedBy: randomUUID(),
    });
  }
  const profile =
    renamedDay === undefined ? undefined : { _id: dossier._id, version: 1, identityChangedAt: daysLater(renamedDay) };
  expect(isScreened(dossier, profile)).toBe(expected);
  requestScreening(dossier, verification.id, startedAt);
  expect(isScreened(dossier, profile)).toBe(false);
});
