/** The audit log of operators: every operator action publishes OperatorActed, and only through this function. */
import { createHash } from 'node:crypto';
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
  await publish(unit, event, aggregate, version, {
    operatorId,
    ...action,
    ...(address !== undefined && { address }),
    ...(agent !== undefined && { agent }),
  });
}

/** The digest of an action, with which the audit log is compared: SHA-256 over its fields in lines. sql/0008_operator_actions.sql computes the same. */
export function actionDigest(
  id: string,
  { operatorId, action, resourceType, resourceId }: Pick<Data, 'operatorId' | 'action' | 'resourceType' | 'resourceId'>,
): Buffer {
  return createHash('sha256').update([id, operatorId, action, resourceType, resourceId].join('\n')).digest();
}

/** The actions of a UTC day: their number, and a hash over their sorted digests, so that their order does not matter. */
export interface ActionDay {
  readonly day: string;
  readonly count: number;
  readonly hash: string;
}

export function actionDaysOf(actions: readonly { readonly at: Date; readonly digest: Buffer }[]): ActionDay[] {
  const days = [...Map.groupBy(actions, ({ at }) => at.toISOString().slice(0, 10))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return days.map(([day, ofDay]) => {
    const digests = ofDay.map(({ digest }) => digest).sort(Buffer.compare);
    return { day, count: ofDay.length, hash: createHash('sha256').update(Buffer.concat(digests)).digest('hex') };
  });
}
