/** Decides whether an operator may close an alert: not one about their own decision, nor about a player on whom they acted in the same matter. */
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { alertRefusals } from '@fairline/proto/risk/alerts';
import { hasActedOn, hasCaused } from '../audit/store.ts';
import { isSameMatter } from './matters.ts';
import { type AlertRow, actsAround } from './store.ts';

/** The refusal for an operator who may not close the alert; undefined if they may. */
export async function ownRefusal(
  tx: Tx,
  alert: AlertRow,
  by: string,
): Promise<typeof alertRefusals.own | typeof alertRefusals.actedOn | undefined> {
  if (await isOwn(tx, alert, by)) return alertRefusals.own;
  return (await actorsOf(tx, [alert])).get(alert.id)?.includes(by) ? alertRefusals.actedOn : undefined;
}

/** True if the alert names the operator, if they acted on its resource (also as second operator), or if they made or requested an action that a rule raised it on. */
async function isOwn(
  tx: Tx,
  { id, type, operatorId, aboutType, aboutId, ruleId }: AlertRow,
  by: string,
): Promise<boolean> {
  if (operatorId === by || (aboutType === 'operator' && aboutId === by)) return true;
  // The alert on an adjustment that was made at once names no operator.
  const concernsOperators = operatorId !== null || type === 'large_adjustment';
  if (concernsOperators && aboutId !== null && (await hasActedOn(tx, by, aboutId))) return true;
  return operatorId !== null && ruleId !== null && hasCaused(tx, by, id);
}

/** The operators of each alert whose decision it is about: the one it names, and those who acted on its player in the same matter. */
export async function actorsOf(db: Queries, alerts: readonly AlertRow[]): Promise<ReadonlyMap<string, string[]>> {
  const acts = await actsAround(
    db,
    alerts.flatMap(({ id, playerId }) => (playerId ? id : [])),
  );
  const ofAlert = Map.groupBy(acts, ({ alertId }) => alertId);
  return new Map(
    alerts.map(({ id, type, operatorId }) => {
      const acted = (ofAlert.get(id) ?? [])
        .filter(({ action, isLater }) => isSameMatter(type, action, isLater))
        .map((act) => act.operatorId);
      return [id, [...new Set([...(operatorId ? [operatorId] : []), ...acted])]];
    }),
  );
}
