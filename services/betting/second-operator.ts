/** When one operator alone may not decide: from an amount on that is moved by it, with what was moved before that day. Pure. */
import { tradingRules } from '@fairline/proto/betting/trading';

/** Nothing moved needs nobody. */
export function needsSecondOperator(movedMinor: number, movedBeforeMinor: number): boolean {
  return movedMinor > 0 && movedMinor + movedBeforeMinor >= tradingRules.secondOperatorMinor;
}
