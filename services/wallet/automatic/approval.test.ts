/** Automatic approval: each condition that a payment does not meet leaves it to operators. */
import { type AutoApprovalRule, belowFloors } from '@fairline/proto/wallet/approvals';
import { expect, it } from 'vitest';
import { mayApproveAlone, type Undecided, widens } from './approval.ts';

const now = new Date('2026-11-20T12:00:00Z');
const rule: AutoApprovalRule = {
  type: 'withdrawal',
  enabled: true,
  maxAmountMinor: 50_000,
  maxDayMinor: 80_000,
  verifiedOnly: true,
  minAccountAgeDays: 30,
  minApprovedBefore: 3,
};
const payment: Undecided = {
  id: '019aa1c8-7f00-7000-8000-000000000001',
  type: 'withdrawal',
  amountMinor: 50_000,
  level: 'verified',
  status: 'active',
  excluded: false,
  owes: false,
  openedAt: new Date('2026-10-21T12:00:00Z'),
  approvedBefore: 3,
  autoTodayMinor: 30_000,
  approvalsNeeded: 1,
  approvals: 0,
};

it('approves a payment that just meets every condition', () => {
  expect(mayApproveAlone(payment, [rule], now)).toBe(true);
});

it.each<[string, Partial<Undecided>]>([
  ['a cent above the amount', { amountMinor: 50_001 }],
  ['a cent above the day', { autoTodayMinor: 30_001 }],
  ['an amount whose rate is not known', { amountMinor: null }],
  ['a day whose sum is not known', { autoTodayMinor: null }],
  ['a player who is not verified', { level: 'unverified' }],
  ['a level nobody knows', { level: 'golden' }],
  ['a suspended player', { status: 'suspended' }],
  ['an excluded player', { excluded: true }],
  ['a player who owes', { owes: true }],
  ['an account a second too young', { openedAt: new Date('2026-10-21T12:00:01Z') }],
  ['an account whose age is not known', { openedAt: null }],
  ['too few payments before', { approvedBefore: 2 }],
  ['a payment that needs two operators', { approvalsNeeded: 2 }],
  ['a payment an operator has begun to approve', { approvals: 1 }],
  ['a payment of another type', { type: 'deposit' }],
])('leaves %s to people', (_what, change) => {
  expect(mayApproveAlone({ ...payment, ...change }, [rule], now)).toBe(false);
});

it('leaves all payments to operators without a rule, or if the rule is off', () => {
  expect(mayApproveAlone(payment, [], now)).toBe(false);
  expect(mayApproveAlone(payment, [{ ...rule, enabled: false }], now)).toBe(false);
});

it.each<[string, Partial<AutoApprovalRule>]>([
  ['of deposits, which players only report', { type: 'deposit' }],
  ['for players who are not verified', { verifiedOnly: false }],
  ['for accounts of 29 days', { minAccountAgeDays: 29 }],
  ['for players with two approved payments', { minApprovedBefore: 2 }],
  ['for payments above the two-operator amount', { maxAmountMinor: 1_000_001 }],
  ['for a day above the two-operator amount', { maxDayMinor: 1_000_001 }],
])('a rule %s is below the floors and approves nothing', (_what, change) => {
  const low = { ...rule, ...change };
  expect(belowFloors(low)).toHaveLength(1);
  expect(belowFloors({ ...low, enabled: false })).toEqual([]);
  expect(mayApproveAlone({ ...payment, type: low.type }, [low], now)).toBe(false);
});

it.each<[string, AutoApprovalRule[], AutoApprovalRule[], boolean]>([
  ['the same rules', [rule], [rule], false],
  ['a rule where there was none', [], [rule], true],
  ['a rule that was off', [{ ...rule, enabled: false }], [rule], true],
  ['a rule that goes off', [rule], [{ ...rule, enabled: false, maxAmountMinor: 90_000 }], false],
  ['a rule that is gone', [rule], [], false],
  ['a smaller amount', [rule], [{ ...rule, maxAmountMinor: 49_999 }], false],
  ['a larger amount', [rule], [{ ...rule, maxAmountMinor: 50_001 }], true],
  ['a larger day', [rule], [{ ...rule, maxDayMinor: 80_001 }], true],
  ['a smaller amount with a younger account', [rule], [{ ...rule, maxAmountMinor: 1, minAccountAgeDays: 29 }], true],
  ['fewer payments before', [rule], [{ ...rule, minApprovedBefore: 2 }], true],
  ['unverified players', [rule], [{ ...rule, verifiedOnly: false }], true],
])('%s widen the rules or not', (_what, before, after, isWider) => {
  expect(widens(before, after)).toBe(isWider);
});
