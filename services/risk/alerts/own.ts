/** Which alerts are about an operator's own decision: these another one closes. */
import type { Tx } from '@fairline/chassis/storage/postgres';
import { hasActedOn, hasCaused } from '../audit/store.ts';
import type { AlertRow } from './store.ts';

/** They are named in it, acted on what it is about, as a second operator does, or did or asked for what a rule raised it on. */
export async function isOwn(tx: Tx, { id, type, operatorId, aboutType, aboutId, ruleId }: AlertRow, by: string): Promise<boolean> {
  if (operatorId === by || (aboutType === 'operator' && aboutId === by)) return true;
  // The alert on an adjustment that was credited at once names nobody.
  const concernsOperators = operatorId !== null || type === 'large_adjustment';
  if (concernsOperators && aboutId !== null && (await hasActedOn(tx, by, aboutId))) return true;
  return operatorId !== null && ruleId !== null && hasCaused(tx, by, id);
}
