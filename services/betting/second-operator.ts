/** When one operator alone may not decide: from an amount on that is moved by it, with what was moved before that day. Pure. */
import { deskRules } from '@fairline/proto/betting/rules';

/** Nothing moved needs nobody. */
export function needsSecondOperator(movedMinor: number, movedBeforeMinor: number): boolean {
  return movedMinor > 0 && movedMinor + movedBeforeMinor >= deskRules.twoOperatorsMinor;
}
