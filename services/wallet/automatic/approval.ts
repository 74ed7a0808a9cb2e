/**
 * The conditions of automatic approval: a payment must meet every condition of an enabled rule of its type, and the rule must not be below the floors.
 * If a value is missing or unknown, an operator decides. Also decides which changes of rules need a second operator. Pure; each condition is a row in approval.test.ts.
 */

import { bool, instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { dayMs } from '@fairline/proto/time';
import { type AutoApprovalRule, belowFloors } from '@fairline/proto/wallet/approvals';
import { paymentTypes } from '@fairline/proto/wallet/payments';

/** A pending payment as a rule reads it; null where something is not known. Amounts are in the player's play currency. */
export const undecidedRow = {
  id: uuid,
  type: oneOf(paymentTypes),
  amountMinor: nullable(integer),
  level: text,
  status: text,
  excluded: bool,
  /** The player has a debt from a corrected result. */
  owes: bool,
  openedAt: nullable(instant),
  approvedBefore: integer,
  autoTodayMinor: nullable(integer),
  approvalsNeeded: integer,
  approvals: integer,
};
export type Undecided = Row<typeof undecidedRow>;

export function mayApproveAlone(payment: Undecided, rules: readonly AutoApprovalRule[], now: Date): boolean {
  const rule = rules.find(({ type }) => type === payment.type);
  const { amountMinor, autoTodayMinor, openedAt } = payment;
  // A rule of an earlier release may be below the floors. It approves nothing until it is set again.
  if (
    !rule?.enabled ||
    belowFloors(rule).length > 0 ||
    amountMinor === null ||
    autoTodayMinor === null ||
    openedAt === null
  )
    return false;
  return (
    payment.approvalsNeeded === 1 &&
    payment.approvals === 0 &&
    payment.status === 'active' &&
    !payment.excluded &&
    !payment.owes &&
    payment.level === 'verified' &&
    amountMinor <= rule.maxAmountMinor &&
    amountMinor + autoTodayMinor <= rule.maxDayMinor &&
    now.getTime() - openedAt.getTime() >= rule.minAccountAgeDays * dayMs &&
    payment.approvedBefore >= rule.minApprovedBefore
  );
}

/** Whether the new rules approve any payment that the old ones did not. A change that only narrows or ends rules does not widen them. */
export function widens(before: readonly AutoApprovalRule[], after: readonly AutoApprovalRule[]): boolean {
  return after.some((rule) => {
    const was = before.find(({ type }) => type === rule.type);
    if (!rule.enabled) return false;
    if (!was?.enabled) return true;
    return (
      rule.maxAmountMinor > was.maxAmountMinor ||
      rule.maxDayMinor > was.maxDayMinor ||
      (was.verifiedOnly && !rule.verifiedOnly) ||
      rule.minAccountAgeDays < was.minAccountAgeDays ||
      rule.minApprovedBefore < was.minApprovedBefore
    );
  });
}
