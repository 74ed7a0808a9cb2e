/** The audit log of operators: every operator action publishes OperatorActed, and only through this function. */
import type { Infer, operatorActed } from '@fairline/proto/contract';
import { publish, type UnitOfWork } from './outbox.ts';

type OperatorActed = ReturnType<typeof operatorActed>;
type Data = Infer<OperatorActed['data']>;

/** The acting operator with their address and browser, which an automatic rule does not have. */
export type Actor = Pick<Data, 'operatorId' | 'address' | 'agent'>;
export type OperatorAction = Omit<Data, keyof Actor>;

/**
 * Publishes the action as part of the change. `version` counts per aggregate.
 * The aggregate is the resource; pass `aggregate` if the id of the resource is not a UUID.
 */
export async function recordOperatorAction(
  unit: UnitOfWork,
  event: OperatorActed,
  by: Actor,
  version: number,
  action: OperatorAction,
  aggregate = action.resourceId,
): Promise<void> {
  const { operatorId, address, agent } = by;
  await publish(unit, event, aggregate, version, { operatorId, ...action, ...(address !== undefined && { address }), ...(agent !== undefined && { agent }) });
}
