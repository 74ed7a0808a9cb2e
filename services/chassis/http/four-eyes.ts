/** Four-eyes rules: what one operator may decide alone, and who may be the second operator of a request. Pure; each service stores the requester with the request. */

import { common, Id, Refusal } from '@fairline/proto/contract';
import { OperatorOrigin, operatorControl } from '@fairline/proto/operator-control';
import { hourMs } from '@fairline/proto/time';
import type { z } from 'zod';
import type { Operator } from './identity.ts';

/** The requester, as stored with a pending request. */
export const Requester = OperatorOrigin.extend({ operatorId: Id });
export type Requester = z.infer<typeof Requester>;

export function requesterOf({ id, activatedAt, invitedBy, resetBy, resetAt, raisedBy, raisedAt }: Operator): Requester {
  return { operatorId: id, activatedAt, invitedBy, resetBy, resetAt, raisedBy, raisedAt };
}

/**
 * Whether an operator who already decided `decidedMinor` alone on this UTC day may decide `worthMinor` more.
 * `second`: the decision waits for another operator. `flagged`: they may decide alone, and it is shown as near the threshold. Amounts are absolute values; a decision about nothing never needs a second operator.
 */
export function controlOf(
  worthMinor: number,
  decidedMinor: number,
  twoOperatorsMinor: number,
): 'alone' | 'flagged' | 'second' {
  const totalMinor = worthMinor + decidedMinor;
  if (worthMinor === 0) return 'alone';
  if (totalMinor >= twoOperatorsMinor) return 'second';
  return totalMinor >= twoOperatorsMinor * operatorControl.flaggedShare ? 'flagged' : 'alone';
}

/**
 * Whether an operator may be the second one of a request. Excluded: the requester, operators activated after the request,
 * and, for a day after an invitation, a raise or a reset, the two operators concerned, in either direction.
 */
export function mayApprove(approver: Operator, requester: Requester, requestedAt: Date, now: Date): boolean {
  const second = requesterOf(approver);
  if (second.operatorId === requester.operatorId) return false;
  if (Date.parse(second.activatedAt) > requestedAt.getTime()) return false;
  return !hasRecentTie(second, requester.operatorId, now) && !hasRecentTie(requester, second.operatorId, now);
}

/** Refuses an operator who may not be the second one of a request. */
export function checkSecondOperator(approver: Operator, requester: Requester, requestedAt: Date, now: Date): void {
  if (!mayApprove(approver, requester, requestedAt, now)) throw new Refusal(common.secondOperatorNeeded);
}

function hasRecentTie(of: Requester, to: string, now: Date): boolean {
  const isRecent = (at: string | null) =>
    at !== null && now.getTime() - Date.parse(at) < operatorControl.apartHours * hourMs;
  return (
    // Counting from the activation is at least as strict as from the invitation, which was not later.
    (of.invitedBy === to && isRecent(of.activatedAt)) ||
    (of.resetBy === to && isRecent(of.resetAt)) ||
    (of.raisedBy === to && isRecent(of.raisedAt))
  );
}
