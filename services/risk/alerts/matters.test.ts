/** Which actions make an alert somebody's own, and on which players operators acted. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSameMatter, playerActsOf } from './matters.ts';

it.each([
  ['account_takeover', 'user.email', true],
  ['account_takeover', 'user.signed_out', true],
  ['account_takeover', 'payment.approve', true],
  ['account_takeover', 'user.noted', false],
  ['kyc_mismatch', 'kyc.document_approved', true],
  ['kyc_mismatch', 'kyc.document_approved_first', true],
  ['kyc_mismatch', 'kyc.document_viewed', false],
  ['large_deposit', 'user.verified', true],
  ['structuring', 'payment.view_proof', false],
  ['large_adjustment', 'adjustment.request', true],
  ['large_win', 'bet.settle', true],
  ['large_win', 'user.email', false],
  ['books_unbalanced', 'stop.lift', false],
] as const)('%s and %s: %s', (type, action, isSame) => {
  expect(isSameMatter(type, action)).toBe(isSame);
});

it.each([
  ['kyc_mismatch', 'kyc.screened', true],
  ['shared_destination', 'payment.approve', true],
  ['account_takeover', 'user.email', true],
  ['account_takeover', 'user.signed_out', false],
  ['account_takeover', 'user.status', false],
  ['large_deposit', 'payment.reject', false],
  ['late_bets', 'bet.settle', false],
  ['kyc_mismatch', 'alert.change', false],
] as const)('%s and %s after it: %s', (type, action, isSame) => {
  expect(isSameMatter(type, action, true)).toBe(isSame);
});

it('an action is on the players that its record names', () => {
  const [id, operatorId, player, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const at = new Date();
  const of = (resourceType: string, resourceId: string, states: object = {}) =>
    playerActsOf({ id, at, data: { operatorId, action: 'x', resourceType, resourceId, ...states } }).map(
      ({ playerId }) => playerId,
    );
  expect(of('user', player)).toEqual([player]);
  expect(of('user', 'users')).toEqual([]);
  expect(of('payment', other, { after: { playerId: player } })).toEqual([player]);
  expect(of('adjustment', other, { before: { userId: player }, after: { userId: player } })).toEqual([player]);
  expect(of('game', other)).toEqual([]);
});
