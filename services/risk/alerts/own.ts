/** Decides whether an alert is about an operator's own decision; if so, another operator must close it. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import { hasActedOn, hasCaused } from '../audit/store.ts';
import type { AlertRow } from './store.ts';

/** True if the alert names the operator, if they acted on its resource (also as second operator), or if they made or requested an action that a rule raised it on. */
export async function isOwn(tx: Tx, { id, type, operatorId, aboutType, aboutId, ruleId }: AlertRow, by: string): Promise<boolean> {
  if (operatorId === by || (aboutType === 'operator' && aboutId === by)) return true;
  // The alert on an adjustment that was made at once names no operator.
  const concernsOperators = operatorId !== null || type === 'large_adjustment';
  if (concernsOperators && aboutId !== null && (await hasActedOn(tx, by, aboutId))) return true;
  return operatorId !== null && ruleId !== null && hasCaused(tx, by, id);
}
