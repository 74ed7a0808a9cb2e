/** Which decisions an operator may take alone, and who may be the second operator of a request. */
import { describe, expect, it } from 'vitest';
import { asOperator } from '../testing.ts';
import { controlOf, mayApprove, requesterOf } from './four-eyes.ts';
import type { Operator } from './identity.ts';

describe('what one operator decides alone', () => {
  it.each([
    ['nothing', 0, 5_000_000, 'alone'],
    ['a small amount', 100, 0, 'alone'],
    ['one cent below nine tenths', 899_999, 0, 'alone'],
    ['nine tenths', 900_000, 0, 'flagged'],
    ['nine tenths with what came before', 1, 899_999, 'flagged'],
    ['one cent below the amount', 999_999, 0, 'flagged'],
    ['the amount', 1_000_000, 0, 'second'],
    ['the amount with what came before', 1, 999_999, 'second'],
  ] as const)('%s', (_, worth, before, control) => {
    expect(controlOf(worth, before, 1_000_000)).toBe(control);
  });
});

describe('who may be the second operator', () => {
  const now = new Date('2026-06-02T12:00:00Z');
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const operator = (changes: Partial<Operator> = {}): Operator => ({ ...asOperator('finance'), ...changes });
  const asker = operator();

  it.each<[string, Partial<Operator>, Partial<Operator>, boolean]>([
    ['a colleague', {}, {}, true],
    ['the requester', {}, { id: asker.id }, false],
    ['an operator activated after the request', {}, { activatedAt: ago(0.5).toISOString() }, false],
    ['an operator activated before it', {}, { activatedAt: ago(2).toISOString() }, true],
    [
      'somebody the requester invited within a day',
      {},
      { invitedBy: asker.id, activatedAt: ago(23).toISOString() },
      false,
    ],
    ['somebody the requester invited a day ago', {}, { invitedBy: asker.id, activatedAt: ago(24).toISOString() }, true],
    ['somebody the requester reset within a day', {}, { resetBy: asker.id, resetAt: ago(23).toISOString() }, false],
    ['somebody the requester reset a day ago', {}, { resetBy: asker.id, resetAt: ago(24).toISOString() }, true],
    ['somebody the requester raised within a day', {}, { raisedBy: asker.id, raisedAt: ago(23).toISOString() }, false],
  ])('%s', (_, requester, approver, may) => {
    expect(mayApprove(operator(approver), requesterOf({ ...asker, ...requester }), ago(1), now)).toBe(may);
  });

  it.each<[string, (id: string) => Partial<Operator>]>([
    ['invited', (id) => ({ invitedBy: id, activatedAt: ago(3).toISOString() })],
    ['reset', (id) => ({ resetBy: id, resetAt: ago(3).toISOString() })],
    ['raised', (id) => ({ raisedBy: id, raisedAt: ago(3).toISOString() })],
  ])('not whoever %s the requester within a day', (_, tie) => {
    const boss = operator();
    const invited = operator(tie(boss.id));
    expect(mayApprove(boss, requesterOf(invited), ago(1), now)).toBe(false);
  });
});
