/** When a provider is asked again, and that its result counts once. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { eraseDossier } from '../documents/document.ts';
import { startedAt, submitted } from '../testing.ts';
import { isStillWanted, postponeScreening, recordResults, requestScreening } from './screening.ts';

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
  expect([record(randomUUID()), record(), record()]).toEqual([false, true, false]);
  expect(dossier.screenings).toMatchObject([{ kind: 'pep', outcome: 'match', provider: 'screening.example', checkedBy: null, note: 'card [card]' }]);
});

it('is no longer wanted for a decided verification or an erased account', () => {
  const { dossier, verification } = requested();
  expect(isStillWanted(dossier)).toBe(true);
  verification.status = 'approved';
  expect(isStillWanted(dossier)).toBe(false);
  verification.status = 'pending';
  eraseDossier(dossier, startedAt);
  expect([isStillWanted(dossier), dossier.screeningDue]).toEqual([false, undefined]);
});
