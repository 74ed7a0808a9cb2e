/** Sums over services, and the share of delivered events, as rows. */

import { platformServiceNames } from '@fairline/proto/processes';
import type { Deliveries } from '@fairline/proto/risk/deliveries';
import { expect, it } from 'vitest';
import { countsOf, serviceNames, shownShare, successCondition, successShare, sumOf } from './deliveries.ts';

const counts = (pending: number, applied: number, failing: number, dead: number, failed?: number): Deliveries => ({
  outbox: { pending, published: applied },
  inbox: { applied, failing, ...(failed !== undefined && { failed }) },
  dead,
  deadLetters: [],
  nextCursor: null,
});

it('names every service of the platform', () => {
  expect([...serviceNames].sort()).toEqual([...platformServiceNames].sort());
});

it('sums the services that answer, and names the others', () => {
  expect(
    sumOf([
      { service: 'auth', deliveries: counts(1, 10, 2, 3, 2) },
      { service: 'kyc' },
      { service: 'risk', deliveries: counts(4, 5, 0, 1) },
    ]),
  ).toEqual({
    pending: 5,
    published: 15,
    applied: 15,
    failing: 2,
    failed: 2,
    dead: 4,
    unanswered: ['kyc'],
  });
});

it.each([
  [0, 0, 0, null, null],
  [10, 0, 0, 1, 'healthy'],
  [95, 2, 3, 0.95, 'healthy'],
  [9_499, 250, 251, 0.9499, 'warning'],
  [85, 15, 0, 0.85, 'warning'],
  [849, 0, 151, 0.849, 'critical'],
  [0, 0, 1, 0, 'critical'],
])('rates %i applied, %i failing and %i dead letters as %s, %s', (applied, failing, failed, share, condition) => {
  const found = successShare({ applied, failing, failed });
  expect(found).toBe(share);
  expect(found === null ? null : successCondition(found)).toBe(condition);
});

it('leaves out dead letters of earlier hours', () => {
  expect(successShare(countsOf(counts(0, 4, 0, 7, 0)))).toBe(1);
  expect(successShare(countsOf(counts(0, 4, 0, 7)))).toBe(1);
});

it('rounds the share down', () => {
  expect([0.9499, 0.95, 0.99996, 1].map(shownShare)).toEqual([0.949, 0.95, 0.999, 1]);
});
