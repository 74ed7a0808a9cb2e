/**
 * When a payment is approved without a person: every point of an enabled rule of its type holds. Whatever is missing, unknown or in doubt
 * leaves it to people. Pure; each point is a row in approval.test.ts.
 */
import type { AutoApprovalRule } from '@fairline/proto/wallet/office';

/** A pending payment as a rule looks at it; null where something is not known. Amounts in the player's play currency. */
export interface Undecided {
  id: string;
  type: 'deposit' | 'withdrawal';
  amountMinor: number | null;
  level: string;
  status: string;
  excluded: boolean;
  /** He owes us from a corrected result. */
  owes: boolean;
  openedAt: Date | null;
  approvedBefore: number;
  autoTodayMinor: number | null;
  approvalsNeeded: number;
  approvals: number;
}

const dayMs = 24 * 3_600_000;

export function mayApproveAlone(payment: Undecided, rules: readonly AutoApprovalRule[], now: Date): boolean {
  const rule = rules.find(({ type }) => type === payment.type);
  const { amountMinor, autoTodayMinor, openedAt } = payment;
  if (!rule?.enabled || amountMinor === null || autoTodayMinor === null || openedAt === null) return false;
  return (
    payment.approvalsNeeded === 1 &&
    payment.approvals === 0 &&
    payment.status === 'active' &&
    !payment.excluded &&
    !payment.owes &&
    (payment.level === 'verified' || !rule.verifiedOnly) &&
    amountMinor <= rule.maxAmountMinor &&
    amountMinor + autoTodayMinor <= rule.maxDayMinor &&
    now.getTime() - openedAt.getTime() >= rule.minAccountAgeDays * dayMs &&
    payment.approvedBefore >= rule.minApprovedBefore
  );
}
